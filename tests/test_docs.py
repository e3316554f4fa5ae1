"""What the documentation shows is what the program does: docstrings, public names, the README's commands."""

import doctest
import importlib
import inspect
import pkgutil
from pathlib import Path

import pytest

import odds

ROOT = Path(__file__).parent.parent
MODULES = sorted(
    module.name for module in pkgutil.walk_packages(odds.__path__, "odds.") if "__main__" not in module.name
)


@pytest.mark.parametrize("name", ["odds", *MODULES])
def test_docstring_examples_print_what_they_show(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", [name for name in odds.__all__ if not name.startswith("__")])
def test_public_names_are_documented_with_an_example(name):
    thing = getattr(odds, name)
    documented = inspect.getdoc(thing) or ""
    if inspect.isclass(thing):
        documented += "".join(inspect.getdoc(member) or "" for _, member in inspect.getmembers(thing))
    assert ">>>" in documented or name in ("Answer", "Difference", "Estimate")


def test_every_module_says_what_it_is():
    assert [name for name in MODULES if not importlib.import_module(name).__doc__] == []


def test_ci_runs_the_readmes_test_command():
    readme, script = (ROOT / "README.md").read_text(), (ROOT / ".ci" / "run").read_text()
    command = script.strip().splitlines()[-1].replace(" --quiet", "")
    assert command in readme
