"""Who sits where: a seat may be renamed or taken by a substitute in mid-match. Past hands keep the names they had.

The setup names those who sit there now; `former` in it keeps the names of before, each with the last hand they were
true for: `[{"until": 3, "seats": ["Anna", …], "sides": […]}]`. A hand is always played with the names of its own time.
Entries are read from the ledger, and passed to it, with today's names.
"""

from typing import Any

from scorekeeper.games.engine import history
from scorekeeper.games.engine import match as rules
from scorekeeper.games.engine.base import Entry, Refusal, Setup, Side, _, refuse
from scorekeeper.games.engine.replay import setup_at
from scorekeeper.ledger.log import Write
from scorekeeper.ledger.writing import save
from scorekeeper.store.models import Change, Match

NAMED = ("sides", "seats", "former")


def seat(match: Match, number: int, name: str, write: Write) -> Change:
    """Give seat `number` (0 is the first to play) this name from the next hand on.

    A single player's side is called after him and follows. Raises Refusal for a name that cannot be, and Stale.
    """

    def command(match: Match) -> history.Change:
        after = _seated(match, number, name)
        before = {each: match.setup.get(each, []) for each in NAMED}
        return history.change_of("seat", {"setup": before}, {"setup": after}, setup={**match.setup, **after})

    return save(match, write, command)


def _seated(match: Match, number: int, name: str) -> dict[str, Any]:
    setup = match.setup
    if not 0 <= number < len(setup["seats"]):
        raise refuse("seat", None, _("There is no such seat"))
    if name.strip() == setup["seats"][number]:
        raise refuse("name", None, _("That is the name already"))
    sides: list[Side] = [{"name": side["name"], "players": list(side["players"])} for side in setup["sides"]]
    side, turn = sides[setup["seat_sides"][number]], number // len(sides)
    if side["players"] == [side["name"]]:
        side["name"] = name
    side["players"][turn] = name
    try:
        new = rules.begin({**_head(setup), "sides": sides})
    except Refusal as refusal:
        for each in refusal.problems:
            each["field"] = "name"
        raise Refusal(refusal.problems[:1]) from None
    former = list(setup.get("former", []))
    if match.hand_count:
        former.append({"until": match.hand_count, "seats": setup["seats"], "sides": setup["sides"]})
    return {"sides": new["sides"], "seats": new["seats"], "former": former}


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
