"""A phone without a network: the evening goes on, and everything is sent later, once and in order."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from socket import SHUT_RDWR
from threading import Event
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Error, Page, expect
from werkzeug import Response

from scorekeeper import ledger
from scorekeeper.games import find_game
from scorekeeper.i18n import LOCALES
from scorekeeper.store.models import Match, db
from scorekeeper.web import links, phone_engine
from scorekeeper.web.views import pwa
from tests.browser.conftest import OpenPage, Site
from tests.browser.thumb import Thumb, expect_totals
from tests.store.test_faults import broken, read_only
from tests.support.fuzzing import FUZZING, in_turn
from tests.support.matches import TRUCO, won
from tests.support.polling import PATIENCE, until

pytestmark = pytest.mark.installs

UNSENT = "[data-unsent] summary"
POLLING = 50  # ms; else Playwright draws a frame for each look


def ready(page: Page) -> Page:
    """Waits until this page and all others of the phone work offline."""
    expect(page.locator("html[data-phone=ready]")).to_be_attached()
    page.wait_for_function("() => navigator.serviceWorker.controller", polling=POLLING)
    return page


def go_offline(page: Page) -> None:
    """Disconnects, and waits until the page has noticed."""
    page.context.set_offline(True)
    expect(page.locator("[data-live]")).not_to_be_empty()  # not shown for a finished match


def record(page: Page, side: int, stake: int) -> None:
    """Records a hand of Truco by thumb."""
    thumb = Thumb(page)
    thumb.choose("winner,stake", f"{side},{stake}")
    thumb.record("Record " + (f"{stake} – 0" if side == 0 else f"0 – {stake}"))


def on_server(site: Site, address: str) -> dict[str, Any]:
    """Returns the points of each hand on the server, and the kinds of all changes."""
    token, number = address.split("/s/")[1].split("/m/")
    with site.app.app_context():
        opened = links.open_match(token, int(number))
        assert opened is not None
        match = opened[1]
        assert match is not None
        hands = [hand.points for hand in ledger.hands(match)]
        return {"points": hands, "kinds": [change.kind for change in ledger.changes(match)], "status": match.status}


def expect_on_server(page: Page, site: Site, address: str, points: list[list[int]]) -> None:
    """Waits until the server has these points, because a new page does not know yet what is unsent."""

    def has_them() -> bool:
        with suppress(Error):  # the page is navigating
            page.evaluate("null")  # Playwright handles routes only during calls
        return bool(on_server(site, address)["points"] == points)

    until(has_them, f"{points} at {address}")


def record_elsewhere(site: Site, address: str, side: int, stake: int) -> None:
    """Records a hand of Truco on another phone at the table, which is online."""
    enter_elsewhere(site, address, {"winner": side, "stake": stake})


def enter_elsewhere(site: Site, address: str, entry: dict[str, Any]) -> None:
    """Records a hand of any game there."""
    token, number = address.split("/s/")[1].split("/m/")
    with site.app.app_context():
        opened = links.open_match(token, int(number))
        assert opened is not None
        assert opened[1] is not None
        match = opened[1]
        ledger.record(match, entry, ledger.Write("Carla's phone", f"elsewhere-{match.version}", match.version))
        db.session.commit()


@contextmanager
def answers_late(site: Site, ending: str, times: int = 1_000) -> Iterator[Event]:
    """Holds this many requests to such addresses until the event is set."""
    inner, may_answer, waiting = site.app.wsgi_app, Event(), iter(range(times))

    def answer(environ: dict[str, Any], start_response: Any) -> Any:
        if environ["PATH_INFO"].endswith(ending) and next(waiting, None) is not None:
            may_answer.wait(PATIENCE)
        return inner(environ, start_response)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site.app, "wsgi_app", answer)
        yield may_answer
    may_answer.set()


def test_a_page_that_the_worker_has_not_taken_asks_to_be_taken(site: Site, open_page: OpenPage) -> None:
    """Such as one that was loading when the service worker started. A reload that bypasses all caches simulates it."""
    page = ready(open_page(site.start(TRUCO)))
    page.evaluate("window.old = true")
    page.context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})
    page.wait_for_function("() => !window.old", polling=POLLING)
    page.wait_for_function("() => navigator.serviceWorker.controller", polling=POLLING)


def test_a_slow_server_is_waited_for_where_the_phone_keeps_nothing_to_show(site: Site, open_page: OpenPage) -> None:
    kept, other = site.start(TRUCO, won(0, 3)), site.start(TRUCO, won(1, 1))
    page = ready(open_page(kept))
    with answers_late(site, "/m/1") as may_answer:
        page.evaluate("address => { location.assign(address); }", other)
        second = page.context.new_page()
        second.goto(kept)
        expect_totals(second, 3, 0)  # the phone's own state; by now it would have discarded it
        may_answer.set()
        expect_totals(page, 0, 1)


def test_hands_are_scored_before_the_server_answers_and_an_equal_answer_draws_nothing(
    site: Site, open_page: OpenPage
) -> None:
    """Nor is anything fetched. The phone's rules do not know how often stakes were raised: the next call counts."""
    address = site.start(TRUCO)
    page = ready(open_page(address))
    page.evaluate(
        "folder => import(`${folder}/engine.js`).then(({ startEngine }) => startEngine())",
        f"/static/{site.app.config['STATIC_VERSION']}/js/phone",
    )
    thumb = Thumb(page)
    thumb.tap("[data-call-keys] [data-act=propose]")
    thumb.tap("[data-act=clear]")
    fetched = list[str]()
    page.on("request", lambda request: fetched.append(request.url.split("/")[-1]))
    with answers_late(site, "/hands") as may_answer:
        record(page, 0, 3)
        expect_totals(page, 3, 0)
        record(page, 1, 1)
        expect_totals(page, 3, 1)
        expect(page.locator(UNSENT)).to_have_text("Saved on this phone")
        page.locator("[data-hands] > li").evaluate_all("(all) => all.forEach((each) => { each.dataset.before = ''; })")
        may_answer.set()
        expect(page.locator(UNSENT)).to_have_text("All changes sent.")
    assert on_server(site, address)["points"] == [[3, 0], [0, 1]]
    assert not {"kept.json", "arrived"} & {*fetched}
    expect(page.locator("[data-hands] > [data-before]")).to_have_count(2)
    thumb.tap("[data-call-keys] [data-act=propose]")
    expect(page.locator("[data-screen]")).to_have_class(re.compile("is-called"))


