"""Rules of Canasta: sides lay down melds, seven cards make a canasta, and the first to 5,000 points wins.

Sources: pagat.com, Bicycle (classic, two-hand, samba), Britannica, HowStuffWorks. Modern American canasta is another
game and is not covered, nor are drawing and the discard pile. Points are multiples of five.
"""

from typing import Any

from ..engine.base import (
    Checks,
    Entry,
    Game,
    Line,
    Outcome,
    Problem,
    Setup,
    Table,
    _,
    check_stop,
    end_at_target,
    line,
    outcome,
    stopped,
)
from .fields import CLASS_NAMES, STEP
from .melds import (
    CANASTAS,
    all_red_threes,
    bonus_of,
    canastas_of,
    cards_in_packs,
    points_in_packs,
    points_of,
    red_threes_are_minus,
    red_threes_worth,
    required_first_meld,
)

CARDS_OF_A_CANASTA = 7
LEAST_CARDS = 3
LEAST_MELD = 15  # points: three cards of five
LEAST_POINTS = {"natural": 35, "mixed": 50, "samba": 50, "wild": 140}
RULE_OF = {"natural": "CAN-3", "mixed": "CAN-4", "samba": "CAN-5", "wild": "CAN-6"}
MOST_GROUPS = 11  # most natural canastas in a match: the ranks from 4 to A (CAN-19)
SAMBAS_A_PACK, WILDS_A_PACK, NATURALS_A_PACK = 4, 6, 44
STEP_OF_BASE = 100
# The highest bonus points of one side, by packs, and True if sambas are played.
MOST_BASE = {(2, False): 6500, (3, False): 6700, (2, True): 16000, (3, True): 23700}


class Rules(Game):
    def next_hand(self, setup: Setup, table: Table) -> "dict[str, Any]":
        """Returns the points that each side needs for its first meld of the next hand."""
        return {"first_meld": [required_first_meld(setup, total) for total in table["totals"]]}

    def problems(self, setup: Setup, table: Table, entry: Entry) -> "list[Problem]":
        checks = Checks(entry)
        if "stop" in entry:
            check_stop(checks, "CAN-17", setup["options"]["target"] is None)
        elif "base" in entry["sides"][0]:
            check_bonus_and_card_points(checks, setup)
        else:
            check_parts(checks, setup, table)
        return checks.problems

    def score(self, setup: Setup, table: Table, entry: Entry) -> Outcome:
        if "stop" in entry:
            return stopped(setup, table, "CAN-17")
        lines: list[Line] = []
        for side, part in enumerate(entry["sides"]):
            if "base" in part:
                lines.append(line(side, "CAN-3", _("Base: {worth}"), part["base"], worth=part["base"]))
                text = _("Cards melded less cards in hand: {worth}")
                lines.append(line(side, "CAN-2", text, part["count"], worth=part["count"]))
            else:
                lines += _side_lines(setup, entry, side, part)
        result = outcome(setup, table, lines)
        end_at_target(result, table, setup["options"]["target"], "CAN-17")
        return result


def check_parts(checks: Checks, setup: Setup, table: Table) -> None:
    """Checks a hand that was entered in detail (melds, canastas, red threes, hand) for contradictions."""
    sides, went_out = checks.mapping["sides"], checks.mapping.get("went_out")
    concealed = checks.mapping.get("concealed", False)
    groups = [Checks(part, "sides." + str(index) + ".", checks.problems) for index, part in enumerate(sides)]
    for part in groups:
        _check_melds_hold(part, setup)
    if checks.problems:
        return
    _check_packs(checks, setup, sides)
    _check_canastas_of_all(checks, setup, sides)
    _check_going_out(checks, setup, sides, went_out, concealed)
    for index, part in enumerate(groups):
        _check_counts(part, setup, index == went_out)
        if not (concealed and index == went_out):
            _check_opening(part, required_first_meld(setup, table["totals"][index]))


def _naturals(melds: "dict[str, int]") -> int:
    """Returns the number of natural cards in melds counted by class; black threes are left out."""
    return sum([melds.get(name, 0) for name in ("A", "8-K", "4-7")])


def _wilds(melds: "dict[str, int]") -> int:
    return melds.get("joker", 0) + melds.get("2", 0)


def _check_melds_hold(part: Checks, setup: Setup) -> None:
    """Refuses melds with fewer cards or points than the side's canastas need (CAN-3 to CAN-6)."""
    values = part.mapping
    melds: Any = values["melds"]
    have = {kind: values.get(kind, 0) for kind in CANASTAS}
    least = sum([have[kind] * LEAST_POINTS[kind] for kind in CANASTAS])
    holds = points_of(melds) >= least
    if isinstance(melds, dict):
        wilds = have["mixed"] + CARDS_OF_A_CANASTA * have["wild"]
        cards = CARDS_OF_A_CANASTA * canastas_of(values)
        naturals = _naturals_of_canastas(setup, have)
        holds = holds and _wilds(melds) >= wilds and _naturals(melds) >= naturals
        holds = holds and _wilds(melds) + _naturals(melds) >= cards
    if not holds:
        kind = [canasta for canasta in CANASTAS if have[canasta]][-1]
        part.refuse("melds", RULE_OF[kind], _("The melds cannot hold these canastas"))


