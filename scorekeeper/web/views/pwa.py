"""The installable web app: manifest, service worker, offline page, engine, translations, and files shared with it.

A phone shares photographs of slips to a tournament, exports to a club. The service worker receives them and keeps them
on the phone (`static/js/phone/sw.js`): nothing is sent before the user chooses a page, and they are kept during a
log-in. The forms of the chosen page send them, with their own bounds.
"""

import json
from typing import Any, NamedTuple

from flask import Blueprint, Response, abort, current_app, jsonify, render_template, request, url_for
from sqlalchemy import select
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import accounts
from scorekeeper.clubs.tournaments.keeping import IS_OPEN
from scorekeeper.config import folder
from scorekeeper.game_folders import STATIC_FILES, files_of_packages
from scorekeeper.games import GAMES
from scorekeeper.games.card import library
from scorekeeper.games.engine.base import N_
from scorekeeper.i18n import ENGLISH, LOCALES, _, current_locale, language_tag, speaking
from scorekeeper.offline.bundle import card_file as card_text
from scorekeeper.offline.bundle import stamp
from scorekeeper.store.club_models import Account
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web import guide
from scorekeeper.web.assets import YEAR
from scorekeeper.web.page_parts import WORDS
from scorekeeper.web.phone_engine import address_of_game, engine, translations
from scorekeeper.web.saving import to
from scorekeeper.web.visitors import signed_in

bp = Blueprint("engine", __name__)

# Static files that a phone caches; LEFT_OUT excludes those of pages that it does not render offline.
SHOWN = (
    "js/**/*",
    "games/*/*.js",
    "css/joined/*",
    "games/*/*.css",
    "css/ends.css",
    "css/offline.css",
    "css/rule-card.css",
    "vendor/micropython/*",
    "icons/*",
    "fonts/archivo/*",
)
LEFT_OUT = (".md", "LICENSE", "board.css", "check.css", "sheets.css", "trust.css", "keep-open.js")

SHAREABLE = [
    "image/*",
    "application/pdf",
    "application/json",
    "application/jsonl",
    "application/octet-stream",
    ".json",
    ".jsonl",
    ".ndjson",
]


SHORTCUTS = {
    N_("New match"): "start.first",
    N_("Past matches and statistics"): "home.history",
    N_("Settle an argument"): "arguments.index",
    N_("Rules"): "rules.index",
}


class Screenshot(NamedTuple):
    """A picture of the guide that browsers show before the app is installed; all of one form factor have one shape."""

    name: str
    sizes: str
    form_factor: str
    label: str


SCREENSHOTS = (
    Screenshot("phone-match", "469x834", "narrow", N_("Score at the table")),
    Screenshot("phone-verdict", "469x834", "narrow", N_("Settle an argument")),
    Screenshot("phone-result", "469x834", "narrow", N_("Share the result")),
    Screenshot("tournament-desk", "1280x800", "wide", N_("Run a tournament")),
)

sharing_bp = Blueprint("sharing", __name__, url_prefix="/share")


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """The web app manifest: name, icons, colours, shortcuts of the icon, and pictures for the browser's question."""
    return _json_as(
        "application/manifest+json",
        {
            "id": url_for("home.index"),
            "name": _("Scorekeeper"),
            "short_name": _("Scorekeeper"),
            "description": _("Keeps score at the card table, also without a network."),
            "lang": language_tag(),
            "start_url": url_for("home.index"),
            "scope": url_for("home.index"),
            "display": "standalone",
            "background_color": "#faf6ee",
            "theme_color": "#faf6ee",
            "share_target": {
                "action": url_for("sharing.receive"),
                "method": "POST",
                "enctype": "multipart/form-data",
                "params": {"files": [{"name": "files", "accept": SHAREABLE}]},
            },
            "categories": ["games", "entertainment", "utilities"],
            "icons": [_icon("icon-192"), _icon("icon-512"), _icon("icon-maskable-512", "maskable")],
            "shortcuts": [
                {"name": _(name), "url": url_for(endpoint), "icons": [_icon("icon-192")]}
                for name, endpoint in SHORTCUTS.items()
            ],
            "screenshots": [
                {
                    "src": url_for("static", filename=f"guide/{shot.name}.webp"),
                    "sizes": shot.sizes,
                    "type": "image/webp",
                    "form_factor": shot.form_factor,
                    "label": _(shot.label),
                }
                for shot in SCREENSHOTS
            ],
        },
    )


