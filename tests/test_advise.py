"""The adviser: gains against direct exact answers, limits, prices, simulated intervals."""

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest
from run import run

import odds
from odds.core.errors import OddsError
from odds.factions.attacks.query import parse_attack
from odds.factions.attacks.until.exact import mean_attacks
from odds.factions.attacks.until.rules import UntilDown
from odds.factions.catalogue.catalogue import Catalogue
from odds.factions.catalogue.rows import Mod
from odds.factions.ranking.advise import advised
from odds.report.advise_chart import figure

CREW = Path(__file__).parent / "crews" / "minutemen.toml"
ADVISE = ("crew", "advise", CREW, "--at", "Initiate")


def crew_file(folder, *models, head=""):
    file = folder / "crew.toml"
    text = f'format = "odds-crew 1"\nname = "Us"\nfaction = "brotherhood of steel"\n{head}\n'
    file.write_text(text + "".join(f"[[model]]\n{model}\n" for model in models))
    return file


PALADIN = 'unit = "Paladin"\nweapons = ["Super Sledge"]'
HURT = "Brute, injuries 1"


def chance(who, weapon="Super Sledge", at=HURT):
    return float(odds.exact(parse_attack(who, weapon=weapon, targets=[at])).probability("incapacitated"))


@pytest.fixture
def paladin(tmp_path):
    return advised(crew_file(tmp_path, PALADIN), at=[HURT], metric="incapacitated")


def gains(found):
    return {each.change.text: each for each in (*found.gains, *found.perks)}


@pytest.mark.parametrize("letter", "SL")
def test_a_point_more_is_worth_what_two_exact_answers_are_apart(paladin, letter):
    gain = gains(paladin)[f"+1{letter}"]
    assert gain.before == pytest.approx(chance("Paladin"), abs=1e-12)
    assert gain.exact == pytest.approx(chance(f"Paladin +1{letter}") - chance("Paladin"), abs=1e-12)
    assert gain.per_rating == pytest.approx(gain.exact / gain.change.rating)
    assert gain.change.rating == odds.catalogue().upgrade("Champion", letter)


def test_a_modification_is_worth_its_parts(paladin):
    mods = [each for each in paladin.gains if each.change.kind == "modification"]
    assert {each.change.text for each in mods} == {
        f"Super Sledge: {mod.change}" for mod in odds.catalogue().mods_of("Super Sledge")
    }
    for each in mods:
        weapon = each.change.text
        assert each.exact == pytest.approx(chance("Paladin", weapon) - chance("Paladin"), abs=1e-12)
        assert each.per_part == pytest.approx(each.exact / each.change.parts)


def test_every_other_weapon_set_is_there(paladin):
    book = odds.catalogue()
    others = [kit for kit in book.sets_of("Paladin") if kit.weapons != ("Super Sledge",)]
    base = next(kit.rating for kit in book.sets_of("Paladin") if kit.weapons == ("Super Sledge",))
    for kit in others:
        gain = gains(paladin)[" + ".join(kit.weapons)]
        best = max(chance("Paladin", weapon) for weapon in kit.weapons)
        assert gain.exact == pytest.approx(best - chance("Paladin"), abs=1e-12)
        assert gain.change.rating == kit.rating - base


def test_perks_have_a_gain_and_no_price(paladin):
    perks = {each.change.text: each for each in paladin.perks}
    assert perks["Big Leagues"].change.rating is None
    assert perks["Big Leagues"].per_rating is None
    assert perks["Big Leagues"].exact == pytest.approx(
        chance("Paladin with Big Leagues") - chance("Paladin"), abs=1e-12
    )
    assert "Rifleman" not in perks  # it does nothing for a Melee weapon
    assert "Okey Dokey" not in perks  # it comes with a unit


