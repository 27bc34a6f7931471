"""Checking a hand of Buraco: points or counts, pots, runs, and what the packs can hold (BUR-1, BUR-9 to BUR-11)."""

from typing import Any

from ..engine.base import Checks, Entry, Setup, Table, _
from ..engine.cards import JOKER
from .melds import RUN, value_of

STEP = 5  # every card is worth a multiple of this
LEAST_OF_A_RUN = RUN * STEP  # points
FLAT = 100  # points: going out, the exact cut, a pot never taken or not played (BUR-7 to BUR-11)
CARDS_OF_A_POT = 11
RUNS = ("clean", "semi_clean", "dirty")

# Classes of cards that are counted together: name, label, points of one, cards in one pack.
CLASSES: list[list[Any]] = [
    ["3-7", "3–7", value_of("3S"), 20],
    ["8-K", "8–K", value_of("8S"), 24],
    ["A", "A", value_of("AS"), 4],
    ["2", "2", value_of("2S"), 4],
    ["joker", _("joker"), value_of(JOKER), 2],
]
PACK_POINTS = sum([worth * most for _name, _label, worth, most in CLASSES])
CLASS_NAMES = tuple(each[0] for each in CLASSES)

POTS = [["played", _("played")], ["unplayed", _("taken, not played")], ["none", _("never taken")]]


def points_of(counted: Any) -> int:
    """The points of cards given as points or as counts by class."""
    if isinstance(counted, dict):
        return sum(counted.get(name, 0) * worth for name, _label, worth, _most in CLASSES)
    return int(counted)


def pack_points(setup: Setup) -> int:
    """The points of all cards in play (BUR-1)."""
    packs = setup["options"]["packs"]
    return sum(
        worth * most * packs for name, _label, worth, most in CLASSES if name != "joker" or setup["options"]["jokers"]
    )


def pack_cards(setup: Setup, name: str) -> int:
    """How many cards of a class are in play."""
    most = CLASSES[CLASS_NAMES.index(name)][3] * setup["options"]["packs"]
    return 0 if name == "joker" and not setup["options"]["jokers"] else int(most)


def check_hand(checks: Checks, setup: Setup, table: Table) -> None:
    """Everything that is wrong with a hand."""
    checks.only(("sides", "went_out"))
    went_out = None
    if checks.mapping.get("went_out") is not None:
        went_out = checks.side("went_out", "BUR-9", len(setup["sides"]))
    if not checks.required("sides", "BUR-2"):
        return
    sides = checks.mapping["sides"]
    if not isinstance(sides, list) or len(sides) != len(setup["sides"]):
        checks.refuse(
            "sides",
            "BUR-2",
            _("This must be one group for each of the {sides} sides"),
            sides=len(setup["sides"]),
        )
        return
    before = len(checks.problems)
    for index, part in enumerate(sides):
        if isinstance(part, dict):
            _check_side(Checks(part, "sides." + str(index) + ".", checks.problems), setup)
        else:
            checks.refuse("sides." + str(index), "BUR-2", _("This must be a group of named fields"))
    if len(checks.problems) > before:
        return
    _check_cut(checks, setup, table, sides)
    _check_packs(checks, setup, sides)
    if went_out is not None:
        _check_going_out(checks, setup, went_out, sides[went_out])


def _check_side(part: Checks, setup: Setup) -> None:
    before = len(part.problems)
    part.only(("melds", "clean", "semi_clean", "dirty", "hand", "pot", "pot_cards", "failed_melds", "cut_bonus"))
    for name, rule in (("melds", "BUR-2"), ("hand", "BUR-6")):
        if part.required(name, rule):
            check_counted(part, name, rule, setup)
    for name, rule in (
        ("clean", "BUR-3"),
        ("semi_clean", "BUR-5"),
        ("dirty", "BUR-4"),
        ("failed_melds", "BUR-14"),
    ):
        if part.has(name):
            part.whole(name, rule, 0)
    if part.mapping.get("semi_clean") and not setup["options"]["semi_clean"]:
        part.refuse("semi_clean", "BUR-5", _("Semi-clean runs earn no bonus of their own here"))
    part.flag("cut_bonus", "BUR-11")
    _check_pot(part, setup)
    if len(part.problems) == before:
        _check_runs(part)


