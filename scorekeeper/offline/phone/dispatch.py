"""What the phone is asked and what it answers, as JSON: pages, previews and writes of the matches that it keeps.

`open_desk` once, then `answer`. Questions are `{"ask": "page" | "preview" | "write" | "state" | "document", …}`.
"""

import json
from collections import OrderedDict
from typing import Any

from scorekeeper.games.engine import offline_match
from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import say
from scorekeeper.pages.change_texts import said_done
from scorekeeper.pages.entry_form import posted_form

from . import pages, words
from .addresses import Addresses
from .filters import urlencode
from .jinja import RUNTIME, Environment
from .pages import Record, Visit

Answer = Any


class Desk:
    """The templates and addresses of this version; which languages can be chosen, and where."""

    environment: Environment
    languages: "tuple[Any, ...]" = ()
    here: "tuple[str, list[tuple[str, str]]]" = ("/", [])


def open_desk(engine: str, catalogue: str, page: str) -> None:
    """Begin. `engine`: templates, routes and the address of static files; `page`: what every page shows (JSON)."""
    parts, about = json.loads(engine), json.loads(page)
    words.speak(about["locale"], json.loads(catalogue) if catalogue else None)
    addresses = Addresses(parts["routes"], parts["static"])
    RUNTIME["OrderedDict"] = OrderedDict
    names = {
        "_": words.in_template,
        "gettext": words.in_template,
        "ngettext": words.counted_in_template,
        "say": say,
        "url_for": addresses.url_for,
        "rule_url": addresses.rule_url,
        "current_locale": words.current_locale,
        "language_tag": words.language_tag,
        "csrf_token": lambda: "",
        "get_flashed_messages": lambda **_asked: [],
        "language_links": _language_links,
    }
    Desk.languages = tuple(about.get("languages") or ())
    Desk.environment = Environment(parts["templates"], names, parts["passing"])


def answer(question: str) -> str:
    """The answer to a question; a refusal is `{"problems": […]}` with every problem's text."""
    asked = json.loads(question)
    try:
        return json.dumps(ANSWERS[asked["ask"]](asked))
    except Refusal as refusal:
        return json.dumps({"problems": [_said(each) for each in refusal.problems]})


def _said(problem: Any) -> "dict[str, Any]":
    told = dict(problem)
    told["text"] = say(problem["message"], problem["params"])
    return told


def _language_links() -> "list[tuple[str, str, str]]":
    """The page that is asked for in each language that the phone keeps; nothing where it has only its own."""
    path, query = Desk.here
    links = [(code, name, path + "?" + urlencode(query + [("lang", code)])) for code, name in Desk.languages]
    return links if len(links) > 1 else []


def _page(asked: "dict[str, Any]") -> Answer:
    visit = Visit(Desk.environment, asked)
    Desk.here = (visit.path, [(name, text) for name, text in visit.query if name != "lang"])
    return _found(visit, visit.path.strip("/").split("/")) or pages.nowhere(visit)


def _found(visit: Visit, path: "list[str]") -> Answer:
    """The page at an address, or None."""
    if path == [""]:
        return pages.home(visit)
    if path == ["new"]:
        return pages.new(visit)
    if path[0] != "s":
        return None
    if len(path) == 2:
        return pages.home(visit)
    if path[2:] == ["new"]:
        return pages.new(visit, path[1])
    if path[2] != "m" or len(path) < 4 or not path[3].isdigit():
        return None
    each = visit.on_shelf(path[1], int(path[3]))
    return None if each is None else _of_match(visit, each, path[4:])


def _of_match(visit: Visit, each: "dict[str, Any]", path: "list[str]") -> Answer:
    if not path:
        return pages.match(visit, each)
    if path == ["rematch"] and visit.is_post:
        return pages.rematch(visit, each)
    if path == ["claims"]:
        return pages.claims(visit, each)
    if len(path) == 2 and path[0] == "claims":
        return pages.claim(visit, each, path[1])
    if len(path) == 2 and path[0] == "hands" and path[1].isdigit():
        return pages.correction(visit, each, int(path[1]))
    return pages.match(visit, each)


def _preview(asked: "dict[str, Any]") -> Answer:
    own = asked["kept"]
    form = posted_form(own["setup"], asked["fields"], asked["hand"])
    hand = offline_match.preview(own, form.entry, form.number)
    lines = []
    for line in hand["lines"]:
        told = dict(line)
        told["text"] = say(line["message"], line["params"])
        lines.append(told)
    return {"points": hand["points"], "lines": lines, "ends": hand["table"]["status"] == "finished"}


def _write(asked: "dict[str, Any]") -> Answer:
    """A change of a kept match: `act` says which, `hand` of which hand, `fields` are those of the form."""
    own = asked["kept"]
    before = _result(own)
    after = ACTS[asked["act"]](own, asked)
    fact = after["done"][-1] if len(after["done"]) > len(own["done"]) else own["done"][-1] if own["done"] else None
    changed: Any = Record(kind=KINDS[asked["act"]], hand=fact["hand"] if fact else None)
    changed.winner_changed = before != _result(after) and asked["act"] not in ("record", "finish")
    status, winner = _result(after)
    match: Any = Record(winner=winner, status=status, setup=own["setup"])
    said = said_done(match, changed)
    told = {
        "kept": after,
        "state": offline_match.state(after, say),
        "said": said,
        "winner_changed": changed.winner_changed,
    }
    told["number"] = len(after["hands"]) if asked["act"] == "record" else asked["hand"]
    told["target"] = fact["key"] if fact and asked["act"] in ("undo", "redo") else None
    return told


def _result(own: "dict[str, Any]") -> "tuple[str, int | None]":
    table = offline_match.played(own)[1]
    return offline_match.status_of(own, table), table["winner"]


def _entry(own: "dict[str, Any]", asked: "dict[str, Any]") -> "dict[str, Any]":
    return posted_form(own["setup"], asked["fields"], asked["hand"]).entry


def _strikes_rest(asked: "dict[str, Any]") -> bool:
    return "strike_rest" in dict(asked["fields"])


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
    "finish": lambda own, asked: offline_match.finish(own, key=asked["key"], at=asked["at"]),
}
KINDS = {act: "annotate" if act == "note" else act for act in ACTS}
ANSWERS: "dict[str, Any]" = {
    "page": _page,
    "preview": _preview,
    "write": _write,
    "state": lambda asked: offline_match.state(asked["kept"], say),
    "document": lambda asked: offline_match.document(asked["kept"]),
}
