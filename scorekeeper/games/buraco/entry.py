"""Checks of an entered hand of Buraco: points, pots, runs, and the cards in the packs (BUR-1, BUR-9 to BUR-11)."""

from typing import Any

from ..engine.base import Checks, Entry, Setup, Table, _
from ..engine.cards import JOKER
from .melds import GREAT, USUAL_VALUES, free_of_wild_cards, least_cards, least_points, runs_of, value_of

STEP = 5  # points; every card is worth a multiple of this
FLAT = 100  # points for going out and the exact cut, and minus for a pot not taken or played (BUR-7 to BUR-11)
CARDS_OF_A_POT = 11

# Classes of cards counted together: name, label, usual points of one card, cards in one pack.
CLASSES: list[list[Any]] = [
    ["3-7", "3–7", value_of("3S", USUAL_VALUES), 20],
    ["8-K", _("8–K"), value_of("8S", USUAL_VALUES), 24],
    ["A", "A", value_of("AS", USUAL_VALUES), 4],
    ["2", "2", value_of("2S", USUAL_VALUES), 4],
    ["joker", _("joker"), value_of(JOKER, USUAL_VALUES), 2],
]
PACK_POINTS = sum([worth * most for _name, _label, worth, most in CLASSES])
CLASS_NAMES = tuple(card_class[0] for card_class in CLASSES)

POTS = [
    ["played", _("played")],
    ["unplayed", _("taken, not played")],
    ["none", _("never taken")],
    ["stock", _("became the stock")],
]


def worth_of(options: "dict[str, Any]", name: str) -> int:
    """Returns the points of one card of a class; for 2s and jokers as agreed (BUR-29)."""
    if name == "2":
        return int(options["two_points"])
    return int(options["joker_points"] if name == "joker" else CLASSES[CLASS_NAMES.index(name)][2])


def points_of(options: "dict[str, Any]", counted: Any) -> int:
    """Returns the points of cards that were entered as points, or as the number of cards of each class."""
    if isinstance(counted, dict):
        return sum([counted.get(name, 0) * worth_of(options, name) for name in CLASS_NAMES])
    return int(counted)


def pack_points(setup: Setup) -> int:
    """Returns the points of all cards in play (BUR-1)."""
    return sum([worth_of(setup["options"], name) * pack_cards(setup, name) for name in CLASS_NAMES])


def pack_cards(setup: Setup, name: str) -> int:
    """Returns the number of cards of a class in play."""
    most = CLASSES[CLASS_NAMES.index(name)][3] * setup["options"]["packs"]
    return 0 if name == "joker" and not setup["options"]["jokers"] else int(most)


def check_hand(checks: Checks, setup: Setup, table: Table) -> None:
    """Checks a hand in which every side scores separately, and refuses contradictions."""
    sides, went_out = checks.mapping["sides"], checks.mapping.get("went_out")
    for index, part in enumerate(sides):
        check_part(Checks(part, "sides." + str(index) + ".", checks.problems), setup)
    if checks.problems:
        return
    _check_cut(checks, setup, table, sides)
    check_packs(checks, "sides", setup, sides)
    if went_out is not None:
        check_going_out(checks, setup, sides[went_out])


def check_part(part: Checks, setup: Setup) -> None:
    """Checks one side's pot and melds: points of its pot where they count, melds large enough for its runs."""
    pot, cards = part.mapping["pot"], part.mapping.get("pot_cards")
    before = len(part.problems)
    if pot == "unplayed" and cards is None and setup["options"]["unplayed_pot"] != "flat":
        part.refuse("pot_cards", "BUR-8", _("Enter the value of the cards in the unplayed pot"))
    elif pot != "unplayed" and cards:
        part.refuse("pot_cards", "BUR-8", _("Only a pot that was taken and not played has cards to count"))
    if len(part.problems) == before:
        _check_melds_hold(part, setup)


def _check_melds_hold(part: Checks, setup: Setup) -> None:
    """Refuses melds with fewer cards or points than the side's runs need (BUR-3, BUR-28)."""
    melds = part.mapping["melds"]
    cards = least_cards(part.mapping)
    points = least_points(part.mapping, setup["options"]["two_points"])
    too_few = isinstance(melds, dict) and sum(melds.values()) < cards
    if points_of(setup["options"], melds) >= points and not too_few:
        return
    if runs_of(part.mapping, GREAT):
        text = _("The melds cannot hold these runs: they have {cards} cards or more, worth {points} or more")
        part.refuse("melds", "BUR-28", text, cards=cards, points=points)
    else:
        runs = runs_of(part.mapping)
        part.refuse("melds", "BUR-3", _("The melds cannot hold {runs} runs of seven cards"), runs=runs)


def _check_cut(checks: Checks, setup: Setup, table: Table, sides: list[Entry]) -> None:
    """Refuses an exact cut by several sides, or by another side than of the player before the dealer (BUR-11)."""
    cutters = [index for index, part in enumerate(sides) if part.get("cut_bonus")]
    if len(cutters) > 1:
        checks.refuse(
            "sides." + str(cutters[1]) + ".cut_bonus",
            "BUR-11",
            _("Only one side can have cut the exact number"),
        )
    before_the_dealer = setup["seat_sides"][(table["dealer"] or 0) - 1]
    for side in cutters:
        if side != before_the_dealer:
            checks.refuse("sides." + str(side) + ".cut_bonus", "BUR-11", _("The player before the dealer cuts"))


def check_packs(checks: Checks, name: str, setup: Setup, parts: list[Entry]) -> None:
    """Refuses melds, hands and unplayed pots that together have more cards or points than the packs (BUR-1)."""
    options = setup["options"]
    points = sum(
        points_of(options, part["melds"]) + points_of(options, part["hand"]) + (part.get("pot_cards") or 0)
        for part in parts
    )
    most = pack_points(setup)
    if points > most:
        text = _("Melds, hands and pots add up to {points_in_all}, the packs hold {most}")
        checks.refuse(name, "BUR-1", text, points_in_all=points, most=most)
    counted = [part[field] for part in parts for field in ("melds", "hand") if isinstance(part[field], dict)]
    for class_name in CLASS_NAMES:
        cards = sum(counts.get(class_name, 0) for counts in counted)
        if cards > pack_cards(setup, class_name):
            text = _("There are {cards} cards of the class {class_name}, the packs hold {most}")
            checks.refuse(name, "BUR-1", text, cards=cards, class_name=class_name, most=pack_cards(setup, class_name))


def check_going_out(checks: Checks, setup: Setup, part: Entry) -> None:
    """Refuses going out without the required run, or before the side has played its pot (BUR-9, BUR-30)."""
    if not is_pot_done(part["pot"]):
        checks.refuse("went_out", "BUR-9", _("To go out, a side must take the pot and play from it"))
    if not may_go_out_with(setup, part):
        text = (
            _("Going out needs a run") if setup["options"]["go_out_with"] == "any" else _("Going out needs a clean run")
        )
        checks.refuse("went_out", "BUR-9", text)


def is_pot_done(pot: str) -> bool:
    """True if the pot does not keep its side from going out: it is played, or became the stock."""
    return pot in ("played", "stock")


def may_go_out_with(setup: Setup, part: Entry) -> bool:
    """True if a side has the run that going out requires: any run or a clean one, as agreed."""
    return (runs_of(part) if setup["options"]["go_out_with"] == "any" else free_of_wild_cards(part)) > 0
