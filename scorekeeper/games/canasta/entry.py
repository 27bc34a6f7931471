"""Checking a hand of Canasta by its parts: cards, canastas, first melds, going out."""

from typing import Any

from ..engine.base import Checks, Entry, Setup, Table, _
from .melds import (
    CANASTAS,
    CLASS_NAMES,
    all_red_threes,
    canastas_of,
    cards_in_packs,
    points_in_packs,
    points_of,
    red_threes_worth,
    required_first_meld,
)

STEP = 5  # every card is worth a multiple of this
CARDS_OF_A_CANASTA = 7
LEAST_CARDS = 3
LEAST_MELD = 15  # points: three cards of five
LEAST_POINTS = {"natural": 35, "mixed": 50, "samba": 50, "wild": 140}
RULE_OF = {"natural": "CAN-3", "mixed": "CAN-4", "samba": "CAN-5", "wild": "CAN-6"}
MOST_GROUPS = 11  # natural canastas on the table; ranks from 4 to A (CAN-19)
SAMBAS_A_PACK, WILDS_A_PACK, NATURALS_A_PACK = 4, 6, 44


def check_parts(checks: Checks, setup: Setup, table: Table, sides: "list[Entry]") -> None:
    """Everything that is wrong with a hand by its parts."""
    checks.only(("sides", "went_out", "concealed"))
    went_out = None
    if checks.mapping.get("went_out") is not None:
        went_out = checks.side("went_out", "CAN-9", len(setup["sides"]))
    concealed = checks.flag("concealed", "CAN-10")
    before = len(checks.problems)
    for index, part in enumerate(sides):
        _check_part(Checks(part, "sides." + str(index) + ".", checks.problems), setup)
    if len(checks.problems) > before:
        return
    _check_packs(checks, setup, sides)
    _check_canastas_of_all(checks, setup, sides)
    _check_going_out(checks, setup, sides, went_out, concealed)
    for index, part in enumerate(sides):
        one = Checks(part, "sides." + str(index) + ".", checks.problems)
        _check_counts(one, setup, index == went_out)
        if not (concealed and index == went_out):
            _check_opening(one, required_first_meld(setup, table["totals"][index]))


def _check_part(part: Checks, setup: Setup) -> None:
    """Each field of one side by itself, and whether its melds hold its canastas."""
    before = len(part.problems)
    part.only(("melds", "natural", "mixed", "samba", "wild", "red_threes", "hand"))
    for name, rule in (("melds", "CAN-2"), ("hand", "CAN-11")):
        if part.required(name, rule):
            check_counted(part, name, rule, setup)
    check_canastas(part, setup)
    if part.has("red_threes"):
        part.whole("red_threes", "CAN-7", 0, all_red_threes(setup))
    if len(part.problems) == before:
        _check_melds_hold(part, setup)


def check_canastas(part: Checks, setup: Setup) -> None:
    """Numbers of canastas, those of an option only where it is played."""
    for kind in CANASTAS:
        if part.has(kind):
            part.whole(kind, RULE_OF[kind], 0)
    for kind, option in (("samba", "samba"), ("wild", "wild_canasta")):
        if part.has(kind) and not setup["options"][option]:
            part.refuse(kind, RULE_OF[kind], _("This canasta is not played here"))


def check_counted(part: Checks, name: str, rule: str, setup: Setup) -> None:
    """Cards given as points, a multiple of five, or as counts by class."""
    counts = part.inner(name) if isinstance(part.mapping[name], dict) else None
    if counts is None:
        points = part.whole(name, rule, 0)
        if points is not None and points % STEP != 0:
            part.refuse(name, "CAN-1", _("Points come in fives"))
        return
    counts.only(CLASS_NAMES)
    for each in CLASS_NAMES:
        if counts.has(each):
            counts.whole(each, "CAN-1", 0, cards_in_packs(setup, each))


def _naturals(melds: "dict[str, int]") -> int:
    """The natural cards of melds, black threes not counted."""
    return sum([melds.get(name, 0) for name in ("A", "8-K", "4-7")])


def _wilds(melds: "dict[str, int]") -> int:
    return melds.get("joker", 0) + melds.get("2", 0)


