"""Where answers go: the terminal, a pipe, a file; as tables, JSON or CSV."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from odds.cli.options import Options
    from odds.core.answer import Answer
    from odds.report.view import Page


@dataclass
class Output:
    """Everything a command prints.

    Attributes
    ----------
    options
        What was asked for.
    many
        Whether several questions are answered: JSON then becomes JSON Lines.
    emitted
        Answers shown so far.
    collected
        What goes to a file at the end.
    """

    options: Options
    many: bool = False
    emitted: int = 0
    collected: list[str] = field(default_factory=list)

    def emit(self, answer: Answer) -> None:
        """Shows one answer.

        Raises
        ------
        OddsError
            If a file cannot be written, or an explanation has no numbers to tell.
        """
        if self.options.json:
            from odds.report.jsonout import as_json

            self._say(as_json(answer, line=self.many))
        elif self.options.csv:
            from odds.report.csvout import as_csv

            text = as_csv([answer], fractions=self.options.fractions)
            self._say(text.split("\n", 1)[1] if self.emitted else text)
        else:
            self._pages(answer)
        self.emitted += 1
        if self.options.chart is not None:
            from odds.report.charts import save

            save(answer, self.options.chart)

    def trace(self, answer: Answer, trials: int) -> None:
        """Tells the first trials of the simulation that was shown last."""
        from odds.report.trace import trace

        assert answer.simulated is not None
        assert answer.simulated.run is not None
        self._say("\n")
        self._show(trace(answer.question, min(trials, answer.simulated.run.trials), answer.simulated.run.seed))

    def finish(self) -> None:
        """Writes the file, if one was asked for.

        Raises
        ------
        OddsError
            If it cannot be written.
        """
        if self.options.output is not None:
            from odds.core.files import write_whole

            write_whole(self.options.output, "".join(self.collected).encode())
        else:
            sys.stdout.flush()

    def _pages(self, answer: Answer) -> None:
        from odds.report.page import page
        from odds.report.table import width_of

        pages = [page(answer, width_of(), fractions=self.options.fractions)]
        if self.options.explain:
            from odds.report.explain import explain

            pages.append(explain(answer))
        for number, shown in enumerate(pages):
            if number or self.emitted:
                self._say("\n")
            self._show(shown)

    def _show(self, shown: Page) -> None:
        from odds.report.table import as_text, write

        if self.options.output is not None:
            self.collected.append(as_text(shown))
        else:
            write(shown, sys.stdout)

    def _say(self, text: str) -> None:
        if self.options.output is not None:
            self.collected.append(text)
        else:
            sys.stdout.write(text)
            sys.stdout.flush()
