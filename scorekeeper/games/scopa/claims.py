"""Claims of Scopa: a primiera, and “mi chiamo fuori”."""

from typing import Any

from ..engine.base import Checks, Entry, Line, Setup, Table, Verdict, _, line
from ..engine.cards import is_card, rank_of, suit_of
from .calling import check_claim, judged
from .entry import PRIMIERA, primiera_of
from .rules import winner_of_primiera

RANKS = ("A", "2", "3", "4", "5", "6", "7", "J", "Q", "K")
CONDITIONS = ("SCO-9", "SCO-13")  # rules of the claim: all ten coins, or reaching the target alone
SUITS = ("D", "H", "S", "C")  # coins, cups, swords, batons


def judge_target(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “We have the points: we call out” by the points already certain (SCO-13, SCO-15)."""
    checks = Checks(claim)
    check_claim(checks, setup)
    checks.raise_problems()
    holds, winner, reasons = judged(setup, table, claim)
    points = sum([reason["points"] for reason in reasons])
    for reason in reasons:
        if reason["rule"] in CONDITIONS:
            reason["params"]["holds"] = holds
    effect = {
        "points": points,
        "total": table["totals"][claim["side"]] + points,
        "winner": winner,
        "games": 0 if winner is None else 1,
    }
    return {"upheld": holds, "reasons": reasons, "effect": effect}


def judge_primiera(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “The primiera is ours” by the cards that the sides have taken (SCO-5)."""
    checks, side = Checks(claim), claim["side"]
    _check_cards(checks, len(setup["sides"]))
    checks.raise_problems()
    sums = [primiera_of(_best(cards)) for cards in claim["cards"]]
    winner = winner_of_primiera(sums)
    reasons = [_sum_line(setup, index, worth) for index, worth in enumerate(sums)]
    if winner is None:
        reasons.append(line(side, "SCO-5", _("Nobody has the primiera")))
    else:
        reasons.append(line(winner, "SCO-5", _("The highest primiera")))
    return {"upheld": winner == side, "reasons": reasons, "effect": {"sums": sums, "winner": winner}}


def _sum_line(setup: Setup, side: int, worth: "int | None") -> Line:
    who = setup["sides"][side]["name"]
    if worth is None:
        return line(side, "SCO-5", _("{who}: no card in some suit, no primiera"), who=who)
    return line(side, "SCO-5", _("{who}: primiera of {sum}"), who=who, sum=worth)


def _check_cards(checks: Checks, sides: int) -> None:
    """Refuses anything but a list of cards for each side, without a card twice."""
    cards_of_sides: Any = checks.mapping["cards"]
    if (
        not isinstance(cards_of_sides, list)
        or len(cards_of_sides) != sides
        or not all(isinstance(cards, list) for cards in cards_of_sides)
    ):
        checks.refuse("cards", "SCO-5", _("This must be one list for each of the {sides} sides"), sides=sides)
        return
    seen: list[str] = []
    for index, cards in enumerate(cards_of_sides):
        for card in cards:
            if not is_card(card, RANKS):
                checks.refuse("cards." + str(index), "SCO-5", _("This must be cards from A to 7, J, Q, K"))
                return
            if card in seen:
                checks.refuse("cards." + str(index), "SCO-5", _("{card} appears twice"), card=card)
            seen.append(card)


def _best(cards: "list[str]") -> "list[str | None]":
    """Returns the best card of each suit by primiera value: "F" for any figure, None for no card."""
    best: list[str | None] = []
    for suit in SUITS:
        ranks = [_as_best(rank_of(card)) for card in cards if suit_of(card) == suit]
        best.append(max(ranks, key=lambda rank: PRIMIERA[rank]) if ranks else None)
    return best


def _as_best(rank: str) -> str:
    return rank if rank in PRIMIERA else "F"


CLAIMS = {"primiera": judge_primiera, "target": judge_target}
