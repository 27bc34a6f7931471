"""Settings of a browser: stored in a cookie, applied by the server, with or without scripts."""

import pytest
from flask.testing import FlaskClient

from tests.conftest import MakeApp
from tests.support.page import Page

pytestmark = pytest.mark.shares


def opening(client: FlaskClient) -> dict[str, str | None]:
    """Returns the attributes of the first page's root element."""
    return Page(client.get("/").text).all("html")[0]


@pytest.mark.parametrize(
    "name, value", [("theme", "dark"), ("theme", "oled"), ("theme", "sun"), ("hand", "left"), ("awake", "off")]
)  # fmt: skip
def test_what_is_chosen_holds_on_every_page_until_it_is_chosen_otherwise(
    client: FlaskClient, name: str, value: str
) -> None:
    assert f"data-{name}" not in opening(client)
    client.post("/settings", data={name: value})
    assert opening(client)[f"data-{name}"] == value
    assert Page(client.get("/settings").text).fields[name] == value
    client.post("/settings", data={name: ""})
    assert f"data-{name}" not in opening(client)


def test_choices_stand_beside_each_other(client: FlaskClient) -> None:
    client.post("/settings", data={"theme": "sun", "hand": "left", "awake": "off", "tick": "off"})
    assert {key: value for key, value in opening(client).items() if key.startswith("data-")} == {
        "data-theme": "sun", "data-hand": "left", "data-awake": "off", "data-tick": "off",
    }  # fmt: skip


@pytest.mark.parametrize("junk", ["theme=pink", "theme=<script>", "hand=both&theme", "%%%", "x" * 1000])
def test_what_cannot_be_chosen_is_passed_over(client: FlaskClient, junk: str) -> None:
    client.set_cookie("comfort", junk)
    assert not [name for name in opening(client) if name.startswith("data-")]
    client.post("/settings", data={"theme": junk[:40]})
    assert "data-theme" not in opening(client)


@pytest.mark.parametrize(
    "back, goes_to",
    [
        ("/s/1/m/1", "/s/1/m/1"),
        ("//evil.example", "/"),
        ("/\\evil.example", "/"),
        ("https://e.example", "/"),
        ("", "/"),
    ],
)
def test_one_comes_back_to_where_it_was_asked_for_and_nowhere_else(
    client: FlaskClient, back: str, goes_to: str
) -> None:
    answer = client.post("/settings", data={"theme": "dark", "back": back})
    assert (answer.status_code, answer.headers["Location"]) == (303, goes_to)


def test_a_browser_that_is_forgotten_has_no_evening_no_choice_and_no_account_left(make_app: MakeApp) -> None:
    app = make_app(WTF_CSRF_ENABLED=True)
    client = app.test_client()
    client.set_cookie("comfort", "theme=dark")
    client.set_cookie("theme", "left over")
    token = Page(client.get("/new").text).fields["csrf_token"]
    started = client.post("/new", data={"game": "truco", "shown_shape": "2x2", "start": "1", "csrf_token": token})
    evening = started.location.rpartition("/m/")[0]
    assert evening in client.get("/").text
    token = Page(client.get("/settings/forget").text).fields["csrf_token"]
    gone = client.post("/settings/forget", data={"csrf_token": token})
    assert gone.headers["Clear-Site-Data"] == '"cache", "cookies", "storage"'
    assert gone.headers["Cache-Control"] == "no-store"
    assert [client.get_cookie(name) for name in ("scorekeeper", "comfort", "theme")] == [None, None, None]
    assert evening not in client.get("/").text
    assert "data-theme" not in opening(client)
    assert client.get(evening).status_code == 200  # the link itself is not revoked


def test_the_page_after_forgetting_keeps_nothing_anew(client: FlaskClient) -> None:
    page = client.post("/settings/forget")
    assert "csrf_token" not in page.text
    assert "<script" not in page.text
    assert 'href="/"' in page.text