def test_what_a_perk_needs_is_named(tmp_path):
    file = crew_file(tmp_path, 'unit = "Paladin"\nweapons = ["Minigun"]')
    perk = gains(advised(file, at=["Initiate"]))["Steady Aim"]
    assert perk.change.conditions == ("not moved",)
    plain = odds.exact(parse_attack("Paladin", weapon="Minigun", targets=["Initiate"]))
    aimed = parse_attack("Paladin with Steady Aim", weapon="Minigun", targets=["Initiate"], words=["not moved"])
    apart = odds.exact(aimed).probability("incapacitated") - plain.probability("incapacitated")
    assert perk.exact == pytest.approx(apart, abs=1e-12)


def test_selective_fire_is_the_better_of_two_ways(tmp_path):
    file = crew_file(tmp_path, 'unit = "Paladin"\nweapons = ["Gatling Laser"]')
    change = next(each for text, each in gains(advised(file, at=["Initiate"])).items() if "Selective Fire" in text)
    assert change.exact >= 0  # what it could do before is one of the ways


def test_standing_is_gained_by_endurance_and_health(tmp_path):
    found = advised(crew_file(tmp_path, PALADIN), metric="stands", at=["Paladin"], against=["Master with Super Sledge"])

    def stands(who):
        return mean_attacks(UntilDown(parse_attack("Master", weapon="Super Sledge", targets=[who])))

    for more in ("E", "HP"):
        gain = gains(found)[f"+1{more}"]
        assert gain.exact == pytest.approx(stands(f"Paladin +1{more}") - stands("Paladin"))
    assert gains(found)["+1C"].exact == 0


def test_gains_are_sorted_and_what_costs_nothing_comes_first(paladin):
    gaining = [each for each in paladin.gains if each.gain > 0]
    paid = [each.per_rating for each in gaining if each.per_rating is not None]
    assert paid == sorted(paid, reverse=True)
    free = [each.change.rating is not None and each.change.rating <= 0 for each in gaining]
    assert free == sorted(free, reverse=True)
    assert paladin.gains[: len(gaining)] == tuple(gaining)


@pytest.mark.parametrize(
    ("model", "head", "change", "sentence"),
    [
        (f"{PALADIN}\nupgrades = {{L = 3}}", "", "+1L", "Paladin has Luck 6: it goes no higher than 5"),
        (f"{PALADIN}\nupgrades = {{HP = 1}}", "", "+1HP", "Paladin has its Health raised more than once"),
        (f"{PALADIN}\nupgrades = {{A = 4}}", "", "+1A", "Paladin has 5 upgrades: at most 4 at Tier 1"),
        (f"{PALADIN}\nupgrades = {{S = 2}}", "", "+1S", "Paladin has Strength 10: it goes no higher than 9"),
        (PALADIN, "limit = 60", "+1S", "a Rating of 66 is 6 over the limit of 60"),
        (PALADIN, "", "Lend Luck", None),
        (PALADIN, "", "Better Criticals", "Paladin cannot take Better Criticals: it needs L4, not L2"),
    ],
)
def test_limits_are_kept_and_named(tmp_path, model, head, change, sentence):
    found = advised(crew_file(tmp_path, model, head=head), at=["Paladin"])
    refused = {each.change: each.sentence for each in found.refusals}
    assert refused.get(change) == sentence
    assert change not in gains(found)


def test_a_tier_more_allows_more(tmp_path):
    model = f"{PALADIN}\nupgrades = {{A = 4}}"
    assert "+1I" in gains(advised(crew_file(tmp_path, model, head="tier = 2"), at=["Paladin"]))
    assert "+1I" not in gains(advised(crew_file(tmp_path, model), at=["Paladin"]))


def test_three_modifications_are_enough(tmp_path):
    own = Mod("Super Sledge", 1, 1, test="7S"), Mod("Super Sledge", 2, 1, test="8S")
    book = odds.catalogue().extended(Catalogue(mods=own))
    changes = [mod.change for mod in book.mods_of("Super Sledge")]
    file = crew_file(tmp_path, f'unit = "Paladin"\nweapons = ["Super Sledge: {"; ".join(changes[:3])}"]')
    refused = {each.change: each.sentence for each in advised(file, at=["Initiate"], book=book).refusals}
    assert refused == refused | {"Super Sledge: 8S": "Paladin: Super Sledge has 4 modifications, at most 3"}


