"""Name what no product code uses: `python -m tools.dead_code`, run by `make check`.

A function, class or constant of a module is in use if its module loads it, another module imports
it or reads it as an attribute, or a string, template or script has its name. A method is in use
if anything reads an attribute of its name. Uses by tests do not count, nor do docstrings.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parent.parent
DEFINING = ("accounts", "config", "engines", "games", "queues")
FOLDERS = (*DEFINING, "clients", "static/js", "templates", "tools", ".ci", "bin", "deploy")
TEXTS = {".html", ".js", ".toml", ".txt", ".yaml", ".yml", ""}
ALLOWED = {
    "engines/*/manifest.py: *": "what is released to whom, read by the tests of secrecy",
    "engines/*/rulings.py: ILLEGAL_CODES": "the codes of a game, read by its tests",
    "*/urls.py: *": "routes, read by Django",
    "config/session_store.py: SessionStore": "named by a setting",
    "config/settings/*": "read by Django",
    "config/formats/*": "read by Django",
    "*/migrations/*": "read by Django",
    "*: get_help_text": "of password validators, called by Django",
    "*: has_add_permission": "of mixins of admin pages, called by Django",
    "*: has_delete_permission": "of mixins of admin pages, called by Django",
    "*: lookup_allowed": "of mixins of admin pages, called by Django",
    "*: process_template_response": "of middleware, called by Django",
    "*: process_view": "of middleware, called by Django",
    "*: __*__": "called by Python",
}
"""Patterns of what is used from outside, with who uses it."""
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
PLAIN = {"property", "staticmethod", "classmethod", "abstractmethod", "cached_property", "cache"}
PLAIN |= {"lru_cache", "dataclass", "contextmanager", "override", "final", "total_ordering"}
PLAIN_BASES = {"Protocol", "Generic", "ABC", "NamedTuple", "TypedDict", "Enum", "IntEnum"}
PLAIN_BASES |= {"StrEnum", "Exception", "ValueError", "RuntimeError", "object"}
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Module:
    """A file of the product: what it defines, loads, imports and reads of others."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tree = ast.parse((ROOT / path).read_bytes())
        self.name = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
        self.package = self.name if path.stem == "__init__" else self.name.rpartition(".")[0]

    @cached_property
    def loaded(self) -> set[str]:
        nodes = (node for node in ast.walk(self.tree) if isinstance(node, ast.Name))
        return {node.id for node in nodes if isinstance(node.ctx, ast.Load)}

    @cached_property
    def attributes(self) -> set[str]:
        return {node.attr for node in ast.walk(self.tree) if isinstance(node, ast.Attribute)}

    @cached_property
    def imported(self) -> set[str]:
        """The full names of what is imported from other modules, and of modules."""
        found = set()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                above = self.package.split(".")
                above = above[: len(above) - node.level + 1] if node.level else []
                source = ".".join([*above, *([node.module] if node.module else [])])
                found |= {f"{source}.{alias.name}" for alias in node.names}
        return found

    @cached_property
    def words(self) -> set[str]:
        """The words of strings, docstrings excluded, and of patterns of classes."""
        found: set[str] = set()
        for node in nodes_but_docs(self.tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.update(WORD.findall(node.value))
            elif isinstance(node, ast.MatchClass):
                found.update(node.kwd_attrs)
        return found

    def definitions(self) -> Iterator[tuple[str, int]]:
        """Yield what stands at the top of the module, but for what a decorator hands on."""
        for node in self.tree.body:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)]):
                    yield name, node.lineno
                case ast.AnnAssign(target=ast.Name(id=name)):
                    yield name, node.lineno
        yield from undecorated(self.tree.body)

    def methods(self, own: set[str]) -> Iterator[tuple[str, int]]:
        """Yield the methods and inner classes of classes that inherit from *own* classes alone."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ClassDef) and bases_of(node) <= own:
                yield from undecorated(node.body)


def main() -> int:
    """Print unused definitions with file and line; return 1 if there are any, else 0."""
    files = listed_files()
    modules = [Module(path) for path in files if path.suffix == ".py"]
    texts = {word for path in files if path.suffix in TEXTS for word in words_in(path)}
    words = texts.union(*(module.words for module in modules))
    attributes = set().union(*(module.attributes for module in modules))
    imported = set().union(*(module.imported for module in modules))
    own = own_classes(modules)
    dead = []
    for module in modules:
        here = words | module.loaded | (attributes if module.name in imported else set())
        top = [one for one in module.definitions() if f"{module.name}.{one[0]}" not in imported]
        dead += [(module.path, *one) for one in top if one[0] not in here]
        used = words | module.loaded | attributes
        dead += [(module.path, *one) for one in module.methods(own) if one[0] not in used]
    named = [one for one in dead if one[0].parts[0] in DEFINING and not is_allowed(*one[:2])]
    for path, name, line in named:
        print(f"{path}:{line}: {name}")
    return int(bool(named))


def is_allowed(path: Path, name: str) -> bool:
    return any(fnmatch(f"{path}: {name}", pattern) for pattern in ALLOWED)


def listed_files() -> list[Path]:
    command = ["git", "ls-files", "--", *FOLDERS]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    here = Path(__file__).relative_to(ROOT)
    return [Path(name) for name in listed.stdout.split() if Path(name) != here]


def words_in(path: Path) -> list[str]:
    return WORD.findall((ROOT / path).read_text())


def nodes_but_docs(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield every node that is no docstring: no string that stands by itself."""
    nodes = list(ast.walk(tree))
    alone = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    return (node for node in nodes if id(node) not in alone or not isinstance(node, ast.Constant))


def undecorated(nodes: Iterable[ast.stmt]) -> Iterator[tuple[str, int]]:
    for node in nodes:
        if isinstance(node, Definition) and set(map(head_of, node.decorator_list)) <= PLAIN:
            yield node.name, node.lineno


def bases_of(node: ast.ClassDef) -> set[str]:
    return {head_of(base) for base in node.bases}


def head_of(node: ast.expr) -> str:
    """Return the last name of what is called or subscripted: `C` of `a.b.C[int](x)`."""
    while isinstance(node, ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def own_classes(modules: Iterable[Module]) -> set[str]:
    """Return the classes of the product that inherit from no class of a library."""
    nodes = (node for module in modules for node in ast.walk(module.tree))
    bases = {node.name: bases_of(node) for node in nodes if isinstance(node, ast.ClassDef)}
    own = set(bases) | PLAIN_BASES
    while foreign := {name for name, above in bases.items() if name in own and not above <= own}:
        own -= foreign
    return own


if __name__ == "__main__":
    sys.exit(main())
