"""Placeholders for sides and players without a name; each reader sees them in their own language.

Stored is the side's sign, which is the same in every language: twice for one of two sides (●●), three times for one of
several teams (●●●), four times for a single player (●●●●); the players of a side have a number after it (●● 2). A
single sign is no name. A side whose players all have names is called by these.
"""

from typing import Any, Callable

from .shapes import Say, Setup, Side

# The sign of each side, the same on every screen and sheet.
SIGNS = ("●", "▲", "■", "◆", "★", "⬟", "▼", "⬢", "✚", "✖", "◗", "❖")
BETWEEN = " & "
DIGITS = "0123456789"
OF_A_PAIR = ("Us", "Them")
PAIR, TEAM, SINGLE = 2, 3, 4  # how often the sign is repeated
WORDS = {PAIR: "Team %(number)s", TEAM: "Team %(number)s", SINGLE: "Player %(number)s"}


def signs_of(sides: "list[int]") -> str:
    """Returns the signs of some sides, in their order."""
    return " ".join([SIGNS[side] for side in sorted(sides)])


def placeholder(side: int, shape: "tuple[int, int]") -> str:
    """Returns the placeholder for a side's name. `shape`: the number of sides, and of players on each."""
    sides, players = shape
    return SIGNS[side] * (SINGLE if players == 1 else PAIR if sides == 2 else TEAM)


def is_placeholder(name: str) -> bool:
    """True if a name is a placeholder for a side or a player without a name."""
    return _parts(name) is not None


def _parts(name: str) -> "tuple[int, int, str] | None":
    """Returns a placeholder's side, its number of signs, and the player's number as text; None for a name."""
    if name[:1] not in SIGNS:
        return None
    signs, _space, number = name.partition(" ")
    if (
        signs != signs[0] * len(signs)
        or not PAIR <= len(signs) <= SINGLE
        or not all(character in DIGITS for character in number)
    ):
        return None
    return SIGNS.index(signs[0]), len(signs), number


def in_language(text: "str | dict[str, str]", locale: str, gettext: "Callable[[str], str]" = str) -> str:
    """Returns a text of a card that may be in several languages: in this one, else English by `gettext`, else any."""
    if isinstance(text, str):
        return text
    tag = locale.replace("_", "-")
    for language in (tag, tag.split("-")[0]):
        if language in text and language != "en":
            return text[language]
    english = text.get("en", text.get(""))
    return text[min(text)] if english is None else gettext(english)


def own_text(text: "str | dict[str, str]") -> "dict[str, str]":
    """Returns a text of the players' own as one in several languages, so that templates escape what `_` makes of it."""
    return {"": text} if isinstance(text, str) else text


def called(name: str, gettext: "Callable[[str], str]") -> str:
    """Returns a name as screens show it: a placeholder in the language of `gettext`, any other name unchanged."""
    parts = _parts(name) if name else None
    if parts is None:
        return name
    side, times, number = parts
    word = _word(times, side, gettext)
    return word + " " + number if number else word


def _word(times: int, side: int, gettext: "Callable[[str], str]") -> str:
    message = WORDS[times]
    if times == PAIR and side < PAIR:
        message = OF_A_PAIR[side]
    return gettext(message).replace("%(number)s", str(side + 1))


def name_of_players(players: "list[str]") -> str:
    """Returns the players' names as a side's name, if it has several players and all have names; else an empty text."""
    named = len(players) > 1 and not any(is_placeholder(player) for player in players)
    return BETWEEN.join(players) if named else ""


def is_named(side: Side) -> bool:
    """True if a side has a name of its own: neither a placeholder nor made of its players' names."""
    is_own = side["name"] not in side["players"] and side["name"] != name_of_players(side["players"])
    return is_own and not is_placeholder(side["name"])


def in_words(setup: Setup, say: Say) -> Setup:
    """Returns a setup for display, with placeholders in words. Entries use the names of the stored setup."""
    shown: Any = setup.copy()
    shown["sides"] = [
        {"name": said(side["name"], say), "players": [said(player, say) for player in side["players"]]}
        for side in setup["sides"]
    ]
    shown["seats"] = [said(name, say) for name in setup["seats"]]
    return shown  # type: ignore[no-any-return]


def said(name: str, say: Say) -> str:
    """Returns a name for display: a placeholder in the language of `say`, any other name unchanged."""
    return say("{name}", {"name": name}) if is_placeholder(name) else name
