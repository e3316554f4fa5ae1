"""What a page of an answer holds, before anything is decided about how it is drawn."""

from __future__ import annotations

from typing import NamedTuple


class Column(NamedTuple):
    """A column of a grid.

    Attributes
    ----------
    title
        Its heading.
    role
        What its cells are: "key", "exact", "simulated", "interval", "bar", "name", "fraction", or "text", which may be
        broken over lines; each has its own looks.
    drop
        Columns with a larger number go first when the page is too narrow; 0 never goes.
    """

    title: str
    role: str = "text"
    drop: int = 0

    @property
    def left(self) -> bool:
        """Whether its cells start at the left."""
        return self.role in ("bar", "fraction", "name", "text")


class Grid(NamedTuple):
    """A table: rows of texts, and for a bar column the shares from 0 to 1 that its bars show.

    Attributes
    ----------
    columns
        The columns.
    rows
        A text for every column; a bar's text is empty.
    bars
        Length of each row's bar, 0 to 1.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    bars: tuple[float, ...] = ()


class Line(NamedTuple):
    """A sentence below the tables, with the tone it is said in: "fact", "note", "good", "doubt" or "alarm"."""

    text: str
    tone: str = "fact"


class Page(NamedTuple):
    """Everything that is shown of one answer.

    Attributes
    ----------
    title
        The canonical query.
    subtitle
        The same in words.
    grids
        Tables from top to bottom.
    lines
        Sentences below them.
    """

    title: str
    subtitle: str = ""
    grids: tuple[Grid, ...] = ()
    lines: tuple[Line, ...] = ()


LONGEST_BAR = 30
SHORTEST_BAR = 6


def fitted(grid: Grid, width: int, gap: int = 2) -> tuple[Grid, int]:
    """The grid without the columns that do not fit, and the length that is left for its bars.

    Parameters
    ----------
    grid
        The grid.
    width
        Characters a line may have.
    gap
        Characters between two columns.

    Examples
    --------
    >>> grid = Grid((Column("Hits", "key"), Column("", "bar", 9)), (("0", ""),), (0.5,))
    >>> fitted(grid, 20)[1], len(fitted(grid, 8)[0].columns)
    (14, 1)
    """
    kept = list(range(len(grid.columns)))
    while True:
        widths = [max(map(len, (grid.columns[i].title, *(row[i] for row in grid.rows)))) for i in kept]
        has_bar = any(grid.columns[i].role == "bar" for i in kept)
        room = width - sum(widths) - gap * (len(kept) - 1)
        droppable = [i for i in kept if grid.columns[i].drop]
        if room >= (SHORTEST_BAR if has_bar else 0) or not droppable:
            break
        kept.remove(max(droppable, key=lambda i: grid.columns[i].drop))
    columns = tuple(grid.columns[i] for i in kept)
    rows = tuple(tuple(row[i] for i in kept) for row in grid.rows)
    return Grid(columns, rows, grid.bars), max(SHORTEST_BAR, min(room, LONGEST_BAR))
