"""The Spanish cards of Truco argentino: their order, their envido, their flor (TAR-1 to TAR-3, TAR-11, TAR-16).

A card is written rank then suit: `"1E"`, `"12C"`. `muestra` is the card turned up, None where there is none.
"""

from typing import Any

from ..engine.base import Line, _, line

RANKS = ("1", "2", "3", "4", "5", "6", "7", "10", "11", "12")
SUITS = ("E", "B", "O", "C")
SUIT_NAMES = (("E", _("swords")), ("B", _("batons")), ("O", _("coins")), ("C", _("cups")))
BACK = "back"
MATAS = ("1E", "1B", "7E", "7O")  # high to low
ORDER = ("3", "2", "1", "12", "11", "10", "7", "6", "5", "4")  # high to low, below the matas
PIEZAS = {"2": 30, "4": 29, "5": 28, "11": 27, "10": 27}  # their envido
PIEZA_ORDER = ("2", "4", "5", "11", "10")  # high to low
SUBSTITUTE = "12"
TWO_OF_A_SUIT = 20


def is_card(value: Any) -> bool:
    """Whether this writes a card of the pack."""
    return isinstance(value, str) and value[-1:] in SUITS and value[:-1] in RANKS


def strongest(side: int, card: str) -> Line:
    """The reason that names a trick's strongest card."""
    text = _("{rank} of {suit} is the strongest card")
    return line(side, "TAR-2", text, rank=card[:-1], suit=dict(SUIT_NAMES)[card[-1]])


def pieza_of(card: str, muestra: "str | None") -> "str | None":
    """The rank as which a card is a pieza; None where it is none (TAR-3)."""
    if muestra is None or card[-1] != muestra[-1]:
        return None
    rank = card[:-1]
    if rank == SUBSTITUTE and muestra[:-1] in PIEZAS:
        return muestra[:-1]
    return rank if rank in PIEZAS else None


def strength(card: str, muestra: "str | None") -> int:
    """How strong a card is: 0 for a card played face down, which never wins (TAR-2, TAR-3)."""
    if card == BACK:
        return 0
    pieza = pieza_of(card, muestra)
    if pieza is not None:
        return len(ORDER) + len(MATAS) + len(PIEZA_ORDER) - PIEZA_ORDER.index(pieza)
    if card in MATAS:
        return len(ORDER) + len(MATAS) - MATAS.index(card)
    return len(ORDER) - ORDER.index(card[:-1])


def number_of(card: str) -> int:
    """What a card counts as a number: figures nothing."""
    return int(card[:-1]) if len(card) == 2 else 0


def _plain(cards: "list[str]", muestra: "str | None") -> "list[str]":
    return [card for card in cards if pieza_of(card, muestra) is None]


def envido_of(cards: "list[str]", muestra: "str | None") -> int:
    """The envido of three cards that are no flor, or of three of a suit where flor is not played (TAR-11)."""
    piezas = [PIEZAS[pieza_of(card, muestra) or ""] for card in cards if pieza_of(card, muestra) is not None]
    plain = _plain(cards, muestra)
    if piezas:
        return max(piezas) + max([number_of(card) for card in plain])
    best = max([number_of(card) for card in plain])
    for suit in SUITS:
        numbers = sorted([number_of(card) for card in plain if card[-1] == suit], reverse=True)
        if len(numbers) > 1:
            best = max(best, TWO_OF_A_SUIT + numbers[0] + numbers[1])
    return best


def flor_of(cards: "list[str]", muestra: "str | None") -> "int | None":
    """The value of a flor; None where three cards are none (TAR-16)."""
    worths = [PIEZAS[pieza_of(card, muestra) or ""] for card in cards if pieza_of(card, muestra) is not None]
    piezas = sorted(worths, reverse=True)
    plain = _plain(cards, muestra)
    numbers = sum([number_of(card) for card in plain])
    if len({card[-1] for card in plain}) > 1:
        return None
    if not piezas:
        return TWO_OF_A_SUIT + numbers
    return piezas[0] + sum([worth % 10 for worth in piezas[1:]]) + numbers
