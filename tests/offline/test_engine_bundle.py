"""The engine that phones fetch: the rules unchanged, and pages equal to the server's."""

import ast
import inspect
import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from threading import Barrier
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, unquote

import pytest
from flask import Flask, render_template
from flask.testing import FlaskClient
from jinja2 import nodes
from PIL import Image
from sqlalchemy import select
from werkzeug.datastructures import MultiDict

from scorekeeper import i18n, ledger, rules_version
from scorekeeper.games import GAMES
from scorekeeper.games.engine.base import english
from scorekeeper.games.engine.entries import typed_entry
from scorekeeper.i18n import LOCALES
from scorekeeper.offline.bundle import compiled
from scorekeeper.offline.phone import texts as phone_texts
from scorekeeper.offline.phone.filters import FILTERS, TESTS
from scorekeeper.pages.picture_shapes import about_width, colours_of
from scorekeeper.pages.pictures import layout, picture_of
from scorekeeper.pages.start_page import blank_form
from scorekeeper.store.models import Match, db
from scorekeeper.web import links, phone_engine
from tests.conftest import MakeApp
from tests.documents import GAMES as DOCUMENTS
from tests.games.table import singly
from tests.micropython.node import phone
from tests.support.engine_files import Phones, asked_of, write_engine
from tests.support.fuzzing import in_turn
from tests.support.matches import ALBASTINI, BURACO, TRESETTE, TRUCO, write
from tests.support.page import Page

HANDS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "tresette": (TRESETTE, {"aces": [3, 1], "figures": [12, 8], "last_trick": 0}),
    "truco": (TRUCO, {"winner": 0, "stake": 3}),
    "albastini": (ALBASTINI, {"points": [70, 50]}),
    "buraco": (
        BURACO,
        {
            "sides": [
                {"melds": 300, "hand": 0, "pot": "played", "clean": 1, "dirty": 0},
                {"melds": 120, "hand": 35, "pot": "played", "clean": 0, "dirty": 1},
            ],
            "went_out": 0,
        },
    ),
}


def test_its_rules_are_the_very_files_of_the_server(client: FlaskClient) -> None:
    about = client.get("/engine.json").json
    files = {}
    for address in (about["engine"], *about["games"].values()):
        files.update(client.get(address).get_json()["files"])
    for name, text in rules_version.sources().items():
        if name != "scorekeeper/games/__init__.py":  # on the phone, games are loaded one by one
            assert files[name] == text


def test_each_game_is_in_a_file_of_its_own_that_the_first_one_names(client: FlaskClient) -> None:
    about = client.get("/engine.json").json
    shared = client.get(about["engine"]).get_json()
    assert {each["slug"]: each["address"] for each in shared["games"]} == about["games"]
    assert set(about["games"]) == {game.slug for game in GAMES}
    for slug, address in about["games"].items():
        own, folder = client.get(address).get_json(), slug.replace("-", "_")
        assert own["slug"] == slug
        assert f"scorekeeper/games/{folder}/rules.py" in own["files"]
        assert not [name for name in shared["files"] if f"/games/{folder}/" in name]
        assert [name for name in shared["templates"] if f"games/{slug}/" in name] in ([], [f"games/{slug}/icon.html"])


def test_a_game_is_opened_when_a_page_needs_it_and_no_other_is(app: Flask, tmp_path: Path) -> None:
    """Only Truco's file is loaded, so a request for another game's rules must return `lacks`."""
    table = a_table(app, TRUCO)
    questions = [asked("/games", table.shelf), asked(table.address, table.shelf), asked("/new?game=truco", table.shelf)]
    engine = write_engine(table.client, tmp_path)
    for folder in (tmp_path / "engine" / "game").iterdir():
        if folder.name != "truco":
            (folder / next(folder.iterdir()).name).unlink()
    with phone("pages.mjs", engine) as fetched:
        games, match, new = asked_of(fetched, questions)
    assert all(f"/new?game={game.slug}" in games["html"] for game in GAMES if not game.named_by)
    assert "data-way" in match["html"]
    assert "Truco" in new["html"]
    with phone("pages.mjs", engine) as fetched:
        (told,) = asked_of(fetched, [asked("/new?game=buraco", table.shelf)])
    assert "game/buraco/" in told["raised"]


