"""A sitting: its matches and their balance, its name, and its links."""

import re

import pytest
import zxingcpp
from flask.testing import FlaskClient
from PIL import Image

from tests.support.page import Page

pytestmark = [pytest.mark.each_engine, pytest.mark.shares]

START = {"game": "tresette", "shown_shape": "2x2", "start": "1"}


@pytest.fixture
def sitting(client: FlaskClient) -> str:
    """Returns the address of a sitting with one match, opened by this client."""
    return str(client.post("/new", data=START).location).removesuffix("/m/1")


def page_of(client: FlaskClient, address: str) -> Page:
    answer = client.get(address)
    assert answer.status_code == 200
    return Page(answer.text)


def addresses(page: Page) -> list[str]:
    """Returns the links that a sitting's page shares, without the host."""
    return ["/s/" + str(field["value"]).rpartition("/")[2] for field in page.all("input") if "readonly" in field]


def watching(client: FlaskClient, sitting: str) -> str:
    """Returns the sitting's address for watchers."""
    return addresses(page_of(client, sitting))[1]


def evening_of(client: FlaskClient, sitting: str) -> str:
    """Returns the watchers' address of the evening's page."""
    return f"{watching(client, sitting)}?evening=1"


def ends(page: Page) -> list[str]:
    """Returns the addresses of the page's buttons that revoke a link."""
    return [str(form["action"]) for form in page.all("form") if re.search(r"/links/\d+/end$", str(form.get("action")))]


def record(client: FlaskClient, match: str, hand: int, *points: int) -> None:
    entry = {"way": "quick", "points.0": points[0], "points.1": points[1], "key": f"{match}-{hand}", "seen": hand}
    assert client.post(f"{match}/hands", data=entry).status_code == 303


def test_an_evening_has_a_name_and_a_place_that_can_be_changed(client: FlaskClient, sitting: str) -> None:
    client.post(sitting, data={"name": "  Thursday   round ", "place": "Bar Roma"})
    page = page_of(client, sitting)
    assert page.text_in("h1") == "Thursday round"
    assert "Bar Roma" in page.text
    client.post(sitting, data={"name": "", "place": ""})
    assert page_of(client, sitting).text_in("h1").startswith("The evening of")


def test_matches_stand_newest_first_with_their_score(client: FlaskClient, sitting: str) -> None:
    client.post(f"{sitting}/new", data=START | {"game": "buraco"})
    record(client, f"{sitting}/m/1", 1, 8, 3)
    page = page_of(client, sitting)
    assert [link["href"] for link in page.all("a", class_="sitting")] == [f"{sitting}/m/2", f"{sitting}/m/1"]
    assert "Us 8 Them 3" in page.text


@pytest.mark.parametrize("tricks, tally", [([9, 1], "Us 1 Them 0"), ([10, 0], "Us 1 2 Them 0 0")])
def test_the_tally_counts_matches_won_and_games_where_a_match_counted_as_several(
    client: FlaskClient, sitting: str, tricks: list[int], tally: str
) -> None:
    taken = {"tricks.0": tricks[0], "tricks.1": tricks[1]}
    for hand, entry in enumerate([{"points.0": 11, "points.1": 0} | taken, {"points.0": 10, "points.1": 1}], start=1):
        client.post(f"{sitting}/m/1/hands", data={"way": "quick", "seen": hand, "key": f"k{hand}"} | entry)
    client.post(f"{sitting}/new", data=START)
    page = page_of(client, sitting)
    assert "Matches won" in page.text
    assert tally in page.text_in("tbody")


def test_who_watches_sees_the_score_and_no_control_that_writes(client: FlaskClient, sitting: str) -> None:
    visitor = client.application.test_client()
    page = page_of(visitor, evening_of(client, sitting))
    assert "View only" in page.text
    assert not page.all("form")
    assert not page.all("button", type="submit")
    assert "New match" not in page.text
    assert addresses(page) == [watching(client, sitting)]


