"""The notebooks run, and print what they show."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))


def printed(cell) -> str:
    """The text a cell shows; pictures and HTML go by their plain text."""
    return "".join(
        output.get("text") or output.get("data", {}).get("text/plain", "") for output in cell.get("outputs", ())
    )


@pytest.mark.filterwarnings("ignore")  # Jupyter's own
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_prints_what_it_shows(path):
    stored = nbformat.read(path, as_version=4)
    played = nbformat.read(path, as_version=4)
    NotebookClient(played, timeout=120, resources={"metadata": {"path": str(path.parent)}}).execute()
    for before, after in zip(stored.cells, played.cells, strict=True):
        assert printed(after) == printed(before), before.source


def test_there_is_a_notebook():
    assert NOTEBOOKS
