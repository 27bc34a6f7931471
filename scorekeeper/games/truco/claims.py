"""Claims of Truco: who wins a trick (TRU-1), and “we won this hand”."""

from typing import Any

from ..engine.base import Checks, Entry, Line, Refusal, Setup, Table, Verdict, _, line
from ..engine.cards import BACK, is_card, rank_of, signed
from .checks import check_full
from .rules import result_of

RANKS = ("3", "2", "A", "K", "J", "Q", "7", "6", "5", "4")  # high to low, below the manilhas
MANILHAS = ("4C", "7H", "AS", "7D")  # high to low
MANILHA_SUITS = ("C", "H", "S", "D")  # high to low, where a turned-up card names the rank
CYCLE = ("4", "5", "6", "7", "Q", "J", "K", "A", "2", "3")


def manilhas(vira: "str | None") -> "tuple[str, ...]":
    """Returns the four highest cards from high to low: fixed, or the rank above the card turned up."""
    if vira is None:
        return MANILHAS
    rank = CYCLE[(CYCLE.index(rank_of(vira)) + 1) % len(CYCLE)]
    return tuple(rank + suit for suit in MANILHA_SUITS)


def strength(card: str, top: "tuple[str, ...]") -> int:
    """Returns how strong a card is; 0 for a card played face down, which never wins."""
    if card == BACK:
        return 0
    if card in top:
        return len(RANKS) + len(top) - top.index(card)
    return len(RANKS) - RANKS.index(rank_of(card))


def judge_trick(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “This trick is won”: upheld if all of the strongest cards belong to one side.

    If the claim names its `side`, they must belong to that side.
    """
    by_vira, vira = setup["options"]["manilhas"] == "vira", claim.get("vira")
    _check_cards(claim, len(setup["seats"]), vira)
    cards = claim["cards"]
    top = manilhas(vira)
    strengths = [strength(card, top) for card, _side in cards]
    best = max(strengths)
    leads = strengths.index(best)
    sides = sorted({side for (_card, side), value in zip(cards, strengths) if value == best})
    winner = sides[0] if len(sides) == 1 and best > 0 else None
    card = None if winner is None else cards[leads][0]
    claimant = claim.get("side", cards[leads][1])
    reasons = [_manilha_reason(claimant, top, by_vira)] + _trick_reasons(cards, strengths, leads, winner)
    upheld = winner is not None and winner == claimant
    reasons[0]["params"]["holds"] = True  # which cards are manilhas is true for either verdict
    reasons[1]["params"]["holds"] = upheld
    return {
        "upheld": upheld,
        "reasons": reasons,
        "effect": {"winner": winner, "card": card, "leads": leads},
    }


def _check_cards(claim: Entry, players: int, vira: Any) -> None:
    """Raises Refusal unless each player in turn played one card, each card once (TRU-17)."""
    checks, cards = Checks(claim), claim["cards"]
    if checks.has("vira") and not is_card(vira, RANKS):
        checks.refuse("vira", "TRU-1", _("This is not a card of the pack"))
    if not isinstance(cards, list) or len(cards) != players:
        text = _("A trick has {players} cards, each with the side that played it")
        checks.refuse("cards", "TRU-1", text, players=players)
        raise Refusal(checks.problems)
    seen = [] if vira is None else [vira]
    for index, played in enumerate(cards):
        _check_played(checks, "cards." + str(index), played, seen)
    if not checks.problems and any(low[1] == high[1] for low, high in zip(cards, cards[1:])):
        checks.refuse("cards", "TRU-1", _("The sides play in turn"))
    checks.raise_problems()


def _check_played(checks: Checks, path: str, played: Any, seen: list[str]) -> None:
    if not isinstance(played, list) or len(played) != 2 or type(played[1]) is not int or played[1] not in (0, 1):
        checks.refuse(path, "TRU-1", _("This must be a card and the side that played it"))
    elif played[0] != BACK and not is_card(played[0], RANKS):
        checks.refuse(path, "TRU-1", _("This is not a card of the pack"))
    elif played[0] in seen:
        checks.refuse(path, "TRU-1", _("{card} was there already"), card=played[0])
    elif played[0] != BACK:
        seen.append(played[0])


def _manilha_reason(side: int, top: "tuple[str, ...]", by_vira: bool) -> Line:
    text = _("The manilhas by the turned-up card are {listed}") if by_vira else _("The manilhas are {listed}")
    return line(side, "TRU-1", text, listed=" ".join([signed(card) for card in top]))


def _trick_reasons(cards: "list[list[Any]]", strengths: list[int], leads: int, winner: "int | None") -> list[Line]:
    """Returns the reasons for the verdict on a trick: the strongest card, or a tie, and who leads next."""
    best, side = cards[leads]
    if strengths[leads] == 0:
        return [
            line(
                side,
                "TRU-1",
                _("All cards lie face down: nobody wins the trick, the same player leads again"),
            )
        ]
    if winner is None:
        return [
            line(
                side,
                "TRU-1",
                _("Both sides have a strongest card as high as {card}: the trick is tied"),
                card=best,
            ),
            line(side, "TRU-1", _("The player of the first of them leads next: {card}"), card=best),
        ]
    reasons = [line(side, "TRU-1", _("{card} is the strongest card"), card=best)]
    if strengths.count(strengths[leads]) > 1:
        reasons.append(line(side, "TRU-1", _("Its equals are of the same side; the player of the first leads next")))
    return reasons


def judge_hand(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “We won this hand” as if the hand were entered."""
    checks, claimant = Checks(claim), claim["side"]
    check_full(checks, setup, table)
    checks.raise_problems()
    winner, stake, reasons = result_of(setup, table, claim)
    points = [stake if side == winner else 0 for side in (0, 1)]
    reasons[0]["params"]["holds"] = winner == claimant  # the winner by the tricks; the worth of the hand comes after it
    return {"upheld": winner == claimant, "reasons": reasons, "effect": {"winner": winner, "points": points}}


CLAIMS = {"trick": judge_trick, "hand": judge_hand}
