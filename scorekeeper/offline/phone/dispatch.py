"""Handles requests of the phone's scripts, in JSON: pages, previews and changes of the matches stored on the phone."""

import json
from typing import Any

from scorekeeper.games.engine import bids, calls, offline_match
from scorekeeper.games.engine.base import Refusal
from scorekeeper.games.engine.game import game_of, tint_of
from scorekeeper.games.engine.setup import with_all_options
from scorekeeper.i18n import say
from scorekeeper.pages.change_texts import Deal, change_text, plain_text, with_dealer, with_result
from scorekeeper.pages.entry_form import (
    CONTESTS,
    EntryForm,
    is_whole,
    posted_form,
    preview_of,
    problem_texts,
    tried,
    tried_forms,
)

from . import pages, texts
from .engine_parts import Addresses, NotLoaded, add_cover, library_of_cards, open_game, urlencode
from .jinja import Environment
from .pages import Answer, Visit

SAYS = ("confirm", "contest")


def write(request: "dict[str, Any]") -> Answer:
    """Changes a stored match; returns the changed copy, its state and a message. Raises Refusal.

    `act` is a key of ACTS, `hand` the number of the hand, `fields` are the form's. `time` (a formatted time of day) is
    set if a server has already stored the change. `saw` in the result is the content that was confirmed or contested.
    Either from a page of another version than the copy's changes nothing: the result has the current state.
    """
    stored = request["kept"]
    act = request["act"]
    if act in SAYS and request["seen"] != stored["version"]:
        return {"changes": [], "state": state(stored)}
    before, deal = _standing(stored)
    after = ACTS[act](stored, request)
    if request.get("time"):
        after = offline_match.sent(after, request["time"])
    fact = _changed_fact(stored["done"], after["done"])
    (status, winner), new_deal = _standing(after)
    text = _text(act, after, fact)
    text = with_dealer(text, stored["setup"], deal, new_deal)
    winner_changed = before != (status, winner) and act not in ("record", "finish")
    if winner_changed:
        text = with_result(text, stored["setup"], status, winner)
    result = {"kept": after, "state": state(after), "said": text, "winner_changed": winner_changed}
    result["number"] = len(after["hands"]) if act == "record" else request["hand"]
    result["target"] = fact["key"] if fact and act in ("undo", "redo") else None
    result["saw"] = offline_match.confirmed_content(after, request["hand"]) if act in SAYS else None
    return result


def _changed_fact(before: "list[dict[str, Any]]", after: "list[dict[str, Any]]") -> "dict[str, Any] | None":
    """Returns the change added to the undo stack or, if none was, the top of the old stack; None if it was empty."""
    if len(after) > len(before):
        return after[-1]
    return before[-1] if before else None


def _text(act: str, after: "dict[str, Any]", fact: "dict[str, Any] | None") -> str:
    """Returns the message after an act; `fact`: the change that it made, undid or redid."""
    if act != "side" and act not in SAYS:
        facts = [fact["before"], fact["after"]] if fact else [{}, {}]
        return plain_text(KINDS[act], fact["hand"] if fact else None, *(reversed(facts) if act == "undo" else facts))
    part = after["confirming"]
    about = {"hand": None, "side": part["own"]} if act == "side" else part["voices"][-1]
    kind = KINDS[act]
    return change_text(after["setup"], {"kind": kind, "hand": about["hand"], "before": {}, "after": about}, own=True)


def state(stored: "dict[str, Any]") -> "dict[str, Any]":
    """Returns the state of a match, with the possible calls and the bids of its next hand."""
    match_state: dict[str, Any] = dict(offline_match.state(stored, say))
    match_state["call"] = pages.calls_of(stored, match_state)
    match_state["bids"] = pages.bids_of(stored)
    return match_state


def _standing(stored: "dict[str, Any]") -> "tuple[tuple[str, int | None], Deal]":
    """Returns `(status, winner)` and `(number of hands, dealer of the next)`."""
    table = offline_match.played(stored)[1]
    return (offline_match.status_of(stored, table), table["winner"]), (len(stored["hands"]), table["dealer"])


def _entry(stored: "dict[str, Any]", request: "dict[str, Any]") -> "dict[str, Any]":
    return entry_of(stored, posted_form(stored["setup"], request["fields"], request["hand"]))


def entry_of(stored: "dict[str, Any]", form: EntryForm) -> "dict[str, Any]":
    """Returns the complete entry of a form. Raises Refusal if it is incomplete or invalid."""
    return form.answered(lambda entry: offline_match.preview(stored, entry, form.number))


def _strikes_rest(request: "dict[str, Any]") -> bool:
    return "strike_rest" in dict(request["fields"])


