"""Answers requests of the phone's scripts, as JSON: pages, previews and changes of the matches that it stores."""

import json
from typing import Any

from scorekeeper.games import find_game
from scorekeeper.games.engine import calls, offline_match
from scorekeeper.games.engine.base import Refusal
from scorekeeper.games.engine.game import game_of
from scorekeeper.games.engine.setup import with_all_options
from scorekeeper.i18n import say
from scorekeeper.pages.change_texts import Deal, change_text, plain_text, with_dealer, with_result
from scorekeeper.pages.entry_form import EntryForm, is_whole, posted_form, preview_of, problem_texts

from . import pages, texts
from .engine_parts import Addresses, NotHere, open_game, put_up, urlencode
from .jinja import Environment
from .pages import Answer, Visit


def write(asked: "dict[str, Any]") -> Answer:
    """A change of a stored match: `act` says which, `hand` of which hand, `fields` are those of the form.

    With `time` (of day, in words) a server has done it already. The answer's `saw` is what a confirmation agrees with;
    one that comes from a page of another version than `seen` is answered as a server does where others were quicker.
    """
    own = asked["kept"]
    act = asked["act"]
    if act == "confirm" and asked["seen"] != own["version"]:
        return {"changes": [], "state": state(own)}
    before, deal = _standing(own)
    after = ACTS[act](own, asked)
    if asked.get("time"):
        after = offline_match.sent(after, asked["time"])
    fact = after["done"][-1] if len(after["done"]) > len(own["done"]) else own["done"][-1] if own["done"] else None
    (status, winner), new_deal = _standing(after)
    said = _said_of_sides(act, after) or plain_text(KINDS[act], fact["hand"] if fact else None)
    said = with_dealer(said, own["setup"], deal, new_deal)
    winner_changed = before != (status, winner) and act not in ("record", "finish")
    if winner_changed:
        said = with_result(said, own["setup"], status, winner)
    told = {"kept": after, "state": state(after), "said": said, "winner_changed": winner_changed}
    told["number"] = len(after["hands"]) if act == "record" else asked["hand"]
    told["target"] = fact["key"] if fact and act in ("undo", "redo") else None
    told["saw"] = offline_match.confirmed_content(after, asked["hand"]) if act == "confirm" else None
    return told


def _said_of_sides(act: str, after: "dict[str, Any]") -> str:
    """What a phone said of its side, or a side of a hand or the result; empty for other changes."""
    if act not in ("side", "confirm"):
        return ""
    part = after["confirming"]
    about = {"hand": None, "side": part["own"]} if act == "side" else part["voices"][-1]
    kind = KINDS[act]
    return change_text(after["setup"], {"kind": kind, "hand": about["hand"], "before": {}, "after": about})


def state(own: "dict[str, Any]") -> "dict[str, Any]":
    """The state of a match, with what can be called in its next hand."""
    found: dict[str, Any] = dict(offline_match.state(own, say))
    found["call"] = pages.calls_of(own, found)
    return found


def _standing(own: "dict[str, Any]") -> "tuple[tuple[str, int | None], Deal]":
    """The result (status and winner), and the next deal."""
    table = offline_match.played(own)[1]
    return (offline_match.status_of(own, table), table["winner"]), (len(own["hands"]), table["dealer"])


def _entry(own: "dict[str, Any]", asked: "dict[str, Any]") -> "dict[str, Any]":
    return entry_of(own, posted_form(own["setup"], asked["fields"], asked["hand"]))


def entry_of(own: "dict[str, Any]", form: EntryForm) -> "dict[str, Any]":
    """The entry that a form holds, all its questions answered. Raises Refusal."""
    return form.answered(lambda entry: offline_match.preview(own, entry, form.number))


def _strikes_rest(asked: "dict[str, Any]") -> bool:
    return "strike_rest" in dict(asked["fields"])


def _side(asked: "dict[str, Any]") -> int:
    """The side that a form names; -1 where it names none."""
    text = dict(asked["fields"]).get("side", "")
    return int(text) if is_whole(text) else -1


