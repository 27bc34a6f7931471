"""The JSON Schema of tournament documents, with the settings that the pairing systems declare."""

from scorekeeper.games import GAMES
from scorekeeper.games.engine.base import LARGEST
from scorekeeper.games.json_types import NOTHING, Schema, any_of, group, headed, listed, maybe, one_of, whole
from scorekeeper.tournaments.document import FORMAT, LONGEST_REASON, MOST, MOST_PLAYERS, MOST_ROUNDS
from scorekeeper.tournaments.fields import LARGEST_ID, LONGEST_NAME, LONGEST_NUMBER, LONGEST_PLAYER
from scorekeeper.tournaments.rounds import MOST_TABLES
from scorekeeper.tournaments.scoring import UPPER, WHOLE
from scorekeeper.tournaments.settings import MOST_LEGS, MOST_TP, WINS
from scorekeeper.tournaments.systems import SYSTEMS


def text(longest: int) -> Schema:
    """Returns the schema of a text of 1 to `longest` characters; blanks at its ends do not count."""
    return {"type": "string", "minLength": 1, "description": f"At most {longest} characters."}


ID = whole(-LARGEST_ID, LARGEST_ID)
POINTS, VP = whole(-LARGEST, LARGEST), whole(0, WHOLE)
NAME, PLAYER, MEMBER, REASON = map(text, (LONGEST_NAME, LONGEST_PLAYER, LONGEST_NUMBER, LONGEST_REASON))


def pair(item: Schema) -> Schema:
    """Returns the schema of a list with an item for each of two sides, or null."""
    return maybe(listed(item, 2, 2))


SUBSTITUTE = group(
    {"round": whole(2, MOST_ROUNDS), "out": PLAYER, "in": PLAYER, "number": maybe(MEMBER)}, ["round", "out", "in"]
)
ENTRANT = group(
    {
        "id": ID,
        "name": NAME,
        "players": listed(PLAYER, 1, MOST_PLAYERS),
        "numbers": maybe(listed(maybe(MEMBER), most=MOST_PLAYERS)),
        "club": maybe(NAME),
        "late": maybe(whole(1, MOST_ROUNDS)),
        "out": maybe(whole(1, MOST_ROUNDS)),
        "substitutes": maybe(listed(SUBSTITUTE)),
    },
    ["id", "name", "players"],
)
BY_VP = group(
    {
        "kind": {"const": "vp"},
        "wins": maybe(one_of(WINS)),
        "hands": whole(min(UPPER), max(UPPER)),
        "table": maybe(listed({"type": "array", "prefixItems": [maybe(whole(0)), VP], "minItems": 2, "maxItems": 2})),
        "bye": maybe(group({"vp": VP, "mp": POINTS}, ["vp", "mp"])),
    },
    ["kind", "hands"],
)
BY_MATCHES = group(
    {
        "kind": {"const": "match"},
        "wins": maybe(one_of(WINS)),
        "best_of": maybe(whole(1, MOST_LEGS)),
        **{name: maybe(whole(0, MOST_TP)) for name in ("win", "draw", "loss")},
    },
    ["kind"],
)
TABLE = group(
    {
        "table": whole(1, MOST_TABLES),
        "sides": listed(any_of([ID, listed(ID, 2, 2)]), 2, 2),
        "points": pair(POINTS),
        "legs": pair(whole(0, MOST_LEGS)),
        "vp": pair(VP),
        "mp": pair(POINTS),
        "forfeit": maybe(ID),
        "late": maybe(ID),
    },
    ["table", "sides"],
)
ROUND = group({"tables": listed(TABLE), "bye": any_of([ID, listed(ID), NOTHING])}, ["tables"])
RULING = group(
    {
        "round": whole(1, MOST_ROUNDS),
        "entrant": ID,
        "reason": REASON,
        **dict.fromkeys(("vp", "mp", "tp"), maybe(POINTS)),
    },
    ["round", "entrant", "reason"],
)


def tournament_schema() -> Schema:
    """Returns the schema of tournament documents."""
    fields = {
        "format": {"const": FORMAT},
        "name": maybe(NAME),
        "game": maybe(one_of(game.slug for game in GAMES)),
        "variant": maybe({"type": "string"}),
        "entrants": listed(ENTRANT, most=MOST),
        "scoring": any_of([BY_VP, BY_MATCHES]),
        "system": any_of(system.schema() for system in SYSTEMS.values()),
        "seed": maybe(ID),
        "rounds": maybe(listed(ROUND, most=MOST_ROUNDS)),
        "rulings": maybe(listed(RULING)),
    }
    required = ["format", "entrants", "scoring", "system"]
    return {**headed("tournament", "A tournament of Scorekeeper"), **group(fields, required)}
