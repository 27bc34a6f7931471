"""What sides and players are called whom nobody has named: words in the reader's language, of which none is stored.

In their place stands the side's sign, which is the same in every language: twice for one of two sides (●●), three times
for one of several teams (●●●), four times for a single player (●●●●); players of a side have a number behind (●● 2). A
sign that stands alone is no name. A side whose players are all named is called by their names.
"""

from typing import Any, Callable

from .shapes import Say, Setup, Side

# One sign a side, the same on every screen and sheet.
SIGNS = ("●", "▲", "■", "◆", "★", "⬟", "▼", "⬢", "✚", "✖", "◗", "❖")
BETWEEN = " & "
DIGITS = "0123456789"
OF_A_PAIR = ("Us", "Them")
PAIR, TEAM, SINGLE = 2, 3, 4  # how often the sign stands there
WORDS = {PAIR: "Team %(number)s", TEAM: "Team %(number)s", SINGLE: "Player %(number)s"}


def placeholder(side: int, shape: "tuple[int, int]") -> str:
    """What stands for the name of a side that has none. `shape`: how many sides, and players of each."""
    sides, players = shape
    return SIGNS[side] * (SINGLE if players == 1 else PAIR if sides == 2 else TEAM)


def is_placeholder(name: str) -> bool:
    """Whether a name is that of a side or a player whom nobody has named."""
    return _parts(name) is not None


def _parts(name: str) -> "tuple[int, int, str] | None":
    """The side, how often its sign stands there, and the player's number as text; None for a name of somebody."""
    if name[:1] not in SIGNS:
        return None
    signs, _space, number = name.partition(" ")
    if signs != signs[0] * len(signs) or not PAIR <= len(signs) <= SINGLE or not all(each in DIGITS for each in number):
        return None
    return SIGNS.index(signs[0]), len(signs), number


def called(name: str, gettext: "Callable[[str], str]") -> str:
    """A name as it is read: a placeholder in the words of the language of `gettext`."""
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
    """What a side is called that nobody has named: its players' names, where all of several have one; else nothing."""
    named = len(players) > 1 and not any(is_placeholder(player) for player in players)
    return BETWEEN.join(players) if named else ""


def is_named(side: Side) -> bool:
    """Whether somebody has given the side a name of its own, other than those of its players."""
    own = side["name"] not in side["players"] and side["name"] != name_of_players(side["players"])
    return own and not is_placeholder(side["name"])


def in_words(setup: Setup, say: Say) -> Setup:
    """A setup to be shown, with every side and seat as it is called. Entries name players as the stored setup does."""
    shown: Any = setup.copy()
    shown["sides"] = [
        {"name": said(side["name"], say), "players": [said(player, say) for player in side["players"]]}
        for side in setup["sides"]
    ]
    shown["seats"] = [said(name, say) for name in setup["seats"]]
    return shown  # type: ignore[no-any-return]


def said(name: str, say: Say) -> str:
    """A name as it is called in the language of `say`."""
    return say("{name}", {"name": name}) if is_placeholder(name) else name
