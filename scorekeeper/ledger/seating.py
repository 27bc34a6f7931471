"""Who sits where: a seat may be renamed or taken by a substitute in mid-match. Past hands keep the names they had.

The setup names those who sit there now; `former` in it keeps the names of before, each with the last hand they were
true for: `[{"until": 3, "seats": ["Anna", …], "sides": […]}]`. A hand is always played with the names of its own time.
Entries are read from the ledger, and passed to it, with today's names.
"""

from typing import Any

from scorekeeper.games.engine import history
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.base import Entry, Refusal, Setup, Side, _, refuse
from scorekeeper.games.engine.play import setup_at
from scorekeeper.games.engine.side_names import is_named, name_of_players, placeholder
from scorekeeper.ledger.log import Write
from scorekeeper.ledger.writing import save
from scorekeeper.store.models import Change, Match

NAMED = ("sides", "seats", "former")


def seat(match: Match, number: int, name: str, write: Write) -> Change:
    """Give seat `number` (0 is the first to play) this name from the next hand on.

    A side that is called by its players' names follows. Raises Refusal for a name that cannot be, and Stale.
    """
    if not 0 <= number < len(match.setup["seats"]):
        raise refuse("seat", None, _("This seat doesn’t exist"))
    seats = ["" for _each in match.setup["seats"]]
    seats[number] = name
    if not name.strip():
        raise refuse("name", None, _("This must be a name"))
    try:
        return name_table(match, seats, None, write)
    except Refusal as refusal:
        for each in refusal.problems:
            if each["field"] is None or each["field"].startswith(("seats.", "sides.")):
                each["field"] = "name"
        raise Refusal(refusal.problems[:1]) from None


def name_table(match: Match, seats: list[str], sides: list[str] | None, write: Write) -> Change:
    """Give all seats and sides these names from the next hand on.

    A seat left empty keeps its name; a side left empty goes by its players' names. `sides` None: those that were named
    stay so. Raises Refusal with all problems at `seats.0` and `sides.0`, or where nothing is new, and Stale.
    """

    def command(match: Match) -> history.Change:
        after = _named(match, seats, sides)
        before = {each: match.setup.get(each, []) for each in NAMED}
        return history.change_of("seat", {"setup": before}, {"setup": after}, setup={**match.setup, **after})

    return save(match, write, command)


def _named(match: Match, seats: list[str], names: list[str] | None) -> dict[str, Any]:
    setup = match.setup
    sides = [_side_named(setup, side, seats, names) for side in range(len(setup["sides"]))]
    try:
        new = rules.begin({**_head(setup), "sides": sides})
    except Refusal as refusal:
        for each in refusal.problems:
            each["field"] = _field_of(each["field"] or "", len(sides))
        raise
    if (new["sides"], new["seats"]) == (setup["sides"], setup["seats"]):
        raise refuse(None, None, _("These names are already set"))
    former = list(setup.get("former", []))
    if match.hand_count:
        former.append({"until": match.hand_count, "seats": setup["seats"], "sides": setup["sides"]})
    return {"sides": new["sides"], "seats": new["seats"], "former": former}


def _side_named(setup: Setup, side: int, seats: list[str], names: list[str] | None) -> Side:
    """One side with its players as they are called from now on."""
    old, count = setup["sides"][side], len(setup["sides"])
    typed = [seats[turn * count + side].strip() for turn in range(len(old["players"]))]
    players = [new or was for new, was in zip(typed, old["players"], strict=True)]
    if len(players) == 1:
        follows = old["players"] == [old["name"]]
        return {"name": players[0] if follows else old["name"], "players": players}
    own = (old["name"] if is_named(old) else "") if names is None else names[side].strip()
    return {"name": own or name_of_players(players) or placeholder(side, (count, len(players))), "players": players}


def _field_of(path: str, sides: int) -> str:
    """Where a form of seats and sides has the field that a document has at this path."""
    parts = path.split(".")
    if len(parts) > 3:
        return f"seats.{int(parts[3]) * sides + int(parts[1])}"
    return f"sides.{parts[1]}" if len(parts) > 1 else path


def _head(setup: Setup) -> dict[str, Any]:
    head = rules.document(setup, [])
    return {name: head[name] for name in ("format", "game", "variant", "options")}


def now_named(setup: Setup, number: int, entry: Entry) -> Entry:
    """An entry of hand `number` with today's names."""
    return _renamed(setup, entry, setup_at(setup, number)["seats"], setup["seats"])


def then_named(setup: Setup, number: int, entry: Entry) -> Entry:
    """An entry that was made with today's names, with those of hand `number`."""
    return _renamed(setup, entry, setup["seats"], setup_at(setup, number)["seats"])


def _renamed(setup: Setup, entry: Entry, old: list[str], new: list[str]) -> Entry:
    return entry if old == new else renamed(setup, entry, dict(zip(old, new, strict=True)))


def renamed(setup: Setup, entry: Entry, names: dict[str, str]) -> Entry:
    """An entry with names replaced: the old ones, and the new ones in their place."""
    fields = {field["name"]: field for way in rules.game_of(setup).ways for field in way["fields"]}
    return _with_names(fields, entry, names)


def _with_names(fields: dict[str, dict[str, Any]], entry: Entry, names: dict[str, str]) -> Entry:
    """Every field that holds a player, inside groups and rows too."""
    return {name: _value(fields[name], value, names) if name in fields else value for name, value in entry.items()}


def _value(field: dict[str, Any], value: Any, names: dict[str, str]) -> Any:
    if field["kind"] == "player":
        return names.get(value, value) if isinstance(value, str) else value
    inner = {each["name"]: each for each in field.get("fields", [])}
    if inner and isinstance(value, dict):
        return _with_names(inner, value, names)
    if inner and isinstance(value, list):
        return [_with_names(inner, each, names) if isinstance(each, dict) else each for each in value]
    return value


def seatings(setup: Setup) -> list[dict[str, Any]]:
    """Every change of a name, oldest first: `{"hand", "old", "new"}`, `hand` the first one with the new name."""
    former = setup.get("former", [])
    afterwards = [each["seats"] for each in [*former[1:], setup]] if former else []
    found = []
    for names, after in zip(former, afterwards, strict=True):
        for old, new in zip(names["seats"], after, strict=True):
            if old != new:
                found.append({"hand": names["until"] + 1, "old": old, "new": new})
    return found
