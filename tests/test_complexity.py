"""No function takes more than ten decisions: branches, loops, and the parts of conditions."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = ("accounts", "clients", "config", "engines", "games", "queues", "tools")
MOST = 10
BRANCHES = (
    ast.If,
    ast.IfExp,
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.ExceptHandler,
    ast.match_case,
)
APART = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
"""What is counted by itself."""


def inside(node: ast.AST) -> Iterator[ast.AST]:
    """What stands in a function, but not in another one in it."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, APART):
            yield child
            yield from inside(child)


def complexity(function: ast.AST) -> int:
    """One, and one more for every branch and every further part of a condition."""
    found = list(inside(function))
    branches = sum(isinstance(node, BRANCHES) for node in found)
    return 1 + branches + sum(len(n.values) - 1 for n in found if isinstance(n, ast.BoolOp))


def complex_functions(source: str, most: int) -> list[str]:
    """The functions of *source* that are more complex than that."""
    return [
        f"{node.name}, line {node.lineno}: {complexity(node)}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and complexity(node) > most
    ]


def test_how_it_is_counted() -> None:
    source = """
def one(a, b):
    if a and b or not a:
        return [x for x in b if x]
    def two(c):
        while c:
            c = 1 if c else 2
    return two
"""
    assert complex_functions(source, 3) == ["one, line 2: 4"]
    assert complex_functions(source, 2) == ["one, line 2: 4", "two, line 5: 3"]


def test_no_function_is_too_complex() -> None:
    files = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    assert len(files) > 500
    assert {
        str(path.relative_to(ROOT)): found
        for path in files
        if (found := complex_functions(path.read_text(), MOST))
    } == {}
