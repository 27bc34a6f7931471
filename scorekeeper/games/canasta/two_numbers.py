"""Checking a hand of Canasta in two numbers a side, as many sheets have it: base and count."""

from ..engine.base import Checks, Entry, Setup, _
from .worth import all_red_threes, points_in_packs, red_threes_worth

STEP = 5
STEP_OF_BASE = 100
# The most that the bonuses of one side can come to, by packs and whether sambas are played.
MOST_BASE = {(2, False): 6500, (3, False): 6700, (2, True): 16000, (3, True): 23700}


def check_two_numbers(checks: Checks, setup: Setup, sides: "list[Entry]") -> None:
    """Everything that is wrong with a hand in two numbers."""
    checks.only(("sides",))
    before = len(checks.problems)
    for index, part in enumerate(sides):
        _check_part(Checks(part, "sides." + str(index) + ".", checks.problems), setup)
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


def _check_part(part: Checks, setup: Setup) -> None:
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
