"""What of a tournament's desk goes out with an export and comes in again: all but the clock and the proposal."""

from typing import Any

from scorekeeper.clubs.tournaments.desk import Desk
from scorekeeper.games import find_game
from scorekeeper.games.engine.base import Checks, Refusal, _
from scorekeeper.games.engine.options import read_options
from scorekeeper.ledger import CONFIRMED
from scorekeeper.pages.start_form import LONGEST_MINUTES
from scorekeeper.tournaments import hall
from scorekeeper.tournaments.changes.checked import Document
from scorekeeper.tournaments.changes.entry_lines import LONGEST_NUMBER
from scorekeeper.tournaments.fields import Fields
from scorekeeper.tournaments.hall import Hall

CARRIED = ("options", "minutes", "confirm", "numbers", "present", "paid", "fee", "hall")


def carried(desk: Desk) -> dict[str, Any]:
    """What is carried, without what is empty."""
    parts: dict[str, Any] = dict(desk)
    return {name: parts[name] for name in CARRIED if parts[name] not in (None, "", [], {})}


def read_desk(line: Fields, document: Document) -> Desk:
    """The desk in the field `desk` of a line, for this document. What is wrong is added to the line's problems."""
    fields = line.group("desk")
    if fields is None:
        return {}
    fields.only(CARRIED)
    ids = {each["id"] for each in document["entrants"]}
    desk: Desk = {"options": _options(fields, document), "numbers": _numbers(fields, document)}
    desk["present"], desk["paid"] = (_ids(fields, name, ids) for name in ("present", "paid"))
    desk["fee"], desk["hall"] = fields.text_or_none("fee") or "", _hall(fields)
    if fields.given("minutes"):
        desk["minutes"] = fields.whole("minutes", None, 1, LONGEST_MINUTES)
    desk["confirm"] = fields.choice("confirm", None, CONFIRMED) or "" if fields.given("confirm") else ""
    return desk


def _options(fields: Fields, document: Document) -> dict[str, Any]:
    """House rules that the game knows."""
    game = find_game(document.get("game"))
    group = fields.group("options") if fields.given("options") else None
    if group is None:
        return {}
    if game is None:
        fields.refuse("options", None, _("There is no game whose rules these could be"))
        return {}
    preset = game.preset(document.get("variant")) or game.presets[0]
    read_options(Checks(fields.mapping, fields.path, fields.problems), game, preset)
    return group.mapping


def _hall(fields: Fields) -> Hall:
    """The plan of the hall. Words, which it could be before there were plans, are left out."""
    if not fields.given("hall") or isinstance(fields.mapping["hall"], str):
        return []
    try:
        return hall.checked(fields.mapping["hall"])
    except Refusal as refusal:
        (problem,) = refusal.problems
        fields.refuse("hall", None, problem["message"], **problem["params"])
        return []


def _numbers(fields: Fields, document: Document) -> dict[str, list[str]]:
    """Member numbers by entrant, no more than there are players."""
    group = fields.group("numbers") if fields.given("numbers") else None
    players = {str(each["id"]): len(each["players"]) for each in document["entrants"]}
    found: dict[str, list[str]] = {}
    for name in sorted(group.mapping) if group else ():
        given = group.mapping[name] if group else None
        if name not in players:
            fields.refuse(f"numbers.{name}", None, _("There is no entrant {entrant}"), entrant=name)
        elif not isinstance(given, list) or len(given) > players[name]:
            fields.refuse(f"numbers.{name}", None, _("This must be a list of member numbers, one a player at most"))
        else:
            found[name] = [
                fields.printed(f"numbers.{name}.{at}", each, LONGEST_NUMBER) if each != "" else ""
                for at, each in enumerate(given)
            ]
    return found


def _ids(fields: Fields, name: str, known: set[int]) -> list[int]:
    given = fields.listed(name)
    for at, each in enumerate(given):
        if type(each) is not int or each not in known:
            fields.refuse(f"{name}.{at}", None, _("There is no entrant {entrant}"), entrant=str(each)[:20])
    return sorted({each for each in given if type(each) is int})
