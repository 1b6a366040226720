"""Renew what each operation of the API may refuse with: `python -m tools.problems`.

Goes from every operation through the functions, classes and tables that it names, by their source,
and writes the codes of all refusals raised on the way into games/api/refusals.json.
`tests/api/test_problems.py` fails where that file is old.
"""

from __future__ import annotations

import ast
import json
import os
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from games.common.exceptions import GamesError

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "games" / "api" / "refusals.json"
SLICES = ("accounts", "games", "queues")
NOT_FOUND = {"Http404", "get_object_or_404", "NoSuchMatch"}
NOT_OPEN = {"RefusedMove", "UnreadableMove"}
"""What `games.api.site` answers with a code of its own."""
FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


class Place(NamedTuple):
    """A name at the top of a module."""

    module: str
    name: str


class Edge(NamedTuple):
    """That one place uses another, where refusals of these names are caught."""

    to: Place
    caught: frozenset[str]


DOOR = Place("games.api.authorization", "Token")
KEYED = Place("games.api.idempotency", "once")
"""What every request passes, and what those that have a name do."""
HARMLESS = {
    Place("games.match.referee.table", "Table._replayed()"),
    Place("games.boards.refusals", "error_sentence"),
}
"""Where nothing is refused: moves that were taken once are taken again, and a sentence is found."""


@cache
def tree_of(module: str) -> ast.Module | None:
    """Return the source of a module of ours; None for those of others."""
    if module.partition(".")[0] not in SLICES:
        return None
    path = ROOT / module.replace(".", "/")
    files = (path.with_suffix(".py"), path / "__init__.py")
    return next((ast.parse(file.read_text()) for file in files if file.is_file()), None)


@cache
def names_of(module: str) -> dict[str, ast.AST | Place]:
    """Return what the names of a module stand for: a definition here, or a place elsewhere."""
    tree, found = tree_of(module) or ast.Module([], []), dict[str, ast.AST | Place]()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {a.asname or a.name: Place(node.module, a.name) for a in node.names}
    return found | {name: node for node in tree.body if (name := _name_of(node))}


def _name_of(node: ast.stmt) -> str:
    """What a statement at the top of a module defines; "" if nothing."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return node.name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return ""


def resolved(place: Place) -> Place | None:
    """Return where a name is defined, through whatever hands it on; None if not with us."""
    if tree_of(f"{place.module}.{place.name}"):
        return Place(f"{place.module}.{place.name}", "")
    what = names_of(place.module).get(place.name)
    return resolved(what) if isinstance(what, Place) else place if what else None


class Reading(ast.NodeVisitor):
    """What one definition uses and raises."""

    def __init__(self, module: str) -> None:
        self.module = module
        self.caught: frozenset[str] = frozenset()
        self.edges: set[Edge] = set()
        self.members: set[tuple[str, frozenset[str]]] = set()
        """Attributes of whatever it may be, with "()" where they are called or handed on."""
        self.own: set[tuple[str, int]] = set()
        """What the API itself refuses here, by code and status."""

    def visit_Name(self, node: ast.Name) -> None:
        self._use(Place(self.module, node.id))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.value, ast.Name):
            found = resolved(Place(self.module, node.value.id))
            if found and not found.name:
                self._use(Place(found.module, node.attr))
                return
        self.members.add((node.attr, self.caught))
        self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Members count where something of their name is used; what Python calls, always."""
        for one in (*node.bases, *node.keywords, *node.decorator_list, *node.body):
            if not isinstance(one, FUNCTION) or one.name.startswith("__"):
                self.visit(one)

    def visit_Call(self, node: ast.Call) -> None:
        match node:
            case ast.Call(func=ast.Name(id="isinstance"), args=[value, *_]):
                self.visit(value)
                return
            case ast.Call(func=ast.Name(id="allowed")):
                self._visit_where(frozenset({"GamesError"}), node.args)
                return
            case ast.Call(
                func=ast.Name(id="Problem"), args=[status, ast.Constant(value=str(code)), *_]
            ):
                self.own.add((code, ast.literal_eval(status)))
        for one in (node.func, *node.args):
            if isinstance(one, ast.Attribute):
                self.members.add((f"{one.attr}()", self.caught))
        self.generic_visit(node)

    def visit_Try(self, node: ast.Try) -> None:
        for handler in node.handlers:
            for statement in handler.body:
                self.visit(statement)
        caught = {name for one in node.handlers if not _goes_on(one) for name in _kinds(one)}
        self._visit_where(frozenset(caught), node.body)
        for statement in (*node.orelse, *node.finalbody):
            self.visit(statement)

    def _visit_where(self, caught: frozenset[str], nodes: Sequence[ast.AST]) -> None:
        before, self.caught = self.caught, self.caught | caught
        for node in nodes:
            self.visit(node)
        self.caught = before

    def _use(self, place: Place) -> None:
        if place.name in NOT_FOUND and not self.caught & {place.name}:
            self.own.add(("not-found", 404))
        if found := resolved(place):
            self.edges.add(Edge(found, self.caught))