def _naturals_of_canastas(setup: Setup, have: "dict[str, int]") -> int:
    """Returns the smallest number of natural cards in this many canastas of each kind."""
    mixed = CARDS_OF_A_CANASTA - int(setup["options"]["max_wilds"])
    return CARDS_OF_A_CANASTA * (have["natural"] + have["samba"]) + mixed * have["mixed"]


def _check_packs(checks: Checks, setup: Setup, sides: "list[Entry]") -> None:
    """Refuses melds, hands and red threes of all sides that exceed the packs (CAN-1, CAN-7)."""
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
    """Refuses more canastas than the packs have cards for, all sides together (CAN-3 to CAN-6, CAN-19)."""
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
    """Refuses going out with too few canastas, or with cards left if alone; concealed only if a side went out."""
    if went_out is None:
        if concealed:
            checks.refuse("concealed", "CAN-10", _("Nobody went out"))
        return
    needed = setup["options"]["canastas_to_go_out"]
    if canastas_of(sides[went_out]) < needed:
        checks.refuse("went_out", "CAN-9", _("Canastas needed to go out: {needed}"), needed=needed)
    if len(setup["sides"][went_out]["players"]) == 1 and points_of(sides[went_out]["hand"]):
        checks.refuse("went_out", "CAN-9", _("The player going out must have no cards left"))


def _check_counts(part: Checks, setup: Setup, went_out: bool) -> None:
    """Refuses impossible melds by class: too few cards, too many wild ones, black threes (CAN-18, CAN-20)."""
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
    """Refuses melds worth less than the side's first meld had to be (CAN-14)."""
    points = points_of(part.mapping["melds"])
    if 0 < points < max(required, LEAST_MELD):
        text = _("The first meld needs {required}; the melds are worth {points_in_all}")
        part.refuse("melds", "CAN-14", text, required=max(required, LEAST_MELD), points_in_all=points)


def check_bonus_and_card_points(checks: Checks, setup: Setup) -> None:
    """Checks a hand entered as two numbers a side: the base (bonuses) and the count of the cards (CAN-1)."""
    sides = checks.mapping["sides"]
    for index, part in enumerate(sides):
        _check_number(Checks(part, "sides." + str(index) + ".", checks.problems), setup)
    if checks.problems:
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
    """Refuses a negative base that negative red threes cannot explain (CAN-8)."""
    worths = [red_threes_worth(setup, threes, True) for threes in range(1, all_red_threes(setup) + 1)]
    if setup["options"]["red_threes_need"]:
        if base < worths[-1]:
            part.refuse("base", "CAN-8", _("Red threes cost no more than {most}"), most=-worths[-1])
        return
    if base not in worths:
        part.refuse("base", "CAN-8", _("Red threes cannot cost {cost}"), cost=-base)
    elif count > 0:
        part.refuse("count", "CAN-8", _("Red threes count minus only for a side that has not melded"))


def _side_lines(setup: Setup, entry: Entry, side: int, part: Entry) -> "list[Line]":
    """Returns the lines that add up to one side's points."""
    melds = points_of(part["melds"])
    lines = [line(side, "CAN-2", _("Melds: {worth}"), melds, worth=melds)]
    texts = {
        "natural": _("Natural canastas: {count} × {bonus}"),
        "mixed": _("Mixed canastas: {count} × {bonus}"),
        "samba": _("Sambas: {count} × {bonus}"),
        "wild": _("Canastas of wild cards: {count} × {bonus}"),
    }
    for kind in CANASTAS:
        count, bonus = part.get(kind, 0), bonus_of(setup, kind)
        if count:
            lines.append(line(side, RULE_OF[kind], texts[kind], count * bonus, count=count, bonus=bonus))
    threes = part.get("red_threes", 0)
    if threes:
        is_minus = red_threes_are_minus(setup, part)
        worth = red_threes_worth(setup, threes, is_minus)
        text = _("Red threes without what they need: {count}") if is_minus else _("Red threes: {count}")
        lines.append(line(side, "CAN-8" if is_minus else "CAN-7", text, worth, count=threes))
    if entry.get("went_out") == side:
        lines.append(_going_out_line(setup, side, entry.get("concealed", False)))
    in_hand = points_of(part["hand"])
    if in_hand:
        lines.append(line(side, "CAN-11", _("Cards left in hand: −{worth}"), -in_hand, worth=in_hand))
    return lines


def _going_out_line(setup: Setup, side: int, concealed: bool) -> Line:
    if concealed:
        worth = setup["options"]["concealed"]
        return line(side, "CAN-10", _("Goes out concealed: {worth}"), worth, worth=worth)
    worth = setup["options"]["go_out"]
    return line(side, "CAN-9", _("Goes out: {worth}"), worth, worth=worth)