def _side(request: "dict[str, Any]", field: str = "side") -> int:
    """Returns the side in the form; -1 if there is none."""
    text = dict(request["fields"]).get(field, "")
    return int(text) if is_whole(text) else -1


ACTS: "dict[str, Any]" = {
    "record": lambda stored, request: offline_match.record(
        stored, _entry(stored, request), key=request["key"], at=request["at"]
    ),
    "correct": lambda stored, request: offline_match.correct(
        stored, request["hand"], _entry(stored, request), key=request["key"], strike_rest=_strikes_rest(request)
    ),
    "strike": lambda stored, request: offline_match.strike(
        stored, request["hand"], key=request["key"], strike_rest=_strikes_rest(request)
    ),
    "note": lambda stored, request: offline_match.annotate(
        stored, request["hand"], dict(request["fields"]).get("note", ""), key=request["key"]
    ),
    "undo": lambda stored, request: offline_match.undo(stored, key=request["key"]),
    "redo": lambda stored, request: offline_match.redo(stored, key=request["key"]),
    "finish": lambda stored, request: offline_match.finish(
        stored, key=request["key"], at=request["at"], stands=dict(request["fields"]).get("stands") != "0"
    ),
    "side": lambda stored, request: offline_match.sit(stored, _side(request)),
    "confirm": lambda stored, request: offline_match.confirm(stored, _side(request), request["hand"]),
    "contest": lambda stored, request: offline_match.contest(
        stored, _side(request, CONTESTS), request["hand"], _entry(stored, request)
    ),
}
KINDS = {act: {"note": "annotate", "side": "sit"}.get(act, act) for act in ACTS}


# Last parts of the URLs of forms, and of a page of older versions; a GET request (e.g. going back) shows the match.
WRITES = ("hands", "undo", "redo", "finish", "preview", "side", "confirm", "needs")


class App:
    """Global state, set by `start`: templates, URL prefix, URLs of the games' files, languages, current page."""

    environment: Environment
    root = ""
    game_files: "dict[str, str]" = {}
    card_files = ""  # with * for the slug
    languages: "tuple[Any, ...]" = ()
    here: "tuple[str, list[tuple[str, str]]]" = ("/", [])


def start(engine: str, catalogue: str, page: str) -> None:
    """Loads the templates and the texts. All parameters are JSON.

    `engine` is the bundle's first file without `files`, `catalogue` the texts of the language (empty for English),
    `page` is `{"locale", "languages": [[code, name]…]}`.
    """
    parts, about = json.loads(engine), json.loads(page)
    texts.speak(about["locale"], json.loads(catalogue) if catalogue else None)
    App.root = parts["root"]
    addresses = Addresses(parts["root"], parts["routes"], parts["static"])
    names = {
        "_": texts.in_template,
        "gettext": texts.in_template,
        "ngettext": texts.counted_in_template,
        "say": say,
        "url_for": addresses.url_for,
        "game_of": game_of,
        "tint_of": tint_of,
        "match_title": lambda setup: game_of(setup).title_of(setup["options"], say),
        "game_script": lambda slug: parts["scripts"].get(slug, ""),
        "game_style": lambda slug: parts["styles"].get(slug, ""),
        "rule_url": addresses.rule_url,
        "help_url": lambda endpoint: parts["help"][endpoint],
        "current_locale": texts.current_locale,
        "language_tag": texts.language_tag,
        "csrf_token": lambda: "",
        "get_flashed_messages": lambda **_options: [],
        "language_links": _language_links,
    }
    for game in parts["games"]:
        add_cover(game)
    App.game_files = {game["slug"]: game["address"] for game in parts["games"]}
    App.card_files = parts["cards"]
    App.languages = tuple(about.get("languages") or ())
    App.environment = Environment(parts["templates"], names, parts["passing"])


def learn(game: str, translations: str) -> None:
    """Loads a game whose Python files are already in the file system, or a card of the library.

    `game` is its file of the bundle without `files`, `translations` its texts (empty for English), both JSON.
    """
    parts = json.loads(game)
    if "card" in parts:
        library_of_cards().add(parts["slug"], parts["card"])
        return
    if translations:
        texts.learn(json.loads(translations))
    App.environment.sources.update(parts["templates"])
    open_game(parts["slug"])


def answer(question: str) -> str:
    """Handles a request. Parameter and result are JSON.

    The result is `{"problems": [text…]}` for a refusal, `{"lacks": URL}` if a game's file must be fetched first.
    """
    request = json.loads(question)
    try:
        if request.get("kept"):  # it may have been stored before the game got all of its present options
            request["kept"]["setup"] = with_all_options(request["kept"]["setup"])
        return json.dumps(ANSWERS[request["ask"]](request))
    except NotLoaded as missing:
        files = App.card_files.replace("*", missing.slug) if missing.is_card else App.game_files[missing.slug]
        return json.dumps({"lacks": files})
    except Refusal as refusal:
        return json.dumps({"problems": problem_texts(refusal.problems)})