def _check_melds_hold(part: Checks, setup: Setup) -> None:
    """Melds have the points and the cards of their canastas (CAN-3 to CAN-6)."""
    said = part.mapping
    melds: Any = said["melds"]
    have = {kind: said.get(kind, 0) for kind in CANASTAS}
    least = sum([have[kind] * LEAST_POINTS[kind] for kind in CANASTAS])
    holds = points_of(melds) >= least
    if isinstance(melds, dict):
        wilds = have["mixed"] + CARDS_OF_A_CANASTA * have["wild"]
        cards = CARDS_OF_A_CANASTA * canastas_of(said)
        naturals = _naturals_of_canastas(setup, have)
        holds = holds and _wilds(melds) >= wilds and _naturals(melds) >= naturals
        holds = holds and _wilds(melds) + _naturals(melds) >= cards
    if not holds:
        kind = [each for each in CANASTAS if have[each]][-1]
        part.refuse("melds", RULE_OF[kind], _("The melds cannot hold these canastas"))


def _naturals_of_canastas(setup: Setup, have: "dict[str, int]") -> int:
    """The natural cards that so many canastas have at least."""
    mixed = CARDS_OF_A_CANASTA - int(setup["options"]["max_wilds"])
    return CARDS_OF_A_CANASTA * (have["natural"] + have["samba"]) + mixed * have["mixed"]


def _check_packs(checks: Checks, setup: Setup, sides: "list[Entry]") -> None:
    """Melds and hands, and red threes, of all sides are no more than the packs hold (CAN-1, CAN-7)."""
    points = sum([points_of(part["melds"]) + points_of(part["hand"]) for part in sides])
    most = points_in_packs(setup)
    if points > most:
        text = _("Melds and hands add up to {points_in_all}, the packs hold {most}")
        checks.refuse("sides", "CAN-1", text, points_in_all=points, most=most)
    counted = [part[name] for part in sides for name in ("melds", "hand") if isinstance(part[name], dict)]
    for name in CLASS_NAMES:
        cards = sum([counts.get(name, 0) for counts in counted])
        if cards > cards_in_packs(setup, name):
            text = _("There are {cards} cards of the class {class_name}, the packs hold {most}")
            checks.refuse("sides", "CAN-1", text, cards=cards, class_name=name, most=cards_in_packs(setup, name))
    threes = sum([part.get("red_threes", 0) for part in sides])
    if threes > all_red_threes(setup):
        text = _("There are {count} red threes, the packs hold {most}")
        checks.refuse("sides", "CAN-7", text, count=threes, most=all_red_threes(setup))


def _check_canastas_of_all(checks: Checks, setup: Setup, sides: "list[Entry]") -> None:
    """The packs have cards for only so many canastas (CAN-3 to CAN-6, CAN-19)."""
    packs = setup["options"]["packs"]
    have = {kind: sum([part.get(kind, 0) for part in sides]) for kind in CANASTAS}
    text = _("The packs have no cards for so many canastas")
    if have["natural"] > MOST_GROUPS:
        checks.refuse("sides", "CAN-3", text)
    if have["samba"] > SAMBAS_A_PACK * packs:
        checks.refuse("sides", "CAN-5", text)
    if have["mixed"] + CARDS_OF_A_CANASTA * have["wild"] > WILDS_A_PACK * packs:
        checks.refuse("sides", "CAN-4", text)
    if _naturals_of_canastas(setup, have) > NATURALS_A_PACK * packs:
        checks.refuse("sides", "CAN-4", text)
    for index, part in enumerate(sides):
        if not setup["options"]["samba"] and part.get("natural", 0) + part.get("mixed", 0) > MOST_GROUPS:
            checks.refuse("sides." + str(index) + ".natural", "CAN-19", _("A side has one meld of each rank"))


def _check_going_out(
    checks: Checks, setup: Setup, sides: "list[Entry]", went_out: "int | None", concealed: bool
) -> None:
    """Going out needs canastas, and of a single player an empty hand; concealed needs both it and the option."""
    options = setup["options"]
    if concealed and (went_out is None or not options["concealed"]):
        text = _("Nobody went out") if options["concealed"] else _("Going out concealed counts nothing here")
        checks.refuse("concealed", "CAN-10", text)
    if went_out is None:
        return
    needed = options["canastas_to_go_out"]
    if canastas_of(sides[went_out]) < needed:
        checks.refuse("went_out", "CAN-9", _("Canastas needed to go out: {needed}"), needed=needed)
    if len(setup["sides"][went_out]["players"]) == 1 and points_of(sides[went_out]["hand"]):
        checks.refuse("went_out", "CAN-9", _("The player going out must have no cards left"))


