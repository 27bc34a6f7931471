"""Random matches of Buraco: points and counted cards, fates of the pot, runs, cuts, lone hands, up to the target."""

from random import Random
from typing import Any

from scorekeeper.games.buraco import GAME
from tests.documents.good import agreed, house_rules, some_variant
from tests.documents.pieces import Document, Entry, dealer_seat, head, how_many, maybe, noted
from tests.games.buraco.claim_documents import claim as claim
from tests.games.table import document as a_match

NEVER_CITED = {"BUR-10", "BUR-12", "BUR-29", "BUR-35"}  # settled without a line: the play, and what presets set
NO_MELDS: Entry = {"melds": 0, "hand": 0, "pot": "played"}
GOING_ON = (a_match("buraco", {"sides": [{**NO_MELDS, "melds": 50}, NO_MELDS]}), [50, 0])
FINISHED = (a_match("buraco", {"stop": True}, variant="timed"), [0, 0], None)
CLAIMS: list[Entry] = [
    {"type": "meld", "cards": ["AS", "2S", "3S"]},
    {"type": "first_meld", "side": 0, "melds": [["AS", "2S", "3S"]]},
    {"type": "go_out", "side": 0, "pot": "played", "clean": 1},
]

SHAPES = {"three-teams": (3, 2), "two-by-three": (2, 3), "burraco-3": (3, 1)}
CLASSES = {"3-7": 5, "8-K": 10, "A": 15, "2": 20, "joker": 30}
# Fewest cards and points of a run, without the 2 that three of them hold; and whether it is free of wild cards.
RUNS = {"clean": (7, 35, True), "dirty": (7, 35, False), "semi_clean": (7, 35, False),
        "thirteen": (13, 100, True), "thirteen_dirty": (13, 85, False), "fourteen": (14, 115, True),
        "eight": (8, 40, True), "eight_dirty": (9, 40, False)}  # fmt: skip
WITH_A_TWO = ("thirteen", "thirteen_dirty", "fourteen")

PLAYED: Entry = {"melds": 300, "clean": 1, "hand": 0, "pot": "played"}
OTHER: Entry = {"melds": 60, "hand": 20, "pot": "none"}
LONE: Entry = {"lone": 1, "alone": PLAYED, "pair": OTHER, "went_out": 1}
WRONG_SIDES: list[Entry] = [
    {"melds": 2000},
    {"melds": 60, "clean": 2},
    {"melds": {"3-7": 41}},
    {"melds": {"A": 9}},
    {"melds": {"joker": 5}},
    {"melds": {"2": 2, "joker": 2}, "clean": 1},
    {"dirty": 60},
    {"thirteen": 1},
    {"thirteen": 3},
    {"eight": 9},
    {"hand": 1080},
    {"pot": "unplayed"},
    {"pot": "none"},
    {"pot": "stock"},
    {"pot": "unplayed", "pot_cards": 900},
    {"pot": "unplayed", "pot_cards": 85},
    {"clean": 0, "dirty": 1},
    {"cut_bonus": True},
    {"clean": 0},
]
BAD_HANDS: list[Entry] = [
    {"stop": 1},
    {"sides": [PLAYED, OTHER], "went_out": 1},
    {"sides": [PLAYED, OTHER], "stop": True},
    {"stop": True, "went_out": None},
    {"sides": [PLAYED | {"cut_bonus": True}, OTHER | {"cut_bonus": True}]},
    {"sides": [PLAYED | {"melds": 900}, OTHER | {"hand": 800}]},
    {"sides": [PLAYED | {"melds": {"A": 8}}, OTHER | {"melds": {"A": 5}}]},
    {"sides": [PLAYED, OTHER, OTHER], "went_out": 0},
    {"sides": [OTHER, OTHER | {"cut_bonus": True}], "went_out": 0},
    {"sides": [OTHER | {"cut_bonus": True}, PLAYED], "went_out": 1},
    {"sides": [PLAYED | {"cut_bonus": True}, PLAYED | {"cut_bonus": True}], "went_out": 1},
    LONE | {"went_out": 0},
    LONE | {"alone": PLAYED | {"pot": "none"}},
    LONE | {"pair": OTHER | {"cut_bonus": True}},
    *[{"sides": [PLAYED | wrong, OTHER], "went_out": 0} for wrong in WRONG_SIDES],
]


def good(rng: Random) -> Document:
    """A good match of Buraco."""
    variant = some_variant(rng, GAME)
    shape = GAME.shapes(variant or "us")[0]
    document = head(rng, "buraco", variant, house_rules(rng, GAME, variant), shape, several_shapes=shape[1] == 1)
    rules = agreed(document)
    dealer = dealer_seat(document, shape)
    totals = [0] * shape[0]
    three_pots = variant != "burraco-3"
    for number in range(how_many(rng)):
        three_pots = three_pots or _ends_lone_hands(totals, rules)
        entry = _hand(rng, rules, shape[0], dealer % shape[0]) if three_pots else _hand_of_three(rng, rules)
        document["hands"].append(noted(rng, entry))
        dealer = (dealer + 1) % (shape[0] * shape[1])
        totals = [total + more for total, more in zip(totals, _points(entry, shape[0], rules), strict=True)]
        if rules["target"] and max(totals) >= rules["target"] and totals.count(max(totals)) == 1:
            return document
        if rules["hands"] and number + 1 >= rules["hands"]:
            return document
    if rules["target"] is None and maybe(rng, 0.5):
        document["hands"].append(noted(rng, {"stop": True}))
    return document


