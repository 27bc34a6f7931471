"""Lanterns for reading."""

from scorekeeper.games.engine.base import _
from scorekeeper.games.rulebook import GAME_SECTION, LAST_SECTIONS, document, pairs

TITLES = (("LAN-1", _("Each lantern")), ("LAN-2", _("The echo")), ("LAN-3", _("The shore")))
SECTIONS = (GAME_SECTION, LAST_SECTIONS[1])
EXAMPLES = [
    {
        "caption": _("A bright evening."),
        "document": document("lanterns", "usual", pairs("Ada", "Bea", "Cem", "Dan"), [{"lanterns": [12, 8]}]),
    }
]