def test_a_hand_recorded_without_a_network_is_scored_at_once_and_arrives_later(site: Site, open_page: OpenPage) -> None:
    address = site.start(TRUCO)
    page = ready(open_page(address))
    go_offline(page)
    record(page, 0, 3)
    expect_totals(page, 3, 0)
    expect(page.locator(UNSENT)).to_have_text("Saved on this phone")
    record(page, 1, 1)
    expect(page.locator(UNSENT)).to_have_text("Saved on this phone")
    assert on_server(site, address)["points"] == []
    is_saved_as_a_file(page, {"winner": 0, "stake": 3}, {"winner": 1, "stake": 1})
    page.context.set_offline(False)
    expect(page.locator(UNSENT)).to_have_text("All changes sent.")
    assert on_server(site, address) == {
        "points": [[3, 0], [0, 1]], "kinds": ["start", "record", "record"], "status": "in_progress",
    }  # fmt: skip
    expect_totals(page, 3, 1)


def is_saved_as_a_file(page: Page, *hands: dict[str, Any]) -> None:
    """What is not sent yet can be saved: the page warns that the browser may delete it."""
    page.locator(UNSENT).press("Enter")  # under a message for six seconds
    expect(page.locator("[data-unsent]")).to_contain_text("This browser may delete it")
    with page.expect_download() as saving:
        page.locator("[data-do=export]").click()
    (kept,) = json.loads(saving.value.path().read_text())["matches"]
    assert kept["document"]["hands"] == [*hands]
    assert [write["act"] for write in kept["pending"]] == ["record"] * len(hands)


