"""The house in order: formatting, linting, types, sizes."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = [path for folder in ("odds", "tests", "benchmarks") for path in sorted((ROOT / folder).rglob("*.py"))]
MOST_LINES = 400
MOST_FUNCTION_LINES = 60


@pytest.mark.parametrize(
    "command",
    [["ruff", "check", "."], ["ruff", "format", "--check", "."], ["mypy"]],
    ids=["ruff check", "ruff format", "mypy"],
)
def test_tools_find_nothing(command):
    found = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr


def test_no_file_is_longer_than_it_should_be():
    assert {str(path) for path in SOURCES if len(path.read_text().splitlines()) > MOST_LINES} == set()


def code_lines(function: ast.AST) -> int:
    """Lines of a function without its docstring."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return body[-1].end_lineno - body[0].lineno + 1 if body else 0


def test_no_function_needs_scrolling():
    long = [
        f"{path.name}:{node.name}"
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and code_lines(node) > MOST_FUNCTION_LINES
    ]
    assert long == []
