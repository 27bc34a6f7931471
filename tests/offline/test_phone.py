"""The phone's code, run in CPython: for every change of a match it gives the same results as the server.

`test_engine_bundle` runs the same code in MicroPython, which needs a browser.
"""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import DictLoader

from scorekeeper import ledger
from scorekeeper.games.engine import play
from scorekeeper.games.engine.entries import typed_entry
from scorekeeper.i18n import ENGLISH, LOCALES, speaking
from scorekeeper.offline.bundle import compile_template
from scorekeeper.offline.phone import dispatch
from scorekeeper.offline.phone import texts as phone_texts
from scorekeeper.offline.phone.jinja import Environment
from scorekeeper.store.models import db
from scorekeeper.web import links
from tests.support.matches import TRESETTE, TRUCO, won, write

pytestmark = pytest.mark.shares

JSON = {"Accept": "application/json"}
SITTING = {"name": "Friday", "place": "", "opened_at": "2026-11-20"}
LANGUAGES = list(LOCALES.items())


class Both(NamedTuple):
    """A match on the server, and the phone's copy of it."""

    client: FlaskClient
    token: str
    kept: dict[str, Any]

    def served(self, path: str, **fields: str) -> dict[str, Any]:
        """The server's result of a change."""
        answer = self.client.post(f"/s/{self.token}/m/1{path}", data={"key": "k", **fields}, headers=JSON)
        return answer.get_json()

    def phoned(self, act: str, hand: int | None = None, **fields: str) -> dict[str, Any]:
        """The phone's result of the same change."""
        question = {"ask": "write", "act": act, "kept": self.kept, "hand": hand, "fields": list(fields.items())}
        return ask({**question, "key": "k", "at": "2026-11-20T21:00:00+00:00"})

    def page(self, path: str, **more: Any) -> dict[str, Any]:
        """A page made by the phone."""
        shelf = [{"token": self.token, "number": 1, "kept": self.kept, "may_score": True, "sitting": SITTING}]
        return ask({"ask": "page", "path": path, "query": [], "key": "k", "shelf": shelf, **more})


def ask(question: dict[str, Any]) -> dict[str, Any]:
    with speaking(phone_texts.current_locale()):
        answer: dict[str, Any] = json.loads(dispatch.answer(json.dumps(question)))
    return answer


def both(app: Flask, head: dict[str, Any], *entries: dict[str, Any]) -> Both:
    with app.test_request_context():
        sitting = ledger.open_sitting()
        match = ledger.start_match(sitting, head, actor="", key="start")
        for entry in entries:
            write(ledger.record, match, entry)
        token = links.token(links.make_link(sitting, "score"))
        copy = json.loads(json.dumps(ledger.offline_copy_of(match)))
        db.session.commit()
    return Both(app.test_client(), token, copy)


@pytest.fixture
def engine(app: Flask) -> str:
    client = app.test_client()
    return client.get(client.get("/engine.json").json["engine"]).text


@pytest.fixture(autouse=True)
def started(app: Flask, engine: str) -> Iterator[None]:
    """A phone in English, with the other languages stored and two games loaded."""
    dispatch.start(engine, "", json.dumps({"locale": ENGLISH, "languages": LANGUAGES}))
    client = app.test_client()
    games = client.get("/engine.json").json["games"]
    for slug in ("tresette", "truco"):
        dispatch.learn(client.get(games[slug]).text, "")
    yield
    phone_texts.speak(ENGLISH, None)


def comparable(state: dict[str, Any]) -> dict[str, Any]:
    """The state without times and ranges of hands, which differ between server and phone."""
    hands = [{name: value for name, value in hand.items() if name != "at"} for hand in state["hands"]]
    return {**state, "hands": hands, "since": None}


# Changes: path on the server, the phone's name for it, number of the hand, form fields.
DONE: list[tuple[str, str, int | None, dict[str, str]]] = [
    ("/hands", "record", None, {"way": "quick", **typed_entry(won(1, 3)), "note": "late"}),
    ("/hands/1", "correct", 1, {"way": "quick", **typed_entry(won(1, 6))}),
    ("/hands/2", "correct", 2, {"way": "quick", **typed_entry(won(0, 9))}),
    ("/hands/1", "correct", 1, {"way": "quick", **typed_entry(won(0, 12)), "strike_rest": "on"}),
    ("/hands/2/strike", "strike", 2, {}),
    ("/hands/1/note", "note", 1, {"note": "Dino dropped a card"}),
    ("/undo", "undo", None, {}),
    ("/finish", "finish", None, {}),
    ("/finish", "finish", None, {"stands": "0"}),
]