def check_counted(part: Checks, name: str, rule: str, setup: Setup) -> None:
    """Cards given as points, a multiple of five, or as counts by class."""
    if not isinstance(part.mapping[name], dict):
        _check_points(part, name, rule)
        return
    counts = Checks(part.mapping[name], part.path + name + ".", part.problems)
    counts.only(CLASS_NAMES)
    for each in CLASS_NAMES:
        if counts.has(each):
            counts.whole(each, "BUR-1", 0, pack_cards(setup, each))


def _check_points(part: Checks, name: str, rule: str) -> None:
    points = part.whole(name, rule, 0)
    if points is not None and points % STEP != 0:
        part.refuse(name, "BUR-1", _("Points come in fives"))


def _check_pot(part: Checks, setup: Setup) -> None:
    pot = part.choice("pot", "BUR-7", tuple(each[0] for each in POTS))
    has_cards = part.mapping.get("pot_cards") is not None
    if has_cards:
        _check_points(part, "pot_cards", "BUR-8")
    if pot == "unplayed" and not has_cards and setup["options"]["unplayed_pot"] != "flat":
        part.refuse("pot_cards", "BUR-8", _("Enter what the cards of the pot that was not played are worth"))
    elif pot in ("played", "none") and part.mapping.get("pot_cards"):
        part.refuse("pot_cards", "BUR-8", _("Only a pot that was taken and not played has cards to count"))


def _check_runs(part: Checks) -> None:
    """A run is at least seven cards of five points each."""
    runs = sum(part.mapping.get(name, 0) for name in RUNS)
    melds = part.mapping["melds"]
    too_few = isinstance(melds, dict) and sum(melds.values()) < runs * RUN
    if points_of(melds) < runs * LEAST_OF_A_RUN or too_few:
        part.refuse("melds", "BUR-3", _("The melds cannot hold {runs} runs of seven cards"), runs=runs)


def _check_cut(checks: Checks, setup: Setup, table: Table, sides: list[Entry]) -> None:
    """One side at most cut the exact number, and not the dealer's (BUR-11)."""
    cutters = [index for index, part in enumerate(sides) if part.get("cut_bonus")]
    if len(cutters) > 1:
        checks.refuse(
            "sides." + str(cutters[1]) + ".cut_bonus",
            "BUR-11",
            _("Only one side can have cut the exact number"),
        )
    dealers_side = setup["seat_sides"][table["dealer"] or 0]
    if dealers_side in cutters:
        checks.refuse("sides." + str(dealers_side) + ".cut_bonus", "BUR-11", _("An opponent of the dealer cuts"))


def _check_packs(checks: Checks, setup: Setup, sides: list[Entry]) -> None:
    """Melds, hands and unplayed pots together cannot exceed the packs (BUR-1)."""
    points = sum(points_of(part["melds"]) + points_of(part["hand"]) + (part.get("pot_cards") or 0) for part in sides)
    most = pack_points(setup)
    if points > most:
        text = _("Melds, hands and pots add up to {points_in_all}, the packs hold {most}")
        checks.refuse("sides", "BUR-1", text, points_in_all=points, most=most)
    counted = [part[name] for part in sides for name in ("melds", "hand") if isinstance(part[name], dict)]
    for name in CLASS_NAMES:
        cards = sum(counts.get(name, 0) for counts in counted)
        if cards > pack_cards(setup, name):
            text = _("There are {cards} cards of the class {class_name}, the packs hold {most}")
            checks.refuse("sides", "BUR-1", text, cards=cards, class_name=name, most=pack_cards(setup, name))


def _check_going_out(checks: Checks, setup: Setup, side: int, part: Entry) -> None:
    """Going out needs the pot played and a run (BUR-9)."""
    if part["pot"] != "played":
        checks.refuse("went_out", "BUR-9", _("A side that goes out has taken the pot and played from it"))
    if not may_go_out_with(setup, part):
        text = (
            _("Going out needs a run") if setup["options"]["go_out_with"] == "any" else _("Going out needs a clean run")
        )
        checks.refuse("went_out", "BUR-9", text)


def may_go_out_with(setup: Setup, part: Entry) -> bool:
    """Whether a side's runs are enough to go out."""
    if setup["options"]["go_out_with"] == "any":
        return any(part.get(name, 0) > 0 for name in RUNS)
    return bool(part.get("clean", 0) > 0)