@contextmanager
def network_lost(site: Site, ending: str, times: int = 1_000, *, answered: bool) -> Iterator[list[str]]:
    """Closes the connections of this many requests to such addresses: before they arrive, or before their answers do.

    Yields the addresses. A browser sends a request again if a connection that it has used before is closed.
    """
    inner, lost = site.app.wsgi_app, list[str]()

    def answer(environ: dict[str, Any], start_response: Any) -> Any:
        if len(lost) >= times or not environ["PATH_INFO"].endswith(ending):
            return inner(environ, start_response)
        if answered:
            Response.from_app(inner, environ)
        lost.append(environ["PATH_INFO"])
        environ["werkzeug.socket"].shutdown(SHUT_RDWR)
        raise ConnectionError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site.app, "wsgi_app", answer)
        yield lost


def test_a_network_that_goes_away_doubles_nothing(site: Site, open_page: OpenPage) -> None:
    """In the middle of a save, or before its answer."""
    address = site.start(TRUCO)
    page = ready(open_page(address))
    for hands, reaches_the_server in enumerate((False, True), 1):
        with network_lost(site, "/hands", answered=reaches_the_server):
            record(page, 0, 3)
            expect(page.locator(UNSENT)).to_have_text("Saved on this phone")
        expect(page.locator(UNSENT)).to_have_text("All changes sent.")
        assert on_server(site, address)["points"] == [[3, 0]] * hands
        expect_totals(page, 3 * hands, 0)


def test_a_server_that_cannot_write_gets_the_hand_once_it_can(site: Site, open_page: OpenPage) -> None:
    """Until then the phone shows its own state, also after a reload: the server responds but has not got everything."""
    address = site.start(TRUCO)
    page = ready(open_page(address))
    with broken(site.app, read_only):
        record(page, 0, 3)
        expect_totals(page, 3, 0)
        expect(page.locator(UNSENT)).to_have_text("Saved on this phone")
        page.reload()
        expect_totals(page, 3, 0)
        expect(page.locator(UNSENT)).to_have_text("Saved on this phone")
        record(page, 1, 1)
        assert on_server(site, address)["points"] == []
    expect(page.locator(UNSENT)).to_have_text("All changes sent.")
    assert on_server(site, address)["points"] == [[3, 0], [0, 1]]


def test_a_page_that_is_closed_while_it_saves_loses_nothing(site: Site, open_page: OpenPage) -> None:
    """Before its rules run: else the hand is stored and scored at once."""
    address = site.start(TRUCO)
    page = ready(open_page(address))
    with answers_late(site, "/hands", 1):
        thumb = Thumb(page)
        thumb.pick("winner,stake", "0,3")
        expect(page.locator("[data-record]")).to_have_accessible_name("Record 3 – 0")
        with page.expect_request("**/hands"):
            thumb.tap("[data-record]")
        page.goto(f"{address}/table")
        expect(page.locator("h1")).to_have_text("Seats and clock")  # from the server, though a hand is on its way
        again = reopened(page, address)
        expect_totals(again, 3, 0)
        expect(again.locator(UNSENT)).to_be_hidden()
        expect_on_server(again, site, address, [[3, 0]])


def reopened(page: Page, address: str) -> Page:
    """Closes the tab and opens another one on the same phone."""
    context: BrowserContext = page.context
    page.close()
    again = context.new_page()
    again.goto(address)
    return again