def _ends_lone_hands(totals: list[int], rules: dict[str, Any]) -> bool:
    until = rules["lone_hand_until"]
    return until is not None and max(totals) >= until


def _hand(rng: Random, rules: dict[str, Any], sides: int, dealer_side: int) -> Entry:
    """A hand in which no more is laid, held and left in pots than the packs hold."""
    share = _share(rules, sides)
    if maybe(rng, 0.1):
        alike = _part(rng, rules, share)
        return {"sides": [dict(alike) for _ in range(sides)]}
    entry: Entry = {"sides": [_part(rng, rules, share) for _ in range(sides)]}
    if rules["exact_cut"] and maybe(rng, 0.3):
        entry["sides"][(dealer_side - 1) % sides]["cut_bonus"] = True
    out = [side for side in range(sides) if _may_go_out(entry["sides"][side], rules)]
    if out and maybe(rng, 0.8):
        entry["went_out"] = rng.choice(out)
        entry["sides"][entry["went_out"]]["hand"] = rng.choice([0, 0, 15])
    elif maybe(rng, 0.3):
        entry["went_out"] = None
    return entry


def _hand_of_three(rng: Random, rules: dict[str, Any]) -> Entry:
    """A lone player against the two others; sometimes without a taken pot."""
    if maybe(rng, 0.15):
        parts = [_part(rng, rules, _share(rules, 3), pots=("none",)) for _ in range(3)]
        return {"sides": parts} | ({"went_out": None} if maybe(rng, 0.5) else {})
    share, lone = _share(rules, 2), rng.randrange(3)
    alone, pair = _part(rng, rules, share, pots=("played", "unplayed")), _part(rng, rules, share)
    entry: Entry = {"lone": lone, "alone": alone, "pair": pair}
    out = [side for side in range(3) if _may_go_out(alone if side == lone else pair, rules)]
    if out and maybe(rng, 0.8):
        entry["went_out"] = rng.choice(out)
    return entry


def _share(rules: dict[str, Any], sides: int) -> int:
    """The points of the packs that may be in a side's melds, hands and pot."""
    return (480 if rules["two_points"] == 20 else 440) * int(rules["packs"]) // sides


def _part(rng: Random, rules: dict[str, Any], share: int, pots: tuple[str, ...] = ()) -> Entry:
    """Returns the part of one side or party."""
    made: Entry = {"melds": 5 * rng.randint(0, share // 10), "hand": 5 * rng.randint(0, share // 25)}
    if maybe(rng, 0.35):
        made["melds"] = _counts(rng, rules, 6)
    if maybe(rng, 0.1):
        made["hand"] = _counts(rng, rules, 12)
    fates = ["played"] * 5 + ["unplayed", "none"] + (["stock"] if rules["pot_to_stock"] else [])
    made["pot"] = rng.choice(pots or fates)
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
        least_cards, least_points, _free = RUNS[run]
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


def _free(part: Entry) -> int:
    return sum(part.get(run, 0) for run, (_cards, _points, free) in RUNS.items() if free)


def _may_go_out(part: Entry, rules: dict[str, Any]) -> bool:
    runs = _free(part) if rules["go_out_with"] == "clean" else sum(part.get(run, 0) for run in RUNS)
    return bool(part["pot"] in ("played", "stock") and runs)


def _points(entry: Entry, sides: int, rules: dict[str, Any]) -> list[int]:
    """Returns each side's points for a hand."""
    out = entry.get("went_out")
    if "lone" in entry:
        lone = entry["lone"]
        pair = _points_of(entry["pair"], rules, out not in (None, lone), True)
        each = [-(-pair // 2)] * sides
        each[lone] = _points_of(entry["alone"], rules, out == lone, True)
        return each
    taken = any(part["pot"] in ("played", "unplayed") for part in entry["sides"])
    return [_points_of(part, rules, out == side, taken) for side, part in enumerate(entry["sides"])]


def _points_of(part: Entry, rules: dict[str, Any], out: bool, taken: bool) -> int:
    left = part.get("pot_cards", 100)
    unplayed = {"lower": min(left, 100), "cards": left, "flat": 100}[rules["unplayed_pot"]]
    missed = 100 if taken or rules["missed_pot"] == "always" else 0
    melds = worth(part["melds"], rules) + sum(part.get(run, 0) * bonus_of(run, rules) for run in RUNS)
    if rules["without_clean"] == "minus" and not _free(part):
        melds = -worth(part["melds"], rules)
    pot = {"played": 0, "stock": 0, "unplayed": unplayed, "none": missed}[part["pot"]]
    return int(melds - worth(part["hand"], rules) - pot + 100 * out + 100 * part.get("cut_bonus", False))
