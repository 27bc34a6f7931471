"""Random matches of Buraco: points and counted cards, all fates of the pot, runs, cuts, and totals up to the target."""

from random import Random
from typing import Any

from tests.documents.pieces import Document, Entry, dealer_seat, head, how_many, maybe, noted
from tests.games.buraco.claim_documents import claim as claim

NUMBERED = ("BUR", 37)
CLOCKWISE = "all"
NEVER_CITED = {"BUR-10", "BUR-12"}  # settled without a line: the deal and the play

PRESETS: dict[str, dict[str, Any]] = {
    "": {},
    "us": {},
    "classic": {"jokers": False},
    "three-teams": {"packs": 3},
    "two-by-three": {"packs": 3},
    "timed": {"target": None},
    "burraco": {"target": 2005, "semi_clean": 150, "first_meld": [], "go_out_with": "any"},
}
USUAL: dict[str, Any] = {
    "packs": 2,
    "jokers": True,
    "target": 2000,
    "semi_clean": 0,
    "go_out_with": "clean",
    "unplayed_pot": "lower",
}
HOUSE_RULES: list[dict[str, Any]] = [
    {"target": None},
    {"target": 300},
    {"target": 500},
    {"target": 3005},
    {"jokers": False},
    {"jokers": True},
    {"packs": 3},
    {"semi_clean": 150},
    {"semi_clean": 0},
    {"go_out_with": "any"},
    {"go_out_with": "clean"},
    {"ace": "high"},
    {"ace": "low"},
    {"ace": "both"},
    {"unplayed_pot": "cards"},
    {"unplayed_pot": "flat"},
    {"unplayed_pot": "lower"},
    {"first_meld": []},
    {"first_meld": [[0, 50], [1000, 90], [1500, 120]]},
    {"first_meld": [[0, 30]]},
    {"failed_meld_increment": 10},
    {"failed_meld_increment": 0},
    {"target": 500, "unplayed_pot": "cards", "semi_clean": 150, "go_out_with": "any"},
]
CLASSES = {"3-7": 5, "8-K": 10, "A": 15, "2": 20, "joker": 30}

BAD_OPTIONS: list[dict[str, Any]] = [
    {"target": 0},
    {"target": "2000"},
    {"target": 2000.0},
    {"packs": 1},
    {"packs": 4},
    {"packs": True},
    {"jokers": 4},
    {"semi_clean": 100},
    {"semi_clean": True},
    {"go_out_with": "dirty"},
    {"ace": None},
    {"unplayed_pot": "none"},
    {"first_meld": 50},
    {"first_meld": [50]},
    {"first_meld": [[0, "50"]]},
    {"first_meld": [[0, 50, 1]]},
    {"failed_meld_increment": -15},
    {"failed_meld_increment": None},
    {"stakes": [1]},
    {"first_meld": None},
]
PLAYED: Entry = {"melds": 300, "clean": 1, "hand": 0, "pot": "played"}
OTHER: Entry = {"melds": 60, "hand": 20, "pot": "none"}
WRONG_SIDES: list[Entry] = [
    {"melds": 303},
    {"melds": -5},
    {"melds": 2000},
    {"melds": 60, "clean": 2},
    {"melds": True},
    {"melds": 300.0},
    {"melds": None},
    {"melds": {"3-7": 41}},
    {"melds": {"A": 9}},
    {"melds": {"joker": 5}},
    {"melds": {"K": 1}},
    {"melds": {"3-7": -1}},
    {"melds": {"2": 2.0}},
    {"melds": {"2": 2, "joker": 2}, "clean": 1},
    {"clean": -1},
    {"clean": True},
    {"dirty": 60},
    {"semi_clean": None},
    {"hand": 3},
    {"hand": -10},
    {"hand": 1080},
    {"hand": "0"},
    {"pot": "taken"},
    {"pot": None},
    {"pot": "unplayed"},
    {"pot": "none"},
    {"pot": "unplayed", "pot_cards": 83},
    {"pot": "unplayed", "pot_cards": -85},
    {"pot": "unplayed", "pot_cards": 900},
    {"pot": "unplayed", "pot_cards": 85},
    {"clean": 0, "dirty": 1},
    {"failed_melds": -1},
    {"failed_melds": 1.5},
    {"cut_bonus": 1},
    {"cut_bonus": None},
    {"bonus": 100},
    {"clean": 0},
]
BAD_HANDS: list[Entry] = [
    {},
    {"sides": []},
    {"sides": [PLAYED], "went_out": 0},
    {"sides": [PLAYED] * 4},
    {"sides": {"0": PLAYED}},
    {"sides": [PLAYED, None]},
    {"sides": [{}, {}]},
    {"sides": [PLAYED, OTHER], "went_out": 2},
    {"sides": [PLAYED, OTHER], "went_out": True},
    {"stop": 1},
    {"sides": [PLAYED, OTHER], "went_out": 1},
    {"sides": [PLAYED, OTHER], "stop": True},
    {"stop": True, "went_out": None},
    {"sides": [PLAYED | {"cut_bonus": True}, OTHER | {"cut_bonus": True}]},
    {"sides": [PLAYED | {"melds": 900}, OTHER | {"hand": 800}]},
    {"sides": [PLAYED | {"melds": {"A": 8}}, OTHER | {"melds": {"A": 5}}]},
    {"points": [100, 50]},
    *[{"sides": [PLAYED | wrong, OTHER], "went_out": 0} for wrong in WRONG_SIDES],
]


