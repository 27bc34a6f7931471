"""Judges of Scala 40's claims: an opening with its melds (SCA-11 to SCA-15), and “You are out”."""

from ..engine.base import Checks, Entry, Line, Setup, Table, Verdict, _, line
from ..engine.cards import JOKER, RANKS, check_pack, is_card, rank_of, suit_of
from ..engine.elimination import is_out, judged_out, may_reenter
from .rules import UNOPENED, is_doubled, least_count

PACKS = 2
JOKERS = 4
REQUIRED = 40
MOST_CARDS = 13  # most cards of an opening; the fourteenth is discarded


LEAST_CARDS = 3
ACE_HIGH = 14  # place of an ace above the king; below the 2 its place is 1
COURT = ("10", "J", "Q", "K")
ACE_WORTH = 11


def worth_of(meld: "list[str]") -> "int | None":
    """Returns the points of a meld, with its joker where it counts most; None if the cards are no meld."""
    cards = [card for card in meld if card != JOKER]
    jokers = len(meld) - len(cards)
    if len(meld) < LEAST_CARDS or jokers > 1:
        return None
    if len({rank_of(card) for card in cards}) == 1:
        return _worth_of_set(cards, jokers)
    return _worth_of_sequence(cards, jokers)


def _worth_of_set(cards: "list[str]", jokers: int) -> "int | None":
    """Returns the points of a set of three or four cards of one rank; None if they are no set (SCA-12)."""
    suits = [suit_of(card) for card in cards]
    if len(set(suits)) < len(suits) or len(cards) + jokers > len("SHDC"):
        return None
    return (len(cards) + jokers) * _card_worth(rank_of(cards[0]))


def _worth_of_sequence(cards: "list[str]", jokers: int) -> "int | None":
    """Returns the points of a sequence where it counts most; None if the cards are none (SCA-13, SCA-14)."""
    ranks = [rank_of(card) for card in cards]
    if len({suit_of(card) for card in cards}) > 1 or len(set(ranks)) < len(ranks):
        return None
    length = len(cards) + jokers
    worths = []
    for first in range(1, ACE_HIGH - length + 2):
        row = [_rank_at(place) for place in range(first, first + length)]
        if all(rank in row for rank in ranks):
            worths.append(sum([_place_worth(place) for place in range(first, first + length)]))
    return max(worths) if worths else None


def _rank_at(place: int) -> str:
    """Returns the rank at a place of the row A 2 3 … Q K A."""
    return RANKS[(place - 1) % len(RANKS)]


def _card_worth(rank: str) -> int:
    """Returns a card's points in a set."""
    if rank == "A":
        return ACE_WORTH
    return 10 if rank in COURT else int(rank)


def _place_worth(place: int) -> int:
    """Returns the points of the card at a place of a sequence; an ace below the 2 counts 1."""
    return 1 if place == 1 else _card_worth(_rank_at(place))


def judge_out(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “You are out”: upheld if the total, with the hand if one is given, reaches the limit."""
    side, not_opened = claim["side"], claim.get("unopened", False)
    _check_count(setup, table, claim)
    doubled = 2 if is_doubled(setup, claim.get("from_hand", False)) else 1
    total = table["totals"][side] + (UNOPENED if not_opened else claim.get("count", 0) * doubled)
    return judged_out(setup, side, total, "SCA-6")


def _check_count(setup: Setup, table: Table, claim: Entry) -> None:
    """Raises Refusal for a count that a hand cannot have, or for a player who is already out."""
    checks, not_opened = Checks(claim), claim.get("unopened", False)
    if checks.has("count"):
        checks.whole("count", "SCA-3", least_count(setup))
    if checks.has("count") and not_opened:
        checks.refuse("unopened", "SCA-5", _("Who has not opened has no count"))
    if checks.has("from_hand") and not checks.has("count"):
        checks.refuse("from_hand", "SCA-4", _("Only a count can be doubled"))
    if (checks.has("count") or not_opened) and is_out(setup, table["totals"][claim["side"]]):
        checks.refuse("side", "SCA-7", _("This player is out"))
    checks.raise_problems()


def judge_opening(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “We open with this”: upheld if all melds are valid and worth 40 together (SCA-11 to SCA-15)."""
    checks, side = Checks(claim), claim["side"]
    if is_out(setup, table["totals"][side]) and side not in may_reenter(table):
        checks.refuse("side", "SCA-7", _("This player is out"))
    _check_melds(checks)
    checks.raise_problems()
    worths = [worth_of(meld) for meld in claim["melds"]]
    points = sum([worth for worth in worths if worth is not None])
    clean = sum([worth for meld, worth in zip(claim["melds"], worths) if worth is not None and JOKER not in meld])
    reasons = [_meld_line(side, index, worth) for index, worth in enumerate(worths)]
    text = _("The melds are worth {worth}, an opening needs {required}")
    reasons.append(line(side, "SCA-11", text, worth=points, required=REQUIRED, holds=points >= REQUIRED))
    upheld = None not in worths and points >= REQUIRED
    if setup["options"]["clean_opening"]:
        text = _("Without jokers they are worth {worth}, an opening needs {required}")
        reasons.append(line(side, "SCA-15", text, worth=clean, required=REQUIRED, holds=clean >= REQUIRED))
        upheld = upheld and clean >= REQUIRED
    return {"upheld": upheld, "reasons": reasons, "effect": {"points": points, "required": REQUIRED, "melds": worths}}


def _meld_line(side: int, index: int, worth: "int | None") -> Line:
    if worth is None:
        text = _("Meld {number} is neither a set nor a sequence")
        return line(side, "SCA-12", text, number=index + 1, holds=False)
    return line(side, "SCA-12", _("Meld {number}: {worth}"), number=index + 1, worth=worth)


def _check_melds(checks: Checks) -> None:
    """Refuses melds unless they are lists of 13 cards at most from two packs with four jokers."""
    melds = checks.mapping["melds"]
    if not isinstance(melds, list) or not melds or not all(isinstance(meld, list) and meld for meld in melds):
        checks.refuse("melds", "SCA-11", _("This must be a list of melds, each a list of cards"))
        return
    cards = [card for meld in melds for card in meld]
    if not all(is_card(card) or card == JOKER for card in cards):
        checks.refuse("melds", "SCA-11", _("This must be cards, such as AS, 10H or JOKER"))
        return
    if len(cards) > MOST_CARDS:
        checks.refuse("melds", "SCA-11", _("An opening has {most} cards at most: one is discarded"), most=MOST_CARDS)
    check_pack(checks, "melds", cards, "SCA-11", PACKS, JOKERS)


CLAIMS = {"opening": judge_opening, "out": judge_out}