@pytest.mark.night
def test_a_whole_match_without_a_network_with_the_tab_closed_and_reopened(site: Site, open_page: OpenPage) -> None:
    """By day `test_what_was_sent_already_is_undone_made_again_and_corrected_without_a_network` and, for the end of a
    match, `test_matches_started_and_played_without_a_network_arrive_once_and_in_order`.
    """
    address = site.start(TRUCO)
    page = ready(open_page(address))
    go_offline(page)
    for side in (0, 1):
        record(page, side, 3)
    page = reopened(page, address)
    expect_totals(page, 3, 3)
    expect(page.locator(UNSENT)).to_have_text("Saved on this phone")
    expect(page.locator(".hand[data-hand='1'] [data-text]").first).to_have_text("Wins the hand, worth 3")
    thumb = Thumb(page)
    thumb.tap("[data-undo]")
    expect_totals(page, 3, 0)
    thumb.tap(page.locator(".hand[data-hand='1'] summary"))
    thumb.tap(page.locator(".hand[data-hand='1'] [data-correct]"))
    thumb.choose("winner,stake", "0,6")
    thumb.record("Save 6 – 0")
    expect_totals(page, 6, 0)
    thumb.choose("winner,stake", "0,6")
    thumb.record("Record 6 – 0: the match is over")
    expect(page.locator("[data-winner]")).to_contain_text("The match goes to Us")
    expect(page.locator(UNSENT)).to_have_text("Saved on this phone · waiting to send")
    page.context.set_offline(False)
    expect(page.locator(UNSENT)).to_have_text("All changes sent.")
    assert on_server(site, address) == {
        "points": [[6, 0], [6, 0]],
        "kinds": ["start", "record", "record", "undo", "correct", "record"],
        "status": "finished",
    }
    page.reload()
    expect_totals(page, 12, 0)


@pytest.mark.night
@pytest.mark.parametrize("game", ["albastini", "buraco"])
def test_a_match_is_started_without_a_network(site: Site, open_page: OpenPage, game: str) -> None:
    """By day `test_hands_and_whole_matches_are_recorded_without_a_network_and_arrive`, under a prefix."""
    page = ready(open_page(f"{site.address}/"))
    page.context.set_offline(True)
    page.goto(f"{site.address}/")
    page.locator("a[href$='/games']").click()
    page.locator(f"a[href$='={game}']").click()
    page.locator("[name='seats.0']").fill("Anna <3")
    page.locator("button[name=start]").click()
    expect(page.locator("[data-match]")).to_be_visible()
    expect(page.locator(".score")).to_contain_text("Anna <3")
    expect(page.locator(UNSENT)).to_have_text("Saved on this phone")
    page = reopened(page, f"{site.address}/")
    page.locator("a.live").first.click()
    expect(page.locator(f"[data-match].game-{game}")).to_be_visible()
    page.context.set_offline(False)
    expect(page).not_to_have_url(re.compile("local-"))
    expect(page.locator(".score")).to_contain_text("Anna <3")
    assert on_server(site, page.url)["kinds"] == ["start"]


def test_matches_started_and_played_without_a_network_arrive_once_and_in_order(site: Site, open_page: OpenPage) -> None:
    """The second is started at the table of the first: one evening, each match once, though an answer gets lost."""
    page = ready(open_page(f"{site.address}/new?game=truco"))
    with site.app.app_context():
        before = db.session.query(Match).count()
    page.context.set_offline(True)
    page.locator("button[name=start]").click()
    (thumb := Thumb(page)).choose("winner,stake", "0,12")
    thumb.record("Record 12 – 0: the match is over")
    page.locator("form[action$=rematch] button").click()
    expect(page.locator("[data-winner]")).to_be_hidden()
    record(page, 1, 3)
    page.goto(f"{page.url}/claims/trick?cards=4C+3H+3S+7D&check=1")
    expect(page.locator("[data-verdict]")).to_contain_text("Yes")
    page.go_back()
    expect(page.locator("html[data-phone=ready]")).to_be_attached()
    expect(page.locator(UNSENT)).to_be_visible()
    with network_lost(site, "/sync/matches", times=3, answered=True) as lost:
        page.context.set_offline(False)
        expect(page).not_to_have_url(re.compile("local-"))
    assert len(lost) == 3
    expect(page).to_have_url(re.compile(r"/m/2$"))
    expect_totals(page, 0, 3)
    expect(page.locator(UNSENT)).to_be_hidden()
    expect_on_server(page, site, page.url, [[0, 3]])
    expect_on_server(page, site, page.url.replace("/m/2", "/m/1"), [[12, 0]])
    with site.app.app_context():
        assert db.session.query(Match).count() == before + 2


