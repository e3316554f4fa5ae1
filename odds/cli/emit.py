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
            self._say(self.as_json(answer))
        elif self.options.csv:
            text = self.as_csv(answer)
            self._say(text.split("\n", 1)[1] if self.emitted else text)
        else:
            self._pages(answer)
        self.emitted += 1
        if self.options.chart is not None:
            self.draw(answer, self.options.chart)

    # What a command that shows more than an answer replaces.
    def as_json(self, answer: Answer) -> str:
        """The answer as JSON."""
        from odds.report.jsonout import as_json

        return as_json(answer, line=self.many)

    def as_csv(self, answer: Answer) -> str:
        """The answer as CSV, with a header."""
        from odds.report.csvout import as_csv

        return as_csv([answer], fractions=self.options.fractions)

    def page(self, answer: Answer) -> Page:
        """The answer's tables."""
        from odds.report.page import page
        from odds.report.table import width_of

        return page(answer, width_of(), fractions=self.options.fractions)

    def draw(self, answer: Answer, name: str) -> None:
        """Draws the answer's chart."""
        from odds.report.charts import save

        save(answer, name)

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
        pages = [self.page(answer)]
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