def good(rng: Random) -> Document:
    """A good match of Buraco."""
    variant = rng.choice(sorted(PRESETS))
    options = dict(rng.choice(HOUSE_RULES)) if maybe(rng, 0.5) else {}
    shape = {"three-teams": (3, 2), "two-by-three": (2, 3)}.get(variant, (2, 2))
    document = head(rng, "buraco", variant, options, shape)
    rules = USUAL | PRESETS[variant] | options
    dealer = dealer_seat(document, shape)
    totals = [0] * shape[0]
    for _ in range(how_many(rng)):
        entry = _hand(rng, rules, shape[0], dealer % shape[0])
        document["hands"].append(noted(rng, entry))
        dealer = (dealer + 1) % (shape[0] * shape[1])
        for side in range(shape[0]):
            totals[side] += _points(entry, side, rules)
        if rules["target"] and max(totals) >= rules["target"] and totals.count(max(totals)) == 1:
            return document
    if rules["target"] is None and maybe(rng, 0.5):
        document["hands"].append(noted(rng, {"stop": True}))
    return document


def _hand(rng: Random, rules: dict[str, Any], sides: int, dealer_side: int) -> Entry:
    """A hand in which no more is laid, held and left in pots than the packs hold."""
    share = 480 * rules["packs"] * 2 // (2 * sides)
    if maybe(rng, 0.1):
        alike = _side(rng, rules, share)
        return {"sides": [dict(alike) for _ in range(sides)]}
    entry: Entry = {"sides": [_side(rng, rules, share) for _ in range(sides)]}
    if maybe(rng, 0.3):
        entry["sides"][(dealer_side - 1) % sides]["cut_bonus"] = True
    out = [side for side in range(sides) if _may_go_out(entry["sides"][side], rules)]
    if out and maybe(rng, 0.8):
        entry["went_out"] = rng.choice(out)
        entry["sides"][entry["went_out"]]["hand"] = rng.choice([0, 0, 15])
    elif maybe(rng, 0.3):
        entry["went_out"] = None
    return entry


def _side(rng: Random, rules: dict[str, Any], share: int) -> Entry:
    """One side's lines. `share`: the points of the packs that may be in its melds, hands and pot."""
    made: Entry = {"melds": 5 * rng.randint(0, share // 10), "hand": 5 * rng.randint(0, share // 25)}
    if maybe(rng, 0.35):
        made["melds"] = _counts(rng, rules, 6)
    if maybe(rng, 0.1):
        made["hand"] = _counts(rng, rules, 12)
    made["pot"] = rng.choice(["played"] * 5 + ["unplayed", "none"])
    if made["pot"] == "unplayed" and (rules["unplayed_pot"] != "flat" or maybe(rng, 0.3)):
        made["pot_cards"] = 5 * rng.randint(11, share // 20)
    room = min(worth(made["melds"]) // 35, _cards(made["melds"]) // 7)
    for run in ("clean", "dirty", *(["semi_clean"] if rules["semi_clean"] else [])):
        made[run] = rng.randint(0, room)
        room -= made[run]
    if maybe(rng, 0.1):
        made["failed_melds"] = rng.randint(0, 3)
    return made


def _counts(rng: Random, rules: dict[str, Any], part: int) -> dict[str, int]:
    """Counts of cards by class, no more than one in `part` of two packs'."""
    most = {"3-7": 40, "8-K": 48, "A": 8, "2": 8, "joker": 4 if rules["jokers"] else 0}
    return {name: rng.randint(0, most[name] // part) for name in most if maybe(rng, 0.9)}


def worth(cards: int | dict[str, int]) -> int:
    """Points of cards that were entered as points or as counts by class."""
    return cards if isinstance(cards, int) else sum(CLASSES[name] * count for name, count in cards.items())


def _cards(cards: int | dict[str, int]) -> int:
    return cards if isinstance(cards, int) else sum(cards.values())


def _may_go_out(side: Entry, rules: dict[str, Any]) -> bool:
    runs = (
        side["clean"] if rules["go_out_with"] == "clean" else side["clean"] + side["dirty"] + side.get("semi_clean", 0)
    )
    return bool(side["pot"] == "played" and runs)


def _points(entry: Entry, side: int, rules: dict[str, Any]) -> int:
    """What a side scores by a hand (BUR-2…11)."""
    line = entry["sides"][side]
    left = line.get("pot_cards", 100)
    pot = {"lower": min(left, 100), "cards": left, "flat": 100}[rules["unplayed_pot"]]
    return int(
        worth(line["melds"]) + 200 * line["clean"] + 100 * line["dirty"] + 150 * line.get("semi_clean", 0)
        - worth(line["hand"]) - {"played": 0, "unplayed": pot, "none": 100}[line["pot"]]
        + 100 * (entry.get("went_out") == side) + 100 * line.get("cut_bonus", False)
    )  # fmt: skip
