"""What the melds of an opening are worth: sets and sequences, with one joker at most (SCA-12 to SCA-14)."""

from ..engine.cards import JOKER, RANKS, rank_of, suit_of

LEAST_CARDS = 3
ACE_HIGH = 14  # the place of an ace above the king; below the 2 it stands at 1
COURT = ("10", "J", "Q", "K")
ACE_WORTH = 11


def worth_of(meld: "list[str]") -> "int | None":
    """The points of a meld, its joker where it counts most; None for what is no meld."""
    cards = [card for card in meld if card != JOKER]
    jokers = len(meld) - len(cards)
    if len(meld) < LEAST_CARDS or jokers > 1:
        return None
    if len({rank_of(card) for card in cards}) == 1:
        return _worth_of_set(cards, jokers)
    return _worth_of_sequence(cards, jokers)


def _worth_of_set(cards: "list[str]", jokers: int) -> "int | None":
    """Three or four cards of one rank, all of different suits (SCA-12)."""
    suits = [suit_of(card) for card in cards]
    if len(set(suits)) < len(suits) or len(cards) + jokers > len("SHDC"):
        return None
    return (len(cards) + jokers) * _card_worth(rank_of(cards[0]))


def _worth_of_sequence(cards: "list[str]", jokers: int) -> "int | None":
    """Cards of one suit in a row; of all places in which they can stand, the ones that count most (SCA-13, SCA-14)."""
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
    """The rank at a place of the row A 2 3 … Q K A."""
    return RANKS[(place - 1) % len(RANKS)]


def _card_worth(rank: str) -> int:
    """A card's points in a set."""
    if rank == "A":
        return ACE_WORTH
    return 10 if rank in COURT else int(rank)


def _place_worth(place: int) -> int:
    """A card's points in a sequence: an ace below the 2 counts 1."""
    return 1 if place == 1 else _card_worth(_rank_at(place))
