"""The rules pages have every rule that is cited anywhere, in every language, with correctly scored examples."""

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.game_folders import server_part
from scorekeeper.games import GAMES
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Game
from scorekeeper.games.engine.game import game_of_rule
from scorekeeper.games.paper import rules_in_short
from scorekeeper.games.rulebook import anchor, number_in_prose, sections_of, titles_of
from scorekeeper.i18n import LOCALES, speaking
from tests.games.table import document
from tests.support.fuzzing import in_turn

pytestmark = pytest.mark.shares

TREE = Path(__file__).parents[2]
ALL_RULES = {rule for game in GAMES for rule in game.rules}
RULE = re.compile(rf"\b(?:{'|'.join({game.rules[0].partition('-')[0] for game in GAMES})})-\d+\b")
TRANSLATED = re.compile(r"\{% trans.*? %\}(.*?)\{% endtrans %\}|\b_\((\".*?\")", re.DOTALL)
NUMBER = re.compile(r"(?<![\w,])\d[\d,]*\d")
WRITTEN_OUT = 13  # numbers from here on; below it are the ranks of cards too
# Words of a rules page with numbers that are no constant of the game, and why.
PACK = "the cards of a pack"
NO_CONSTANTS = {
    "belote": {"with 32 cards": PACK},
    "buraco": {"packs of 52 cards": PACK, "code of 2026": "a year"},
    "canasta": {"or for 160 from": "what others ask for", "Canasta to 8,500": "the target of another game"},
    "own": {"from 0 to 9,999": "Italian and Spanish group it here, beside 99,999, where running text writes 9999"},
    "scala40": {"Scala 40": "its name", "packs of 52": PACK},
    "scopa": {"are 11, 16, 21 and 31; escoba is played to 15 or 21": "habits: no preset is played to 15 or 16"},
    "sueca": {"a pack of 52": PACK},
    "tresette": {"some tables 51": "a habit: no preset is played to it"},
    "truco": {"a pack of 52": PACK},
}
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


class Page(HTMLParser):
    """Parses a page: ids, links to its parts, and the texts of its headings."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.places: list[str] = []
        self.headings: list[str] = []
        self._in_heading = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if attributes.get("id"):
            self.ids.append(str(attributes["id"]))
        if str(attributes.get("href", "")).startswith("#"):
            self.places.append(str(attributes["href"])[1:])
        if tag == "h3":
            self.headings.append("")
            self._in_heading = True

    def handle_endtag(self, tag: str) -> None:
        if tag == "h3":
            self._in_heading = False

    def handle_data(self, data: str) -> None:
        if self._in_heading:
            self.headings[-1] += data


def page_of(client: FlaskClient, game: Game, lang: str = "en") -> Page:
    return Page(client.get(f"/rules/{game.slug}?lang={lang}").text)


def cited_in(*folders: str) -> set[str]:
    """Returns every rule number in the files of these folders."""
    files = [
        path for folder in folders for path in (TREE / folder).rglob("*") if path.suffix in {".py", ".html", ".js"}
    ]
    return {number for path in files for number in RULE.findall(path.read_text(encoding="utf-8"))}


@each_game
def test_the_rulebook_has_the_games_rules_in_their_order(game: Game) -> None:
    assert list(titles_of(game)) == [rule["rule"] for rule in game.rulebook]
    assert all(titles_of(game).values())


def test_every_rule_cited_anywhere_has_an_entry() -> None:
    assert cited_in("scorekeeper/games") - ALL_RULES == set()
    assert cited_in("scorekeeper", "templates", "static/js", "static/games") - ALL_RULES == set()


@each_game
def test_every_rule_is_told_once_under_its_number_and_title(client: FlaskClient, game: Game) -> None:
    page, titles = page_of(client, game), titles_of(game)
    for number in titles:
        assert page.ids.count(anchor(number)) == 1
        assert any(heading.startswith(f"{number} {titles[number]}") for heading in page.headings), number


@pytest.mark.parametrize(
    "game, lang", [(game, lang) for turn, game in enumerate(GAMES) for lang in in_turn(LOCALES, turn)]
)
def test_every_page_reads_in_every_language(client: FlaskClient, game: Game, lang: str) -> None:
    answer = client.get(f"/rules/{game.slug}?lang={lang}")
    assert answer.status_code == 200
    assert f'<html lang="{lang}"' in answer.text.replace(lang.replace("_", "-"), lang)
    page = Page(answer.text)
    assert [number for number in titles_of(game) if anchor(number) not in page.ids] == []


@each_game
def test_no_place_is_there_twice_and_every_link_leads_to_one(client: FlaskClient, game: Game) -> None:
    page = page_of(client, game)
    assert [place for place, count in Counter(page.ids).items() if count > 1] == []
    assert set(page.places) - set(page.ids) == set()


@each_game
def test_the_jump_list_has_every_section(client: FlaskClient, game: Game) -> None:
    page = page_of(client, game)
    for slug in sections_of(game):
        assert slug in page.ids
        assert slug in page.places


@each_game
def test_every_preset_stands_in_the_table(client: FlaskClient, game: Game) -> None:
    html = client.get(f"/rules/{game.slug}").text
    if game.shelf:
        for each in game.shelf:
            assert f'href="/rules/card/{each["variant"]}"' in html
        return
    table = html[html.index("table presets") :]
    for preset in game.presets:
        assert preset["title"] in table


def test_a_citation_leads_to_the_rule(app: Flask) -> None:
    with app.test_request_context():
        for number in sorted(ALL_RULES):
            address = app.jinja_env.globals["rule_url"](number)
            assert address == f"/rules/{game_of_rule(number).slug}#{anchor(number)}"  # type: ignore[union-attr]


def test_the_index_leads_to_every_game(client: FlaskClient) -> None:
    html = client.get("/rules/").text
    for game in GAMES:
        assert f'href="/rules/{game.slug}"' in html


def test_there_is_no_page_for_an_unknown_game(client: FlaskClient) -> None:
    assert client.get("/rules/bridge").status_code == 404


def texts_of(game: Game) -> list[str]:
    """The texts to translate of a game's rules page and of its tables."""
    folder = TREE / "templates" / "games" / game.slug
    files = [*folder.glob("rules.html"), *folder.glob("_*.html")]
    return ["".join(texts) for file in files for texts in TRANSLATED.findall(file.read_text(encoding="utf-8"))]


