"""Models of the catalogue in place of numbers: the options that name them, and an answer that tells whose it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from odds.cli.emit import Output
from odds.core.errors import OddsError

if TYPE_CHECKING:
    from odds.core.answer import Answer
    from odds.factions.catalogue.models import Model

#: the option --with of commands that take a model among their words
ModelsWeapon = Annotated[
    str | None,
    typer.Option("--with", help="The weapon of a model, or of bare statistics.", metavar="WEAPON", show_default=False),
]
#: the option --model of commands about Tests
TestsModel = Annotated[
    list[str] | None,
    typer.Option(
        "--model",
        help='Who makes the Test, "Knight +1L with Psycho": its numbers, perks and chems.',
        metavar="MODEL",
        show_default=False,
    ),
]


def one_model(models: Sequence[str] | None, text: str) -> Model | None:
    """The model of --model, looked up; None if there is none.

    Raises
    ------
    OddsError
        If there are several, or it is unknown.

    Examples
    --------
    >>> one_model(["Master +1S"], "6S").text
    'Master/Super Mutants +1S'
    """
    if not models:
        return None
    if len(models) > 1:
        both = " ".join(f'--model "{each}"' for each in models)
        raise OddsError(f'one model makes a Test: several are compared by odds compare "{text.strip() or "6S"}" {both}')
    from odds.factions.catalogue.models import model

    return model(models[0])


def with_model(text: str, *models: Model) -> str:
    """An answer's JSON with the name of who makes the Test behind the query; of several Tests, of who makes each.

    Examples
    --------
    >>> with_model('{"query": "6S S6 L3", "notes": []}', one_model(["master"], "6S"))
    '{"query": "6S S6 L3", "model": "Master/Super Mutants", "notes": []}\\n'
    """
    if not models:
        return text
    import json

    names = "; ".join(dict.fromkeys(model.text for model in models))
    made = {}
    for name, value in json.loads(text).items():
        made[name] = value
        if name == "query":
            made["model"] = names
    return json.dumps(made, indent=2 if text.startswith("{\n") else None, allow_nan=False) + "\n"


@dataclass
class ModelsOutput(Output):
    """Shows an answer about models of the catalogue: their names are part of the JSON."""

    models: tuple[Model, ...] = ()

    def as_json(self, answer: Answer) -> str:
        """The answer as JSON."""
        return with_model(super().as_json(answer), *self.models)
