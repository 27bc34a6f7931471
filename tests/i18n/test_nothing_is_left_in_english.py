"""Every page, form, refusal, message and sheet is translated, checked with a pseudo-language."""

import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict
from werkzeug.routing import Rule

from scorekeeper import ledger
from scorekeeper.games import GAMES
from scorekeeper.games.card import library
from scorekeeper.games.engine.setup import FORMAT
from scorekeeper.paper import layout
from scorekeeper.paper import page as sheet_pages
from scorekeeper.store.models import db
from scorekeeper.web import downloads, links, printing
from scorekeeper.web.views.clubs import log_search
from tests.documents import GAMES as DOCUMENTS
from tests.support.fuzzing import shared_out
from tests.support.matches import ALBASTINI, BURACO, TRESETTE, TRUCO, keys, points, won, write
from tests.support.page import Page
from tests.support.pseudo_language import everything_in_pseudo, outside, pseudo  # noqa: F401 (a fixture)
from tests.support.visitors import World, a_world
from tests.web.test_access import ROUTES

pytestmark = [pytest.mark.usefixtures("everything_in_pseudo"), pytest.mark.shares]

# Texts that are never translated: names used by the tests, rules, cards, units, names of languages.
NAMES = {
    "Rook", "Autumn", "cup", "Bar",
    "Website", "Anna", "Bruno", "Carla", "Dino", "Us", "Them", "Ours", "Bocce", "Carte", "Mia",
    "Sam", "Olga", "Maria", "Friday",
    "mia", "sam", "olga", "Thursday", "spare", "Rita", "Tino", "Ugo", "CSV", "JSON", "Lines", "PDF", "QR",
    "Letter", "Scorekeeper", "Firefox", "Linux", "Discord", "Slack", "hooks", "example",
    "IMPORTDATA",
    "Truco",  # calls, the same in every language
    "asso", "due", "tre", "quattro", "cinque", "sei", "sette", "fante", "cavallo", "re",
    # players in examples of the rules, and places of publication
    "Ana", "Beto", "Clara", "Davi", "Asha", "Baraka", "Imani", "Juma", "Neema", "Zawadi", "Mateo",
    "Oxford", "University", "Press", "London", "Penguin", "pagat", "com", "en", "wikipedia", "org", "oldid",
}  # fmt: skip
WITH_LANGUAGE = "a|i|span|option|bdi|dfn|td|cite|div|dl|textarea"
IN_ITS_OWN_LANGUAGE = re.compile(rf"<({WITH_LANGUAGE}) [^>]*lang=[^>]*>.*?</\1>", re.DOTALL)
WORD = re.compile(r"[^\W\d_]{2,}")
SHOWN = ("title", "aria-label", "alt", "placeholder", "data-label", "data-confirm", "data-title")
SILENT = {"script", "style", "template"}
NO_TEXT = {
    "static", "discovery.robots",
    "engine.card_file", "engine.file", "engine.game_file", "engine.language", "engine.messages",
    "engine.service_worker", "health.healthz", "sync.token", "club.logo_image", "openapi.show",
    "documents.games", "documents.schema", "results.drawn",
    "records.drawn", "past_records.drawn",
    "about.security_txt", "calendars.of_club", "calendars.of_players_page", "calendars.of_form", "calendars.of_entry",
}  # fmt: skip
LEADS_ELSEWHERE = {
    "sign_in.enter",
    "sign_in.set_up",
    "sign_in.ask_passkey",
    "tournament_tables.play",
    "tournament_following.remember",
    "night_photographs.read",
    "matches.former",
    "match_rules.show",
}  # redirects for visitors who are logged in, or have a club, a table, a name or no photographs
KINDS = {
    "log_search.csv": {*log_search.MATCH_KINDS, *log_search.ACT_KINDS},  # keys by which scripts sort lines
    "about.privacy": {"days", "hours"},  # of the region, by Babel
}
MADE_UP = re.compile(r"\b[A-Z]{5}-[A-Z]{5}\b|https?://\S+")  # ETags, URLs
OWN_WORDS = {
    "import_export.matches_jsonl",
    "tournaments.export_matches",
    "sync.kept",
    "cards.file",  # a card, in the languages that it has
    "home.export_history",  # match documents: stored entries
    "rules.card",  # expressions of a card, and where it is from
    "help.contents",
    "help.page",  # the guide, whose pages have translations of their own
}
TELLING = [
    rule
    for name, rule in ROUTES.items()
    if name.startswith("GET") and rule.endpoint not in NO_TEXT | OWN_WORDS | LEADS_ELSEWHERE
]
BLUEPRINTS = sorted({rule.endpoint.partition(".")[0] for rule in TELLING})
HANDS: dict[str, tuple[dict[str, Any], ...]] = {
    "tresette": (
        points(8, 3),
        {"aces": [3, 1], "figures": [12, 8], "last_trick": 0},
    ),
    "truco": (won(0), won(1, 3), {"winner": None}),
    "albastini": ({"points": [70, 50]}, {"points": [120, 0]}),
    "buraco": (
        {
            "sides": [
                {"melds": 345, "clean": 1, "dirty": 1, "hand": 45, "pot": "played", "failed_melds": 1},
                {"melds": 60, "hand": 120, "pot": "unplayed", "pot_cards": 85},
            ],
            "went_out": 0,
        },
    ),
}
HEADS = {
    "tresette": {**TRESETTE, "variant": "mcleod"},
    "truco": TRUCO,
    "albastini": ALBASTINI,
    "buraco": BURACO,
}
for _slug, _made in DOCUMENTS.items():  # those of other games follow from their documents
    HEADS.setdefault(_slug, {name: value for name, value in _made.going_on[0].items() if name != "hands"})
    HANDS.setdefault(_slug, tuple(_made.going_on[0]["hands"]))
    NAMES |= _made.names | {rule.partition("-")[0] for rule in _made.game.rules}


