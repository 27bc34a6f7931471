"""Random hands of Buraco: points and counted cards, fates of the pot, runs, cuts, lone hands."""

from random import Random
from typing import Any

from scorekeeper.games.engine.base import Setup, Table
from tests.documents.pieces import Entry, maybe
from tests.games.buraco.claim_documents import claim as claim

NEVER_CITED = {"BUR-10", "BUR-12", "BUR-29", "BUR-35"}  # settled without a line: the play, and what presets set
CLAIMS: list[Entry] = [
    {"type": "meld", "cards": ["AS", "2S", "3S"]},
    {"type": "first_meld", "side": 0, "melds": [["AS", "2S", "3S"]]},
    {"type": "go_out", "side": 0, "pot": "played", "clean": 1},
]

CLASSES = {"3-7": 5, "8-K": 10, "A": 15, "2": 20, "joker": 30}
# Fewest cards and points of a run, without the 2 that three of them hold.
RUNS = {"clean": (7, 35), "dirty": (7, 35), "semi_clean": (7, 35), "thirteen": (13, 100), "thirteen_dirty": (13, 85),
        "fourteen": (14, 115), "eight": (8, 40), "eight_dirty": (9, 40)}  # fmt: skip
WITH_A_TWO = ("thirteen", "thirteen_dirty", "fourteen")

# What the worked examples of its rules page come to.
EXAMPLES: list[Any] = [
    ([700, 145], None), ([600, -160], None), (True, 50), (False, 75), (False, 105), ([485, 410], (1, 1, "target")),
    ([640, -115], None), ([60, -5], None), ([-40, -105], None), ([63, 63, 710], None), ([915, 220], None),
    ([600, -200], None),
]  # fmt: skip


def entry(rng: Random, setup: Setup, table: Table) -> Entry:
    """A hand of all sides, or of a lone player against the two others."""
    options, sides = setup["options"], len(setup["sides"])
    if setup["variant"] == "burraco-3" and maybe(rng, 0.8):
        share = _share(options, 2)
        made = {"lone": rng.randrange(3), "alone": _part(rng, options, share), "pair": _part(rng, options, share)}
    else:
        made = {"sides": [_part(rng, options, _share(options, sides)) for _side in range(sides)]}
        if options["exact_cut"] and maybe(rng, 0.3):
            rng.choice(made["sides"])["cut_bonus"] = True
    if maybe(rng, 0.7):
        made["went_out"] = rng.choice([None, *range(sides)])
    return made


def _share(rules: dict[str, Any], sides: int) -> int:
    """The points of the packs that may be in a side's melds, hands and pot."""
    return (480 if rules["two_points"] == 20 else 440) * int(rules["packs"]) // sides


def _part(rng: Random, rules: dict[str, Any], share: int) -> Entry:
    """Returns the part of one side or party."""
    made: Entry = {"melds": 5 * rng.randint(0, share // 10), "hand": 5 * rng.randint(0, share // 25)}
    if maybe(rng, 0.35):
        made["melds"] = _counts(rng, rules, 6)
    if maybe(rng, 0.1):
        made["hand"] = _counts(rng, rules, 12)
    fates = ["played"] * 5 + ["unplayed", "none"] + (["stock"] if rules["pot_to_stock"] else [])
    made["pot"] = rng.choice(fates)
    if made["pot"] == "unplayed" and (rules["unplayed_pot"] != "flat" or maybe(rng, 0.3)):
        made["pot_cards"] = 5 * rng.randint(11, share // 20)
    _lay_runs(rng, rules, made)
    if maybe(rng, 0.1):
        made["failed_melds"] = rng.randint(0, 3)
    return made


def _lay_runs(rng: Random, rules: dict[str, Any], made: Entry) -> None:
    """As many runs of each kind that is played as the melds may hold."""
    cards, points = _cards(made["melds"]), worth(made["melds"], rules)
    for run in rng.sample(sorted(RUNS), len(RUNS)):
        if not bonus_of(run, rules) or (run not in ("clean", "dirty") and maybe(rng, 0.4)):
            continue
        least_cards, least_points = RUNS[run]
        least_points += rules["two_points"] if run in WITH_A_TWO else 0
        made[run] = rng.randint(0, min(cards // least_cards, points // least_points))
        cards, points = cards - made[run] * least_cards, points - made[run] * least_points


def _counts(rng: Random, rules: dict[str, Any], part: int) -> dict[str, int]:
    """Counts of cards by class, no more than one in `part` of two packs'."""
    most = {"3-7": 40, "8-K": 48, "A": 8, "2": 8, "joker": 4 if rules["jokers"] else 0}
    return {name: rng.randint(0, most[name] // part) for name in most if maybe(rng, 0.9)}


def worth(cards: int | dict[str, int], rules: dict[str, Any]) -> int:
    """Points of cards that were entered as points or as counts by class."""
    values = CLASSES | {"2": rules["two_points"], "joker": rules["joker_points"]}
    return cards if isinstance(cards, int) else sum(values[name] * count for name, count in cards.items())


def _cards(cards: int | dict[str, int]) -> int:
    return cards if isinstance(cards, int) else sum(cards.values())


def bonus_of(run: str, rules: dict[str, Any]) -> int:
    """Returns the bonus of a run; 0 if it is not played."""
    return int({"clean": 200, "dirty": 100}.get(run) or rules[run])
