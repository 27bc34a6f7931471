"""Renaming seats and sides during a match (typing error, substitute); past hands keep the old names.

The setup holds the current names, and in `former` the earlier ones, each with the last hand they apply to:
`[{"until": 3, "seats": ["Anna", …], "sides": […]}]`. Names with which no hand was played are not among them. A log
line holds the names before and after a change, without the earlier ones (see `games.engine.play.with_facts`). A hand
is stored and scored with the names it was played with.
Callers of the ledger always see and pass entries with the current names.
"""

from typing import Any

from sqlalchemy import select

from scorekeeper.games.engine import history
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.base import N_, Entry, Field, Refusal, Setup, Side, refuse
from scorekeeper.games.engine.play import last_former, setup_at, with_facts
from scorekeeper.games.engine.side_names import is_named, name_of_players, placeholder
from scorekeeper.ledger.log import Write
from scorekeeper.ledger.writing import save
from scorekeeper.store.database import session_of
from scorekeeper.store.models import Change, Match

MOST_FORMER = 40  # former names of each seat


def seat(match: Match, number: int, name: str, write: Write) -> Change:
    """Renames the player of a seat from the next hand on; seat 0 plays first.

    A side named after its players is renamed too. Raises Refusal for an invalid name, and Stale.
    """
    if not 0 <= number < len(match.setup["seats"]):
        raise refuse("seat", None, N_("This seat doesn’t exist"))
    seats = [""] * len(match.setup["seats"])
    seats[number] = name
    if not name.strip():
        raise refuse("name", None, N_("This must be a name"))
    try:
        return name_table(match, seats, None, write)
    except Refusal as refusal:
        for problem in refusal.problems:
            if problem["field"] is None or problem["field"].startswith(("seats.", "sides.")):
                problem["field"] = "name"
        raise Refusal(refusal.problems[:1]) from None


def name_table(
    match: Match, seats: list[str], sides: list[str] | None, write: Write, *, announced: bool = True
) -> Change:
    """Renames seats and sides from the next hand on.

    An empty seat keeps its name; an empty side is named after its players. With `sides` None, sides with a name of
    their own keep it. Raises Refusal with all problems, at fields like `seats.0` and `sides.0`; also if no name is
    new, or if there are MOST_FORMER former names already. Raises Stale. `announced` is as for `save`.
    """

    def command(match: Match) -> history.Change:
        after = _new_names(match.setup, seats, sides)
        former = match.setup.get("former", [])
        before = {"sides": match.setup["sides"], "seats": match.setup["seats"], "until": last_former(former)}
        after["until"] = max(last_former(former), match.hand_count)
        setup = with_facts(match.setup, after)
        if len(setup["former"]) > max(len(former), MOST_FORMER):
            raise refuse(None, None, N_("Names can change at most {most} times in a match"), most=MOST_FORMER)
        return history.change_of("seat", {"setup": before}, {"setup": after}, setup=setup)

    return save(match, write, command, announced=announced)


def former_names(match: Match) -> list[list[str]]:
    """Returns the names that the players of each seat had before they were renamed, the newest first."""
    chosen = (Change.match_id == match.id, Change.kind == "seat")
    lines = session_of(match).scalars(select(Change.before).where(*chosen).order_by(Change.number.desc())).all()
    return [[before["setup"]["seats"][seat] for before in lines] for seat in range(len(match.setup["seats"]))]


def _new_names(setup: Setup, seats: list[str], names: list[str] | None) -> dict[str, Any]:
    """Returns the new `sides` and `seats`. Raises Refusal."""
    sides = [_side_named(setup, side, seats, names) for side in range(len(setup["sides"]))]
    try:
        new = rules.begin({**_head(setup), "sides": sides})
    except Refusal as refusal:
        for problem in refusal.problems:
            problem["field"] = _field_of(problem["field"] or "", len(sides))
        raise
    if (new["sides"], new["seats"]) == (setup["sides"], setup["seats"]):
        raise refuse(None, None, N_("These names are already set"))
    return {"sides": new["sides"], "seats": new["seats"]}


def _side_named(setup: Setup, side: int, seats: list[str], names: list[str] | None) -> Side:
    """Returns a side with its new name and its players' new names (see `name_table`)."""
    old, count = setup["sides"][side], len(setup["sides"])
    new_names = [seats[turn * count + side].strip() for turn in range(len(old["players"]))]
    players = [new or was for new, was in zip(new_names, old["players"], strict=True)]
    if len(players) == 1:
        follows = old["players"] == [old["name"]]
        return {"name": players[0] if follows else old["name"], "players": players}
    name = (old["name"] if is_named(old) else "") if names is None else names[side].strip()
    return {"name": name or name_of_players(players) or placeholder(side, (count, len(players))), "players": players}


def _field_of(path: str, sides: int) -> str:
    """Returns the form field for a path in a match document: `seats.0` for `sides.0.players.0`."""
    parts = path.split(".")
    return f"seats.{int(parts[3]) * sides + int(parts[1])}" if len(parts) > 3 else ".".join(parts[:2])


def _head(setup: Setup) -> dict[str, Any]:
    head = rules.document(setup, [])
    return {name: head[name] for name in ("format", "game", "variant", "options")}


def with_current_names(setup: Setup, number: int, entry: Entry) -> Entry:
    """Returns the entry of hand `number` with the players' current names instead of those at that time."""
    return _renamed(setup, entry, setup_at(setup, number)["seats"], setup["seats"])


def with_names_of_hand(setup: Setup, number: int, entry: Entry) -> Entry:
    """Returns an entry with the players' current names replaced by their names at the time of hand `number`."""
    return _renamed(setup, entry, setup["seats"], setup_at(setup, number)["seats"])


def _renamed(setup: Setup, entry: Entry, old: list[str], new: list[str]) -> Entry:
    return entry if old == new else renamed(setup, entry, dict(zip(old, new, strict=True)))


def renamed(setup: Setup, entry: Entry, names: dict[str, str]) -> Entry:
    """Returns the entry with its player fields renamed; `names` maps old names to new ones."""
    fields = {field["name"]: field for way in rules.game_of(setup).ways for field in way["fields"]}
    return _with_names(fields, entry, names)


def _with_names(fields: dict[str, Field], entry: Entry, names: dict[str, str]) -> Entry:
    """Returns the entry with players renamed in all fields, including those in groups and rows."""
    return {name: _value(fields[name], value, names) if name in fields else value for name, value in entry.items()}


def _value(field: Field, value: Any, names: dict[str, str]) -> Any:
    if field["kind"] == "player":
        return names.get(value, value) if isinstance(value, str) else value
    inner = {part["name"]: part for part in field.get("fields", [])}
    if isinstance(value, dict):
        return _with_names(inner, value, names)
    if isinstance(value, list):
        return [_with_names(inner, row, names) if isinstance(row, dict) else row for row in value]
    return value


def seatings(setup: Setup) -> list[dict[str, Any]]:
    """Returns all renamings of seats, oldest first: `{"hand", "old", "new"}`; `new` applies from `hand` on."""
    former = setup.get("former", [])
    afterwards = [names["seats"] for names in [*former[1:], setup]] if former else []
    renamings = []
    for names, after in zip(former, afterwards, strict=True):
        for old, new in zip(names["seats"], after, strict=True):
            if old != new:
                renamings.append({"hand": names["until"] + 1, "old": old, "new": new})
    return renamings