def test_a_link_that_watches_opens_the_match_in_play_and_the_evening_is_one_tap_away(
    client: FlaskClient, sitting: str
) -> None:
    visitor, watched = client.application.test_client(), watching(client, sitting)
    assert visitor.get(watched).location == f"{watched}/m/1"
    client.post(f"{sitting}/new", data=START)
    assert visitor.get(watched).location == f"{watched}/m/2"
    back = page_of(visitor, f"{watched}/m/2").all("a", class_="icon-key")
    assert [link["href"] for link in back] == [f"{watched}?evening=1"]
    assert "View only" in page_of(visitor, str(back[0]["href"])).text
    assert [link["href"] for link in page_of(client, f"{sitting}/m/2").all("a", class_="icon-key")] == [sitting]


def test_a_link_that_watches_opens_an_evening_that_is_over_and_had_several_matches(
    client: FlaskClient, sitting: str
) -> None:
    watched = watching(client, sitting)
    client.post(f"{sitting}/m/1/finish", data={"seen": "1", "key": "over"})
    assert client.get(watched).location == f"{watched}/m/1"
    client.post(f"{sitting}/new", data=START)
    client.post(f"{sitting}/m/2/finish", data={"seen": "1", "key": "over too"})
    assert "View only" in page_of(client, watched).text


def test_a_new_link_scores_or_watches_and_names_its_holder(client: FlaskClient, sitting: str) -> None:
    client.post(f"{sitting}/links", data={"may": "score", "label": "Carla’s phone"})
    page = page_of(client, sitting)
    assert "Carla’s phone" in page.text
    assert page_of(client.application.test_client(), addresses(page)[2]).all("form")
    assert client.post(f"{sitting}/links", data={"may": "rule"}).status_code == 400


def test_an_ended_link_opens_nothing_any_more(client: FlaskClient, sitting: str) -> None:
    watch = watching(client, sitting)
    assert client.post(ends(page_of(client, sitting))[0]).status_code == 303
    assert client.get(watch).status_code == 404
    assert addresses(page_of(client, sitting)) == [sitting]


@pytest.mark.usefixtures("public")
def test_the_link_in_use_cannot_end_itself(client: FlaskClient, sitting: str) -> None:
    page = page_of(client, sitting)
    assert len(ends(page)) == 1
    own = re.search(r"/links/(\d+)/qr.svg", page.html)
    assert own is not None
    answer = client.post(f"{sitting}/links/{own[1]}/end", follow_redirects=True)
    assert "revoke the link you are using" in answer.text
    assert client.get(sitting).status_code == 200


def test_links_of_another_table_cannot_be_ended_or_shown(client: FlaskClient, sitting: str) -> None:
    other = str(client.post("/new", data=START).location).removesuffix("/m/1")
    elsewhere = ends(page_of(client, other))[0].removeprefix(other)
    assert client.post(sitting + elsewhere).status_code == 404
    assert client.get(sitting + elsewhere.replace("/end", "/qr.svg")).status_code == 404


def test_a_phone_reads_the_watching_link_from_its_qr_code(client: FlaskClient, sitting: str, public: str) -> None:
    codes = [str(image["src"]) for image in page_of(client, sitting).all("img", class_="qr")]
    answer = client.get(codes[1])
    assert answer.mimetype == "image/svg+xml"
    assert read_qr(answer.text) == public + watching(client, sitting)


@pytest.mark.usefixtures("public")
def test_a_watcher_may_show_the_own_code_and_no_other(client: FlaskClient, sitting: str) -> None:
    scores, watches = (str(image["src"]) for image in page_of(client, sitting).all("img", class_="qr"))
    watch = watching(client, sitting)
    assert client.get(watches.replace(sitting, watch)).status_code == 200
    assert client.get(scores.replace(sitting, watch)).status_code == 404


def read_qr(svg: str) -> str:
    """Decodes the QR code: its strokes, one per row of modules, on white."""
    size = int(svg.split('viewBox="0 0 ')[1].split(" ")[0])
    picture = Image.new("L", (size, size), 255)
    x = y = 0.0
    for command, numbers in re.findall(r"([Mmh])([^Mmhz]*)", svg.split('stroke="#000" d="')[1].split('"')[0]):
        steps = [float(each) for each in numbers.split()]
        if command == "h":
            picture.paste(0, (int(x), int(y), int(x + steps[0]), int(y) + 1))
            x += steps[0]
        else:
            x, y = steps if command == "M" else (x + steps[0], y + steps[1])
    return str(zxingcpp.read_barcodes(picture.resize((size * 4, size * 4), Image.Resampling.NEAREST))[0].text)
