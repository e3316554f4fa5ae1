"""The README's examples print what they show."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from run import run

README = Path(__file__).parent.parent / "README.md"
BLOCKS = re.findall(r"```console\n\$ odds (.*?)\n(.*?)```", README.read_text(), re.DOTALL)


def steady(text: str) -> str:
    """The output without how long it took, and without blanks at the ends of lines."""
    text = re.sub(r"trials in [\d.]+\s+s:", "trials in 0.04 s:", text)
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def printed(command: str) -> str:
    result = run(*shlex.split(command))
    return steady(result.out + result.err)


@pytest.mark.parametrize(("command", "shown"), BLOCKS, ids=[command for command, _ in BLOCKS])
def test_commands_print_what_the_readme_shows(command, shown):
    assert printed(command) == steady(shown)


def test_there_are_examples():
    assert len(BLOCKS) >= 4


def test_python_examples_print_what_they_show():
    assert doctest.testfile(str(README), module_relative=False).failed == 0


def test_links_lead_to_files():
    for target in re.findall(r"\]\((?!http|#)([^)]+)\)", README.read_text()):
        assert (README.parent / target).exists(), target