def _language_links() -> "list[tuple[str, str, str]]":
    """Links to the current page in each language stored on the phone; empty if there is only one."""
    path, query = App.here
    links = [(code, name, path + "?" + urlencode(query + [("lang", code)])) for code, name in App.languages]
    return links if len(links) > 1 else []


def _page(request: "dict[str, Any]") -> Answer:
    visit = Visit(App.environment, App.root, request)
    App.here = (request["path"], [(name, text) for name, text in visit.query if name != "lang"])
    return _page_at(visit, visit.path.strip("/").split("/")) or pages.not_found(visit)


def _page_at(visit: Visit, path: "list[str]") -> Answer:
    """Returns the page at a path, split at its slashes; None if there is none."""
    if path == [""]:
        return pages.home(visit)
    if path == ["new"]:
        return pages.new(visit)
    if path == ["games"]:
        return pages.games(visit)
    if path == ["evenings"]:
        return pages.evenings(visit)
    if path[0] == "claims" and len(path) <= 3:
        return (pages.argument_games, pages.arguments, pages.argument)[len(path) - 1](visit, *path[1:])
    if path[0] != "s":
        return None
    if len(path) == 2:
        return pages.home(visit)
    if path[2:] == ["new"]:
        return pages.new(visit, path[1])
    if path[2] != "m" or len(path) < 4 or not path[3].isdigit():
        return None
    match = visit.find_match(path[1], int(path[3]))
    return None if match is None else _match_page(visit, match, path[4:])


def _match_page(visit: Visit, match: "dict[str, Any]", path: "list[str]") -> Answer:
    if not path:
        return pages.match(visit, match)
    if path == ["rematch"] and visit.is_post:
        return pages.rematch(visit, match)
    if path == ["result"]:
        return pages.result(visit, match)
    if path == ["claims"]:
        return pages.claims(visit, match)
    if len(path) == 2 and path[0] == "claims":
        return pages.claim(visit, match, path[1])
    if len(path) == 2 and path[0] == "hands" and path[1].isdigit():
        return pages.correction(visit, match, int(path[1]))
    return pages.match(visit, match) if path[0] in WRITES else None


def _picture(request: "dict[str, Any]") -> Answer:
    """Returns the drawing of a match's result; None if the match with the request's `path` is not stored here."""
    visit = Visit(App.environment, App.root, request)
    token, number = visit.path.strip("/").split("/")[1:4:2]
    match = visit.find_match(token, int(number))
    return None if match is None else pages.result_drawing(visit, match)


def _preview(request: "dict[str, Any]") -> Answer:
    stored, number = request["kept"], request["hand"]
    setup, fields = stored["setup"], request["fields"]

    def score(form: EntryForm) -> "dict[str, Any]":
        return offline_match.preview(stored, entry_of(stored, form), number)

    forms = tried_forms(setup, fields, number)
    if forms:
        return {
            "tries": [tried(form, score, lambda entry: offline_match.foreseen(stored, entry, number)) for form in forms]
        }
    return preview_of(score(posted_form(setup, fields, number)))


def _call(request: "dict[str, Any]") -> Answer:
    """Returns the call of the request, changed by `act` of `side` if given: as data (`found`) and as shown (`call`)."""
    stored = request["kept"]
    rows, table = offline_match.played(stored)
    setup, hand = stored["setup"], len(rows) + 1
    call = request["call"]
    if request.get("act"):
        call = calls.called(setup, table, hand, call, request["act"], request["side"])
    return {"found": call, "call": pages.with_number(calls.shown(setup, table, hand, call))}


def _bid(request: "dict[str, Any]") -> Answer:
    """Returns the copy of a match with the texts of the request added to its bids, and the bids as pages show them."""
    after = dict(request["kept"])
    table = offline_match.played(after)[1]
    hand = len(after["hands"]) + 1
    after["bids"] = bids.announced(after["setup"], table, hand, after.get("bids"), dict(request["fields"]))
    return {"kept": after, "bids": pages.bids_of(after)}


ANSWERS: "dict[str, Any]" = {
    "bid": _bid,
    "call": _call,
    "page": _page,
    "picture": _picture,
    "preview": _preview,
    "write": write,
    "state": lambda request: state(request["kept"]),
    "document": lambda request: offline_match.document(request["kept"]),
}