@each_game
def test_a_number_of_the_game_is_written_in_its_code_alone(game: Game) -> None:
    """Its page takes it from the constant, by a name in the game's NUMBERS."""
    text = "\n".join(texts_of(game))
    for words in NO_CONSTANTS.get(game.slug, {}):
        assert text.count(words) == 1
        text = text.replace(words, "")
    numbers = [int(number.replace(",", "")) for number in NUMBER.findall(text)]
    assert [number for number in numbers if number >= WRITTEN_OUT] == []


@each_game
def test_the_page_and_the_rules_on_paper_show_every_number_of_the_game(
    client: FlaskClient, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_page = Counter(re.findall(r"\{\{ (\w+) \}\}", "".join(texts_of(game))))
    on_paper = {name for rule in game.rulebook for name in re.findall(r"\{(\w+)\}", rule["on_paper"])}
    numbers: dict[str, int] = server_part(game.slug, "NUMBERS", {})
    assert on_page.keys() | on_paper == set(numbers)
    for place, name in enumerate(sorted(numbers)):
        monkeypatch.setitem(numbers, name, 7_000_000 + place)
    html = client.get(f"/rules/{game.slug}").text
    assert {name: html.count(f"{numbers[name]:,}") for name in on_page} == on_page


@pytest.mark.parametrize(
    "lang, texts",
    [
        ("en", ["999", "2,005", "10,000"]),
        ("it", ["999", "2005", "10.000"]),
        ("es", ["999", "2005", "10.000"]),
        ("pt_BR", ["999", "2.005", "10.000"]),
        ("pt_PT", ["999", "2005", "10\u00a0000"]),
        ("fr", ["999", "2\u202f005", "10\u202f000"]),
        ("ja", ["999", "2,005", "10,000"]),
    ],
)
def test_a_number_in_running_text_is_written_as_the_language_does(app: Flask, lang: str, texts: list[str]) -> None:
    with speaking(lang):
        assert [number_in_prose(number) for number in (999, 2005, 10_000)] == texts


@pytest.mark.parametrize("slug", ["belote", "buraco"])
def test_french_rules_print_the_letters_of_french_cards(client: FlaskClient, slug: str) -> None:
    with speaking("fr"):
        short = [f"{line.text} {line.worth}" for line in rules_in_short(play.begin(document(slug)))]
    page = client.get(f"/rules/{slug}?lang=fr").text
    text = " ".join([re.sub(r"(?s)<script.*?</script>|<[^>]+>", " ", page), *short])
    assert re.search(r"\b[VDR]\b(?!’)", text)
    assert re.findall(r".{20}\b[JQK]\b(?!’).{20}", text) == []
