"""The match of a tournament's table, with everything filled in: game, preset, sides, players, how long it lasts."""

from typing import Any

from scorekeeper.clubs.night_defaults import HANDS
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.games import find_game
from scorekeeper.games.engine.base import Game, Refusal
from scorekeeper.games.engine.match import begin
from scorekeeper.games.engine.setup import FORMAT, LONGEST_NAME
from scorekeeper.games.engine.side_names import name_of_players
from scorekeeper.ledger import CONFIRMED
from scorekeeper.store.club_models import Tournament
from scorekeeper.tournaments.changes.entry_lines import JOINED

Head = dict[str, Any]
TARGET = "target"  # what games call the option of the points that end a match


def head_of(tournament: Tournament, number: int, table: dict[str, Any]) -> Head | None:
    """The head of the match at a table of round `number`; None where the game is not played by such sides.

    `table` is one of the document's. Decision: where the game seats another number of players, they are named at the
    table.
    """
    game = find_game(tournament.document.get("game"))
    if game is None:
        return None
    full = _head(tournament, game, number, table)
    unnamed = [{"name": side["name"]} for side in full["sides"]]
    return next((head for head in (full, {**full, "sides": unnamed}) if _fits(head)), None)


def _fits(head: Head) -> bool:
    try:
        begin(head)
    except Refusal:
        return False
    return True


def _head(tournament: Tournament, game: Game, number: int, table: dict[str, Any]) -> Head:
    document, desk = tournament.document, desk_of(tournament)
    options = dict(desk["options"])
    if document["scoring"]["kind"] == "vp":
        options |= _hands_alone(game, document["scoring"].get("hands"))
    about = {"tournament": document.get("name") or "", "round": str(number), "table": str(table["table"])}
    if tournament.place:
        about["place"] = tournament.place
    if desk["confirm"] in CONFIRMED:
        about["confirm"] = desk["confirm"]
    head: Head = {"format": FORMAT, "game": game.slug, "options": options, "about": about}
    if document.get("variant"):
        head["variant"] = document["variant"]
    return {**head, "sides": _sides(document, table)}


def _hands_alone(game: Game, hands: int | None) -> dict[str, Any]:
    """The options of a match that lasts so many hands: no target ends it before, where the game can be played so."""
    known = {option["name"]: option for option in game.options}
    without_target = {TARGET: None} if known.get(TARGET, {}).get("nullable") else {}
    return {**without_target, **({HANDS: hands} if HANDS in known else {})}


def _sides(document: dict[str, Any], table: dict[str, Any]) -> list[dict[str, Any]]:
    """Both sides by name with their players; a name that two at the table share has the entrant's number behind it."""
    entrants = {each["id"]: each for each in document["entrants"]}
    ids = [each if isinstance(each, list) else [each] for each in table["sides"]]
    names = [name for side in ids for each in side for name in entrants[each]["players"]]
    sides = []
    for side in ids:
        players = [
            _with_number(name, each) if names.count(name) > 1 else name
            for each in side
            for name in entrants[each]["players"]
        ]
        sides.append({"name": _name(entrants[side[0]] if len(side) == 1 else {}, players), "players": players})
    return sides


def _with_number(name: str, number: int) -> str:
    behind = f" ({number})"
    return name[: LONGEST_NAME - len(behind)] + behind


def _name(entrant: dict[str, Any], players: list[str]) -> str:
    """What the side is called in the match: by its own name where it has one that fits, else by its players' names.

    A match shows players' names on lines of their own, and once.
    """
    name = entrant.get("name") or ""
    has_own = bool(name) and name != JOINED.join(entrant["players"])
    if has_own and len(name) <= LONGEST_NAME and not (len(players) > 1 and name in players):
        return name
    return name_of_players(players) or name[:LONGEST_NAME]
