"""`odds crew check`: whether a crew keeps its limits."""

from odds.cli.crew import Catalogues, Faction, File, Json, List, Target
from odds.core.errors import OddsError

HELP = """Whether a crew keeps its limits: each one it breaks is named.

Checked are the Rating (250 at Tier 1, or the file's limit), five Grunts for each Champion, one Leader, the limits of
the Tier, weapon sets, modifications, perks' requirements, upgrades. The exit code is 0 if all are kept, 1 if not."""


def command(
    file: File = None,
    wanted: List = None,
    faction: Faction = None,
    catalogue: Catalogues = None,
    json: Json = False,
    output: Target = None,
) -> int:
    """Checks a crew."""
    from odds.factions.catalogue.catalogue import catalogue as load
    from odds.factions.crews.reading import read_crew
    from odds.report import crew as report
    from odds.report.deliver import deliver

    if file is None:
        raise OddsError("the crew is missing: write odds crew check FILE, or odds crew new FILE to begin one")
    book = load(*(catalogue or ()))
    reading = read_crew(file, book, wanted=wanted, faction=faction)
    checked = reading.check(book)
    deliver(report.as_json(checked, reading.kind) if json else report.verdict(checked, reading.kind), output)
    return int(bool(checked.problems))
