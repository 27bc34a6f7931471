"""The JSON Schema of a club's export: of each line, one of the formats that `import_lines` reads."""

from scorekeeper.clubs import series
from scorekeeper.clubs.club_cards import GAME
from scorekeeper.clubs.club_lines import (
    ALSO,
    CHAMPIONSHIP,
    CLUB,
    LOGO,
    MOST_NAMES,
    NAME,
    PERSON,
    PERSON_PARTS,
    SCHEME,
    SETTINGS,
)
from scorekeeper.clubs.tournaments import json_lines, registration_lines
from scorekeeper.clubs.tournaments.json_lines import EXPORTED, PARTS
from scorekeeper.clubs.tournaments.keeping import KINDS
from scorekeeper.games import GAMES
from scorekeeper.games.card_schema import card_schema
from scorekeeper.games.json_types import (
    ANYTHING,
    FLAG,
    MOMENT,
    TEXT,
    Schema,
    group,
    headed,
    listed,
    maybe,
    one_of,
    whole,
)
from scorekeeper.games.schemas import match_schema
from scorekeeper.tournaments.schemas import tournament_schema

MATCH, TOURNAMENT, CARD = ({"$ref": f"urn:scorekeeper:{name}"} for name in ("match", "tournament", "card"))
DAY: Schema = {"type": "string", "format": "date"}
LOG_LINE = group(
    {**dict.fromkeys(PARTS, TEXT), "at": MOMENT, "kind": one_of(KINDS), "detail": maybe(ANYTHING)}, ["at", "kind"]
)
DESK = group(
    {
        **{name: {} for name in EXPORTED},
        "options": maybe(ANYTHING),
        "numbers": maybe(ANYTHING),
        "present": maybe(listed(whole())),
        "paid": maybe(listed(whole())),
        "fee": maybe(TEXT),
        "minutes": maybe(whole(1)),
    }
)
HOME = group({**{name: {} for name in registration_lines.HEAD}, "entries": maybe(listed(ANYTHING))})
SCHEME_FIELDS: Schema = {
    "kind": maybe(one_of(series.COUNTS)),
    "who": maybe(one_of(series.WHO)),
    "points": maybe(listed(whole(0, series.MOST_POINTS), most=series.MOST_PLACES)),
    "drop": maybe(whole(0, series.MOST_DROPPED)),
    "average": maybe(FLAG),
    "least": maybe(whole(0, series.MOST_PARTS)),
}
PART = group({"made": MOMENT, "day": DAY, "name": maybe(TEXT), "weight": one_of(series.WEIGHTS)})


def _line(form: str, fields: Schema, required: list[str]) -> Schema:
    return group({"format": {"const": form}, **fields}, ["format", *required])


def club_schema() -> Schema:
    """Returns the schema of one line of a club's export. It refers to the schemas of matches, tournaments and cards."""
    tournament = {
        **dict.fromkeys(("made", "closed"), MOMENT),
        "tournament": TOURNAMENT,
        "day": DAY,
        "hour": TEXT,
        "place": TEXT,
        "desk": maybe(DESK),
        "log": maybe(listed(LOG_LINE)),
        "home": maybe(HOME),
    }
    championship = {
        "made": MOMENT,
        "name": TEXT,
        "scheme": group({name: SCHEME_FIELDS[name] for name in SCHEME}),
        "parts": maybe(listed(PART, most=series.MOST_PARTS)),
    }
    lines = [
        MATCH,
        TOURNAMENT,
        _line(PERSON, {**dict.fromkeys(PERSON_PARTS, TEXT), ALSO: listed(TEXT, most=MOST_NAMES)}, [NAME]),
        _line(json_lines.FORMAT, tournament, ["tournament", "day"]),
        _line(CLUB, {name: {} for name in SETTINGS}, []),
        _line(LOGO, {"png": TEXT}, ["png"]),
        _line(GAME, {"card": CARD}, ["card"]),
        _line(CHAMPIONSHIP, championship, ["made", "name", "scheme"]),
    ]
    return {**headed("club", "A line of a club exported by Scorekeeper"), "anyOf": lines}


# The schemas of all documents that Scorekeeper reads and writes, by the name of their file.
SCHEMAS = {
    "match": lambda: match_schema(GAMES),
    "card": card_schema,
    "tournament": tournament_schema,
    "club": club_schema,
}