@pytest.mark.parametrize("path, act, hand, fields", DONE, ids=[f"{each[1]} {each[2]}" for each in DONE])
def test_a_change_comes_to_the_same(app: Flask, path: str, act: str, hand: int | None, fields: dict[str, str]) -> None:
    table = both(app, TRUCO, won(0, 3), won(0, 6))
    served = table.served(path, **{**fields, "seen": str(table.kept["version"])})
    told = table.phoned(act, hand, **fields)
    numbers = [each["number"] for each in served["state"]["hands"]]
    told["state"]["hands"] = [each for each in told["state"]["hands"] if each["number"] in numbers]
    assert comparable(told["state"]) == comparable(served["state"])
    assert told["winner_changed"] == served["winner_changed"]
    assert told["said"] == served["said"]


def test_a_call_goes_up_on_a_phone_alone_and_is_refused_out_of_turn(app: Flask) -> None:
    question = {"ask": "call", "kept": both(app, TRUCO).kept, "call": None}
    assert ask(question)["call"]["stake"] == 1
    called = ask({**question, "act": "propose", "side": 0})
    assert (called["call"]["asked"], called["call"]["number"], called["found"]["step"]) == (3, 0, 1)
    accepted = ask({**question, "call": called["found"], "act": "accept", "side": 1})
    assert accepted["call"]["stake"] == 3
    assert ask({**question, "call": called["found"], "act": "accept", "side": 0})["problems"]


def test_what_was_undone_is_made_again(app: Flask) -> None:
    table = both(app, TRUCO, won(0, 3), won(0, 6))
    undone = table.phoned("undo")
    again = table._replace(kept=undone["kept"]).phoned("redo")
    assert (undone["target"], again["target"]) == (table.kept["done"][-1]["key"],) * 2
    assert [side["total"] for side in undone["state"]["sides"]] == [3, 0]
    assert comparable(again["state"])["hands"] == comparable(table.phoned("note", 1, note="")["state"])["hands"]


