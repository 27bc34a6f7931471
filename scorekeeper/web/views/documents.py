"""Addresses for programs: the games with their fields, and the JSON Schemas of documents.

Neither depends on cookies, so caches may keep the answers; `?lang=` selects the language of texts.
"""

from functools import lru_cache

from flask import Blueprint, Response, abort, jsonify, request

from scorekeeper.clubs.schemas import SCHEMAS
from scorekeeper.games import GAMES
from scorekeeper.games.described import games_described
from scorekeeper.i18n import ENGLISH, gettext, locale_of, speaking

bp = Blueprint("documents", __name__)

LANGUAGES_CACHED = 16


@bp.get("/games.json")
def games() -> Response:
    """All games with presets, options, shapes, ways to enter a hand, fields and rules, in the language `?lang=`."""
    return _cached(Response(_games(locale_of(request.args.get("lang", "")) or ENGLISH), mimetype="application/json"))


@lru_cache(LANGUAGES_CACHED)
def _games(locale: str) -> str:
    with speaking(locale):
        return jsonify(games_described(GAMES, gettext)).get_data(as_text=True)


@bp.get("/schema/<name>.json")
def schema(name: str) -> Response:
    """The JSON Schema of `match`, `card`, `tournament` or `club` documents; 404 for any other name."""
    return _cached(jsonify(SCHEMAS[name]() if name in SCHEMAS else abort(404)))


def _cached(response: Response) -> Response:
    response.headers["Cache-Control"] = "public, max-age=3600"
    return response
