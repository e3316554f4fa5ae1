"""`odds crew show`: the models of a crew with everything looked up."""

from odds.cli.crew import Catalogues, Csv, Faction, File, Json, List, Target
from odds.core.errors import OddsError

HELP = """The models of a crew: statistics, weapons, perks and Rating."""


def command(
    file: File = None,
    wanted: List = None,
    faction: Faction = None,
    catalogue: Catalogues = None,
    json: Json = False,
    csv: Csv = False,
    output: Target = None,
) -> int:
    """Shows a crew."""
    from odds.factions.catalogue.catalogue import catalogue as load
    from odds.factions.crews.reading import read_crew
    from odds.report import crew as report
    from odds.report.deliver import deliver

    if json and csv:
        raise OddsError("give either --json or --csv, not both")
    if file is None:
        raise OddsError("the crew is missing: write odds crew show FILE, or odds crew new FILE to begin one")
    book = load(*(catalogue or ()))
    reading = read_crew(file, book, wanted=wanted, faction=faction)
    checked = reading.check(book)
    if json:
        deliver(report.as_json(checked, reading.kind), output)
    elif csv:
        deliver(report.as_csv(checked), output)
    else:
        deliver(report.page(checked, reading.kind), output)
    return 0
