"""Values as plain data and back, as their types declare them: what can be sent to another process.

A type declares all there is to its values: a dataclass by its fields, a tuple by its parts. What
it leaves out of comparisons (`field(compare=False)`) is no part of them and begins anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Generic, NamedTuple, NewType, TypeVar, Union, get_args, get_origin
from typing import get_type_hints as hints_of

from engines.core.jsontypes import Json

T = TypeVar("T")
Step = Callable[[Any], Any]


class Way(NamedTuple):
    """A way to turn values of one type into plain data, and that into values again."""

    dump: Step
    load: Step


class Plain(Generic[T]):
    """The way of the values of one type. TypeError for a type that has a part of no known kind.

    *known* says how to go with types that are not taken apart.
    """

    def __init__(self, kind: type[T], known: Mapping[Any, Way] | None = None) -> None:
        self._way = _Ways(known or {}).of(kind)

    def dump(self, value: T) -> Json:
        """*value* as plain data; TypeError for anything that is not as its type declares it."""
        found: Json = self._way.dump(value)
        return found

    def load(self, data: Json) -> T:
        """Inverse of `dump`; TypeError, LookupError or ValueError for what it does not make."""
        found: T = self._way.load(data)
        return found


class _Ways:
    """The ways of types, each found once."""

    def __init__(self, known: Mapping[Any, Way]) -> None:
        self._found: dict[Any, Way] = {**SCALARS, **known}

    def of(self, kind: Any) -> Way:
        """Return the way of values of *kind*."""
        if isinstance(kind, NewType):
            return self.of(kind.__supertype__)
        if kind not in self._found:
            self._found[kind] = self._generic(kind) if get_origin(kind) else self._class(kind)
        return self._found[kind]

    def _generic(self, kind: Any) -> Way:
        origin, parts = get_origin(kind), get_args(kind)
        if origin is tuple and parts[1:] != (...,):
            return _parts(tuple, tuple, [self.of(part) for part in parts])
        if origin in SEQUENCES:
            return _sequence(origin, self.of(parts[0]))
        if origin in (dict, Mapping) and parts[0] is str:
            return _mapping(self.of(parts[1]))
        if origin in (Union, UnionType) and len(parts) == 2 and parts[1] is NoneType:
            return _optional(self.of(parts[0]))
        raise TypeError(f"{kind} cannot become plain data")

    def _class(self, kind: Any) -> Way:
        if isinstance(kind, type) and issubclass(kind, Enum):
            return Way(lambda value: _checked(kind, value).value, kind)
        if hasattr(kind, "_fields"):  # of a NamedTuple
            hints = hints_of(kind)
            return _parts(kind, kind._make, [self.of(hints[name]) for name in kind._fields])
        if isinstance(kind, type) and is_dataclass(kind):
            hints, parts = hints_of(kind), [one for one in fields(kind) if _is_part(one)]
            return _record(kind, {one.name: self.of(hints[one.name]) for one in parts})
        raise TypeError(f"{kind} cannot become plain data")


def _is_part(one: Field[Any]) -> bool:
    """Return whether a field is part of the value; TypeError if not, and nothing to begin with
    either."""
    if not one.compare and one.default is MISSING and one.default_factory is MISSING:
        raise TypeError(f"the field {one.name} is no part of the value, and has no default")
    return one.compare


def _checked(kind: type, value: Any) -> Any:
    """*value*, which is exactly of *kind*; TypeError if it is not. It is not named: it may hide
    something."""
    if type(value) is not kind:
        raise TypeError(f"a {type(value).__name__} in place of a {kind.__name__}")
    return value


def _scalar(kind: type) -> Way:
    def same(value: Any) -> Any:
        return _checked(kind, value)

    return Way(same, same)


SCALARS: dict[Any, Way] = {
    **{kind: _scalar(kind) for kind in (bool, int, str)},
    bytes: Way(lambda value: _checked(bytes, value).hex(), bytes.fromhex),
}
SEQUENCES: dict[Any, Step] = {tuple: list, list: list, frozenset: sorted}
"""Types of many values of one type; in what order they go."""


def _sequence(kind: type, way: Way) -> Way:
    dump, load, in_order = way.dump, way.load, SEQUENCES[kind]
    return Way(
        lambda value: in_order([dump(one) for one in _checked(kind, value)]),
        lambda data: kind([load(one) for one in _checked(list, data)]),
    )


def _parts(kind: type, make: Step, ways: list[Way]) -> Way:
    """Of tuples that have a type for each part."""
    dumps, loads = [way.dump for way in ways], [way.load for way in ways]

    def dump(value: Any) -> list[Json]:
        return [do(one) for do, one in zip(dumps, _checked(kind, value), strict=True)]

    def load(data: Any) -> Any:
        return make([do(one) for do, one in zip(loads, _checked(list, data), strict=True)])

    return Way(dump, load)


def _mapping(way: Way) -> Way:
    """Their order is kept."""
    text = SCALARS[str].dump

    def dump(value: Any) -> dict[str, Json]:
        return {text(name): way.dump(one) for name, one in _checked(dict, value).items()}

    return Way(
        dump, lambda data: {name: way.load(one) for name, one in _checked(dict, data).items()}
    )


def _optional(way: Way) -> Way:
    return Way(
        lambda value: None if value is None else way.dump(value),
        lambda data: None if data is None else way.load(data),
    )


def _record(kind: Any, ways: Mapping[str, Way]) -> Way:
    def dump(value: Any) -> dict[str, Json]:
        _checked(kind, value)
        return {name: way.dump(getattr(value, name)) for name, way in ways.items()}

    def load(data: Any) -> Any:
        if _checked(dict, data).keys() != ways.keys():
            raise ValueError(f"not the fields of {kind.__name__}")
        return kind(**{name: way.load(data[name]) for name, way in ways.items()})

    return Way(dump, load)