def test_a_breach_that_was_there_before_forbids_nothing(tmp_path):
    found = advised(crew_file(tmp_path, 'unit = "Paladin"\nweapons = ["Ripper"]\nrating = 50'), at=["Initiate"])
    assert "Ripper has" not in " ".join(each.sentence for each in found.refusals)
    assert {f"Ripper: {mod.change}" for mod in odds.catalogue().mods_of("Ripper")} <= set(gains(found))


def test_one_of_several_alike_changes(tmp_path):
    found = advised(crew_file(tmp_path, 'unit = "Aspirant"\nweapons = ["Laser Rifle"]\ncount = 4'), at=["Initiate"])
    change = gains(found)["+1L"].change
    assert (change.member.count, change.rating) == (1, 9)


def test_a_rating_that_is_given_grows_by_the_price(tmp_path):
    found = advised(crew_file(tmp_path, f"{PALADIN}\nrating = 100"), at=["Initiate"])
    assert gains(found)["+1L"].change.member.rating == 115


def test_simulated_gains_agree_and_say_what_is_not_resolved(tmp_path):
    file = crew_file(tmp_path, PALADIN)
    found = advised(file, at=["Paladin", "Initiate"], method="both", trials=200_000, seed=7)
    for each in found.gains:
        assert abs(each.simulated.value - each.exact) <= 4.5 * each.simulated.std_error
    few = advised(file, at=["Paladin"], metric="incapacitated", method="simulate", trials=64, seed=7)
    assert all(each.exact is None for each in few.gains)
    assert any(not each.resolved for each in few.gains)
    out = run("crew", "advise", file, "--method", "simulate", "--trials", "64", "--seed", "7", "--at", "Paladin").out
    assert "not resolved" in out


def test_a_wrong_price_is_caught(paladin):
    wrong = replace(gains(paladin)["+1L"].change, rating=1)
    assert replace(gains(paladin)["+1L"], change=wrong).per_rating != gains(paladin)["+1L"].per_rating


def test_what_is_disputed_is_flagged():
    found = advised(CREW, "Security Guard", at=["Initiate"])
    assert gains(found)["Combat Rifle"].doubts == (
        "Combat Rifle: printings of 2026 disagree on its traits and criticals",
    )
    assert "Combat Rifle" in " ".join(found.doubts)


def test_from_python_it_is_a_table():
    table = odds.advise(CREW, "settler", at="Initiate")
    assert set(table.model) == {"Settler"}
    assert list(table.kind[table.rating.isna()].unique()) == ["perk"]


# ------------------------------------------------------------------------------------------------ the command
def test_tables_fit_80_columns():
    result = run("crew", "advise", CREW, "--method", "both", "--trials", "1000", "--seed", "1", "--at", "Initiate")
    assert (result.code, result.err) == (0, "")
    assert max(map(len, result.out.splitlines())) <= 80


def test_json_and_csv_hold_the_same_rows():
    made = run(*ADVISE, "--json").json
    table = list(csv.DictReader(io.StringIO(run(*ADVISE, "--csv").out)))
    assert [(row["model"], row["change"]) for row in table] == [(row["model"], row["change"]) for row in made["rows"]]
    assert made["schema"] == 1
    assert {"Settler: Better Criticals"} <= {f"{each['model']}: {each['change']}" for each in made["refused"]}


