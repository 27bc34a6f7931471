"""Values and winners of envido and flor, strength of cards (TAR-2, TAR-3, TAR-11, TAR-12, TAR-16, TAR-19)."""

from typing import Any

from ..engine.base import Checks, Entry, Line, _, line
from .deal import Deal

HIGHEST_WITH_MUESTRA = 37


def envido_values(muestra: bool) -> "list[int]":
    """Returns every value that the envido of three cards can have."""
    return list(range(8)) + list(range(20, 38 if muestra else 34))


def flor_values(muestra: bool) -> "list[int]":
    """Returns every value that a flor can have."""
    return list(range(20, 48 if muestra else 39))


def check_compared(part: Checks, deal: Deal, values_possible: "list[int]", rule: str) -> None:
    """Refuses a comparison without values and winner, with impossible values, or with the wrong winner."""
    if not part.has("values") and not part.has("winner"):
        part.refuse("values", rule, _("Enter the values that were said, or who won"))
        return
    winner = part.side("winner", rule, 2) if part.has("winner") else None
    if not part.has("values"):
        return
    values = part.mapping["values"]
    if not isinstance(values, list) or len(values) != 2 or values == [None, None]:
        part.refuse("values", rule, _("This must be the best value of each side, or null for “good”"))
        return
    for side, value in enumerate(values):
        if value is not None and (type(value) is not int or value not in values_possible):
            part.refuse("values." + str(side), rule, _("No three cards have this value"))
            return
    best = winner_of(deal, values)
    if best is None and not part.has("winner"):
        part.refuse("winner", "TAR-12", _("Equal values: who is nearer to the mano?"))
    elif best is not None and winner is not None and best != winner:
        part.refuse("winner", "TAR-12", _("The values say that the other side won"))


def winner_of(deal: Deal, values: "list[int | None]") -> "int | None":
    """Returns the side with the higher value; if equal the mano, or in teams None: unknown (TAR-12)."""
    first, second = values
    if second is None or (first is not None and first > second):
        return 0
    if first is None or second > first:
        return 1
    return deal["mano"] if deal["players"] == 1 else None


def compared(deal: Deal, part: Entry) -> int:
    """Returns the side that won the comparison of envido or flor; `part` is without problems."""
    return part["winner"] if "winner" in part else winner_of(deal, part["values"]) or 0


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
    """True if the text is a card of the pack."""
    return isinstance(value, str) and value[-1:] in SUITS and value[:-1] in RANKS


def strongest(side: int, card: str) -> Line:
    """Returns the line with the strongest card of a trick, a reason of the verdict."""
    text = _("{rank} of {suit} is the strongest card")
    return line(side, "TAR-2", text, rank=card[:-1], suit=dict(SUIT_NAMES)[card[-1]])


def pieza_of(card: str, muestra: "str | None") -> "str | None":
    """Returns the rank that a card has as a pieza, or None if it is not a pieza (TAR-3)."""
    if muestra is None or card[-1] != muestra[-1]:
        return None
    rank = card[:-1]
    if rank == SUBSTITUTE and muestra[:-1] in PIEZAS:
        return muestra[:-1]
    return rank if rank in PIEZAS else None


def strength(card: str, muestra: "str | None") -> int:
    """Returns how strong a card is; 0 for a card played face down, which never wins (TAR-2, TAR-3)."""
    if card == BACK:
        return 0
    pieza = pieza_of(card, muestra)
    if pieza is not None:
        return len(ORDER) + len(MATAS) + len(PIEZA_ORDER) - PIEZA_ORDER.index(pieza)
    if card in MATAS:
        return len(ORDER) + len(MATAS) - MATAS.index(card)
    return len(ORDER) - ORDER.index(card[:-1])


def number_of(card: str) -> int:
    """Returns the value of a plain card in envido and flor: its number, or 0 for a figure."""
    return int(card[:-1]) if len(card) == 2 else 0


def _plain(cards: "list[str]", muestra: "str | None") -> "list[str]":
    return [card for card in cards if pieza_of(card, muestra) is None]


def envido_of(cards: "list[str]", muestra: "str | None") -> int:
    """Returns the envido of three cards. Three of a suit count only where flor is not played (TAR-11)."""
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
    """Returns the value of a flor, or None if the three cards are no flor (TAR-16)."""
    worths = [PIEZAS[pieza_of(card, muestra) or ""] for card in cards if pieza_of(card, muestra) is not None]
    piezas = sorted(worths, reverse=True)
    plain = _plain(cards, muestra)
    numbers = sum([number_of(card) for card in plain])
    if len({card[-1] for card in plain}) > 1:
        return None
    if not piezas:
        return TWO_OF_A_SUIT + numbers
    return piezas[0] + sum([worth % 10 for worth in piezas[1:]]) + numbers
