"""An entrant's fields, as they are typed one by one."""

from scorekeeper.games import find_game
from scorekeeper.games.engine.base import Refusal
from scorekeeper.tournaments.changes.entries import Newcomer, newcomer
from scorekeeper.tournaments.changes.results import Document
from scorekeeper.tournaments.document import MOST_PLAYERS
from scorekeeper.web.plain_form import PlainForm

PAIR = 2


def players_of_a_side(document: Document) -> int:
    """How many players an entrant usually has: as many as a side of the game, or one where single players enter."""
    if document["system"].get("singles"):
        return 1
    game = find_game(document.get("game") or "")
    if game is None:
        return PAIR
    variant = document.get("variant") or game.presets[0]["slug"]
    of_two = [players for sides, players in game.shapes(variant) if sides == 2]
    return min(of_two, key=lambda players: abs(players - PAIR), default=1)


def without_partner(document: Document) -> list[int]:
    """Entrants with fewer players than a side has, where others are complete: somebody is still to be found."""
    size, entrants = players_of_a_side(document), document["entrants"]
    if not any(len(each["players"]) >= size for each in entrants):
        return []
    return [each["id"] for each in entrants if len(each["players"]) < size and not each.get("out")]


def typed_newcomer(form: PlainForm) -> Newcomer:
    """Who was typed: `player-0`, `number-0`, …, `club`, `name`. Raises Refusal."""
    players = [form.text(f"player-{at}") for at in range(MOST_PLAYERS)]
    numbers = [form.text(f"number-{at}") for at in range(MOST_PLAYERS)]
    try:
        return newcomer(players, form.text("club"), numbers, form.text("name"))
    except Refusal as refusal:
        for each in refusal.problems:  # the form has no field of all players
            each["field"] = {"players": "player-0", "numbers": "number-0"}.get(each["field"] or "", each["field"])
        raise
