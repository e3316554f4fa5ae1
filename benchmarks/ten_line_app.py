import numpy as np
import typer
from rich.console import Console
from rich.table import Table


def main(sides: int = 10) -> None:
    table = Table("face", "chance")
    for face in np.arange(1, sides + 1):
        table.add_row(str(face), f"{1 / sides:.0%}")
    Console().print(table)


typer.run(main)