def test_two_phones_that_recorded_different_hands(site: Site, open_page: OpenPage) -> None:
    """Each choice in turn, hand after hand of one match."""
    address = site.start(TRUCO)
    page = ready(open_page(address))
    points, kinds = list[list[int]](), ["start"]
    for choice, added, kind in (
        ("drop", [[0, 1]], "decline"),
        ("replace", [[3, 0]], "correct"),
        ("keep", [[0, 1], [3, 0]], "record"),
    ):
        go_offline(page)
        record(page, 0, 3)
        record_elsewhere(site, address, 1, 1)
        page.context.set_offline(False)
        dialog = page.locator("dialog.conflict")
        expect(dialog).to_contain_text(f"Two phones recorded hand {len(points) + 1}")
        expect(dialog.locator(".conflict-points")).to_have_text(["0 – 1", "3 – 0"])
        assert on_server(site, address)["points"] == [*points, [0, 1]]
        dialog.locator(f"[data-choice={choice}]").click()
        expect(page.locator(UNSENT)).to_have_text("All changes sent.")
        points, kinds = [*points, *added], [*kinds, "record", kind]
        found = on_server(site, address)
        assert (found["points"], found["kinds"]) == (points, kinds)
        expect_totals(page, sum(hand[0] for hand in points), sum(hand[1] for hand in points))


def test_a_conflict_says_what_follows_and_nothing_false_after_it(site: Site, open_page: OpenPage) -> None:
    """The kept hand differs from the phone's, so different points do not mean that the rules differ."""
    address = site.start(TRUCO)
    page = ready(open_page(address))
    go_offline(page)
    for side, stake in ((0, 3), (1, 1), (1, 3)):
        record(page, side, stake)
    record_elsewhere(site, address, 1, 6)
    page.context.set_offline(False)
    dialog = page.locator("dialog.conflict")
    expect(dialog).to_contain_text("Your hand 2 (0 – 1) follows. Your hand 3 (0 – 3) follows.")
    with page.expect_response("**/arrived"):
        dialog.get_by_role("button", name="Keep theirs, discard mine").click()
    expect(page.locator(UNSENT)).to_have_text("All changes sent.")
    expect_totals(page, 0, 10)
    assert on_server(site, address)["points"] == [[0, 6], [0, 1], [0, 3]]
    expect(page.locator("main")).not_to_contain_text("rules were updated")
    expect(page.locator("main")).not_to_contain_text("this phone had")


# Returns whether the phone keeps the pages of all languages.
ALL_KEPT = """async () => {
  const { languages } = await (await fetch("/engine.json")).json();
  const pages = await caches.open("pages");
  const kept = await Promise.all(Object.values(languages).map(({ about }) => pages.match(about, { ignoreVary: true })));
  return kept.every(Boolean);
}"""


def ready_in_all_languages(page: Page) -> Page:
    ready(page)
    until(lambda: page.evaluate(ALL_KEPT), "all languages on the phone")
    return page