def _icon(name: str, purpose: str = "any") -> dict[str, str]:
    size = name.rpartition("-")[2]
    source = url_for("static", filename=f"icons/{name}.png")
    return {"src": source, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


@bp.get("/sw.js")
def service_worker() -> Response:
    """The service worker script, prefixed with the files to cache: a new version changes the script."""
    version = f"{engine().digest}-{current_app.config['STATIC_VERSION']}"
    kept_files = json.dumps({"version": version, "files": _files(), "root": request.script_root}, sort_keys=True)
    script = (folder("static") / "js" / "phone" / "sw.js").read_text("utf-8")
    response = Response(f"const KEPT = {kept_files};\n{script}", mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


def _files() -> list[str]:
    """Returns the addresses of the static files that a phone caches."""
    static = folder("static")
    paths = [path for shown in SHOWN for path in sorted(static.glob(shown)) if path.is_file()]
    names = [path.relative_to(static).as_posix() for path in paths if not path.name.endswith(LEFT_OUT)]
    names += [name for name, _file in files_of_packages("static", *STATIC_FILES)]
    return [url_for("static", filename=name) for name in names]


@bp.get("/offline")
def shell() -> str:
    """The offline page, in which the phone renders all other pages."""
    return render_template("offline/shell.html")


@bp.get("/engine.json")
def about() -> Response:
    """Addresses of the engine and translations in the visitor's language, and of those in the other languages."""
    languages = {
        locale: {"name": name, "about": url_for("engine.language", locale=locale, name=_stamp_of(locale))}
        for locale, name in LOCALES.items()
    }
    response = jsonify({**_about(), "languages": languages})
    response.set_etag(stamp(response.get_data(as_text=True)), weak=True)
    response.make_conditional(request)
    return response


def _about() -> dict[str, Any]:
    """Returns the addresses of engine and translations in the current language, and the texts of the status line."""
    locale = current_locale()
    texts = "" if locale == ENGLISH else translations(locale)
    return {
        "locale": locale,
        "rules": engine().rules,
        "engine": url_for("engine.file", name=engine().digest),
        "games": {slug: address_of_game(slug, files.digest) for slug, files in engine().games.items()},
        "messages": url_for("engine.messages", locale=locale, name=stamp(texts)) if texts else "",
        "micropython": url_for("static", filename="vendor/micropython/micropython.mjs"),
        "wasm": url_for("static", filename="vendor/micropython/micropython.wasm"),
        "rule_pages": [url_for("rules.index"), *(url_for("rules.game", slug=game.slug) for game in GAMES)],
        "help": guide.version(),
        "words": {name: _(text) for name, text in WORDS.items()},
    }


@bp.get("/engine/language-<locale>-<name>.json")
def language(locale: str, name: str) -> Response:
    """The data of `about` in another language, for switching offline; cached forever, 404 for another version."""
    if locale not in LOCALES or name != _stamp_of(locale):
        abort(404)
    with speaking(locale):
        return _for_ever(json.dumps(_about(), ensure_ascii=False))


def _stamp_of(locale: str) -> str:
    """Returns a digest that changes with the version and the language's translations."""
    return stamp(engine().digest + translations(locale))


@bp.get("/engine/<name>.json")
def file(name: str) -> Response:
    """The part of the offline engine that all games share; cached forever, 404 for another version."""
    return _for_ever(engine().text if name == engine().digest else abort(404))


@bp.get("/engine/game/<slug>/<name>.json")
def game_file(slug: str, name: str) -> Response:
    """One game's part of the engine; cached forever, 404 for another version."""
    game_part = engine().games.get(slug)
    return _for_ever(game_part.text if game_part and name == game_part.digest else abort(404))


@bp.get("/engine/card/<slug>/<name>.json")
def card_file(slug: str, name: str) -> Response:
    """One card of the library; cached forever, 404 for another version."""
    return _for_ever(card_text(slug) if slug in library.SLUGS and name == engine().cards else abort(404))


@bp.get("/engine/messages-<locale>-<name>.json")
def messages(locale: str, name: str) -> Response:
    """The translations of a language; cached forever, 404 for another version."""
    texts = translations(locale) if locale in LOCALES else ""
    return _for_ever(texts if name == stamp(texts) else abort(404))


def _for_ever(text: str) -> Response:
    response = Response(text, mimetype="application/json")
    response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    return response


def _json_as(mimetype: str, value: dict[str, Any]) -> Response:
    return Response(json.dumps(value, ensure_ascii=False), mimetype=mimetype)


MOST = 10  # newest open tournaments
SHARED = "shared"  # the anchor by which a form takes the shared files (static/js/shared/take-shared.js)


class Place(NamedTuple):
    """A page with a form for shared files: its name, the name of its owner, and its address."""

    name: str
    of: str
    address: str


@sharing_bp.get("")
def show() -> str:
    """The pages that the shared files can go to; for visitors without an account the way to log in."""
    account = signed_in()
    return render_template(
        "home/shared.html",
        account=account,
        rounds=_rounds(account) if account else [],
        imports=_imports(account) if account else [],
        again="again" in request.args,
    )


@sharing_bp.post("")
def receive() -> AnyResponse:
    """POST: redirects, with the message to choose the files again: this browser has no service worker yet."""
    return to("sharing.show", again=1)


def _rounds(account: Account) -> list[Place]:
    """Returns the current rounds of the newest open tournaments in which the account may read slips."""
    clubs = {row.club_id: row.club for row in accounts.clubs_of(account) if accounts.is_at_least(row.role, "scorer")}
    query = select(Tournament).where(Tournament.club_id.in_(clubs), IS_OPEN)
    places = []
    for made in db.session.scalars(query.order_by(Tournament.day.desc(), Tournament.id.desc()).limit(MOST)):
        club, number = clubs[made.club_id], len(made.document.get("rounds") or [])
        if number:
            name = f"{made.document.get('name') or _('Tournament')} · {_('Round %(number)s', number=number)}"
            where = url_for("tournament_photographs.ask", club=club.slug, number=made.id, round=number, _anchor=SHARED)
            places.append(Place(name, club.name, where))
    return places


def _imports(account: Account) -> list[Place]:
    """Returns the imports of the clubs that the account owns."""
    return [
        Place(row.club.name, "", url_for("import_export.show", club=row.club.slug, _anchor=SHARED))
        for row in accounts.clubs_of(account)
        if row.role == "owner"
    ]
