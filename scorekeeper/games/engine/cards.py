"""Cards: their notation, their form fields, checks of cards in claims, and their names in messages.

A card is written rank then suit (`"10H"`), a joker `"JOKER"`.
"""

from typing import Any, Callable

from .checks import Checks, _
from .declared import Field
from .side_names import called, in_language

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("S", "H", "D", "C")
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
JOKER = "JOKER"
BACK = "back"
COURT = (_("J"), _("Q"), _("K"))  # a language has the letters that are printed on its cards: V, D, R in French


def rank_of(card: str) -> str:
    """Returns the rank of a card that is no joker."""
    return card[:-1]


def suit_of(card: str) -> str:
    """Returns the suit of a card that is no joker."""
    return card[-1]


def signed(card: str) -> str:
    """Returns a card with its suit's sign: `"10H"` is 10♥."""
    return rank_of(card) + SIGNS[suit_of(card)]


def is_card(value: Any, ranks: "tuple[str, ...]" = RANKS) -> bool:
    """True if the value is a card of the four French suits with one of these ranks; False for a joker."""
    return isinstance(value, str) and value[-1:] in SUITS and value[:-1] in ranks


def check_pack(checks: Checks, name: str, cards: list[str], rule: str, packs: int, jokers: int) -> None:
    """Refuses the cards if any of them appears more often than the packs and jokers allow."""
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


def check_cards(checks: Checks, name: str, cards: Any, list_rule: str, card_rule: str) -> "list[str]":
    """Checks that the value is a list of cards; returns them, or an empty list if they are refused."""
    if not isinstance(cards, list):
        checks.refuse(name, list_rule, _("This must be a list of cards"))
        return []
    before = len(checks.problems)
    for index, card in enumerate(cards):
        if card != JOKER and not is_card(card):
            checks.refuse(name + "." + str(index), card_rule, _("This is not a card of the pack"))
    return list(cards) if len(checks.problems) == before else []


def check_melds(checks: Checks, rule: str, list_rule: str, card_rule: str) -> "list[list[str]]":
    """Checks the field `melds`, a list of lists of cards; returns it with an empty list for a refused meld."""
    melds = checks.mapping["melds"]
    if not isinstance(melds, list):
        checks.refuse("melds", rule, _("This must be a list of melds"))
        return []
    return [
        check_cards(checks, "melds." + str(index), cards, list_rule, card_rule) for index, cards in enumerate(melds)
    ]


_SUITS = {sign: suit for suit, sign in SIGNS.items()}
_JOKERS = ("JOKER", "*", "JO")
_BACKS = ("BACK", "X", "-")
_RANKS = {"T": "10", "1": "10", "V": "J", "D": "Q", "R": "K"}


def cards_typed(text: str, suits: "list[list[str]] | None" = None) -> list[str]:
    """Parses typed text into cards; unknown words are returned unchanged, for the game to refuse.

    `suits`: the game's suits as [letter, name], if they are not the French ones.
    """
    return [
        _card(word, SUITS if suits is None else tuple([suit[0] for suit in suits]))
        for word in text.replace(",", " ").split()
    ]


def _card(word: str, suits: "tuple[str, ...]") -> str:
    name = "".join([_SUITS.get(sign, sign) for sign in word if sign not in "\ufe0e\ufe0f"]).upper()
    if name in _JOKERS:
        return JOKER
    if name in _BACKS:
        return BACK
    if name[-1:] not in suits:
        return word
    return _RANKS.get(name[:-1], name[:-1]) + name[-1] if suits == SUITS else name


def cards(field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
    """Reads a list of cards from a form."""
    return cards_typed(form.get(path, ""), field.get("suits"))


def card(field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
    """Reads a single card from a form; returns the typed text if it is not exactly one card."""
    named_cards = cards(field, form, path, sides)
    return named_cards[0] if len(named_cards) == 1 else form.get(path, "")


def trick(field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
    """Reads a trick from a form: pairs of a card and the side that played it, in turn from the side that led."""
    led = 1 if form.get(path + ".led") == "1" else 0
    return [[played_card, (led + index) % sides] for index, played_card in enumerate(cards(field, form, path, sides))]


def melds(field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
    """Reads melds from a form: a list of cards for each field that is not blank."""
    texts = [form.get(path + "." + str(index), "") for index in range(field["most"])]
    return [cards_typed(text) for text in texts if text.strip()]


READERS: "dict[str, Any]" = {
    "card": card,
    "cards": cards,
    "trick": trick,
    "melds": melds,
}


# Parameters of messages whose values are words of the game, so that they are translated; other values are names.
WORDS = ("suit", "rank", "first", "last", "card", "label", "choice")


def filled(params: Any, gettext: Callable[[str], str], locale: str) -> "dict[str, Any]":
    """Returns a message's parameters in a language: suits, ranks, cards, labels and placeholders by `gettext`.

    A text that a card has in several languages is in the language of `locale`.
    """
    values: dict[str, Any] = {}
    for name, value in params.items():
        values[name] = value
        if isinstance(value, dict) and value:
            values[name] = in_language(value, locale, gettext)
        elif isinstance(value, str) and value:
            word = called(value, gettext)
            values[name] = _said(name, word, gettext) if name in WORDS else word
    return values


def _said(name: str, word: str, gettext: Callable[[str], str]) -> str:
    return card_name(word, gettext) if name == "card" else gettext(word)


def card_name(card: str, gettext: Callable[[str], str]) -> str:
    """Returns a card as screens show it: `"10H"` is 10♥, `"JH"` is V♥ in French, a joker its translated name."""
    return gettext(rank_of(card)) + SIGNS[suit_of(card)] if card[-1] in SUITS else gettext(card.lower())