def _check_counts(part: Checks, setup: Setup, went_out: bool) -> None:
    """Melds by counts: three cards at least, wild cards among natural ones, black threes (CAN-18, CAN-20)."""
    melds = part.mapping["melds"]
    if not isinstance(melds, dict):
        return
    options = setup["options"]
    cards = sum(melds.values())
    if 0 < cards < LEAST_CARDS:
        part.refuse("melds", "CAN-18", _("A meld has three cards or more"))
    needed = 2 * -(-_wilds(melds) // options["max_wilds"])
    if not options["wild_canasta"] and _naturals(melds) < needed:
        text = _("So many wild cards need {needed} natural ones at least")
        part.refuse("melds", "CAN-18", text, needed=needed)
    black = melds.get("3", 0)
    if 0 < black < LEAST_CARDS or (black and not went_out):
        part.refuse("melds", "CAN-20", _("Only the player going out melds black threes, three or more"))


def _check_opening(part: Checks, required: int) -> None:
    """A side that melded had to open with what its total asked for (CAN-14)."""
    points = points_of(part.mapping["melds"])
    if 0 < points < max(required, LEAST_MELD):
        text = _("The first meld needs {required}; the melds are worth {points_in_all}")
        part.refuse("melds", "CAN-14", text, required=max(required, LEAST_MELD), points_in_all=points)


STEP_OF_BASE = 100
# The most that the bonuses of one side can come to, by packs and whether sambas are played.
MOST_BASE = {(2, False): 6500, (3, False): 6700, (2, True): 16000, (3, True): 23700}


def check_two_numbers(checks: Checks, setup: Setup, sides: "list[Entry]") -> None:
    """Everything that is wrong with a hand in two numbers."""
    checks.only(("sides",))
    before = len(checks.problems)
    for index, part in enumerate(sides):
        _check_number(Checks(part, "sides." + str(index) + ".", checks.problems), setup)
    if len(checks.problems) > before:
        return
    counts = sum([abs(part["count"]) for part in sides])
    most = points_in_packs(setup)
    if counts > most:
        text = _("The counts add up to {points_in_all}, the packs hold {most}")
        checks.refuse("sides", "CAN-1", text, points_in_all=counts, most=most)


def _most_base(setup: Setup) -> int:
    options = setup["options"]
    wild_canastas = 1 if options["packs"] == 2 else 2
    return MOST_BASE[options["packs"], bool(options["samba"])] + wild_canastas * int(options["wild_canasta"])


def _check_number(part: Checks, setup: Setup) -> None:
    part.only(("base", "count"))
    most = _most_base(setup)
    base = part.whole("base", "CAN-3", -most, most)
    count = part.whole("count", "CAN-2", -points_in_packs(setup), points_in_packs(setup))
    if base is not None and base % STEP_OF_BASE:
        part.refuse("base", "CAN-3", _("The bonuses are hundreds"))
        return
    if count is not None and count % STEP:
        part.refuse("count", "CAN-1", _("Points come in fives"))
    if base is not None and count is not None and base < 0:
        _check_red_threes(part, setup, base, count)


def _check_red_threes(part: Checks, setup: Setup, base: int, count: int) -> None:
    """A base below 0 is red threes that count minus (CAN-8)."""
    worths = [red_threes_worth(setup, threes, True) for threes in range(1, all_red_threes(setup) + 1)]
    if setup["options"]["red_threes_need"]:
        if base < worths[-1]:
            part.refuse("base", "CAN-8", _("Red threes cost no more than {most}"), most=-worths[-1])
        return
    if base not in worths:
        part.refuse("base", "CAN-8", _("Red threes cannot cost {cost}"), cost=-base)
    elif count > 0:
        part.refuse("count", "CAN-8", _("Red threes count minus only for a side that has not melded"))
