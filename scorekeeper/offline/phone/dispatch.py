"""Answers requests of the phone's scripts, as JSON: pages, previews and changes of the matches that it stores.

Call `start` once, then `answer`. Requests are
`{"ask": "page" | "picture" | "preview" | "write" | "call" | "state" | "document", …}`.
The answer `{"lacks": address}` says which game's file has to be brought (`learn`) before the request can be answered.
"""

import json
from typing import Any

from scorekeeper.games import find_game
from scorekeeper.games.engine import calls, offline_match
from scorekeeper.games.engine.base import Refusal
from scorekeeper.games.engine.game import game_of
from scorekeeper.games.engine.setup import with_all_options
from scorekeeper.i18n import say
from scorekeeper.pages.entry_form import posted_form
from scorekeeper.pages.rule_texts import preview_of, problem_texts

from . import changes, match_pages, pages, words
from .addresses import Addresses, urlencode
from .games_here import NotHere, open_game, put_up
from .jinja import Environment
from .visit import Answer, Visit

# Addresses of forms: who comes back to one sees the match.
WRITES = ("hands", "undo", "redo", "finish", "preview", "side", "confirm")


class App:
    """The templates of this version, what addresses begin with, those of games' files; which languages, and where."""

    environment: Environment
    root = ""
    game_files: "dict[str, str]" = {}
    languages: "tuple[Any, ...]" = ()
    here: "tuple[str, list[tuple[str, str]]]" = ("/", [])


def start(engine: str, catalogue: str, page: str) -> None:
    """Load the templates and the texts.

    `engine` is the bundle's first part without its files, `catalogue` the texts of the language (empty for English),
    `page` what every page shows: `{"locale", "languages": [[code, name]…]}`; all of them JSON.
    """
    parts, about = json.loads(engine), json.loads(page)
    words.speak(about["locale"], json.loads(catalogue) if catalogue else None)
    App.root = parts["root"]
    addresses = Addresses(parts["root"], parts["routes"], parts["static"])
    names = {
        "_": words.in_template,
        "gettext": words.in_template,
        "ngettext": words.counted_in_template,
        "say": say,
        "url_for": addresses.url_for,
        "find_game": find_game,
        "match_title": lambda setup: game_of(setup).title_of(setup["options"], say),
        "game_script": lambda slug: parts["scripts"].get(slug, ""),
        "game_style": lambda slug: parts["styles"].get(slug, ""),
        "rule_url": addresses.rule_url,
        "current_locale": words.current_locale,
        "language_tag": words.language_tag,
        "csrf_token": lambda: "",
        "get_flashed_messages": lambda **_asked: [],
        "language_links": _language_links,
    }
    for each in parts["games"]:
        put_up(each)
    App.game_files = {each["slug"]: each["address"] for each in parts["games"]}
    App.languages = tuple(about.get("languages") or ())
    App.environment = Environment(parts["templates"], names, parts["passing"])


def learn(game: str, texts: str) -> None:
    """Open a game whose Python files are in place.

    `game` is its file of the bundle without them, `texts` its texts in the language (empty for English), both JSON.
    """
    parts = json.loads(game)
    if texts:
        words.learn(json.loads(texts))
    App.environment.sources.update(parts["templates"])
    open_game(parts["slug"])


def answer(question: str) -> str:
    """The answer to a request; a refusal is `{"problems": […]}` with every problem's text."""
    asked = json.loads(question)
    try:
        if asked.get("kept"):  # perhaps from before its game had all of today's options
            asked["kept"]["setup"] = with_all_options(asked["kept"]["setup"])
        return json.dumps(ANSWERS[asked["ask"]](asked))
    except NotHere as missing:
        return json.dumps({"lacks": App.game_files[missing.slug]})
    except Refusal as refusal:
        return json.dumps({"problems": problem_texts(refusal.problems)})


def _language_links() -> "list[tuple[str, str, str]]":
    """Links to the current page in each language that the phone has; none where it has only one."""
    path, query = App.here
    links = [(code, name, path + "?" + urlencode(query + [("lang", code)])) for code, name in App.languages]
    return links if len(links) > 1 else []


def _page(asked: "dict[str, Any]") -> Answer:
    visit = Visit(App.environment, App.root, asked)
    App.here = (asked["path"], [(name, text) for name, text in visit.query if name != "lang"])
    return _found(visit, visit.path.strip("/").split("/")) or pages.not_found(visit)


def _found(visit: Visit, path: "list[str]") -> Answer:
    """The page at an address, or None."""
    if path == [""]:
        return pages.home(visit)
    if path == ["new"]:
        return pages.new(visit)
    if path == ["evenings"]:
        return pages.evenings(visit)
    if path[0] != "s":
        return None
    if len(path) == 2:
        return pages.home(visit)
    if path[2:] == ["new"]:
        return pages.new(visit, path[1])
    if path[2] != "m" or len(path) < 4 or not path[3].isdigit():
        return None
    each = visit.find_match(path[1], int(path[3]))
    return None if each is None else _of_match(visit, each, path[4:])


def _of_match(visit: Visit, each: "dict[str, Any]", path: "list[str]") -> Answer:
    if not path:
        return match_pages.match(visit, each)
    if path == ["rematch"] and visit.is_post:
        return pages.rematch(visit, each)
    if path == ["needs"]:
        return match_pages.needs(visit, each)
    if path == ["result"]:
        return match_pages.result(visit, each)
    if path == ["claims"]:
        return match_pages.claims(visit, each)
    if len(path) == 2 and path[0] == "claims":
        return match_pages.claim(visit, each, path[1])
    if len(path) == 2 and path[0] == "hands" and path[1].isdigit():
        return match_pages.correction(visit, each, int(path[1]))
    return match_pages.match(visit, each) if path[0] in WRITES else None


def _picture(asked: "dict[str, Any]") -> Answer:
    """The drawing of a match's result; None where this phone has no such match. `path` is the match's."""
    visit = Visit(App.environment, App.root, asked)
    token, number = visit.path.strip("/").split("/")[1:4:2]
    each = visit.find_match(token, int(number))
    return None if each is None else match_pages.result_drawing(visit, each)


def _preview(asked: "dict[str, Any]") -> Answer:
    own = asked["kept"]
    form = posted_form(own["setup"], asked["fields"], asked["hand"])
    return preview_of(offline_match.preview(own, changes.entry_of(own, form), form.number))


def _call(asked: "dict[str, Any]") -> Answer:
    """What a call comes to on this phone alone: `call` as it was, and what a `side` does to it (`act`)."""
    own = asked["kept"]
    rows, table = offline_match.played(own)
    setup, hand = own["setup"], len(rows) + 1
    found = asked["call"]
    if asked.get("act"):
        found = calls.called(setup, table, hand, found, asked["act"], asked["side"])
    return {"found": found, "call": match_pages.counted(calls.shown(setup, table, hand, found))}


ANSWERS: "dict[str, Any]" = {
    "call": _call,
    "page": _page,
    "picture": _picture,
    "preview": _preview,
    "write": changes.write,
    "state": lambda asked: changes.state(asked["kept"]),
    "document": lambda asked: offline_match.document(asked["kept"]),
}
