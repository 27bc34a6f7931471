"""The result of a match: the winner in a grammatical sentence, the margin, the evening, and sharing."""

import io
import json
import re
from datetime import UTC, datetime
from typing import Any
from urllib.parse import unquote

import pytest
from flask import Flask, render_template
from flask.testing import FlaskClient

from scorekeeper import ledger
from scorekeeper.games import GAMES
from scorekeeper.games.engine.play import first_table
from scorekeeper.games.engine.setup import begin
from scorekeeper.games.engine.words import who_won
from scorekeeper.i18n import LOCALES, say, speaking
from scorekeeper.pages.chart import thinned
from scorekeeper.pages.picture_shapes import FLOODS, about_width, colours_of
from scorekeeper.pages.pictures import SIZES, layout
from scorekeeper.pages.result_page import evening_match, series_of, series_text
from scorekeeper.paper import picture
from scorekeeper.paper.picture import draw_face
from scorekeeper.store.models import Match, db, now
from scorekeeper.web import links
from tests.support.matches import TRESETTE, TRUCO, points, start, won, write
from tests.support.page import Page

pytestmark = [pytest.mark.shares, pytest.mark.usefixtures("in_app")]

PLAYERS = [
    {"name": "Anna & Bruno", "players": ["Anna", "Bruno"]},
    {"name": "Carla & Dino", "players": ["Carla", "Dino"]},
]
NOBODY = [{"name": "●●", "players": ["●● 1", "●● 2"]}, {"name": "▲▲", "players": ["▲▲ 1", "▲▲ 2"]}]
WON = [points(8, 3), points(10, 1), points(3, 8)]


def finished(sides: list[dict[str, Any]] | None = None, **more: Any) -> Match:
    head = {**TRESETTE, **more, **({"sides": sides} if sides else {})}
    return start(head, *WON)


def address_of(match: Match, may: str = "score") -> str:
    address = f"/s/{links.token(links.make_link(match.sitting, may))}/m/{match.number}"
    db.session.commit()
    return address


SENTENCES = [
    (PLAYERS, "truco", 0, "Anna & Bruno win"),
    (NOBODY, "truco", 0, "We win"),
    (NOBODY, "truco", 1, "They win"),
    ([PLAYERS[0], {"name": "Reds", "players": ["C", "D"]}], "truco", 1, "The match goes to Reds"),
    ([{"name": "Anna"}, {"name": "Carla"}], "albastini", 0, "Anna wins"),
    (PLAYERS, "truco", None, "A draw"),
]  # fmt: skip


@pytest.mark.parametrize("sides, game, winner, sentence", SENTENCES)
def test_who_won_is_said_in_the_number_of_those_who_won(
    sides: list[dict[str, Any]], game: str, winner: int | None, sentence: str
) -> None:
    setup = begin({"format": "scorekeeper/1", "game": game, "sides": sides})
    table = first_table(setup) | {"status": "finished", "winner": winner}
    assert [say(*each) for each in who_won(setup, table, False)] == [sentence]  # type: ignore[arg-type]


@pytest.mark.parametrize("language", LOCALES)
def test_every_language_has_a_sentence_of_its_own_for_one_and_for_two(language: str) -> None:
    with speaking(language):
        said = {say(text, {"who": "X"}) for text in ("{who} wins", "The match goes to {who}", "We win", "They win")}
    assert len(said) >= 3
    assert language == "en" or not said & {"X wins", "The match goes to X", "We win", "They win"}


def test_the_page_says_who_won_by_what_and_by_which_rule(client: FlaskClient) -> None:
    page = Page(client.get(f"{address_of(finished(PLAYERS))}/result?lang=en").text)
    assert "Anna & Bruno win" in page.text_in("h1")
    assert "The target of 21 is reached: 21 – 12" in page.text
    assert "TRE-5" in page.text_in("article")
    assert page.all("svg", role="img")
    assert page.all("polyline", class_="course side-1")
    assert "Rematch" in page.text


