"""What one description of the API takes back of an older one: each a broken promise of docs/api.md.

Answers may say more than before, and requests may leave out more; never the other way round.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
MOST, LEAST = ("maxLength", "maximum", "maxItems"), ("minLength", "minimum", "minItems")


class Comparison:
    """Of two descriptions, the older one first."""

    def __init__(self, old: Json, new: Json) -> None:
        self.old, self.new = old, new
        self.compared: set[tuple[str, str, bool]] = set()

    def broken(self) -> Iterator[str]:
        """What is broken, in words."""
        for path, operations in self.old["paths"].items():
            for method, old in operations.items():
                new, at = self.new["paths"].get(path, {}).get(method), f"{method.upper()} {path}"
                if new is None:
                    yield f"{at}: gone"
                else:
                    yield from self._operation(at, old, new)

    def _operation(self, at: str, old: Json, new: Json) -> Iterator[str]:
        if new["operationId"] != old["operationId"]:
            yield f"{at}: called {new['operationId']} instead of {old['operationId']}"
        if {*new["x-scope"].split()} - {*old["x-scope"].split()}:
            yield f"{at}: needs {new['x-scope']} instead of {old['x-scope']}"
        yield from self._parameters(at, _by_name(old), _by_name(new))
        was, now = old.get("requestBody", {}), new.get("requestBody", {})
        if now.get("required") and not was.get("required"):
            yield f"{at}: needs a body"
        yield from self._contents(f"{at} body", was, now, is_sent=True)
        for status, answer in old["responses"].items():
            if status not in new["responses"]:
                yield f"{at}: {status} gone"
            else:
                answered = new["responses"][status]
                yield from self._contents(f"{at} {status}", answer, answered, is_sent=False)

    def _parameters(self, at: str, old: Json, new: Json) -> Iterator[str]:
        for name in old.keys() - new.keys():
            yield f"{at}: {name} gone"
        for name, one in new.items():
            was = old.get(name, {})
            if one.get("required") and not was.get("required"):
                yield f"{at}: {name} needed"
            if was:
                yield from self._shapes(f"{at} {name}", was["schema"], one["schema"], is_sent=True)

    def _contents(self, at: str, old: Json, new: Json, *, is_sent: bool) -> Iterator[str]:
        for kind, was in old.get("content", {}).items():
            now = new.get("content", {}).get(kind)
            if now is None:
                yield f"{at}: {kind} gone"
            else:
                yield from self._shapes(at, was["schema"], now["schema"], is_sent=is_sent)

    def _shapes(self, at: str, old: Json, new: Json, *, is_sent: bool) -> Iterator[str]:
        pair = (json.dumps(old), json.dumps(new), is_sent)
        if pair in self.compared:
            return
        self.compared.add(pair)
        was, now = _by_type(old, self.old), _by_type(new, self.new)
        kept, others = (now, was) if is_sent else (was, now)
        if "any" not in kept and (others.keys() - kept.keys()):
            yield f"{at}: {' or '.join(sorted(now))} instead of {' or '.join(sorted(was))}"
        for kind in was.keys() & now.keys():
            yield from self._one(at, was[kind], now[kind], is_sent=is_sent)

    def _one(self, at: str, old: Json, new: Json, *, is_sent: bool) -> Iterator[str]:
        fields, kept = old.get("properties", {}), new.get("properties", {})
        for name, one in fields.items():
            if name not in kept:
                yield f"{at}.{name}: gone"
            else:
                yield from self._shapes(f"{at}.{name}", one, kept[name], is_sent=is_sent)
        was, now = {*old.get("required", ())}, {*new.get("required", ())}
        for name in sorted(now - was if is_sent else was - now):
            yield f"{at}.{name}: {'needed' if is_sent else 'may be missing'}"
        for name in ("items", "additionalProperties", "contentSchema"):
            if isinstance(old.get(name), dict) and isinstance(new.get(name), dict):
                yield from self._shapes(f"{at}[]", old[name], new[name], is_sent=is_sent)
        if is_sent:
            yield from _narrowed(at, old, new)


def _narrowed(at: str, old: Json, new: Json) -> Iterator[str]:
    if "enum" in new and ("enum" not in old or {*old["enum"]} - {*new["enum"]}):
        yield f"{at}: only {', '.join(map(str, new['enum']))}"
    if new.get("pattern") not in (None, old.get("pattern")):
        yield f"{at}: of the form {new['pattern']}"
    for names, sign in ((MOST, 1), (LEAST, -1)):
        for name in names:
            if name in new and (name not in old or sign * new[name] < sign * old[name]):
                yield f"{at}: {name} {new[name]}"


def _by_name(operation: Json) -> Json:
    return {f"{one['in']} {one['name']}": one for one in operation.get("parameters", ())}


def _by_type(shape: Json, whole: Json) -> dict[str, Json]:
    """What a shape may be, by its type."""
    if several := shape.get("anyOf") or shape.get("oneOf") or shape.get("allOf"):
        return {kind: one for each in several for kind, one in _by_type(each, whole).items()}
    if name := shape.get("$ref", "").rpartition("/")[2]:
        found: Json = whole["components"]["schemas"][name]
        return _by_type(found, whole)
    return {str(shape.get("type", "any")): shape}
