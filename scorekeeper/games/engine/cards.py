"""Cards: how they are written, typed, picked and laid down in a claim, and how a message names them.

A card is written rank then suit (`"10H"`), a joker `"JOKER"`.
"""

from typing import Any, Callable

from .checks import Checks, _
from .side_names import called

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


def check_cards(checks: Checks, name: str, cards: Any, list_rule: str, card_rule: str) -> "list[str]":
    """The cards at `name`; an empty list where something is refused: no list by `list_rule`, no card by `card_rule`."""
    if not isinstance(cards, list):
        checks.refuse(name, list_rule, _("This must be a list of cards"))
        return []
    before = len(checks.problems)
    for index, card in enumerate(cards):
        if card != JOKER and not is_card(card):
            checks.refuse(name + "." + str(index), card_rule, _("This is not a card of the pack"))
    return list(cards) if len(checks.problems) == before else []


def check_melds(checks: Checks, rule: str, list_rule: str, card_rule: str) -> "list[list[str]]":
    """The cards of each meld at `melds`; no melds where they are no list, which `rule` refuses."""
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


def cards_typed(text: str, own: "list[list[str]] | None" = None) -> list[str]:
    """The cards that a text names; a word that names none stays as it is, and the game refuses it.

    `own`: the letters of the game's suits with their names, where these are not the French ones.
    """
    return [
        _card(word, SUITS if own is None else tuple([suit[0] for suit in own]))
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
    return "10" + name[-1] if suits == SUITS and name[:-1] in ("T", "1") else name


def cards(field: "dict[str, Any]", typed: "dict[str, str]", path: str, sides: int) -> Any:
    """A list of cards."""
    return cards_typed(typed.get(path, ""), field.get("suits"))


def card(field: "dict[str, Any]", typed: "dict[str, str]", path: str, sides: int) -> Any:
    """A single card; what was typed where it names several or none."""
    found = cards(field, typed, path, sides)
    return found[0] if len(found) == 1 else typed.get(path, "")


def trick(field: "dict[str, Any]", typed: "dict[str, str]", path: str, sides: int) -> Any:
    """The cards of a trick with the side that played each: the sides take turns from the one that led."""
    led = 1 if typed.get(path + ".led") == "1" else 0
    return [[each, (led + index) % sides] for index, each in enumerate(cards(field, typed, path, sides))]


def melds(field: "dict[str, Any]", typed: "dict[str, str]", path: str, sides: int) -> Any:
    """A list of cards for each meld that was typed."""
    texts = [typed.get(path + "." + str(index), "") for index in range(field["most"])]
    return [cards_typed(text) for text in texts if text.strip()]


def hands(field: "dict[str, Any]", typed: "dict[str, str]", path: str, sides: int) -> Any:
    """The cards of some players, by name: `path.0.who` is the first one's name, `path.0.cards` what he holds."""
    found: dict[str, Any] = {}
    for index in range(field["most"]):
        held = cards(field, typed, path + "." + str(index) + ".cards", sides)
        if held:
            found[typed.get(path + "." + str(index) + ".who", "")] = held
    return found


def cards_of_sides(field: "dict[str, Any]", typed: "dict[str, str]", path: str, sides: int) -> Any:
    """A list of cards for each side."""
    return [cards_typed(typed.get(path + "." + str(side), "")) for side in range(sides)]


READERS: "dict[str, Any]" = {
    "card": card,
    "cards": cards,
    "trick": trick,
    "melds": melds,
    "hands": hands,
    "cards_of_sides": cards_of_sides,
}


# Parameters whose values are words of the game, not names that people chose.
WORDS = ("suit", "rank", "card", "label", "choice")


def filled(params: Any, gettext: Callable[[str], str]) -> "dict[str, Any]":
    """The parameters of a message as they are read, words of the game in the language of `gettext`."""
    values = {name: called(value, gettext) if isinstance(value, str) else value for name, value in params.items()}
    for name in WORDS:
        word = values.get(name)
        if isinstance(word, str) and word:
            values[name] = card_name(word, gettext) if name == "card" else gettext(word)
    return values


def card_name(card: str, gettext: Callable[[str], str]) -> str:
    """A card as it is shown: `"10H"` is 10♥; a joker is called what the language calls it."""
    return signed(card) if card[-1] in SUITS else gettext(card.lower())