@pytest.mark.parametrize("page", ["", "/result"])
def test_a_card_without_words_for_its_end_says_the_result_once(client: FlaskClient, page: str) -> None:
    head = {"format": "scorekeeper/1", "game": "card", "variant": "phase-10", "options": {"phases": 1}}
    sides = [{"name": "Anna"}, {"name": "Bo"}]
    match = start({**head, "sides": sides}, {"done": [True, False], "first": 0, "left": [0, 60]})
    text = client.get(address_of(match) + page).text
    assert "Anna wins" in text
    assert not re.search(r"<p[^>]*>Anna wins: ", text)


def test_the_match_page_leads_there_once_it_is_over(client: FlaskClient) -> None:
    address = address_of(finished())
    assert any(link["href"] == f"{address}/result" for link in Page(client.get(address).text).all("a"))


SINGLY = [{"players": [name]} for name in ("Anna", "Bruno", "Carla", "Dino")]
OWN = {"format": "scorekeeper/1", "game": "own", "sides": SINGLY}
OUT = [[60, 40, 50, 10], [10, 70, 60, 10], [50, None, None, 10]]  # Bruno and Carla together, then Anna
PODIUMS: list[tuple[dict[str, Any], list[dict[str, Any]], str, list[str]]] = [
    ({"game": "king", "variant": "free"}, [{"festa": [3, 2, 5, 3]}, {"stop": True}],
     "Carla wins 125 By 50 after one hand.",
     ["2 Anna 50 behind 75", "2 Dino 50 behind 50 75", "4 Bruno 75 behind 75 50"]),
    ({"game": "tresette", "variant": "perdere", "options": {"hands": 1}}, [{"points": [5, 2, 4, 0]}],
     "Dino wins 0 By 2 after one hand.",
     ["2 Bruno 2 behind 2", "3 Carla 4 behind 4 4", "4 Anna 5 behind 5 5"]),
    ({"options": {"best": "low", "limit": 100, "target": None}}, [{"points": points} for points in OUT],
     "Dino wins 30 Won by the last side in",
     ["2 Anna out in hand 3 120", "3 Bruno out in hand 2 hand 2 110", "3 Carla out in hand 2 hand 2 110"]),
    ({"options": {"hands": 1, "target": None}}, [{"points": [9, 4, 9, 2]}],
     "Anna 9 Carla 9 A draw The agreed hands are played: a draw",
     ["3 Bruno 5 behind 4", "4 Dino 7 behind 7 2"]),
]  # fmt: skip


@pytest.mark.parametrize("head, hands, flood, bands", PODIUMS)
def test_of_several_sides_the_winner_floods_and_the_others_follow_in_the_order_of_their_places(
    client: FlaskClient, head: dict[str, Any], hands: list[dict[str, Any]], flood: str, bands: list[str]
) -> None:
    address = address_of(start({**OWN, **head}, *hands))
    page = client.get(f"{address}?lang=en").text
    assert parts(r'<div class="flood">.*?</div>', page) == [flood]
    assert parts(r'<li class="band.*?</li>', page) == bands
    (totals,) = re.findall(r'<ol class="result-totals.*?</ol>', client.get(f"{address}/result").text, re.DOTALL)
    assert [row.split()[:2] for row in parts("<li.*?</li>", totals)][-len(bands) :] == [
        band.split()[:2] for band in bands
    ]


def parts(pattern: str, html: str) -> list[str]:
    """Returns the words of each part of a page."""
    return [" ".join(re.sub("<[^>]*>", " ", part).split()) for part in re.findall(pattern, html, re.DOTALL)]


def test_what_each_side_needs_is_said_in_its_half(client: FlaskClient) -> None:
    address = address_of(start(TRESETTE, points(8, 3)))
    page = Page(client.get(f"{address}?lang=en").text)
    assert "13 to go" in page.text
    assert "18 to go" in page.text
    assert client.get(f"{address}/needs").location == address  # of older versions


@pytest.mark.parametrize("name, shown", [("Anna & Bruno", "Anna & Bruno 0"), ("Reds", "Reds Anna Bruno 0")])
def test_a_score_says_each_name_once(client: FlaskClient, name: str, shown: str) -> None:
    match = start({**TRESETTE, "sides": [{"name": name, "players": ["Anna", "Bruno"]}, PLAYERS[1]]})
    html = client.get(f"{address_of(match)}?lang=en").text
    assert html.count('<span class="seat" data-seat="0">') == 1
    assert f"{shown} 21 to go Carla & Dino 0" in Page(html).text