def left_in_english(html: str) -> list[str]:
    """The texts of a page that were not translated."""
    page = Page(IN_ITS_OWN_LANGUAGE.sub(" ", html))
    pieces = [" ".join(text for around, text in page.pieces if not SILENT & set(around) - {"template"})]
    for tag, given, _around in page.elements:
        pieces += [str(given[name]) for name in SHOWN if given.get(name)]
        if tag == "meta" and given.get("name") == "description":
            pieces.append(str(given["content"]))
    words = [text for around, text in page.pieces if "script" in around and text.lstrip().startswith('{"record"')]
    for text in words:
        pieces += json.loads(text).values()
    return sorted(
        {word for piece in pieces for word in WORD.findall(outside(MADE_UP.sub("", piece))) if not known(word)}
    )


def known(word: str) -> bool:
    return word in NAMES or not word.isascii() or re.fullmatch(r"[A-Z\d]{1,2}[a-z]?", word) is not None


def unmeasured(_html: str, _paper: str, columns: int, _lines: int, score_size: float) -> layout.Trial:
    """Replaces the trial layout, whose result does not matter here."""
    return layout.Trial((10.0,) * columns, room=150.0, row=8.0, score_size=score_size, total_size=1.0)


@pytest.fixture
def paper_as_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sheets are sent as the HTML that they would be printed from, and their columns are not measured."""
    monkeypatch.setattr(layout, "_measured", unmeasured)
    monkeypatch.setattr(printing, "pdf_of_page", lambda page, _two_up: page.encode())
    monkeypatch.setattr(downloads, "pdf_of_pages", lambda pages: "".join(page for page, _copies in pages).encode())
    monkeypatch.setattr(sheet_pages, "is_lacking", lambda page: False)  # no font has this language's brackets
    monkeypatch.setattr(sheet_pages, "in_print", str)


@pytest.fixture
def world(app: Flask) -> World:
    return a_world(app)


@pytest.mark.usefixtures("paper_as_page")
@pytest.mark.parametrize("blueprint", BLUEPRINTS)
def test_no_page_shows_a_text_that_was_not_translated(world: World, blueprint: str) -> None:
    rules = [rule for rule in TELLING if rule.endpoint.partition(".")[0] == blueprint]
    texts = {rule.endpoint: _left_on_page(world, rule) for rule in rules}
    assert {endpoint: words for endpoint, words in texts.items() if words} == {}


def _left_on_page(world: World, rule: Rule) -> set[str]:
    """The texts of a route's page or JSON that were not translated."""
    of_members = "club" in rule.arguments or rule.endpoint.startswith(("account.", "confirming."))
    visitor = "owner" if of_members else "scorer"
    answer = world.browser(visitor).get(world.address(rule, visitor))
    answer.get_data()
    assert answer.mimetype
    assert not 300 < answer.status_code < 400
    if "json" in answer.mimetype:
        return set(json_left(answer.get_json(force=True)))
    return set(left_in_english(answer.text)) - KINDS.get(rule.endpoint, set())


def json_left(value: Any, name: str = "") -> list[str]:
    """The untranslated texts of a JSON response, in members that are shown to users."""
    if isinstance(value, dict):
        # Each language has its own name, and a shared file the name of its field.
        spoken = {key: each for key, each in value.items() if key not in ("languages", "share_target")}
        return [word for key, each in spoken.items() for word in json_left(each, name if name == "words" else key)]
    if isinstance(value, list):
        return [word for each in value for word in json_left(each, name)]
    told = name in {"words", "text", "said", "description", "name", "short_name", "message", "short", "title"}
    return [word for word in WORD.findall(outside(value)) if not known(word)] if told and isinstance(value, str) else []


