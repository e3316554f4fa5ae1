"""`odds crew import`: what a crew builder wrote, as a crew file."""

from odds.cli.crew import Catalogues, Faction, File, List, Target
from odds.core.errors import OddsError

HELP = """What a crew builder wrote, as a crew file (TOML).

Read are JSON share snapshots and saved lists, BattleScribe rosters (.ros, .rosz) and plain text, recognised by their
content. Weapons that the catalogue does not have keep their own numbers; what is unknown is listed at the top."""


def command(
    file: File = None,
    wanted: List = None,
    faction: Faction = None,
    catalogue: Catalogues = None,
    output: Target = None,
) -> int:
    """Imports a crew."""
    from odds.core.files import check
    from odds.factions.catalogue.catalogue import catalogue as load
    from odds.factions.crews.reading import read_crew
    from odds.factions.crews.tomlfile import dumps
    from odds.report import crew as report
    from odds.report.deliver import deliver

    if file is None:
        raise OddsError("the file is missing: write odds crew import army.json --output army.toml")
    if output is not None:
        check(output, (".toml", ".txt"))
    book = load(*(catalogue or ()))
    reading = read_crew(file, book, wanted=wanted, faction=faction)
    if reading.kind == "crew file":
        raise OddsError(f"{file} is a crew file already: odds crew show {file}")
    checked = reading.check(book)
    deliver(dumps(reading.crew, report.comments(checked, reading.kind)), output)
    if output is not None:
        deliver(report.page(checked, reading.kind))
    return 0