def test_another_language_can_be_chosen_without_a_network_and_the_server_hears_of_it(
    site: Site, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the page of a match and on that of rules. By day the phone keeps some languages and two games' rules only."""
    if not FUZZING:
        for module in (phone_engine, pwa):
            monkeypatch.setattr(module, "LOCALES", {code: LOCALES[code] for code in ("en", "pt_BR", "pt_PT", "ja")})
            monkeypatch.setattr(module, "GAMES", [find_game(slug) for slug in ("truco", "buraco")])
    page = ready_in_all_languages(open_page(address := site.start(TRUCO), languages=True))
    go_offline(page)
    record(page, 0, 3)
    saved_in = {"pt_PT": ("pt-PT", "Guardado neste telemóvel"), "it": ("it", "Salvato su questo telefono")}
    for locale, (tag, saved) in in_turn(saved_in.items(), 0):
        page.goto(f"{address}?lang={locale}")
        expect(page.locator(f"html[lang={tag}]")).to_be_attached()
        expect(page.locator(UNSENT)).to_have_text(saved)
    page.goto(f"{site.address}/rules/truco?lang=pt_BR")
    expect(page.locator("html[lang=pt-BR]")).to_be_attached()
    expect(page.locator("html[data-phone=ready]")).to_be_attached()  # and has stored the choice
    page.goto(f"{site.address}/rules/buraco")
    expect(page.locator("html[lang=pt-BR]")).to_be_attached()
    page.goto(f"{address}?lang=ja")
    expect(page.locator("html[lang=ja]")).to_be_attached()
    expect_totals(page, 3, 0)
    page.context.set_offline(False)
    expect(page.locator(UNSENT)).to_be_hidden()
    page.goto(site.address)
    expect(page.locator("html[data-phone=ready]")).to_be_attached()
    page.reload()
    expect(page.locator("html[lang=ja]")).to_be_attached()


def test_what_was_sent_already_is_undone_made_again_and_corrected_without_a_network(
    site: Site, open_page: OpenPage
) -> None:
    address = site.start(TRUCO, {"winner": 0, "stake": 3}, {"winner": 1, "stake": 1})
    page = ready(open_page(address))
    go_offline(page)
    thumb = Thumb(page)
    thumb.tap("[data-undo]")
    expect_totals(page, 3, 0)
    thumb.tap("[data-undo]")
    expect_totals(page, 0, 0)
    expect(page.locator("[data-undo]")).to_be_hidden()
    thumb.tap(page.get_by_role("button", name="Redo"))
    expect_totals(page, 3, 0)
    thumb.tap(page.locator(".hand[data-hand='1'] summary"))
    thumb.tap(page.locator(".hand[data-hand='1'] [data-correct]"))
    thumb.choose("winner,stake", "0,6")
    thumb.record("Save 6 – 0")
    expect_totals(page, 6, 0)
    record(page, 1, 3)
    thumb.tap("[data-undo]")
    expect_totals(page, 6, 0)
    page = reopened(page, address)
    expect_totals(page, 6, 0)
    expect(page.locator(UNSENT)).to_have_text("Saved on this phone")
    page.context.set_offline(False)
    kinds = ["start", "record", "record", "undo", "undo", "redo", "correct", "record", "undo"]
    expect_on_server(page, site, address, [[6, 0]])
    until(lambda: len(on_server(site, address)["kinds"]) == len(kinds), "all changes sent")
    assert on_server(site, address) == {
        "points": [[6, 0]],
        "kinds": kinds,
        "status": "in_progress",
    }
    expect_totals(page, 6, 0)


def test_a_version_that_has_not_arrived_whole_leaves_the_one_before_with_all_its_games(
    site: Site, open_page: OpenPage
) -> None:
    page, inner = ready(open_page(site.start(TRUCO), ends=True)), site.app.wsgi_app
    about = page.evaluate("fetch('/engine.json').then((answer) => answer.json())")
    unknown = json.dumps({**about, "engine": "/engine/ffffffffffff.json"})
    newer = Response(unknown, mimetype="application/json")

    def answer(environ: dict[str, Any], start_response: Any) -> Any:
        return (newer if environ["PATH_INFO"] == "/engine.json" else inner)(environ, start_response)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site.app, "wsgi_app", answer)
        page.reload()
        expect(page.locator("html[data-phone=ready]")).to_be_attached()
    page.context.set_offline(True)
    page.goto(f"{site.address}/new?game=sueca")  # never opened on this phone
    page.locator("button[name=start]").click()
    expect(page.locator("body:not([inert]) .game-sueca [data-entry]")).to_be_visible()
