"""Rate limits, and the responses beyond them."""

import re
import threading

import pytest
from flask import Flask
from limits.storage import MemoryStorage, memory

from scorekeeper.store.models import Link, db
from scorekeeper.web import links, rate_limits
from scorekeeper.web.rate_limits import COUNTS, LIMITS, WINDOW, WRONG_LINKS, Counts, note_wrong_link, wait_of_guesser
from tests.conftest import MakeApp
from tests.support.visitors import PASSWORD, World, a_world
from tests.web.test_access import ROUTES

HERE, THERE = {"REMOTE_ADDR": "192.0.2.1"}, {"REMOTE_ADDR": "192.0.2.2"}
JSON = {"Accept": "application/json"}


@pytest.fixture
def world(app: Flask) -> World:
    """Returns the filled database, and a browser for every kind of visitor."""
    return a_world(app)


def guess(world: World, times: int, first: int = 0) -> list[int]:
    client = world.app.test_client()
    tokens = [f"{number}-AAAAAAAAAAAAAAAAAAAAAA" for number in range(first, first + times)]
    return [client.get(f"/s/{token}/m/1", environ_base=HERE).status_code for token in tokens]


def test_who_guesses_links_is_held_back_and_told_for_how_long(world: World) -> None:
    assert set(guess(world, WRONG_LINKS)) == {404}
    client, right = world.app.test_client(), f"/s/{world.tokens['scorer']}/m/1"
    response = client.get(right, environ_base=HERE)
    assert (response.status_code, 1 <= int(response.headers["Retry-After"]) <= WINDOW) == (429, True)
    assert "Too many attempts" in response.text
    script = client.get(f"{right}/state.json", environ_base=HERE)
    assert "Wait a minute" in script.get_json()["error"]["message"]
    assert client.get("/rules/", environ_base=HERE).status_code == 200  # pages without a link still work
    assert client.get(right, environ_base=THERE).status_code == 200


def test_the_phones_of_the_same_cafe_go_on(world: World) -> None:
    phone, right = world.app.test_client(), f"/s/{world.tokens['scorer']}/m/1"
    assert phone.get(right, environ_base=HERE).status_code == 200  # it remembers this link from now on
    assert set(guess(world, WRONG_LINKS + 5)) == {404, 429}
    for address in (right, f"{right}/state.json"):
        assert phone.get(address, environ_base=HERE).status_code == 200
    assert phone.get(f"/s/{world.tokens['other scorer']}/m/1", environ_base=HERE).status_code == 429


