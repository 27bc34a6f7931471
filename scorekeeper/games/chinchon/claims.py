"""Judges of Chinchón's claims: closing with seven cards (CHI-11, CHI-12), and “You are out”."""

from typing import Any

from ..engine.base import Checks, Entry, Setup, Table, Verdict, _, line
from ..engine.cards import JOKER, check_pack, is_card
from ..engine.elimination import is_out, judged_out, may_reenter
from .fields import ACE_OF_COINS, CARDS, CLEAN, SUITS, TWO, is_joker, most_of_one, order_of, packs_of, worth_of
from .rules import less_of

LEAST_CARDS = 3


def is_meld(cards: "list[str]", options: "dict[str, Any]") -> bool:
    """True if the cards are a set or a run, with one joker at most (CHI-11, CHI-12)."""
    plain = [card for card in cards if not is_joker(card, options)]
    if len(cards) < LEAST_CARDS or len(cards) - len(plain) > 1:
        return False
    ranks, suits = [card[:-1] for card in plain], [card[-1] for card in plain]
    if len(set(ranks)) == 1:
        return len(set(suits)) == len(suits) and len(cards) <= len(SUITS)
    if len(set(suits)) > 1 or len(set(ranks)) < len(ranks):
        return False
    places = [order_of(options).index(rank) for rank in ranks]
    return max(places) - min(places) < len(cards)


def fewest_left(cards: "list[str]", options: "dict[str, Any]") -> int:
    """Returns the fewest points that stay unmelded; seven cards make two melds at most."""
    subsets = range(1 << len(cards))
    melds = [mask for mask in subsets if mask == 0 or is_meld(_chosen(cards, mask), options)]
    rest = [[card for at, card in enumerate(cards) if not mask >> at & 1] for mask in subsets]
    left = [sum([worth_of(card, options) for card in unmelded]) for unmelded in rest]
    return min([left[first | second] for first in melds for second in melds if not first & second])


def _chosen(cards: "list[str]", mask: int) -> "list[str]":
    return [card for at, card in enumerate(cards) if mask >> at & 1]


def chinchon_of(cards: "list[str]", options: "dict[str, Any]") -> "str | None":
    """Returns "clean" or "joker" if the seven cards are one run, else None; A to 7 of coins is clean (CHI-5)."""
    if not is_meld(cards, options):
        return None
    jokers = [card for card in cards if is_joker(card, options)]
    in_place = ACE_OF_COINS in cards and set(cards) == {rank + "D" for rank in order_of(options)[:CARDS]}
    return CLEAN if not jokers or in_place else "joker"


def judge_close(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “I can close with these seven”: upheld if no more is left than the closer may have (CHI-3)."""
    options, side, checks = setup["options"], claim["side"], Checks(claim)
    if is_out(setup, table["totals"][side]) and side not in may_reenter(table):
        checks.refuse("side", "CHI-8", _("This player is out"))
    _check_cards(checks, setup)
    checks.raise_problems()
    left, chinchon = fewest_left(claim["cards"], options), chinchon_of(claim["cards"], options)
    upheld = left <= options["close"]
    points = None if not upheld else left or -less_of(setup, chinchon)
    text = _("Left: {left}, the closer may have {close}")
    reasons = [line(side, "CHI-3", text, left=left, close=options["close"], holds=upheld)]
    if chinchon == CLEAN:
        reasons.append(line(side, "CHI-5", _("A clean chinchón wins the match"), holds=True))
    elif not left:
        less = less_of(setup, chinchon)
        rule, text = (
            ("CHI-5", _("Chinchón with a joker: {less} less"))
            if chinchon
            else ("CHI-4", _("Closed with all seven cards: {less} less"))
        )
        reasons.append(line(side, rule, text, less=less, holds=True))
    return {"upheld": upheld, "reasons": reasons, "effect": {"left": left, "points": points, "chinchon": chinchon}}


def _check_cards(checks: Checks, setup: Setup) -> None:
    """Refuses the cards unless they are seven of the packs."""
    cards, options, packs = checks.mapping["cards"], setup["options"], packs_of(len(setup["sides"]))
    ranks = tuple(order_of(options))
    if not isinstance(cards, list) or not all(is_card(card, ranks) or card == JOKER for card in cards):
        checks.refuse("cards", "CHI-11", _("This must be cards of the pack, such as AC, JS or JOKER"))
        return
    if len(cards) != CARDS:
        checks.refuse("cards", "CHI-7", _("These must be {cards} cards"), cards=CARDS)
    check_pack(checks, "cards", cards, "CHI-11", packs, 2 * packs if options["jokers"] == TWO else 0)


def judge_out(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “You are out”: upheld if the total, with the count if one is given, reaches the limit (CHI-8)."""
    side, checks = claim["side"], Checks(claim)
    if checks.has("count"):
        checks.whole("count", "CHI-7", 0, most_of_one(setup["options"], len(setup["sides"])))
        if is_out(setup, table["totals"][side]):
            checks.refuse("side", "CHI-8", _("This player is out"))
    checks.raise_problems()
    return judged_out(setup, side, table["totals"][side] + claim.get("count", 0), "CHI-8")


CLAIMS = {"close": judge_close, "out": judge_out}