#: option -> words that show that it does something
OPTIONS = {
    "model": ["Settler"],
    "metric": ["--metric", "stands"],
    "at": ["--at", "Paladin"],
    "against": ["--metric", "stands", "--against", "Master with Super Sledge"],
    "top": ["--top", "2"],
    "edition": ["--edition", "NW2024"],
    "rule": ["--rule", "luck-dice=printed"],
    "method": ["--method", "simulate", "--trials", "1000", "--seed", "1"],
    "json": ["--json"],
    "csv": ["--csv"],
    "output": ["--output", "{folder}/advice.txt"],
    "chart": ["--chart", "{folder}/advice.svg"],
}


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_does_something(option, tmp_path):
    words = [word.format(folder=tmp_path) for word in OPTIONS[option]]
    plain = [*ADVISE, *words[:2]] if option == "against" else ADVISE
    changed = run(*ADVISE, *words)
    assert changed.code == 0, changed.err
    assert changed.out != run(*plain).out or list(tmp_path.iterdir())


@pytest.mark.parametrize("trials", ["1000", "2000"])
@pytest.mark.parametrize("seed", ["1", "2"])
def test_trials_and_seed_decide_what_is_drawn(trials, seed):
    words = ("crew", "advise", CREW, "Settler", "--at", "Initiate", "--method", "simulate", "--json")
    once = [run(*words, "--trials", trials, "--seed", seed).json for _ in range(2)]
    assert once[0] == once[1]
    assert (once[0]["simulation"]["trials"], once[0]["simulation"]["seed"]) == (int(trials), int(seed))


def test_the_chart_has_a_bar_for_each_gain():
    found = advised(CREW, at=["Initiate"])
    left, right = figure(found).axes
    assert len(left.patches) == sum(each.gain > 0 and each.per_rating is not None for each in found.gains)
    assert len(right.patches) == min(20, len(found.perks))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "the crew is missing: write odds crew advise FILE"),
        ([CREW, "Setler"], "no model of the crew that is fielded is called 'Setler': did you mean Settler?"),
        ([CREW, "Mongrel"], "no model of the crew that is fielded is called 'Mongrel'"),
        (
            [CREW, "--metric", "rating"],
            "unknown metric 'rating': there are injuries, incapacitated, attacks and stands",
        ),
        ([CREW, "--metric", "stands", "--at", "E4 HP1"], "nobody attacks: targets without a name have no weapons"),
        ([CREW, "--metric", "stands", "--method", "both"], "stands is worked out exactly: only injuries and"),
        ([CREW, "--trials", "10"], "--trials has no use with --method exact: nothing is simulated"),
        ([CREW, "--precision", "0.1"], "no such option: --precision"),
        ([CREW, "--top", "none"], "--top must be"),
        ([CREW, "--json", "--csv"], "give either --json or --csv, not both"),
    ],
)
def test_what_is_wrong_is_one_sentence(words, sentence):
    result = run("crew", "advise", *words)
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert result.err.startswith(f"odds: {sentence}")


def test_settings_without_a_simulation_are_refused():
    with pytest.raises(OddsError, match="trials has no use with the method exact"):
        advised(CREW, trials=10)


def test_a_weapon_with_a_colon_in_its_name_is_known(tmp_path):
    file = tmp_path / "crew.toml"
    head = 'format = "odds-crew 1"\nname = "Us"\nfaction = "survivors"\n'
    file.write_text(f'{head}[[model]]\nunit = "Specialist"\nweapons = ["Hunter: Precision Hunting Rifle"]\n')
    found = advised(file, at=["Initiate"])
    assert found.models[0].entrant.rating == 35
    assert any(each.change.kind == "modification" for each in found.gains) == bool(
        odds.catalogue().mods_of(odds.catalogue().weapon("Hunter: Precision Hunting Rifle"))
    )


def test_a_difference_that_no_trial_showed_is_not_resolved():
    found = advised(CREW, "Preston", at=["Paladin"], metric="incapacitated", method="simulate", trials=10, seed=3)
    unseen = [each for each in found.gains if each.simulated.differs and each.simulated.std_error == 0]
    assert unseen
    assert not any(each.resolved for each in unseen)