def test_a_truco_shows_no_more_than_its_target_on_screens_and_keeps_the_true_total(client: FlaskClient) -> None:
    match = start(TRUCO, won(0, 9), won(1, 9), won(0, 6))
    address = address_of(match)
    state = client.get(f"{address}/state.json?lang=en").get_json()
    assert [(side["total"], side["shown"]) for side in state["sides"]] == [(15, 12), (9, 9)]
    assert (state["hands"][-1]["totals"], state["hands"][-1]["shown"]) == ([15, 9], [12, 9])
    for path in (address, f"{address}/result", f"{address}/board", address.rsplit("/m/", 1)[0]):
        html = re.sub(r"(?s)<script.*?</script>", "", client.get(f"{path}?lang=en").text)
        totals = re.findall(r'(?:data-total|class="(?:best|total|result-total)")>(\d+)<', html)
        assert {"12", "9"} <= set(totals) <= {"12", "9", "0"}, path
    assert match.table["totals"] == [15, 9]


def test_a_match_in_play_has_a_page_that_says_so(client: FlaskClient) -> None:
    page = Page(client.get(f"{address_of(start(TRESETTE, points(8, 3)))}/result?lang=en").text)
    assert page.text_in("h1") == "In play"
    assert "Rematch" not in page.text


def test_the_text_to_send_tells_all_of_it_and_links_to_watching_only(client: FlaskClient) -> None:
    match = finished(PLAYERS)
    match.sitting.place = "Bar Sport"
    watch = address_of(match, "watch")
    text = Page(client.get(f"{address_of(match)}/result?lang=en").text).text_in("textarea")
    for part in (
        "Anna & Bruno win",
        "● Anna & Bruno 21 – ▲ Carla & Dino 12",
        "3 hands",
        "Bar Sport",
        f"{watch}/result",
    ):
        assert part in text


def test_a_link_that_watches_has_a_preview_and_one_that_scores_tells_nobody(client: FlaskClient) -> None:
    match = finished(PLAYERS)
    watched = address_of(match, "watch")
    assert Page(client.get(f"{watched}?lang=en").text).all("meta", property="og:image")
    shown = Page(client.get(f"{watched}/result?lang=en").text)
    assert shown.all("meta", property="og:title")[0]["content"] == "Anna & Bruno win · Tresette"
    assert client.get(shown.all("meta", property="og:image")[0]["content"] or "").mimetype == "image/png"
    hidden = client.get(f"{address_of(match)}/result?lang=en").text
    assert "og:image" not in hidden
    assert not re.search(r"og:[^>]*Anna", hidden)


