"""Cards as they are typed or picked: `A♠ 10h joker`, parted by spaces; a line for each meld."""

from typing import Any

from .cards import BACK, JOKER, SIGNS, SUITS

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
