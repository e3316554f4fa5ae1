"""`odds reroll`: re-rolls played as well as can be, and what that is worth."""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from odds.cli.ask import ask
from odds.cli.models import ModelsOutput, TestsModel, one_model, with_model
from odds.cli.options import Options, Text, options_for
from odds.core.errors import OddsError

if TYPE_CHECKING:
    from odds.core.answer import Answer
    from odds.factions.rerolls.study import Study

HELP = """How best to use re-rolls: the optimum beside fixed policies, and a decision table to play by.

For example: odds reroll "6S S6 L3 reroll 2" --for "hits >= 4"; odds reroll 6S S6 L3 Lucky Break --worth;
odds reroll "6S S6 L3" --vats; odds reroll 6S reroll 2 --model Master."""


@options_for(without=("fractions",))  # what a policy is worth is worked out in floats
def command(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="QUERY", help="The Test, with what may be re-rolled.", show_default=False),
    ] = None,
    objective: Annotated[
        Text,
        typer.Option(
            "--for",
            help='What to play for: "hits >= 4"; mean(hits) if not given.',
            metavar="METRIC",
            show_default=False,
        ),
    ] = None,
    worth: Annotated[
        bool,
        typer.Option("--worth", help="Also the gain of 1, 2, ... dice of re-roll, a die, a point.", show_default=False),
    ] = False,
    vats: Annotated[
        bool, typer.Option("--vats", help="Also the best number to declare with V.A.T.S.", show_default=False)
    ] = False,
    model: TestsModel = None,
    *,
    options: Options,
) -> int:
    """Studies the re-rolls of one Test."""
    from odds.factions.rerolls import study
    from odds.factions.special.query import read

    text = " ".join(words or ())
    who = one_model(model, text)
    reading = read(text, model=who, objective=objective, edition=options.edition, rules=options.switches())
    found = study.study(reading.test, vats=vats, plain=worth)
    if options.chart is not None and not (found.test.played.may_reroll or found.declared):
        raise OddsError("--chart draws what to re-roll or to declare: add for example reroll 2, or --vats")
    output = StudyOutput(
        options, models=() if who is None else (who,), study=found, worth=study.worth(found.test) if worth else []
    )
    if "pool_hits" in str(found.test.goal):  # an answer counts it only if it is asked for
        options = replace(options, ask=[*(options.ask or ()), str(found.test.goal)])
    code = ask(found.test, reading.notes, options, output)
    output.finish()
    return code


@dataclass
class StudyOutput(ModelsOutput):
    """Shows an answer with the study it belongs to."""

    study: "Study | None" = None
    worth: list[tuple[str, float]] = field(default_factory=list)

    def as_json(self, answer: "Answer") -> str:
        """The study as JSON."""
        from odds.report import reroll

        return with_model(reroll.as_json(answer, self._study, self.worth), *self.models)

    def as_csv(self, answer: "Answer") -> str:  # noqa: ARG002 - policies are exact
        """Its policies as CSV."""
        from odds.report import reroll

        return reroll.as_csv(self._study, self.worth)

    def page(self, answer: "Answer") -> Any:
        """Its tables."""
        from odds.report import reroll

        return reroll.page(answer, self._study, self.worth)

    def draw(self, answer: "Answer", name: str) -> None:  # noqa: ARG002
        """The decision table as a picture."""
        from odds.report import reroll_chart

        reroll_chart.save(self._study, name)

    @property
    def _study(self) -> "Study":
        assert self.study is not None
        return self.study
