"""Checks that an entry is possible with Scopa's cards (SCO-5, SCO-16 to SCO-20).

`best` lists a side's best card in coins, cups, swords, batons, as in fields.BEST_CARDS; None for no card.
"""

from typing import Any

from ..engine.base import Checks, Setup, _
from .fields import COINS, HANDS_OF_A_SIDE, NAPOLA_LEAST, SEVENS

PRIMIERA = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12, "F": 10}
# By best card: how many cards of its suit are not above it (SCO-20).
NOT_ABOVE = {"7": 10, "6": 9, "A": 8, "5": 7, "4": 6, "3": 5, "2": 4, "F": 3, None: 0}
COINS_IN_A_ROW = ("A", "2", "3", "4", "5", "6", "7", "J", "Q", "K")  # the order of the napola
CARDS_OF_A_SUIT = 10


def primiera_of(best: "list[str | None]") -> "int | None":
    """Returns the sum of a side's best cards, or None if it has no card in some suit (SCO-5)."""
    return None if None in best else sum([PRIMIERA[card] for card in best if card is not None])


def is_sure(best: "list[str | None]", coins: int) -> bool:
    """True if no other side can get an equal or higher primiera (SCO-14)."""
    sum_of_side = primiera_of(best)
    if sum_of_side is None:
        return False
    others = sum([PRIMIERA["6"] if card == "7" else PRIMIERA["7"] for card in best])
    return sum_of_side > others or coins == CARDS_OF_A_SUIT


FIGURES = COINS_IN_A_ROW[7:]  # the grande


def named_coins(settebello: bool, re_bello: bool, napola: int, best: "str | None", grande: bool = False) -> "list[str]":
    """Returns the coins that a side has by its settebello, re bello, napola, best coin and grande (SCO-17, SCO-24)."""
    named = list(COINS_IN_A_ROW[:napola])
    figures = [(card, grande) for card in FIGURES]
    for card, is_named in [("7", settebello), ("K", re_bello), (best, best not in (None, "F"))] + figures:
        if is_named and card is not None and card not in named:
            named.append(card)
    return named


def napola_is_complete(napola: int, named: "list[str]") -> bool:
    """True if no coin continues the napola: with the next coin of its side it would be longer (SCO-17)."""
    return not 0 < napola < CARDS_OF_A_SUIT or COINS_IN_A_ROW[napola] not in named


def fits_napola(napola: int, best: "str | None") -> bool:
    """True if the best coin is possible for a side with this napola (SCO-20)."""
    if napola == 0:
        return True
    allowed = ("7", "6") if napola >= 6 else ("7", "A") if napola == 5 else ("7", "6", "A")
    return best in allowed


def bounds(best: "list[Any]", side: int) -> "tuple[int, int]":
    """Returns the fewest and most cards of a suit for a side, given all sides' best cards in it (SCO-20)."""
    own_card = best[side]
    if own_card is None:
        return 0, 0
    others = [card for index, card in enumerate(best) if index != side and card is not None]
    lower = [card for card in others if NOT_ABOVE[card] < NOT_ABOVE[own_card] or card == own_card]
    most = NOT_ABOVE[own_card] - len(lower)
    if own_card == "7":
        return CARDS_OF_A_SUIT - max([NOT_ABOVE[card] for card in others] + [0]), most
    return 1, most


LEAST_FOR_PRIMIERA = 4
MOST_OF_THE_COINS = COINS // 2 + 1


def check_deal(checks: Checks, setup: Setup) -> None:
    """Refuses contradictions in a deal that was played out."""
    napola = checks.mapping.get("napola", [])
    for side, row in enumerate(napola):
        check_napola(checks, "napola." + str(side), row)
    check_accusi(checks, setup)
    if len([row for row in napola if row]) > 1:
        checks.refuse("napola", "SCO-17", _("Only one side can have a napola"))
    if not checks.problems:
        _check_fit(checks, setup)