@pytest.mark.parametrize("form, size", SIZES.items())
def test_the_picture_has_its_size_its_name_and_the_colour_of_the_winner(
    client: FlaskClient, form: str, size: tuple[int, int]
) -> None:
    from PIL import Image

    answer = client.get(f"{address_of(finished(PLAYERS))}/result.png?form={form}&where=1&lang=it")
    drawn = Image.open(io.BytesIO(answer.data)).convert("RGB")
    assert drawn.size == size
    assert "#{:02x}{:02x}{:02x}".format(*drawn.getpixel((5, size[1] - 5))) == FLOODS[0]  # type: ignore[misc]
    assert answer.headers["Content-Disposition"] == f'inline; filename="tresette-1-{form}.png"'
    again = client.get(answer.request.url, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_a_picture_of_another_shape_is_not_found(client: FlaskClient) -> None:
    assert client.get(f"{address_of(finished())}/result.png?form=round").status_code == 404


HARD = [
    ({"title": "x" * 200, "headline": "W" * 120, "way": "long " * 60, "foot": "s " * 90}, 2),
    ({"headline": "山田 太郎 & 🐘 の勝ち", "foot": "♠ Bar", "winner": 1}, 2),
    ({"winner": 1, "tally": 40, "squares": True, "sides": [("山田 太郎", 40), ("Ана", 39)]}, 2),
    ({}, 12),
    ({"winner": 7}, 12),
    ({"winner": 0}, 3),
]


@pytest.mark.parametrize("form", SIZES)
@pytest.mark.parametrize("more, sides", HARD)
def test_nothing_on_a_picture_leaves_it(more: dict[str, Any], sides: int, form: str) -> None:
    found = layout(a_picture(sides, **more) | {"form": form}, about_width)  # type: ignore[arg-type]
    wide, high = found["size"]
    for text in found["texts"]:
        before = {"start": 0, "middle": 0.5, "end": 1}[text["anchor"]] * text["room"]
        assert text["x"] - before >= -1, text
        assert text["x"] - before + text["room"] <= wide + 1, text
        assert about_width(text["text"], text["size"], text["bold"]) <= text["room"] + 1
        assert 0 <= text["y"] <= high
    assert {part[1] for part in found["shapes"]} | {text["colour"] for text in found["texts"]} <= set(colours_of(0))
    tallies = [x for part in found["shapes"] if part[0] == "stroke" for x, _y in part[3]]
    assert all(0 <= x <= wide for x in tallies)


@pytest.mark.parametrize("more, sides", HARD)
def test_anything_can_be_drawn(more: dict[str, Any], sides: int) -> None:
    assert picture.png(a_picture(sides, **more)).startswith(b"\x89PNG")  # type: ignore[arg-type]


def test_a_narrow_space_in_bold_is_of_the_font_that_has_it() -> None:
    assert picture.width("\u202f", 100, True) == picture.width("\u202f", 100, False)


def test_a_minus_sign_is_of_the_font_of_its_figures() -> None:
    assert picture.width("−", 100, True) == picture.width("+", 100, True)


FACE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="60" height="84" rx="8"/></svg>'


def a_picture(count: int, **more: Any) -> dict[str, Any]:
    about: dict[str, Any] = {
        "form": "square", "title": "Buraco", "way": "", "headline": "A draw", "winner": None, "face": FACE,
        "sides": [("Name " * 9, -123456) for _side in range(count)], "tally": 0, "squares": False, "foot": "",
        "order": [(side, side + 1) for side in range(count)],
        "course": [[10 * side * hand - 5 for side in range(count)] for hand in range(3)], "made_with": "",
    }  # fmt: skip
    return about | more


def evening(*winners: int | None, swapped: bool = False) -> list[Any]:
    """Returns matches of the same sides, won by these sides of the first match."""
    matches = []
    for number, winner in enumerate(winners, 1):
        turned = swapped and number % 2 == 0
        setup = begin({**TRESETTE, "sides": PLAYERS[::-1] if turned else PLAYERS})
        side = None if winner is None else 1 - winner if turned else winner
        table = first_table(setup) | {"status": "finished", "winner": side}
        matches.append(evening_match(number, setup, table, "finished"))  # type: ignore[arg-type]
    return matches


SERIES = [
    ((0,), 3, "Best of 3: 1 – 0"),
    ((0, 1, 0), 3, "Best of 3: 2 – 1, decided"),
    ((0, 0, 1), 3, "Best of 3: 1 – 0"),  # a new series after a decided one; the winner first
    ((0, None, 1, 1, 1), 5, "Best of 5: 3 – 1, decided"),
    ((0,), 0, ""),
    ((0, 1), 0, "Tonight 1 – 1"),
]


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("winners, best_of, text", SERIES)
def test_a_series_counts_matches_of_the_same_people(
    winners: tuple[int | None, ...], best_of: int, text: str, swapped: bool
) -> None:
    matches = evening(*winners, swapped=swapped)
    own = begin({**TRESETTE, "sides": PLAYERS})
    assert series_text(series_of(own, len(matches), matches, best_of)) == text


def test_a_match_of_others_does_not_count_in_the_series() -> None:
    others = begin({**TRESETTE, "sides": NOBODY})
    matches = [*evening(0), evening_match(2, others, first_table(others) | {"winner": 0}, "finished")]  # type: ignore[arg-type]
    assert series_of(begin({**TRESETTE, "sides": PLAYERS}), 2, matches, 3)["wins"] == [1, 0]


def test_best_of_how_many_is_an_option_of_the_evening(client: FlaskClient) -> None:
    match = finished(PLAYERS)
    address = address_of(match)
    evening_address = address.rsplit("/m/", 1)[0]
    assert client.post(evening_address, data={"name": "Thursday", "best_of": "5"}).status_code == 303
    assert "Best of 5: 1 – 0" in Page(client.get(f"{address}/result?lang=en").text).text
    client.post(evening_address, data={"best_of": "4"})
    assert "Best of" not in Page(client.get(f"{address}/result?lang=en").text).text


def test_a_rematch_is_a_match_of_the_evening(client: FlaskClient) -> None:
    match = finished(PLAYERS)
    address = address_of(match)
    ledger.rematch(match, actor="", key="again")
    db.session.commit()
    page = Page(client.get(f"{address}/result?lang=en").text)
    assert "Matches of the evening" in page.text
    assert "in play" in page.text


def test_a_corrected_result_is_shown_as_it_stands(client: FlaskClient) -> None:
    match = finished(PLAYERS)
    address = address_of(match)
    first = client.get(f"{address}/result.png").data
    write(ledger.correct, match, 3, points(2, 9))
    db.session.commit()
    assert client.get(f"{address}/result.png").data != first
    assert json.loads(client.get(f"{address}/state.json?lang=en").text)["result"] == ""


def test_a_long_match_is_drawn_from_its_first_hand_on(client: FlaskClient) -> None:
    match = start({**TRUCO, "options": {"target": 99, "match_point": 98}}, *[won(hand % 2) for hand in range(60)])
    page = Page(client.get(f"{address_of(match)}/result?lang=en").text)
    assert "60 hands" in page.text_in("textarea")
    course = str(page.all("polyline")[0]["points"]).split()
    assert len(course) == 61


def test_a_course_of_thousands_of_hands_is_drawn_in_hundreds() -> None:
    hands = [(number, [number, 0]) for number in range(1, 5001)]
    assert len(thinned(hands)) <= 400
    assert thinned(hands)[-1] == (5000, [5000, 0])
    assert thinned(hands[:1]) == []


@pytest.mark.parametrize("slug", [game.slug for game in GAMES])
def test_the_face_of_every_game_can_be_drawn(app: Flask, slug: str) -> None:
    from PIL import Image

    image = Image.new("RGB", (200, 200), "#0068b5")
    with app.test_request_context():
        draw_face(image, {"x": 0, "y": 0, "size": 100, "svg": render_template("matches/_face.html", slug=slug)}, 2)
    assert image.getpixel((100, 30)) != (0, 104, 181)
    assert len(image.getcolors(40000) or []) > 2


def test_a_finished_match_goes_to_bg_stats_by_a_link_and_a_running_one_does_not(client: FlaskClient) -> None:
    """The app for Android fails if a player lacks `winner`. The link has no address of the table."""
    match = finished(PLAYERS, first_dealer="Carla")
    (link,) = Page(client.get(f"{address_of(match)}/result").text).all("a", rel="noopener noreferrer")
    address, _query, data = str(link["href"]).partition("?data=")
    play = json.loads(unquote(data))
    assert (address, link["target"]) == ("https://app.bgstatsapp.com/createPlay.html", "_blank")
    assert play["game"] == {
        "name": "Tresette", "sourceGameId": "tresette", "highestWins": True, "noPoints": False
    }  # fmt: skip
    assert [(row["name"], row["score"], row["rank"], row["winner"]) for row in play["players"]] == [
        ("Anna", 21, 1, True), ("Bruno", 21, 1, True), ("Carla", 12, 2, False), ("Dino", 12, 2, False),
    ]  # fmt: skip
    assert [row["name"] for row in play["players"] if row["startPlayer"]] == ["Bruno"]
    assert datetime.strptime(play["playDate"], "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC) <= now()
    assert "/s/" not in data
    running = start({**TRESETTE, "sides": PLAYERS}, *WON[:1])
    assert "bgstatsapp" not in client.get(f"{address_of(running)}/result").text
