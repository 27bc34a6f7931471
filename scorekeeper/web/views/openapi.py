"""`/openapi.json`: every JSON response, described from the code.

Paths come from the URL map, summaries from the views' docstrings, and most schemas from the types in the code. Only
details that no type has are written down here.
"""

import re
import types
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from flask import Blueprint, Response, current_app, jsonify

from scorekeeper import __version__
from scorekeeper.games import GAMES
from scorekeeper.games.engine.bids import Bids
from scorekeeper.games.engine.match_state import Called, MatchState
from scorekeeper.games.json_types import any_of, whole
from scorekeeper.games.schemas import hand_schema
from scorekeeper.pages.entry_form import Preview, ProblemText
from scorekeeper.web.club_json import ChampionshipJson, MatchJson, NightJson, RankedJson, TournamentJson
from scorekeeper.web.json_bodies import KEY, SEEN
from scorekeeper.web.programs import JSON, body_of
from scorekeeper.web.request_limits import FORM
from scorekeeper.web.sitting_json import SittingJson
from scorekeeper.web.token_access import LAST_PAGE, PAGED

bp = Blueprint("openapi", __name__)

Schema = dict[str, Any]

PLAIN: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    float: {"type": "number"},
    type(None): {"type": "null"},
    Any: {},
}


def schema_of(kind: Any) -> Schema:
    """Returns the JSON schema of a type: str, int, bool, float, list, dict, union, Literal or TypedDict.

    Objects may have more members than the TypedDict. Raises TypeError for any other type.
    """
    if kind in PLAIN:
        return PLAIN[kind]
    if kind in SHARED:
        return common(kind.__name__)
    if is_typeddict(kind):
        return _object(kind)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is list:
        return {"type": "array", "items": schema_of(inner[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema_of(inner[1])}
    if origin is Literal:
        return {"enum": list(inner)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [schema_of(member) for member in inner]}
    if origin is NotRequired:
        return schema_of(inner[0])
    raise TypeError(f"no JSON schema for {kind!r}")


def _object(kind: Any) -> Schema:
    """Returns the schema of a TypedDict, with the members of its base classes."""
    members = {name: schema_of(hint) for name, hint in get_type_hints(kind).items()}
    return {"type": "object", "required": sorted(kind.__required_keys__), "properties": members}


SHARED = (MatchJson, RankedJson)  # described once, in `components`
TEXT, WHOLE, FLAG = schema_of(str), schema_of(int), schema_of(bool)
ANYTHING: Schema = {"type": "object"}
JSON_TEXT: Schema = {"type": "string", "description": "A JSON document as text."}
FLAG_TEXT: Schema = {"enum": ["1", "0"]}


def group(required: dict[str, Schema], more: dict[str, Schema] | None = None) -> Schema:
    """Returns the schema of an object with these members; others are allowed."""
    return {"type": "object", "required": sorted(required), "properties": required | (more or {})}


def listed(schema: Schema) -> Schema:
    """Returns the schema of a list whose items have this schema."""
    return {"type": "array", "items": schema}


ERROR = group({"error": group({
    "message": TEXT, "hand": schema_of(int | None), "field": schema_of(str | None), "rule": schema_of(str | None),
})}, {"problems": listed({"$ref": "#/components/schemas/Problem"})})  # fmt: skip
COMMON = {"Problem": schema_of(ProblemText), "State": schema_of(MatchState)}  # described once, in `components`


def common(name: str) -> Schema:
    """Returns a reference to a schema in `components`."""
    return {"$ref": f"#/components/schemas/{name}"}


WRITTEN = group(
    {"state": common("State"), "said": TEXT, "winner_changed": FLAG, "version": WHOLE}
    | {"hand": schema_of(int | None), "noted": listed(WHOLE)}
)
STALE = group({"error": ERROR["properties"]["error"], "stale": FLAG, "changes": listed(TEXT), "state": common("State")})
NEW = group({"token": TEXT, "number": WHOLE})
KEPT = group({"kept": group({"setup": ANYTHING, "number": WHOLE, "version": WHOLE, "hands": listed(ANYTHING)})})
PREVIEW: Schema = {
    "anyOf": [schema_of(Preview), group({"problems": listed(common("Problem"))}), group({"tries": listed(ANYTHING)})]
}
CLAIMED = group({"upheld": FLAG, "effect": ANYTHING, "reasons": listed(ANYTHING)})
VERDICT = group({"upheld": FLAG, "totals": listed(WHOLE), "winner": schema_of(int | None), "reasons": listed(ANYTHING)})

WRITE = {"key": KEY, "seen*": SEEN}
ENTRY = WRITE | {"way": TEXT, "note": TEXT}


class Described(NamedTuple):
    """A route's responses by status, its form fields (a star marks required ones) and its query parameters.

    JSON bodies are described by what the view declares (`programs.takes_json`).
    """

    answers: dict[int, Schema]
    takes: Mapping[str, Schema] = MappingProxyType({})
    asks: Mapping[str, Schema] = MappingProxyType({})  # query parameters


COMMON |= {kind.__name__: _object(kind) for kind in SHARED}
COMMON |= {"Error": ERROR, "Written": WRITTEN, "Stale": STALE}
COMMON |= {"Night": schema_of(NightJson), "Tournament": schema_of(TournamentJson), "Table": schema_of(SittingJson)}
ENTERED = group({"version": WHOLE, "entered": listed(WHOLE)})
OVERTAKEN = group({"error": ERROR["properties"]["error"], "stale": FLAG, "changes": listed(TEXT), "version": WHOLE})
ENTERED_AT_NIGHT = group({"entered": listed(group({"table": WHOLE, "match": schema_of(MatchJson)}))})
SEATED = group({"table": WHOLE, "players": listed(TEXT)})
TABLE = {200: common("Table")}
WRITES = {200: common("Written"), 409: common("Stale")}
DESCRIBED = {
    "POST sync.take_in": Described(
        {200: group(NEW["properties"] | KEPT["properties"])},
        {"head*": JSON_TEXT, "hands": JSON_TEXT, "key": KEY, "token": TEXT},
    ),
    "GET sync.kept": Described({200: group({**KEPT["properties"], "sitting": ANYTHING, "may_score": FLAG})}),
    "POST sync.declined": Described({200: KEPT}, {"entry*": JSON_TEXT, "kind": TEXT, "hand": TEXT, "key": KEY}),
    "POST sync.arrived": Described(
        {200: group({"said": listed(TEXT), "same_rules": FLAG})}, {"hands*": JSON_TEXT, "rules": TEXT}
    ),
    "GET sync.token": Described({200: group({"csrf_token": TEXT})}),
    "GET sittings.as_json": Described(TABLE),
    "POST sittings.describe": Described({**TABLE, 303: {}}, {"name": TEXT, "place": TEXT, "best_of": TEXT}),
    "POST sittings.make_link": Described({**TABLE, 303: {}}, {"may*": TEXT, "label": TEXT}),
    "POST sittings.end_link": Described({**TABLE, 303: {}}),
    "POST sittings.end_papers": Described({**TABLE, 303: {}}),
    "POST stakes.save": Described({**TABLE, 303: {}}, {"amount*": TEXT, "unit": TEXT}),
    "POST claims.judge": Described({200: CLAIMED}),
    "POST tournament_tables.call_arbiter": Described({200: group({"called": FLAG})}, {"called": FLAG_TEXT}),
    "GET board.match_state": Described(
        {200: common("State"), 304: {}}, asks={"since": WHOLE, "before": WHOLE, "lang": TEXT}
    ),
    "GET board.sitting_state": Described({200: group({"version": TEXT}), 304: {}}, asks={"lang": TEXT}),
    "POST hands.record": Described(WRITES, ENTRY),
    "POST hands.correct": Described(WRITES, ENTRY | {"strike_rest": FLAG_TEXT}),
    "POST hands.contest": Described(WRITES, ENTRY | {"contests*": TEXT}),
    "POST hands.preview": Described({200: PREVIEW}, ENTRY | {"hand": TEXT, "tries": TEXT}),
    "POST hands.strike": Described(WRITES, WRITE | {"strike_rest": FLAG_TEXT}),
    "POST hands.note": Described(WRITES, WRITE | {"note": TEXT}),
    "POST hands.undo": Described(WRITES, WRITE),
    "POST hands.redo": Described(WRITES, WRITE),
    "POST hands.finish": Described(WRITES, WRITE | {"stands": FLAG_TEXT}),
    "POST hands.rematch": Described({200: NEW, 303: {}}, {"key": KEY}),
    "POST hands.call": Described(
        {200: group({"call": schema_of(Called | None)})},
        {"act*": TEXT, "side*": TEXT, "number": TEXT},
    ),
    "POST hands.bid": Described({200: group({"bids": schema_of(Bids | None)})}, ENTRY),
    "POST table.seat": Described(WRITES, WRITE | {"name": TEXT}),
    "POST table.names": Described(WRITES, WRITE | {"seats.0": TEXT, "sides.0": TEXT}),
    "GET home.export_history": Described({200: group({"format": TEXT, "at": TEXT, "matches": listed(ANYTHING)})}),
    "POST table.clock": Described(WRITES, WRITE | {"minutes": TEXT}),
    "POST table.confirming": Described(WRITES, WRITE | {"what": TEXT}),
    "POST table.confirm": Described(WRITES, WRITE | {"side": TEXT, "hand": TEXT}),
    "POST table.side": Described(WRITES, WRITE | {"side": TEXT}),
    "POST past_match.judge": Described({200: VERDICT}, {"document": JSON_TEXT, "preset": TEXT, "totals": TEXT}),
    "GET cards.file": Described({200: ANYTHING}, asks={"card": TEXT}),
    "GET engine.about": Described({200: ANYTHING, 304: {}}),
    "GET health.healthz": Described({200: group({"status": TEXT, "version": TEXT}), 503: group({"status": TEXT})}),
    "GET start.names": Described({200: group({"names": listed(TEXT)})}, asks={"q": TEXT}),
    "GET openapi.show": Described({200: ANYTHING}),
    "POST tournament_scanner.read": Described({200: ANYTHING, 303: {}}),  # for its own page
    "GET documents.games": Described({200: group({"games": listed(ANYTHING)})}, asks={"lang": TEXT}),
    "GET documents.schema": Described({200: ANYTHING}),
    "GET api.club": Described({200: group({"name": TEXT, "slug": TEXT, "scopes": listed(TEXT)})}),
    **{f"GET api.{each}": Described({}) for each in ("players", "all_nights", "all_tournaments", "all_championships")},
    "GET api.night": Described({200: common("Night")}),
    "GET api.tournament": Described({200: common("Tournament")}),
    "GET api.championship": Described({200: schema_of(ChampionshipJson)}),
    "GET api.all_standings": Described(
        {200: group({"complete": FLAG})},
        asks={"game": TEXT, "from": TEXT, "to": TEXT, "approved": FLAG_TEXT, "confirmed": FLAG_TEXT},
    ),
    "POST api_entering.enter": Described({200: ENTERED, 409: OVERTAKEN}),
    "POST api_entering.add_entries": Described({200: ENTERED}),
    "POST api_entering.enter_at_night": Described({200: ENTERED_AT_NIGHT, 409: OVERTAKEN}),
    "POST api_entering.seat": Described({200: group({"tables": listed(SEATED)})}),
    "POST account.passkey_challenge": Described({200: ANYTHING}),  # as WebAuthn defines it
}
SCHEMES = {"club": {"type": "http", "scheme": "bearer"}}  # a club's token
# Operations published before their endpoint was renamed: generated clients call them by these ids.
PUBLISHED_IDS = {
    "board.match_state": "live.match_state",
    "board.sitting_state": "live.sitting_state",
    "home.export_history": "evenings.everything",
}
# Any operation may return these: missing CSRF token, wrong permission, unknown link, too large, refused by the rules or
# not as declared, too often, unavailable.
ALWAYS = dict.fromkeys((400, 403, 404, 413, 414, 415, 422, 429, 503), common("Error"))


@bp.get("/openapi.json")
def show() -> Response:
    """This OpenAPI document."""
    response = jsonify(document())
    response.headers["Cache-Control"] = "public, max-age=3600"
    return response


def document() -> dict[str, Any]:
    """Returns the OpenAPI document of all routes in DESCRIBED."""
    paths: dict[str, Any] = {}
    for rule in current_app.url_map.iter_rules():
        for method in sorted((rule.methods or set()) & {"GET", "POST"}):
            described = DESCRIBED.get(f"{method} {rule.endpoint}")
            if described:
                path = re.sub(r"<(?:[^<>]+:)?([^<>]+)>", r"{\1}", rule.rule)
                view = current_app.view_functions[rule.endpoint]
                about: dict[str, Any] = {
                    "summary": (view.__doc__ or "").partition("\n")[0],
                    "operationId": PUBLISHED_IDS.get(rule.endpoint, rule.endpoint),
                }
                if path.startswith("/api/"):
                    about["security"] = [{name: [] for name in SCHEMES}]
                    described = described._replace(answers={**described.answers, 401: common("Error")})
                if hasattr(view, PAGED):
                    described = _paged(described, *getattr(view, PAGED))
                operation = _operation(rule.rule, described, body_of(rule.endpoint))
                paths.setdefault(path, {})[method.lower()] = about | operation
    responses = {str(code): _answer(code, schema) for code, schema in ALWAYS.items()}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Scorekeeper", "version": __version__, "description": ABOUT},
        "paths": paths,
        "components": {
            "schemas": COMMON | _of_games(),
            "securitySchemes": SCHEMES,
            "responses": responses,
        },
    }


def _of_games() -> dict[str, Schema]:
    """Returns the schemas of hands, by game, and of a match document with hands of any game."""
    hands = {f"Hand-{game.slug}": hand_schema(game) for game in GAMES}
    match = group({"format": TEXT, "game": {"enum": [game.slug for game in GAMES]}, "sides": listed(ANYTHING)})
    match["properties"] |= {"variant": TEXT, "options": ANYTHING, "first_dealer": TEXT, "hands": listed(common("Hand"))}
    return {"Match": match, "Hand": any_of(map(common, hands)), **hands}


ABOUT = (
    "The link in an address grants permissions: it is as good as a password. Programs send JSON, or forms with "
    "`Accept: application/json`; they need no cookie and no other token. Requests of browsers, which send the header "
    "Origin, need a CSRF token besides: get it with the session's cookie from /sync/token, and send it as the header "
    "X-CSRFToken. /games.json has the fields of each game, /schema/match.json the JSON Schema of match documents. "
    "Addresses below /api need a token of a club in the header Authorization; its owners make it in the settings."
)


def _paged(described: Described, name: str, kind: Any) -> Described:
    """Returns the description of a list with the members and the parameter that all lists have."""
    answer = group({name: listed(schema_of(kind)), "next": schema_of(str | None)})
    more = described.answers.get(200, {}).get("properties", {})
    answers = {**described.answers, 200: group(answer["properties"] | more)}
    return described._replace(answers=answers, asks={**described.asks, "page": whole(1, LAST_PAGE)})


def _operation(rule: str, described: Described, body: Schema | None) -> dict[str, Any]:
    operation: dict[str, Any] = {"parameters": [*_in_path(rule), *_in_question(described.asks)]}
    often = {code: {"$ref": f"#/components/responses/{code}"} for code in ALWAYS}
    answers = often | {code: _answer(code, schema) for code, schema in described.answers.items()}
    operation["responses"] = {str(code): answer for code, answer in sorted(answers.items())}
    bodies = {FORM: _form(described.takes) if described.takes else None, JSON: body}
    content = {kind: {"schema": schema} for kind, schema in bodies.items() if schema}
    if content:
        operation["requestBody"] = {"content": content}
    return operation


def _in_path(rule: str) -> list[dict[str, Any]]:
    variables = re.findall(r"<(?:(int)(?:\([^)]*\))?:)?([^<>:]+)>", rule)
    number = {"type": "integer", "minimum": 1, "maximum": 100_000}
    return [
        {"name": name, "in": "path", "required": True, "schema": number if kind else TEXT} for kind, name in variables
    ]


def _in_question(asks: Mapping[str, Schema]) -> list[dict[str, Any]]:
    return [{"name": name, "in": "query", "schema": schema} for name, schema in asks.items()]


def _form(takes: Mapping[str, Schema]) -> Schema:
    fields = {name.rstrip("*"): schema for name, schema in takes.items()}
    return {"type": "object", "properties": fields, "required": [name[:-1] for name in takes if name.endswith("*")]}


WORDS = {
    200: "OK", 303: "See other", 304: "Not modified", 400: "Malformed, or without CSRF token",
    401: "No valid token of a club", 403: "Not permitted with this link or token",
    404: "Unknown link or match", 409: "Others have changed the match", 413: "Body too large",
    414: "Address too long", 415: "Wrong content type",
    422: "Refused by the rules", 429: "Too many requests", 503: "Nothing was changed; retry",
}  # fmt: skip


def _answer(code: int, schema: Schema) -> dict[str, Any]:
    content = {"content": {"application/json": {"schema": schema}}} if schema else {}
    return {"description": WORDS[code], **content}
