"""The claim “mi chiamo fuori”, which stops a deal: checks, certain points, verdict (SCO-13 to SCO-15)."""

from typing import Any

from ..engine.base import Checks, Entry, Line, Setup, Table, _, line
from .entry import (
    NOT_ABOVE,
    check_accusi,
    check_napola,
    check_sevens_of,
    fits_napola,
    is_sure,
    named_coins,
    napola_is_complete,
)
from .fields import CARDS, COINS, GRANDE, SEVENS
from .worths import accusi_line, napola_line

SURE_CARDS = CARDS // 2 + 1
SURE_COINS = COINS // 2 + 1
SURE_SEVENS = SEVENS // 2 + 1


def check_claim(claim: Checks, setup: Setup) -> None:
    """Refuses a claim in which the cards, coins and other things taken so far contradict each other."""
    check_napola(claim, "napola", claim.mapping.get("napola", 0))
    check_accusi(claim, setup)
    if not claim.problems:
        _check_fit(claim, setup)


def _check_fit(claim: Checks, setup: Setup) -> None:
    values = claim.mapping
    cards, coins, napola = values.get("cards", 0), values.get("coins", 0), values.get("napola", 0)
    best = values.get("best")
    named = named_coins(
        values.get("settebello", False),
        values.get("re_bello", False),
        napola,
        best[0] if best else None,
        values.get("grande", False),
    )
    if coins > cards:
        claim.refuse("coins", "SCO-16", _("A side has no more coins than cards"))
    if values.get("scope", 0) * 2 > cards:
        claim.refuse("scope", "SCO-16", _("Each sweep takes two cards at least"))
    if coins < len(named):
        text = _("This side has {named} coins that are named, not {coins}")
        claim.refuse("coins", "SCO-17", text, named=len(named), coins=coins)
    if not napola_is_complete(napola, named):
        claim.refuse("napola", "SCO-17", _("This side has the next coin too: its napola is longer"))
    if coins == COINS:
        _check_all_coins(claim, setup)
    if "sevens" in values:  # left out, they are just not claimed
        check_sevens_of(claim, "sevens", values["sevens"], values.get("settebello", False), cards - coins)
    if best is not None:
        _check_best(claim, best, cards, coins)


def _check_all_coins(claim: Checks, setup: Setup) -> None:
    """Refuses all ten coins without the settebello or, if played, re bello, grande or a napola of 10 (SCO-17)."""
    values, options = claim.mapping, setup["options"]
    if not values.get("settebello"):
        claim.refuse("settebello", "SCO-17", _("All ten coins are the settebello too"))
    if options["re_bello"] and not values.get("re_bello"):
        claim.refuse("re_bello", "SCO-17", _("All ten coins are the re bello too"))
    if options["grande"] and not values.get("grande"):
        claim.refuse("grande", "SCO-24", _("All ten coins are the grande too"))
    if options["napola"] != "none" and values.get("napola", 0) != COINS:
        claim.refuse("napola", "SCO-17", _("All ten coins are a napola of 10"))


def _check_best(claim: Checks, best: "list[Any]", cards: int, coins: int) -> None:
    """Refuses best cards that do not fit the counts, the settebello or the napola (SCO-20)."""
    others = [card for card in best[1:] if card is not None]
    if (best[0] is None) != (coins == 0):
        claim.refuse("best", "SCO-20", _("There is a best coin exactly where the side has coins"))
    elif (best[0] == "7") != claim.mapping.get("settebello", False):
        claim.refuse("best", "SCO-20", _("The 7 of coins is the settebello"))
    elif not fits_napola(claim.mapping.get("napola", 0), best[0]):
        claim.refuse("best", "SCO-20", _("This best coin does not fit the napola"))
    elif coins > NOT_ABOVE[best[0]]:
        claim.refuse("coins", "SCO-20", _("With this best coin there are {most} at most"), most=NOT_ABOVE[best[0]])
    elif not len(others) <= cards - coins <= sum([NOT_ABOVE[card] for card in others]):
        claim.refuse("cards", "SCO-20", _("These best cards do not fit the number of cards"))


def sure_lines(setup: Setup, claim: Entry) -> "list[Line]":
    """Returns the score lines of the points already certain, whatever others still take (SCO-13, SCO-14)."""
    side = claim["side"]
    best = claim.get("best")
    points = (
        ("SCO-1", _("Cards for certain: {count}"), claim.get("cards", 0), SURE_CARDS),
        ("SCO-2", _("Coins for certain: {count}"), claim.get("coins", 0), SURE_COINS),
        ("SCO-4", _("Settebello"), int(claim.get("settebello", False)), 1),
        ("SCO-14", _("A primiera that is sure"), int(best is not None and is_sure(best, claim.get("coins", 0))), 1),
        ("SCO-6", _("Sevens for certain: {count}"), claim.get("sevens", 0), SURE_SEVENS),
        ("SCO-10", _("Re bello"), int(claim.get("re_bello", False)), 1),
    )
    lines = [line(side, rule, text, 1, count=count) for rule, text, count, needed in points if count >= needed]
    if claim.get("grande"):
        lines.append(line(side, "SCO-24", _("Grande"), GRANDE))
    if claim.get("napola"):
        lines.append(napola_line(setup, side, claim["napola"]))
    if claim.get("scope"):
        lines.append(line(side, "SCO-7", _("Sweeps: {count}"), claim["scope"], count=claim["scope"]))
    accusi = claim.get("accusi", {})
    return lines + accusi_line(side, accusi.get("3", 0), accusi.get("10", 0))


def has_all_coins(setup: Setup, coins: int) -> bool:
    """True if these coins win the match at once (SCO-9)."""
    return setup["options"]["napola"] == "wins" and coins == COINS


def judged(setup: Setup, table: Table, claim: Entry) -> "tuple[bool, int | None, list[Line]]":
    """Returns True if a claim holds, the winner (None if drawn), and the score lines (SCO-13, SCO-15)."""
    side = claim["side"]
    lines = sure_lines(setup, claim)
    total = table["totals"][side] + sum([total_of_side["points"] for total_of_side in lines])
    others = [total_of_side for index, total_of_side in enumerate(table["totals"]) if index != side]
    target = setup["options"]["target"]
    all_coins = has_all_coins(setup, claim.get("coins", 0))
    holds = all_coins or (total >= target and total > max(others))
    if all_coins:
        lines.append(line(side, "SCO-9", _("All ten coins: the claim holds")))
    elif holds:
        lines.append(line(side, "SCO-13", _("{total} reach {target}: the claim holds"), total=total, target=target))
    elif total < target:
        lines.append(line(side, "SCO-13", _("{total} do not reach {target}: it fails"), total=total, target=target))
    else:
        lines.append(line(side, "SCO-13", _("{total} are not more than any other total: it fails"), total=total))
    if holds:
        return True, side, lines
    best = [index for index in range(len(table["totals"])) if index != side and table["totals"][index] == max(others)]
    winner = best[0] if len(best) == 1 else None
    if winner is not None:
        lines.append(line(winner, "SCO-15", _("The claim of the other side failed: wins the match")))
    return False, winner, lines