ACTS: "dict[str, Any]" = {
    "record": lambda own, asked: offline_match.record(own, _entry(own, asked), key=asked["key"], at=asked["at"]),
    "correct": lambda own, asked: offline_match.correct(
        own, asked["hand"], _entry(own, asked), key=asked["key"], strike_rest=_strikes_rest(asked)
    ),
    "strike": lambda own, asked: offline_match.strike(
        own, asked["hand"], key=asked["key"], strike_rest=_strikes_rest(asked)
    ),
    "note": lambda own, asked: offline_match.annotate(
        own, asked["hand"], dict(asked["fields"]).get("note", ""), key=asked["key"]
    ),
    "undo": lambda own, asked: offline_match.undo(own, key=asked["key"]),
    "redo": lambda own, asked: offline_match.redo(own, key=asked["key"]),
    "finish": lambda own, asked: offline_match.finish(
        own, key=asked["key"], at=asked["at"], stands=dict(asked["fields"]).get("stands") != "0"
    ),
    "side": lambda own, asked: offline_match.sit(own, _side(asked)),
    "confirm": lambda own, asked: offline_match.confirm(own, _side(asked), asked["hand"]),
}
KINDS = {act: {"note": "annotate", "side": "sit"}.get(act, act) for act in ACTS}


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
    texts.speak(about["locale"], json.loads(catalogue) if catalogue else None)
    App.root = parts["root"]
    addresses = Addresses(parts["root"], parts["routes"], parts["static"])
    names = {
        "_": texts.in_template,
        "gettext": texts.in_template,
        "ngettext": texts.counted_in_template,
        "say": say,
        "url_for": addresses.url_for,
        "find_game": find_game,
        "match_title": lambda setup: game_of(setup).title_of(setup["options"], say),
        "game_script": lambda slug: parts["scripts"].get(slug, ""),
        "game_style": lambda slug: parts["styles"].get(slug, ""),
        "rule_url": addresses.rule_url,
        "current_locale": texts.current_locale,
        "language_tag": texts.language_tag,
        "csrf_token": lambda: "",
        "get_flashed_messages": lambda **_asked: [],
        "language_links": _language_links,
    }
    for each in parts["games"]:
        put_up(each)
    App.game_files = {each["slug"]: each["address"] for each in parts["games"]}
    App.languages = tuple(about.get("languages") or ())
    App.environment = Environment(parts["templates"], names, parts["passing"])


def learn(game: str, translations: str) -> None:
    """Open a game whose Python files are in place.

    `game` is its file of the bundle without them, `translations` its texts (empty for English), both JSON.
    """
    parts = json.loads(game)
    if translations:
        texts.learn(json.loads(translations))
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
        return pages.match(visit, each)
    if path == ["rematch"] and visit.is_post:
        return pages.rematch(visit, each)
    if path == ["needs"]:
        return pages.needs(visit, each)
    if path == ["result"]:
        return pages.result(visit, each)
    if path == ["claims"]:
        return pages.claims(visit, each)
    if len(path) == 2 and path[0] == "claims":
        return pages.claim(visit, each, path[1])
    if len(path) == 2 and path[0] == "hands" and path[1].isdigit():
        return pages.correction(visit, each, int(path[1]))
    return pages.match(visit, each) if path[0] in WRITES else None


def _picture(asked: "dict[str, Any]") -> Answer:
    """The drawing of a match's result; None where this phone has no such match. `path` is the match's."""
    visit = Visit(App.environment, App.root, asked)
    token, number = visit.path.strip("/").split("/")[1:4:2]
    each = visit.find_match(token, int(number))
    return None if each is None else pages.result_drawing(visit, each)


def _preview(asked: "dict[str, Any]") -> Answer:
    own = asked["kept"]
    form = posted_form(own["setup"], asked["fields"], asked["hand"])
    return preview_of(offline_match.preview(own, entry_of(own, form), form.number))


def _call(asked: "dict[str, Any]") -> Answer:
    """What a call comes to on this phone alone: `call` as it was, and what a `side` does to it (`act`)."""
    own = asked["kept"]
    rows, table = offline_match.played(own)
    setup, hand = own["setup"], len(rows) + 1
    found = asked["call"]
    if asked.get("act"):
        found = calls.called(setup, table, hand, found, asked["act"], asked["side"])
    return {"found": found, "call": pages.counted(calls.shown(setup, table, hand, found))}


ANSWERS: "dict[str, Any]" = {
    "call": _call,
    "page": _page,
    "picture": _picture,
    "preview": _preview,
    "write": write,
    "state": lambda asked: state(asked["kept"]),
    "document": lambda asked: offline_match.document(asked["kept"]),
}