@pytest.fixture
def match(app: Flask, request: pytest.FixtureRequest) -> tuple[str, str]:
    """The URL of a match with some hands, one of them corrected, and its game."""
    with app.app_context():
        sitting = ledger.open_sitting("Friday")
        match = ledger.start_match(sitting, HEADS[request.param], actor="", key=next(keys))
        for entry in HANDS[request.param]:
            write(ledger.record, match, entry)
        write(ledger.annotate, match, 1, "Anna")
        write(ledger.strike, match, 1)
        token = links.token(links.make_link(sitting, "score"))
        db.session.commit()
    return f"/s/{token}/m/1", request.param


SLUGS = [game.slug for game in GAMES]


@pytest.mark.usefixtures("paper_as_page")
@pytest.mark.parametrize("match", shared_out(SLUGS, 0, 2), indirect=True)
def test_no_page_of_a_match_shows_a_text_that_was_not_translated(client: FlaskClient, match: tuple[str, str]) -> None:
    base, slug = match
    pages = [base, f"{base}/board", f"{base}/hands/1", f"{base}/claims/", f"{base}/sheet.pdf", f"/new?game={slug}"]
    pages += [f"/rules/{slug}", f"/blank/{slug}.pdf"]
    pages += sorted({str(link["href"]) for link in Page(client.get(f"{base}/claims/").text).all("a")
                     if f"{base}/claims/" in str(link.get("href"))})  # fmt: skip
    texts = {page: left_in_english(client.get(page).text) for page in pages}
    assert {page: words for page, words in texts.items() if words} == {}


@pytest.mark.parametrize("slug", ["cabo", "hearts", "skat-list", "wizard"])
def test_no_page_of_a_card_of_the_library_shows_a_text_that_was_not_translated(
    app: Flask, client: FlaskClient, slug: str
) -> None:
    example = library.card_named(slug)["examples"][0]
    players = ("Anna", "Bruno", "Carla", "Dino", "Mia", "Sam")[: example["sides"]]
    head = {"format": FORMAT, "game": "card", "variant": slug, "sides": [{"players": [name]} for name in players]}
    with app.app_context():
        sitting = ledger.open_sitting("Friday")
        match = ledger.start_match(sitting, head, actor="", key=next(keys))
        write(ledger.record, match, example["hands"][0])
        base = f"/s/{links.token(links.make_link(sitting, 'score'))}/m/1"
        db.session.commit()
    pages = [f"/new?game=card&variant={slug}", base, f"{base}/hands/1", f"{base}/claims/possible"]
    texts = {page: left_in_english(client.get(page, follow_redirects=True).text) for page in pages}
    assert {page: words for page, words in texts.items() if words} == {}


@pytest.mark.parametrize("match", shared_out(SLUGS, 1, 2), indirect=True)
def test_no_verdict_and_no_refusal_is_left_in_english(client: FlaskClient, match: tuple[str, str]) -> None:
    base, _slug = match
    start = Page(client.get(base).text)
    ways = [str(field["value"]) for field in start.all("input", name="way")] or ["quick"]
    found = {}
    for way in ways:
        asked = MultiDict({"way": way, "key": f"k-{way}", "seen": start.value("seen") or "0"})
        found[way] = left_in_english(client.post(f"{base}/hands", data=asked, follow_redirects=True).text)
        asked.update({name: "999" for name in start.fields if name not in asked and "csrf" not in name})
        found[f"{way} 999"] = left_in_english(client.post(f"{base}/hands", data=asked, follow_redirects=True).text)
    for link in Page(client.get(f"{base}/claims/").text).all("a"):
        address = str(link.get("href"))
        if f"{base}/claims/" in address:
            claim = {**Page(client.get(address).text).fields, "check": "1"}
            found[address] = left_in_english(client.get(address.partition("?")[0], query_string=claim).text)
    assert {where: words for where, words in found.items() if words} == {}


@pytest.mark.parametrize(
    "method, path",
    [("GET", "/nowhere"), ("POST", "/rules/"), ("GET", "/join/x"), ("POST", "/s/x/m/1/hands"), ("POST", "/login")],
)
def test_no_failure_is_told_in_english(client: FlaskClient, method: str, path: str) -> None:
    assert left_in_english(client.open(path, method=method, data={"login": "mia", "password": "x"}).text) == []


def test_the_language_of_tests_is_longer_and_keeps_what_is_filled_in() -> None:
    assert outside(pseudo("Hand {hand} of %(name)s")) == " "
    assert "{hand}" in pseudo("Hand {hand} of %(name)s")
    assert len(pseudo("Record the hand")) >= 1.4 * len("Record the hand")