def check_accusi(checks: Checks, setup: Setup) -> None:
    """Refuses more accusi than a side is dealt hands of three; in a deal for each side, in a claim for one (SCO-26)."""
    numbers, most = checks.mapping.get("accusi", {}), HANDS_OF_A_SIDE[len(setup["sides"])]
    of_sides = [numbers[worth] if isinstance(numbers[worth], list) else [numbers[worth]] for worth in numbers]
    together = [sum(of_side) for of_side in zip(*of_sides)]
    if together and max(together) > most:
        text = _("A side is dealt {most} hands in a deal: this makes {count} accusi")
        checks.refuse("accusi", "SCO-26", text, most=most, count=max(together))


def check_napola(checks: Checks, path: str, row: int) -> None:
    """Refuses a napola that is neither none nor three to ten coins."""
    if row != 0 and not NAPOLA_LEAST <= row <= COINS:
        checks.refuse(path, "SCO-8", _("A napola has 3 to 10 coins"))


def best_of(entry: "dict[str, Any]") -> "list[list[Any]] | None":
    """Returns each side's best cards, or None if they were not entered."""
    primiera = entry.get("primiera")
    return primiera["best"] if isinstance(primiera, dict) else None


def counts_of(entry: "dict[str, Any]", name: str) -> "list[int] | None":
    """Returns the count of each side; None if the field is missing or has only the winner of the point."""
    value = entry.get(name)
    return list(value) if isinstance(value, list) else None


def _check_fit(checks: Checks, setup: Setup) -> None:
    """Refuses counts that contradict each other (SCO-16 to SCO-20)."""
    entry = checks.mapping
    cards, coins = counts_of(entry, "cards"), counts_of(entry, "coins")
    for side in range(len(setup["sides"])):
        if cards is not None and coins is not None and coins[side] > cards[side]:
            checks.refuse("coins." + str(side), "SCO-16", _("A side has no more coins than cards"))
        if cards is not None and entry.get("scope", [0] * (side + 1))[side] * 2 > cards[side]:
            checks.refuse("scope." + str(side), "SCO-16", _("Each sweep takes two cards at least"))
    _check_named(checks, setup, coins)
    _check_winner_of_primiera(checks, cards, coins)
    _check_sevens(checks, cards, coins)
    if best_of(entry) is not None:
        _check_best_cards(checks, setup, cards, coins)


def _check_named(checks: Checks, setup: Setup, coins: "list[int] | None") -> None:
    """Refuses coins named for two sides, or that contradict a side's coins or napola (SCO-17)."""
    entry = checks.mapping
    best = best_of(entry)
    taken: list[str] = []
    for side in range(len(setup["sides"])):
        napola = entry["napola"][side] if "napola" in entry else 0
        named = named_coins(
            entry["settebello"] == side,
            "re_bello" in entry and entry["re_bello"] == side,
            napola,
            best[side][0] if best else None,
            entry.get("grande") == side,
        )
        if any(coin in taken for coin in named):
            checks.refuse("settebello", "SCO-17", _("The same coin is named for two sides"))
        taken += named
        if not napola_is_complete(napola, named):
            checks.refuse("napola." + str(side), "SCO-17", _("This side has the next coin too: its napola is longer"))
        if coins is None:
            point = entry["coins"]
            if len(named) >= MOST_OF_THE_COINS and point != side:
                text = _("This side has {named} coins at least: the point is its own")
                checks.refuse("coins", "SCO-17", text, named=len(named))
        elif coins[side] < len(named):
            text = _("This side has {named} coins that are named, not {coins}")
            checks.refuse("coins." + str(side), "SCO-17", text, named=len(named), coins=coins[side])
        elif coins[side] == COINS and setup["options"]["napola"] != "none" and napola != COINS:
            checks.refuse("napola", "SCO-17", _("All ten coins are a napola of 10"))
        has_all = napola == COINS or (coins is not None and coins[side] == COINS)
        if has_all and setup["options"]["grande"] and entry.get("grande") != side:
            checks.refuse("grande", "SCO-24", _("All ten coins are the grande too"))