def test_only_the_hand_that_is_new_is_scored_however_many_there_are(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, score_hand, scored = both(app, TRUCO, *[won(0), won(1)] * 5), play.score_hand, Counter[str]()

    def counted(*about: Any) -> Any:
        scored[act] += 1
        return score_hand(*about)

    monkeypatch.setattr(play, "score_hand", counted)
    for act, fields in (("state", {}), ("record", {"way": "quick", **typed_entry(won(0))}), ("undo", {}), ("redo", {})):
        done = table.phoned(act, **fields) if act != "state" else ask({"ask": act, "kept": table.kept})
        table = table._replace(kept=done.get("kept", table.kept))
    assert scored == {"state": 10, "record": 1, "redo": 1}


REFUSED: list[tuple[str, str, int | None, dict[str, str]]] = [
    ("/hands", "record", None, {"way": "quick", "winner,stake": "0,2"}),
    ("/hands/1", "correct", 1, {"way": "quick", "winner,stake": "0,12"}),
    ("/hands/1/note", "note", 1, {"note": "x" * 201}),
]


@pytest.mark.parametrize("path, act, hand, fields", REFUSED, ids=[each[1] for each in REFUSED])
def test_a_refusal_has_the_same_problems(
    app: Flask, path: str, act: str, hand: int | None, fields: dict[str, str]
) -> None:
    table = both(app, TRUCO, won(0, 3), won(0, 6))
    served = table.served(path, **{**fields, "seen": str(table.kept["version"])})
    assert table.phoned(act, hand, **fields) == {"problems": served["problems"]}


def test_state_and_document_are_those_of_the_server(app: Flask) -> None:
    table = both(app, TRUCO, won(0, 3))
    served = table.client.get(f"/s/{table.token}/m/1/state.json").get_json()
    assert comparable(ask({"ask": "state", "kept": table.kept})) == comparable(served)
    document = ask({"ask": "document", "kept": table.kept})
    assert (document["game"], [hand["stake"] for hand in document["hands"]]) == ("truco", [3])


def test_a_page_offers_the_other_languages_that_the_phone_keeps(app: Flask, engine: str) -> None:
    table = both(app, TRUCO)
    page = table.page("/", query=[["way", "full"], ["lang", "it"]])["html"]
    for code in LOCALES:
        assert f"/?way=full&amp;lang={code}" in page
    dispatch.start(engine, "", json.dumps({"locale": ENGLISH, "languages": LANGUAGES[:1]}))
    assert "lang=it" not in table.page("/")["html"]


def test_a_page_is_in_the_phones_language(app: Flask, engine: str) -> None:
    client = app.test_client()
    texts = client.get(client.get("/engine.json?lang=it").get_json()["messages"]).text
    dispatch.start(engine, texts, json.dumps({"locale": "it"}))
    assert (
        "Annulla" in both(app, TRUCO).page("/s/x/m/1")["html"]
        or "Nessuna connessione" in both(app, TRUCO).page("/s/x/m/1")["html"]
    )


PAGES = [
    *((path, "Tresette") for path in ("/", "/new", "/s/{}", "/s/{}/new", "/s/{}/m/1", "/s/{}/m/1/hands")),
    ("/s/{}/m/1/hands/1", "Tresette"),
    ("/s/{}/m/1/claims/", "Settle an argument"),
    ("/s/{}/m/1/claims/won", "Settle an argument"),
    ("/claims/", "Settle an argument"),
    ("/claims/tresette/", "We have won the match"),
    ("/claims/tresette/won", "Score so far"),
    ("/s/{}/m/1/result", "Tresette"),
    ("/evenings", "Tresette"),
]


@pytest.mark.parametrize("path, text", PAGES)
def test_the_phone_has_a_page_at(app: Flask, path: str, text: str) -> None:
    table = both(app, TRESETTE, {"points": [7, 4]})
    page = table.page(path.format(table.token))["html"]
    assert "This page isn’t saved on this phone." not in page
    assert text in page


@pytest.mark.parametrize("path", ["/clubs", "/s/{}/m/2", "/s/{}/m/x", "/s/{}/sheet",
                                  "/s/{}/m/1/sheet", "/s/{}/m/1/table", "/s/{}/m/1/hands/7",
                                  "/s/{}/m/1/claims/nonsense", "/claims/poker/", "/claims/truco/nonsense"])  # fmt: skip
def test_the_phone_has_no_page_at(app: Flask, path: str) -> None:
    table = both(app, TRESETTE, {"points": [7, 4]})
    assert "This page isn’t saved on this phone." in table.page(path.format(table.token))["html"]


def test_a_started_match_is_handed_back_to_be_kept_and_sent(app: Flask) -> None:
    table = both(app, TRUCO)
    told = table.page(f"/s/{table.token}/m/1/rematch", fields=[["key", "again"]])
    assert told["start"] == {"head": told["start"]["head"], "token": table.token, "key": "again"}
    assert told["start"]["head"]["first_dealer"] == "Carla"
    assert told["kept"]["setup"]["seats"] == table.kept["setup"]["seats"]
    assert "hands" not in told["start"]["head"]


# Template features that ours use rarely; each must render as in Jinja.
PIECES = {
    "nothing given": "{{ nobody }}{{ known.nobody }}{% for each in nobody %}x{% endfor %}{{ nobody | length }}",
    "not there": "{% if nobody %}yes{% else %}no{% endif %} {{ 1 if nobody == missing else 2 }} {{ 'x' if false }}",
    "in a loop": "{% for each in rows %}{{ loop.index0 }}{{ loop.index }}{{ '.' if loop.last else ',' }}{% endfor %}",
    "a macro": "{% macro shown(a, b=2) %}<{{ a }}{{ b }}>{{ caller(a) if caller }}{% endmacro %}"
    "{{ shown(1) }}{{ shown(1, b=3) }}{% call(x) shown(4) %}[{{ x }}]{% endcall %}",
    "set in a loop": "{% set at = namespace(n=0) %}"
    "{% for each in rows %}{% set at.n = at.n + each %}{% endfor %}{{ at.n }}",
    "escaped": "{{ text }}{{ text | safe }}{{ '<b>' | safe ~ text }}{{ text ~ 1 }}{{ [text, 1] | join('&') }}",
    "replaced": "{{ text | replace('<', '>') }}{{ text | safe | replace('<', '>') }}{{ '%s!' | safe | format(text) }}",
    "numbers": "{{ 'x' | int(3) }}{{ '12' | int }}{{ [3, 1] | sort | join('') }}{{ [] | last }}{{ [1, 2] | last }}",
    "lists": "{{ [1, 1, 2] | unique | list | length }}{{ people | map(attribute='name') | join('+') }}"
    "{{ people | sum(attribute='age') }}{{ people | selectattr('age', 'eq', 3) | list | length }}",
    "json": "{{ {'a': text, 'b': [true, none, 1]} | tojson }}{{ text | forceescape }}{{ text | safe | forceescape }}",
    "items": "{{ people[0]['name'] }}{{ people[5] }}{{ known['upper']() if known['upper'] }}{{ text['nobody'] }}",
}


@pytest.mark.parametrize("piece", PIECES)
def test_templates_come_out_as_jinja_makes_them(app: Flask, piece: str) -> None:
    values: dict[str, Any] = {"text": "<a & 'b'>", "rows": [1, 2, 3], "known": "k"}
    values["people"] = [{"name": "Anna", "age": 3}, {"name": "Bruno", "age": 4}]
    server = app.jinja_env.overlay(loader=DictLoader({"piece.html": PIECES[piece]}))
    phone = Environment({"piece.html": compile_template(server, "piece.html")}, {}, dispatch.App.environment.passing)
    assert phone.get_template("piece.html").render(values) == server.get_template("piece.html").render(values)


def test_a_match_of_a_game_that_is_not_installed_keeps_no_page_from_opening(app: Flask) -> None:
    gone = both(app, TRUCO, won(0, 3))
    gone.kept["setup"]["game"] = "unheard-of"
    for path in ("/", "/history", "/new"):
        assert "<h1" in gone.page(path)["html"]
    assert "data-match" not in gone.page(f"/s/{gone.token}/m/1")["html"]  # as for a match that is not on this phone