def test_a_start_builds_it_unless_an_earlier_one_has_kept_the_same(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app()
    assert phone_engine.kept_before(app.config) is None
    with app.test_request_context():
        first = phone_engine.prepare()
    assert phone_engine.kept_before(app.config) == first
    monkeypatch.setattr(phone_engine, "prepared", [first])
    monkeypatch.setattr(phone_engine, "make_engine", lambda *_parts: pytest.fail("built again"))
    client = make_app().test_client()  # as of a server that has it from its start
    assert client.get("/sw.js").status_code == client.get("/engine.json?lang=it").status_code == 200
    assert phone_engine.kept_before({**app.config, "PREFIX": "/cards"}) is None
    file = Path(app.instance_path) / "cache" / phone_engine.KEPT
    file.write_bytes(file.read_bytes().replace(b"Truco", b"Tr\\u0075co"))  # by somebody without the key
    assert phone_engine.kept_before(app.config) is None


def test_it_may_be_kept_for_ever_under_its_name(client: FlaskClient) -> None:
    address = client.get("/engine.json").json["engine"]
    assert "immutable" in client.get(address).headers["Cache-Control"]
    assert client.get("/engine/0123456789ab.json").status_code == 404
    assert client.get("/engine/game/truco/0123456789ab.json").status_code == 404
    assert client.get("/engine/game/nonsense/0123456789ab.json").status_code == 404


def test_a_language_brings_its_texts_and_english_none(client: FlaskClient) -> None:
    assert client.get("/engine.json").json["messages"] == ""
    known = client.get("/engine.json?lang=it").json
    texts = client.get(known["messages"]).get_json()
    assert texts["messages"]["Undo"]
    assert set(texts["games"]) == {game.slug for game in GAMES}


def test_a_game_brings_its_own_texts_and_what_only_paper_says_is_left_out(client: FlaskClient) -> None:
    texts = client.get(client.get("/engine.json?lang=it").get_json()["messages"]).get_json()
    own, on_paper = "Won in the iron hand", "Truco by"
    assert own in texts["games"]["truco"]
    assert own not in {*texts["messages"], *texts["games"]["tresette"]}
    assert {own, on_paper} <= set(i18n.catalogue("it").messages)
    assert on_paper not in {*texts["messages"], *texts["games"]["truco"]}


def test_every_language_can_be_fetched_without_choosing_it(client: FlaskClient) -> None:
    known = client.get("/engine.json?lang=it").json
    assert {code: each["name"] for code, each in known["languages"].items()} == LOCALES
    for locale, each in known["languages"].items():
        answer = client.get(each["about"])
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.json["locale"] == locale
        assert (answer.json["messages"] == "") == (locale == "en")
    assert client.get(known["languages"]["it"]["about"]).json["words"] == known["words"]
    assert client.get("/engine.json").json["locale"] == "it"
    assert client.get("/engine/language-tlh-0123456789ab.json").status_code == 404


def test_the_app_can_be_installed(client: FlaskClient) -> None:
    manifest = client.get("/manifest.webmanifest").json
    assert manifest["display"] == "standalone"
    assert [icon["sizes"] for icon in manifest["icons"]] == ["192x192", "512x512", "512x512"]
    assert manifest["icons"][2]["purpose"] == "maskable"
    assert manifest["share_target"]["action"] == "/share"
    for picture in manifest["icons"] + manifest["screenshots"]:
        with Image.open(BytesIO(client.get(picture["src"]).data)) as shown:
            assert picture["sizes"] == f"{shown.width}x{shown.height}"
    assert [client.get(shortcut["url"]).status_code for shortcut in manifest["shortcuts"]] == [200] * 4
    assert '<link rel="manifest"' in client.get("/").text


def test_everything_that_the_service_worker_keeps_is_there(client: FlaskClient) -> None:
    script = client.get("/sw.js")
    assert script.mimetype == "text/javascript"
    kept = json.loads(re.match(r"const KEPT = (.*);\n", script.text)[1])
    assert len(kept["files"]) > 20
    for address in [*kept["files"], "/offline", "/engine.json"]:
        assert client.get(address).status_code == 200, address


# Pages that only this game has: ways to enter a hand, and claims with their verdicts.
ALSO = {
    "tresette": ["?way=claim", "?way=quick&points.0=7&note=late", "/claims/target?side=0&aces=2&figures=20&check=1"],
    "truco": ["?way=full", "/claims/trick?cards=3S%20AH&trick.led=1&check=1", "/claims/trick?add=cards:7"],
    "albastini": ["?way=cards", "/claims/deal?side=0&cards.A.0=3&check=1", "/hands/1?way=cards"],
    "buraco": [
        "?add.sides.0.melds=60&add.sides.0.clean=1",
        "/claims/meld?cards=AS%202S%203S%204S%205S%206S%207S&check=1",
        "/claims/meld?cards=9S%209H%209D%209C%20JOKER%204X&check=1",
        "/claims/first_meld?side=1&melds.0=9S%209H&check=1",
    ],
}
for _slug, _made in DOCUMENTS.items():  # those of other games follow from their documents
    _played = _made.going_on[0]
    HANDS.setdefault(_slug, ({name: value for name, value in _played.items() if name != "hands"}, _played["hands"][0]))
    ALSO.setdefault(_slug, _made.pages)


class Table(NamedTuple):
    """A match with one hand, on the server and as a phone's copy."""

    client: FlaskClient
    token: str
    shelf: list[dict[str, Any]]

    @property
    def address(self) -> str:
        return f"/s/{self.token}/m/1"

    @property
    def kept(self) -> dict[str, Any]:
        kept: dict[str, Any] = self.shelf[0]["kept"]
        return kept


def a_table(app: Flask, head: dict[str, Any], *entries: dict[str, Any], locale: str = "en") -> Table:
    """A browser that may score the match."""
    with app.test_request_context():
        sitting = ledger.open_sitting("Friday", "At Anna's")
        match = ledger.start_match(sitting, head, actor="", key="start")
        for entry in entries:
            write(ledger.record, match, entry)
        token = links.token(links.make_link(sitting, "score"))
        db.session.commit()
        with i18n.speaking(locale):
            day = i18n.format_date(sitting.opened_at.astimezone())  # in the format of static/js/phone/shelf.js
        about = {"name": sitting.name, "place": sitting.place, "opened_at": day}
        each = {"token": token, "number": 1, "kept": ledger.offline_copy_of(match), "may_score": True, "sitting": about}
    client = app.test_client()
    client.get(f"/s/{token}/m/1?lang={locale}")
    return Table(client, token, [each])


@pytest.fixture(scope="module")
def phones(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phones]:
    with ExitStack() as running:
        yield Phones(tmp_path_factory.mktemp("phones"), running)


@pytest.mark.parametrize(
    "turn, game, locale",
    [(turn, game, locale) for turn, game in enumerate(HANDS) for locale in in_turn(["en", "it"], turn)],
)
def test_the_phone_makes_the_pages_that_the_server_makes(
    app: Flask, phones: Phones, turn: int, game: str, locale: str
) -> None:
    head, entry = HANDS[game]
    table = a_table(app, head, entry, locale=locale)
    paths = ["", "/hands/1", "/claims/", "/claims/won?side=0&check=1", *ALSO[game]]
    addresses = [table.address + path for path in paths]
    arguments = ["/claims/", f"/claims/{game}/", f"/claims/{game}/won?total.0=99&side=0&check=1"]
    of_all = ["/", f"/s/{table.token}/new", f"/s/{table.token}/new?game=albastini&shape=3x1"]
    addresses += [f"/new?game={game}", *in_turn(of_all, turn // 2), *in_turn(arguments, turn)]
    questions = [asked(address, table.shelf) for address in addresses]
    for address, told in zip(addresses, phones.answers(table.client, questions, locale), strict=True):
        assert "html" in told, told
        served = table.client.get(address, follow_redirects=True).text
        assert seen(told["html"]) == seen(served), address
        assert given_to_scripts(told["html"]) == given_to_scripts(served), address


def test_the_phone_fetches_a_card_of_the_library_when_it_needs_it_and_plays_it(app: Flask, phones: Phones) -> None:
    sides = [{"players": [name]} for name in ("Anna", "Bruno", "Carla")]
    head = {"format": "scorekeeper/1", "game": "card", "variant": "flip-7", "sides": sides}
    table = a_table(app, head, {"numbers": [40, 5, 0], "bust": [False, False, True]}, locale="it")
    addresses = [
        "/new?game=card&variant=tarot",
        table.address,
        f"{table.address}/hands/1",
        f"{table.address}/claims/possible",
    ]
    questions = [asked(address, table.shelf) for address in addresses]
    for address, told in zip(addresses, phones.answers(table.client, questions, "it"), strict=True):
        assert "html" in told, told
        assert seen(told["html"]) == seen(table.client.get(address, follow_redirects=True).text), address


def test_the_phone_shows_results_and_past_evenings_by_itself(app: Flask, phones: Phones) -> None:
    hands = [{"points": [8, 3]}, {"points": [10, 1]}, {"points": [3, 8]}]
    table = a_table(app, TRESETTE, *hands)
    addresses = [f"{table.address}/result", "/evenings?q=anna&one=Anna&other=Carla", f"/new?like={table.token}:1"]
    result, evenings, again = (
        Page(told["html"])
        for told in phones.answers(table.client, [asked(address, table.shelf) for address in addresses])
    )
    assert result.text_in("h1") == "The match goes to Us"
    assert "● Us 21 – ▲ Them 12" in result.text_in("textarea")
    assert result.all("polyline", class_="course side-1")
    assert result.all("form", data_picture=table.address)
    assert _play(result) == _play(Page(table.client.get(addresses[0]).text))
    assert "1 match against each other" in evenings.text
    assert again.value("seats.1") == "Carla"


def _play(result: Page) -> Any:
    """The match as the link to BG Stats has it."""
    (link,) = result.all("a", rel="noopener noreferrer")
    return json.loads(unquote(str(link["href"]).partition("?data=")[2]))


@pytest.mark.parametrize("form", ["square", "tall"])
def test_the_phone_lays_the_picture_of_a_result_out_as_the_server_does(app: Flask, phones: Phones, form: str) -> None:
    table = a_table(app, TRESETTE, {"points": [8, 3]}, {"points": [10, 1]})
    query = [["form", form], ["where", "1"]]
    question = {**asked(table.address, table.shelf), "ask": "picture", "query": query}
    elsewhere = {**question, "path": "/s/elsewhere/m/1"}
    drawn, nothing = phones.answers(table.client, [question, elsewhere], "it")
    with app.test_request_context(), i18n.speaking("it"):
        match = db.session.scalars(select(Match)).one()
        foot = ["", table.shelf[0]["sitting"]["opened_at"], "At Anna's"]
        face = render_template("matches/_face.html", slug=match.game)
        course = [(1, [8, 3]), (2, [18, 4])]
        picture = picture_of(ledger.state(match, say=i18n.say), course, face, form, foot)
        wanted = layout(picture, about_width)
    assert drawn.pop("colours") == colours_of(picture["winner"])
    assert drawn["face"] == wanted["face"]
    assert drawn["texts"] == [pytest.approx(text) for text in wanted["texts"]]
    assert [shape[:2] for shape in drawn["shapes"]] == [shape[:2] for shape in wanted["shapes"]]
    assert flat(drawn) == pytest.approx(flat(dict(wanted)), abs=0.2)
    assert nothing is None


def flat(drawing: Any) -> list[float]:
    """All numbers in a drawing, in order."""
    if isinstance(drawing, dict):
        drawing = [drawing[name] for name in sorted(drawing)]
    if isinstance(drawing, list | tuple):
        return [number for part in drawing for number in flat(part)]
    return [drawing] if isinstance(drawing, int | float) else []


@pytest.mark.parametrize("locale", ["en", "it"])
def test_a_new_match_that_is_refused_looks_the_same_on_the_phone(app: Flask, phones: Phones, locale: str) -> None:
    table = a_table(app, BURACO, locale=locale)
    fields = {
        "game": "buraco", "variant": "us", "shown": "us", "start": "1", "shape": "2x2", "shown_shape": "2x2",
        "options.target": "many", "options.first_meld.0.0": "x", "sides.0.name": "A" * 50, "first_dealer": "9",
    }  # fmt: skip
    singly = {**fields, "game": "albastini", "variant": "standard", "shape": "3x1", "shown_shape": "3x1",
              "seats.1": "B" * 50}  # fmt: skip
    timed = {**fields, "variant": "timed", "minutes": "1000"}
    sent = [fields, singly, timed, {**fields, "shape": "2x3"}]
    questions = [{**asked("/new", table.shelf), "fields": list(each.items())} for each in sent]
    for told, each in zip(phones.answers(table.client, questions, locale), sent, strict=True):
        assert seen(told["html"]) == seen(table.client.post("/new", data=each).text)


def test_the_phone_starts_the_match_that_the_server_would_start(app: Flask, phones: Phones) -> None:
    table = a_table(app, TRUCO)
    fields = {"game": "truco", "variant": "mineiro", "start": "1", "shape": "2x2", "shown_shape": "2x2",
              "options.target": "24", "seats.1": "Zoe", "first_dealer": "1", "key": "k"}  # fmt: skip
    with app.test_request_context():
        fields = {**blank_form({"game": "truco", "variant": "mineiro"}).typed, **fields}
    question = {**asked("/new", table.shelf), "fields": list(fields.items())}
    again = {**asked(f"{table.address}/rematch", table.shelf), "fields": []}
    told, rematch = phones.answers(table.client, [question, again])
    address = table.client.post("/new", data=fields).location
    assert table.client.post(f"{table.address}/rematch", data={"key": "r"}).status_code == 303
    assert told["kept"]["setup"] == table.client.get(f"{address}/kept.json").json["kept"]["setup"]
    assert told["start"]["key"] == "k"
    served = table.client.get(f"/s/{table.token}/m/2/kept.json").json["kept"]["setup"]
    assert rematch["kept"]["setup"] == served
    assert served["first_dealer"] == 1


def test_a_page_that_the_phone_does_not_have_says_so(app: Flask, phones: Phones) -> None:
    table = a_table(app, TRUCO)
    addresses = ["/clubs/ours", f"{table.address}/hands/9", f"{table.address}/claims/nonsense", "/s/other/m/1"]
    for told in phones.answers(table.client, [asked(address, table.shelf) for address in addresses]):
        assert "This page isn’t saved on this phone." in told["html"]


@pytest.mark.parametrize("game", HANDS)
def test_what_a_hand_would_score_is_told_as_the_server_tells_it(app: Flask, phones: Phones, game: str) -> None:
    head, entry = HANDS[game]
    table = a_table(app, head, entry)
    good = typed_entry(entry)
    sent = [good, {**good, "note": "x" * 201}, {"way": "quick", "points.0": "9", "winner,stake": "0,2"}]
    questions = [
        {"ask": "preview", "kept": table.kept, "fields": list(each.items()), "hand": hand}
        for each in sent
        for hand in (None, 1)
    ]
    told = phones.answers(table.client, questions)
    for question, answer in zip(questions, told, strict=True):
        data = {**dict(question["fields"]), "hand": question["hand"] or ""}
        served = table.client.post(f"{table.address}/preview", data=data, headers={"Accept": "application/json"})
        assert answer == served.json, data


def test_the_keys_of_a_pad_say_what_they_give_as_on_the_server(app: Flask, phones: Phones) -> None:
    head = {"format": "scorekeeper/1", "game": "card", "variant": "wizard", "sides": singly(3)}
    table = a_table(app, head, {"bid": [1, 0, 0], "tricks": [1, 0, 0]})
    bids = [("seen", "1"), *[(f"bid.{side}", "1") for side in range(3)]]
    keys = [("tries", "tricks.0=0"), ("tries", "tricks.0=1")]
    for typed, points in (
        ([], [[-10, None, None], [30, None, None]]),
        ([("tricks.1", "0")], [[-10, -10, -10], [30, -10, 30]]),
    ):
        sent = bids + typed + keys
        (told,) = phones.answers(table.client, [{"ask": "preview", "kept": table.kept, "fields": sent, "hand": None}])
        served = table.client.post(
            f"{table.address}/preview", data=MultiDict(sent), headers={"Accept": "application/json"}
        )
        assert told == served.json
        assert [each["points"] for each in told["tries"]] == points


def asked(address: str, shelf: list[dict[str, Any]]) -> dict[str, Any]:
    path, _, query = address.partition("?")
    return {"ask": "page", "path": path, "query": parse_qsl(query), "key": "a-key", "shelf": shelf}


def seen(html: str) -> list[str]:
    """The visible lines of a page, without keys, tokens and data for scripts,
    with sorted URL parameters."""
    html = html.partition("<main")[2].partition("</main>")[0]
    html = re.sub(r'<script type="application/json".*?</script>', "", html, flags=re.DOTALL)
    html = re.sub(r'(name="(?:key|csrf_token)" value=)"[^"]*"', r"\1", html)
    html = re.sub(r'\?([^"#\s]*&amp;[^"#\s]*)', lambda query: "?" + "&amp;".join(sorted(query[1].split("&amp;"))), html)
    return [line.strip() for line in html.splitlines() if line.strip()]


def given_to_scripts(html: str) -> list[Any]:
    """The data for scripts in a page: match state and texts. Times are cut to seconds, as phones store fractions."""
    texts = [json.loads(text) for text in re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', html)]
    for hand in texts[0]["hands"] if texts else []:
        hand["at"] = hand["at"][:19]
    return texts


def test_a_save_is_scored_and_told_as_the_server_does(app: Flask, phones: Phones) -> None:
    with app.test_request_context():
        match: Match = ledger.start_match(ledger.open_sitting(), TRUCO, actor="", key="start")
        copy = ledger.offline_copy_of(match)
        write(ledger.record, match, {"winner": 0, "stake": 3})
        state = {**ledger.state(match), "call": ledger.called(match), "bids": ledger.bids_of(match, english)}
    fields = [["way", "quick"], ["winner,stake", "0,3"]]
    question = {"ask": "write", "act": "record", "kept": copy, "hand": None, "fields": fields, "key": "k", "at": ""}
    wrong = {**question, "fields": [["way", "quick"], ["winner,stake", "0,2"]]}
    done, refused = phones.answers(app.test_client(), [question, wrong])
    for hand in state["hands"] + done["state"]["hands"]:
        del hand["at"]
    assert {**done["state"], "since": None} == json.loads(json.dumps(state))
    assert done["said"] == "Hand 1 recorded"
    assert refused["problems"][0]["field"] == "stake"


def of_the_bundle(app: Flask) -> Iterator[nodes.Template]:
    """Every template that the phone uses, parsed by Jinja."""
    environment = app.jinja_env
    assert environment.loader
    for name in compiled(environment):
        yield environment.parse(environment.loader.get_source(environment, name)[0])


def test_the_phone_has_the_filters_and_tests_that_its_templates_use_and_no_others(app: Flask) -> None:
    filters, tests = set(), set()
    for template in of_the_bundle(app):
        for each in template.find_all(nodes.Filter):
            filters.add(each.name)
            named = [argument.value for argument in each.args if isinstance(argument, nodes.Const)]
            if each.name == "map":
                filters.update(named)
            if each.name in ("selectattr", "rejectattr"):
                tests.update(named[1:2])
            if each.name in ("select", "reject"):
                tests.update(named[:1])
        tests |= {each.name for each in template.find_all(nodes.Test)}
    assert set(FILTERS) == filters
    assert set(TESTS) == tests


def imported(file: Path, module: str) -> set[str]:
    """The names that a file imports from a module."""
    found = [each for each in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(each, ast.ImportFrom)]
    return {alias.name for each in found if each.module == module for alias in each.names}


def test_pages_ask_of_the_languages_only_what_the_phone_has_too() -> None:
    package = Path(i18n.__file__).parents[1]
    files = [*(package / "pages").glob("*.py"), *(package / "offline" / "phone").glob("*.py")]
    assert set().union(*(imported(file, "scorekeeper.i18n") for file in files)) <= set(phone_texts.INTERFACE)
    for name in phone_texts.INTERFACE:
        theirs = inspect.signature(getattr(phone_texts, name)).parameters
        assert list(theirs) == list(inspect.signature(getattr(i18n, name)).parameters), name


SAID: list[tuple[str, dict[str, Any]]] = [
    ("{who} has {count} points", {"who": "Anna", "count": 3}),
    ("{card} appears {count} times, the packs hold {most}", {"card": "10H", "count": 3, "most": 2}),
    ("{card} appears {count} times, the packs hold {most}", {"card": "JOKER", "count": 3}),
    ("napoletana of {suit}", {"suit": "coins", "kind": None}),
    ("nothing to fill in", {}),
]


def speak(client: FlaskClient, locale: str) -> None:
    """Sets the phone's language, with the texts of all games."""
    address = client.get(f"/engine.json?lang={locale}").get_json()["messages"]
    texts = client.get(address).get_json() if address else None
    phone_texts.speak(locale, texts)
    for own in texts["games"].values() if texts else []:
        phone_texts.learn(own)


@pytest.mark.parametrize("locale", ["en", "it", "pt_PT"])
@pytest.mark.parametrize("message, params", SAID)
def test_the_phone_says_what_the_server_says(
    client: FlaskClient, message: str, params: dict[str, Any], locale: str
) -> None:
    speak(client, locale)
    try:
        with i18n.speaking(locale):
            assert phone_texts.say(message, params) == i18n.say(message, params)
    finally:
        phone_texts.speak("en", None)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_phone_counts_as_the_server_counts(client: FlaskClient, locale: str) -> None:
    speak(client, locale)
    texts = ("Please check one field", "Please check %(num)s fields")
    try:
        with i18n.speaking(locale):
            for count in (0, 1, 2, 3, 20, 1000):
                assert phone_texts.ngettext(*texts, count) == i18n.ngettext(*texts, count)
            on_phone = (phone_texts.current_locale(), phone_texts.language_tag())
            assert on_phone == (i18n.current_locale(), i18n.language_tag())
    finally:
        phone_texts.speak("en", None)


def test_what_sides_confirm_is_told_as_the_server_tells_it(app: Flask, phones: Phones) -> None:
    table = a_table(app, {**TRUCO, "about": {"confirm": "hands"}}, {"winner": 0, "stake": 3}, {"winner": 1, "stake": 1})
    for path, fields in (("side", {"side": "0"}), ("confirm", {"side": "0", "hand": "1", "seen": "4"})):
        assert table.client.post(f"{table.address}/{path}", data=fields, follow_redirects=True).status_code == 200
    table.shelf[0].update(table.client.get(f"{table.address}/kept.json").json)
    lent = {"ask": "write", "act": "confirm", "kept": table.kept, "hand": 1, "fields": [["side", "1"]], "key": "k"}
    lent["seen"] = table.kept["version"]
    nowhere = {**lent, "hand": 3}
    page, done, refused = phones.answers(table.client, [asked(table.address, table.shelf), lent, nowhere])
    served = table.client.get(table.address).text
    assert seen(page["html"]) == seen(served)
    assert given_to_scripts(page["html"]) == given_to_scripts(served)
    assert done["said"] == "Them confirmed hand 1, on the phone of Us"
    assert done["saw"] == {"said": {"entry": {"winner": 0, "stake": 3}, "struck": False}}
    assert {name: done["state"]["agreed"][name] for name in ("hands", "next")} == {
        "hands": {"1": [0, 1]}, "next": {"0": 2, "1": 2},
    }  # fmt: skip
    assert refused["problems"][0]["text"] == "This hand doesn’t exist"


def test_phones_that_ask_at_the_same_time_get_one_engine(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    app, built, all_ask = make_app(), [], Barrier(4)

    def build(*given: Any) -> Any:
        built.append(given)
        return make_engine(*given)

    def ask() -> int:
        all_ask.wait()
        return app.test_client().get("/engine.json").status_code

    make_engine = phone_engine.make_engine
    monkeypatch.setattr(phone_engine, "make_engine", build)
    with ThreadPoolExecutor(4) as phones:
        statuses = [each.result() for each in [phones.submit(ask) for _phone in range(4)]]
    assert statuses == [200] * 4
    assert len(built) == 1