def _goes_on(handler: ast.ExceptHandler) -> bool:
    """Whether what is caught is raised again, or answered by its code."""
    nodes = [node for statement in handler.body for node in ast.walk(statement)]
    raised = [node.exc for node in nodes if isinstance(node, ast.Raise)]
    return any(
        exc is None
        or any(isinstance(one, ast.Attribute) and one.attr == "code" for one in ast.walk(exc))
        for exc in raised
    )


def _kinds(handler: ast.ExceptHandler) -> Iterator[str]:
    for node in ast.walk(handler.type) if handler.type else ():
        if isinstance(node, ast.Name | ast.Attribute):
            yield node.id if isinstance(node, ast.Name) else node.attr


def _is_route(decorator: ast.AST) -> bool:
    return ast.unparse(decorator).startswith("router.")


@cache
def reading_of(place: Place) -> Reading:
    """Return what the definition at *place* uses and raises; of "Class.member", the member."""
    name, _dot, member = place.name.partition(".")
    reading, node = Reading(place.module), names_of(place.module).get(name)
    if isinstance(node, ast.AST):
        for one in members_of(place.module, name)[member] if member else [node]:
            if isinstance(one, FUNCTION):
                one.decorator_list = [d for d in one.decorator_list if not _is_route(d)]
            reading.visit(one)
    return reading


@cache
def members_of(module: str, name: str) -> dict[str, list[ast.AST]]:
    """Return the methods of a class by name, as they are used; nothing for what is no class."""
    node, found = names_of(module).get(name), dict[str, list[ast.AST]]()
    for one in node.body if isinstance(node, ast.ClassDef) else ():
        if isinstance(one, FUNCTION):
            is_value = any("property" in ast.unparse(each) for each in one.decorator_list)
            found.setdefault(one.name if is_value else f"{one.name}()", []).append(one)
    return found


class Search:
    """Everything that is reached from somewhere, and what is raised there."""

    def __init__(self, *starts: Place) -> None:
        self.codes: set[str] = set()
        self.own = {("not-open", 422)}
        self.seen: set[Edge] = set()
        self.classes: dict[str, set[Place]] = {}
        """Members of the classes that are reached, by name."""
        self.used: dict[str, set[frozenset[str]]] = {}
        """Attributes that are used, with what is caught there."""
        self.waiting = [Edge(start, frozenset()) for start in starts]
        while self.waiting:
            edge = self.waiting.pop()
            if edge not in self.seen:
                self.seen.add(edge)
                self._follow(edge)

    def _follow(self, edge: Edge) -> None:
        kind = refusal_at(edge.to)
        if kind is not None:
            if kind is not GamesError and not edge.caught & {
                base.__name__ for base in kind.__mro__
            }:
                self.codes.add("not-open" if kind.__name__ in NOT_OPEN else kind.code)
            return
        if edge.to in HARMLESS:
            return
        reading = reading_of(edge.to)
        self.own |= reading.own
        self.codes |= {code for code, _status in reading.own}
        self.waiting += [Edge(one.to, edge.caught | one.caught) for one in reading.edges]
        for member in members_of(*edge.to):
            place = Place(edge.to.module, f"{edge.to.name}.{member}")
            self.classes.setdefault(member, set()).add(place)
            self.waiting += [Edge(place, caught) for caught in self.used.get(member, ())]
        for name, caught in reading.members:
            self.used.setdefault(name, set()).add(edge.caught | caught)
            self.waiting += [
                Edge(place, edge.caught | caught) for place in self.classes.get(name, ())
            ]


@cache
def refusal_at(place: Place) -> type[GamesError] | None:
    """Return the refusal that is defined at *place*."""
    if not isinstance(names_of(place.module).get(place.name), ast.ClassDef):
        return None
    found = getattr(import_module(place.module), place.name, None)
    return found if isinstance(found, type) and issubclass(found, GamesError) else None


def found() -> dict[str, Any]:
    """Return the statuses of what the API itself refuses by code, and the codes by the operation
    that may answer them; under "" those of all."""
    from games.api.site import ROUTERS, api, is_keyed

    whole = Search(DOOR)
    own, operations = set(whole.own), {"": sorted(whole.codes)}
    for router in ROUTERS:
        for view in router.path_operations.values():
            for operation in view.operations:
                view_at = Place(operation.view_func.__module__, operation.view_func.__qualname__)
                search = Search(view_at, *([KEYED] if is_keyed(operation) else ()))
                name = api.get_openapi_operation_id(operation)
                operations[name] = sorted(search.codes - whole.codes)
                own |= search.own
    statuses = {code: sorted(status for each, status in own if each == code) for code, _ in own}
    return {"own": dict(sorted(statuses.items())), "operations": dict(sorted(operations.items()))}


def main() -> None:
    """Write the file."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    FILE.write_text(json.dumps(found(), indent=1) + "\n")


if __name__ == "__main__":
    main()
