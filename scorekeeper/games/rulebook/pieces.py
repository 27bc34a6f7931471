"""What the rulebooks of games are made of: sections that most pages have, suits, sides, and worked examples.

An example is a caption (a message id) with a match document whose last hand is the one to look at, or with a claim on
the table as the document's hands leave it. What comes of it is computed when it is shown.
"""

from typing import Any, TypeAlias

from scorekeeper.games.engine.base import _

Example: TypeAlias = dict[str, Any]
Section: TypeAlias = tuple[str, str]
FORMAT = "scorekeeper/1"

GAME: Section = ("game", _("The game"))
CARDS: Section = ("cards", _("Cards"))
COUNTING: Section = ("counting", _("Counting a deal"))
LAST: tuple[Section, ...] = (
    ("variants", _("Presets and options")),
    ("examples", _("Worked examples")),
    ("our-reading", _("Our reading")),
    ("sources", _("Sources")),
)

# The suits of an Italian pack: the sign of the French suit that stands for each, its name, and its name at the table.
LATIN_SUITS = (
    ("♦", _("coins"), "denari"),
    ("♥", _("cups"), "coppe"),
    ("♠", _("swords"), "spade"),
    ("♣", _("batons"), "bastoni"),
)


def pairs(*players: str) -> list[dict[str, Any]]:
    """Two pairs; players in the order of the seats."""
    pairs = [[players[0], players[2]], [players[1], players[3]]]
    return [{"name": " – ".join(pair), "players": pair} for pair in pairs]


def singly(*players: str) -> list[dict[str, Any]]:
    """Each player for himself."""
    return [{"players": [player]} for player in players]


def teams(*teams: tuple[str, ...]) -> list[dict[str, Any]]:
    """Sides of several players, named after them."""
    return [{"name": " – ".join(team), "players": list(team)} for team in teams]


def document(game: str, variant: str, sides: list[dict[str, Any]], hands: list[dict[str, Any]]) -> dict[str, Any]:
    """A match document of that game."""
    return {"format": FORMAT, "game": game, "variant": variant, "sides": sides, "hands": hands}