def test_a_phone_whose_link_has_ended_is_no_guesser(world: World) -> None:
    phone, right = world.app.test_client(), f"/s/{world.tokens['scorer']}/m/1/state.json"
    with world.app.app_context():
        links.revoke(db.session.get_one(Link, 2))
        db.session.commit()
    assert {phone.get(right, environ_base=HERE).status_code for _ in range(WRONG_LINKS + 20)} == {404}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Returns the current time in seconds, which can be set."""
    now = [1_000_000.0]
    monkeypatch.setattr("time.time", lambda: now[0])
    return now


def test_guessers_are_forgotten(clock: list[float]) -> None:
    counts = Counts(MemoryStorage())
    for number in range(WRONG_LINKS):
        assert wait_of_guesser(counts, "a") == 0
        note_wrong_link(counts, "a", str(number))
    clock[0] += WINDOW / 2
    assert wait_of_guesser(counts, "a") == WINDOW / 2
    assert wait_of_guesser(counts, "b") == 0
    clock[0] += WINDOW / 2
    assert wait_of_guesser(counts, "a") == 0
    note_wrong_link(counts, "a", "again")
    assert wait_of_guesser(counts, "a") == 0


def test_counts_never_fill_the_memory(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "threading", threading)  # other tests have no thread for this
    storage = MemoryStorage()
    counts = Counts(storage)
    for number in range(1000):
        note_wrong_link(counts, str(number), "x" * 10_000)
    assert max(map(len, storage.storage)) < 100
    clock[0] += WINDOW
    storage.timer.join()  # removes expired counts; started by every count
    note_wrong_link(counts, "a", "later")
    storage.timer.join()
    assert len(storage.storage) == 2


def test_processes_that_share_a_storage_count_together() -> None:
    storage = MemoryStorage()
    one, two = Counts(storage), Counts(storage)
    for number in range(WRONG_LINKS):
        note_wrong_link((one, two)[number % 2], "a", str(number))
        note_wrong_link((one, two)[number % 2], "a", "the same link, on both")
    assert wait_of_guesser(one, "a") > 0
    assert wait_of_guesser(two, "a") > 0


class SharedStorage(MemoryStorage):
    """A storage that all applications of this process share, as machines share a Redis."""

    STORAGE_SCHEME = ["shared"]  # noqa: RUF012 (as its parent declares it)
    state: dict[str, object] = {}  # noqa: RUF012 (shared on purpose)

    def __init__(self, uri: str | None = None, wrap_exceptions: bool = False, **options: str) -> None:
        super().__init__(uri, wrap_exceptions, **options)
        for name, value in vars(self).items():
            self.state.setdefault(name, value)
        self.__dict__ = self.state


LOGIN = {"login": "nobody", "password": "four aces of coins"}


def test_machines_that_share_a_storage_count_together(make_app: MakeApp) -> None:
    machines = [make_app(RATELIMIT_STORAGE_URI="shared://").test_client() for _machine in range(2)]
    answers = [machines[number % 2].post("/login", data=LOGIN).status_code for number in range(12)]
    assert answers[10:] == [429, 429]
    assert 429 not in answers[:10]


def test_a_storage_that_is_away_stops_nobody_and_each_process_counts_for_itself(make_app: MakeApp) -> None:
    client = make_app(RATELIMIT_STORAGE_URI="redis://127.0.0.1:1/0").test_client()
    answers = [client.post("/login", data=LOGIN).status_code for _time in range(12)]
    assert 500 not in answers
    assert answers[-1] == 429


class Unreachable(MemoryStorage):
    """A storage that fails."""

    def get(self, key: str) -> int:
        raise ValueError(key)

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        raise ValueError(key)


def test_a_storage_that_fails_is_replaced_by_the_memory_of_the_process(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world.app.extensions[COUNTS], "storage", Unreachable())
    assert guess(world, WRONG_LINKS + 1) == [404] * WRONG_LINKS + [429]


def test_paper_is_limited_and_what_a_browser_has_already_is_not_counted(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.web.printing.pdf_of_page", lambda page, _two_up: b"%PDF")
    most = int(re.match(r"\d+", rate_limits.PAPER)[0])
    client, address = world.app.test_client(), "/blank/truco.pdf"
    tag = client.get(address, environ_base=HERE).headers["ETag"]
    statuses = [client.get(address, environ_base=HERE, headers={"If-None-Match": tag}).status_code for _ in range(most)]
    assert set(statuses) == {304}
    codes = [client.get(address, environ_base=HERE).status_code for _ in range(most)]
    assert codes == [200] * (most - 1) + [429]
    response = client.get(address, environ_base=HERE)
    assert (response.mimetype, int(response.headers["Retry-After"]) <= 60) == ("text/html", True)
    assert client.get(address, environ_base=THERE).status_code == 200


def test_a_longer_wait_is_told_in_minutes(world: World) -> None:
    login = {"login": "olga", "password": "wrong wrong wrong"}
    client = world.app.test_client()
    client.post("/login", data=login | {"password": PASSWORD}, environ_base=HERE)
    for _ in range(10):  # ten in fifteen minutes from one known browser
        client.post("/login", data=login, environ_base={"REMOTE_ADDR": f"198.51.100.{_}"})
    response = client.post("/login", data=login, environ_base=HERE)
    assert response.status_code == 429
    assert re.search(r"Try again in 1[45] minutes", response.text)


def test_every_pdf_and_every_costly_answer_is_limited(app: Flask) -> None:
    costly = {
        "past_match.judge",
        "claims.show",
        "arguments.show",
        "hands.preview",
        "sync.take_in",
        "start.open_table",
        "import_export.preview",
    }
    ready = {"print_jobs.file"}  # the file is ready
    papers = {rule.endpoint for rule in ROUTES.values() if rule.rule.endswith((".pdf", ".jsonl", ".csv"))}
    assert {
        endpoint for endpoint in costly | papers - ready if not hasattr(app.view_functions[endpoint], LIMITS)
    } == set()


def test_forty_phones_that_preview_at_once_are_not_in_the_way(world: World) -> None:
    address = f"/s/{world.tokens['scorer']}/m/2/preview"
    client = world.app.test_client()
    codes = {
        client.post(address, data={"points.0": "7"}, environ_base=HERE, headers=JSON).status_code for _ in range(100)
    }
    assert codes == {200}
    assert int(re.match(r"\d+", rate_limits.QUESTIONS)[0]) >= 40 * 30


def test_limits_can_be_switched_off(make_app: MakeApp) -> None:
    world = a_world(make_app(RATELIMIT_ENABLED=False))
    assert set(guess(world, WRONG_LINKS + 5)) == {404}