def _check_winner_of_primiera(checks: Checks, cards: "list[int] | None", coins: "list[int] | None") -> None:
    """Refuses a winner of the primiera who cannot have a card of each suit (SCO-18)."""
    winner = checks.mapping.get("primiera")
    if winner is None or isinstance(winner, dict):
        return
    too_few = (
        (cards is not None and cards[winner] < LEAST_FOR_PRIMIERA)
        or (coins is not None and coins[winner] < 1)
        or (cards is not None and coins is not None and cards[winner] - coins[winner] < LEAST_FOR_PRIMIERA - 1)
    )
    if too_few:
        checks.refuse("primiera", "SCO-18", _("Who wins the primiera has a coin and three other cards at least"))


def _check_sevens(checks: Checks, cards: "list[int] | None", coins: "list[int] | None") -> None:
    """Refuses sevens that contradict the settebello or the numbers of cards and coins (SCO-19)."""
    sevens = counts_of(checks.mapping, "sevens")
    if sevens is None:
        return
    for side, count in enumerate(sevens):
        has_settebello = checks.mapping["settebello"] == side
        others = None if cards is None or coins is None else cards[side] - coins[side]
        check_sevens_of(checks, "sevens." + str(side), count, has_settebello, others)


def check_sevens_of(checks: Checks, path: str, sevens: int, has_settebello: bool, others: "int | None") -> None:
    """Refuses a number of sevens that contradicts the settebello or `others`, the cards that are not coins.

    `others` is None if unknown (SCO-19).
    """
    if has_settebello and sevens < 1:
        checks.refuse(path, "SCO-19", _("The side with the settebello has a seven"))
    elif sevens - int(has_settebello) > SEVENS - 1:
        checks.refuse(path, "SCO-19", _("Without the settebello there are only three sevens"))
    elif others is not None and sevens - int(has_settebello) > others:
        checks.refuse(path, "SCO-19", _("Three sevens are no coins: this side has too few other cards"))


def _check_best_cards(checks: Checks, setup: Setup, cards: "list[int] | None", coins: "list[int] | None") -> None:
    """Refuses best cards that contradict each other, the settebello, the napola or the counts (SCO-20)."""
    entry = checks.mapping
    best = best_of(entry) or []
    by_suit = [[cards_of[suit] for cards_of in best] for suit in range(4)]
    path = "primiera.best"
    for row in by_suit:
        suited = [card for card in row if card not in (None, "F")]
        if row.count("7") != 1:
            checks.refuse(path, "SCO-20", _("In each suit one side’s best card is the 7"))
        elif len(set(suited)) < len(suited):
            checks.refuse(path, "SCO-20", _("Two sides cannot have the same best card of a suit"))
    if by_suit[0][entry["settebello"]] != "7":
        checks.refuse(path, "SCO-20", _("The 7 of coins is the settebello"))
    grande = entry.get("grande")
    if grande is not None and "F" in [card for side, card in enumerate(by_suit[0]) if side != grande]:
        checks.refuse(path, "SCO-24", _("With the grande no other side has a figure in coins"))
    for side, row_of_side in enumerate(best):
        if "napola" in entry and not fits_napola(entry["napola"][side], row_of_side[0]):
            checks.refuse(path + "." + str(side), "SCO-20", _("This best coin does not fit the napola"))
    if not checks.problems:
        for side in range(len(setup["sides"])):
            _check_bounds(checks, [bounds(row, side) for row in by_suit], side, cards, coins)


def _check_bounds(
    checks: Checks,
    limits: "list[tuple[int, int]]",
    side: int,
    cards: "list[int] | None",
    coins: "list[int] | None",
) -> None:
    """Refuses a number of cards or coins outside `limits`: fewest and most of each suit (SCO-20)."""
    if coins is not None:
        _check_between(checks, "coins." + str(side), coins[side], limits[:1])
    if cards is not None and coins is not None:
        _check_between(checks, "cards." + str(side), cards[side] - coins[side], limits[1:])
    elif cards is not None:
        _check_between(checks, "cards." + str(side), cards[side], limits)


def _check_between(checks: Checks, path: str, count: int, limits: "list[tuple[int, int]]") -> None:
    low = sum([limit[0] for limit in limits])
    high = sum([limit[1] for limit in limits])
    if not low <= count <= high:
        text = _("By the best cards this side has {low} to {high} of these cards, not {count}")
        checks.refuse(path, "SCO-20", text, low=low, high=high, count=count)
