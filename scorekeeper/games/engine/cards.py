"""Cards and packs: a card is written rank then suit (`"10H"`), a joker `"JOKER"`."""

from typing import Any

from .base import Checks, _

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("S", "H", "D", "C")
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
JOKER = "JOKER"
BACK = "back"


def rank_of(card: str) -> str:
    """The rank of a suited card."""
    return card[:-1]


def suit_of(card: str) -> str:
    """The suit of a suited card."""
    return card[-1]


def signed(card: str) -> str:
    """A suited card with its suit's sign: `"10H"` is 10♥."""
    return rank_of(card) + SIGNS[suit_of(card)]


def is_card(value: Any, ranks: "tuple[str, ...]" = RANKS) -> bool:
    """Whether this writes a suited card of one of the ranks."""
    return isinstance(value, str) and len(value) > 1 and value[-1] in SUITS and value[:-1] in ranks


def check_pack(checks: Checks, name: str, cards: list[str], rule: str, packs: int, jokers: int) -> None:
    """Refuse more copies of a card than the packs hold."""
    for card in sorted(set(cards)):
        most = jokers if card == JOKER else packs
        if cards.count(card) > most:
            checks.refuse(
                name,
                rule,
                _("{card} appears {count} times, the packs hold {most}"),
                card=card,
                count=cards.count(card),
                most=most,
            )
