"""`odds forward`: Failing Forward, the chance that the crew's 1 XP has been earned after each Test."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from odds.cli.ask import ask
from odds.cli.models import ModelsOutput, TestsModel
from odds.cli.options import Options, options_for
from odds.core.errors import OddsError

if TYPE_CHECKING:
    from odds.factions.catalogue.models import Model

HELP = """Failing Forward: the chance that the crew's 1 XP has been earned after each of these Tests.

For example: odds forward "Confusion I3 L1" "4P P4 L2" "6S S6 L3". Each Test in quotes, in the order they are made.

--model names who makes them all; given as often as there are Tests, who makes each: odds forward Confusion 4P
--model Brute --model "Scavver/Operators"."""


@options_for(without=("explain",))
def command(
    queries: Annotated[
        list[str] | None, typer.Argument(metavar="QUERY...", help="The Tests, each in quotes.", show_default=False)
    ] = None,
    model: TestsModel = None,
    *,
    options: Options,
) -> int:
    """Answers a row of Tests."""
    from odds.factions.forward.rules import Forward
    from odds.factions.special.query import read

    texts = [part for query in queries or () for part in query.rstrip("; ").split(";")]
    if not texts:
        raise OddsError('the Tests are missing: write for example  odds forward "Confusion I3 L1" "4P P4 L2"')
    models = _models(model or (), len(texts))
    readings = []
    for number, (text, who) in enumerate(zip(texts, models or [None] * len(texts), strict=True), 1):
        try:
            readings.append(read(text, model=who, edition=options.edition, rules=options.switches()))
        except OddsError as error:
            raise OddsError(f"Test {number}: {error}") from error
    notes = tuple(dict.fromkeys(note for reading in readings for note in reading.notes))
    output = ModelsOutput(options, models=models)
    code = ask(Forward(tuple(reading.test for reading in readings)), notes, options, output)
    output.finish()
    return code


def _models(given: Sequence[str], tests: int) -> "tuple[Model, ...]":
    """Who makes each Test: one makes all, or there is one for each; nobody if nobody is named."""
    if not given:
        return ()
    from odds.factions.catalogue.models import model

    if len(given) not in (1, tests):
        raise OddsError(f"--model is given once for all Tests, or once for each of the {tests}, not {len(given)} times")
    found = tuple(map(model, given))
    return found * tests if len(found) == 1 else found
