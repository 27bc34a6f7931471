"""The scripts that send unsent changes, without a match page, with a server whose responses each test sets.

Each test is one moment at which a change was lost, or written over one that its user had not seen
(tests/simulation/ looks for more such moments).
"""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, Site

BASE = "/s/table/m/1"
# Puts the scripts' functions into `window`. `answers` are the server's responses by the end of an address, each a list
# of [status, JSON], of which the last is repeated; without one there is no response. `sent` are the forms, as posted.
LOAD = """async (folder) => {
  for (const name of ["store", "sync", "write", "conflict-dialog"]) {
    Object.assign(window, await import(`${folder}/${name}.js`));
  }
  const answers = { "engine.json": [[200, { words: {}, rules: "" }]], token: [[200, { csrf_token: "" }]] };
  Object.assign(window, { base: "/s/table/m/1", answers, sent: [] });
  window.fetch = async (address, { body = null } = {}) => {
    const name = address.split("?")[0].split("/").at(-1);
    if (body) sent.push({ address, ...Object.fromEntries(body) });
    const [status, answer] = (answers[name]?.length > 1 ? answers[name].shift() : answers[name]?.[0]) ?? [];
    if (!status) throw new TypeError("no network");
    return new Response(JSON.stringify(answer), { status });
  };
  window.stored = (more) => putMatch({
    base, token: "table", number: 1, start: null, arrived: null, ended: false, told: true, conflict: null,
    kept: { version: 5, setup: { sides: [] } }, confirmed: 5, ...more,
  });
  window.unsent = (key, more) => addWrite({
    base, act: "record", hand: null, number: 1, seen: 5, fields: [], key, at: "", applied: true, ...more,
  });
  window.version = (version) => ({ kept: { version, setup: { sides: [] } } });
  window.saved = (version, hand, newest) => {
    return [200, { version, hand, state: { version: newest, hand: hand + newest - version + 1 } }];
  };
  window.finishing = { arrived: [[200, { said: [] }]], "kept.json": [[200, version(7)]], "state.json": [[200, {}]] };
}"""


@pytest.fixture
def phone(site: Site, open_page: OpenPage) -> Page:
    """Returns a page without scripts, into which the phone's scripts were loaded."""
    page = open_page(f"{site.address}/healthz")
    folder = f"/static/{site.app.config['STATIC_VERSION']}/js/phone"
    page.evaluate(LOAD, folder)
    return page


def test_a_change_is_sent_as_from_the_version_that_its_page_showed(phone: Page) -> None:
    """The stored match was newer than the page: the server must find what its user has missed."""
    seen = phone.evaluate("""async () => {
      await stored({ told: false });
      for (const key of ["one", "two"]) {
        const id = await unsent(key, { seen: key === "one" ? 3 : 1 });
        await applyWrite((await writesOf(base)).find((each) => each.id === id), version(6).kept, key === "one" ? 5 : 6);
      }
      answers.hands = [saved(6, 1, 6)];
      await sync();
      return sent.filter(({ key }) => key).map(({ seen }) => seen);
    }""")
    assert seen == ["3", "6"]


def test_a_change_whose_page_closed_is_sent_as_from_the_version_that_the_page_showed(phone: Page) -> None:
    seen = phone.evaluate("""async () => {
      await stored({ told: false });
      await unsent("one", { seen: 3, applied: false });
      answers.hands = [saved(6, 1, 6)];
      await sync();
      return sent.find(({ key }) => key).seen;
    }""")
    assert seen == "3"


def test_a_match_that_was_fetched_again_hides_no_change_from_an_older_page(phone: Page) -> None:
    """Nor that the page has yet to show what was fetched (`told`)."""
    found = phone.evaluate("""async () => {
      await stored({ changed: true });
      await replaceHistory(base, version(6));
      const { told } = await getMatch(base);
      const id = await unsent("one", { seen: 3 });
      await applyWrite((await writesOf(base)).find((each) => each.id === id), version(7).kept, 6);
      return [told, (await getMatch(base)).confirmed];
    }""")
    assert found == [True, 3]


def test_a_late_copy_of_the_match_is_not_stored_over_a_newer_one(phone: Page) -> None:
    versions = phone.evaluate("""async () => {
      await stored({ told: false });
      const results = [];
      for (const each of [4, 6]) {
        results.push(await replaceHistory(base, version(each)), (await getMatch(base)).confirmed);
      }
      return results;
    }""")
    assert versions == [False, 5, True, 6]


def test_a_conflict_about_a_change_that_is_gone_stops_nothing(phone: Page) -> None:
    """The page closed when its user had decided and the change was removed, before the conflict was."""
    match = phone.evaluate("""async () => {
      await stored({ conflict: { write: 1, number: 1, changes: [], problems: null, state: {} } });
      Object.assign(answers, finishing);
      await sync();
      return getMatch(base);
    }""")
    assert (match["conflict"], match["told"], match["confirmed"]) == (None, False, 7)


def test_a_response_to_a_retry_tells_the_change_s_own_version_and_hand(phone: Page) -> None:
    """Others have written since: the next change must not be sent as from their version, nor its hand be moved."""
    sent = phone.evaluate("""async () => {
      await stored();
      await unsent("hand");
      await unsent("correction", { act: "correct", hand: 1, number: 1 });
      answers.hands = [saved(6, 1, 8)];
      await sync();
      return sent.at(-1);
    }""")
    assert (sent["address"], sent["key"], sent["seen"]) == (f"{BASE}/hands/1", "correction", "6")


def test_a_match_that_was_sent_is_finished_later_if_the_network_fails_meanwhile(phone: Page) -> None:
    shown = phone.evaluate("""async () => {
      const shown = [];
      window.addEventListener("scorekeeper:synced", ({ detail }) => shown.push(detail.state.version));
      await stored();
      Object.assign(answers, finishing, { "state.json": [] });
      await sync();
      answers["state.json"] = [[200, { version: 7 }]];
      await sync();
      return shown;
    }""")
    assert shown == [7]


def test_a_form_that_is_saved_while_its_match_moves_goes_to_the_new_address(phone: Page) -> None:
    address = phone.evaluate("""async () => {
      const here = "/s/local-1/m/1";
      await stored({ base: here, start: { key: "" } });
      let saving;
      answers.hands = [saved(2, 1, 2)];
      await withLock(here, async () => {
        saving = save(`${here}/hands`, new URLSearchParams({ seen: "1", key: "hand" }));
        const waits = () => navigator.locks.query().then(({ pending }) => pending.length);
        while (!(await waits()));
        await moveMatch(here, { token: "table", number: 1, kept: { version: 1 } });
      });
      await saving;
      return sent.at(-1).address;
    }""")
    assert address == f"{BASE}/hands"


def discarded(phone: Page, responses: list[Any], requests: int) -> Any:
    """Chooses the server's hand instead of one that was recorded and undone here; another hand is unsent, too.

    Waits for so many requests. Returns the stored match, the keys of what is unsent, and the forms that were sent.
    """
    phone.evaluate(
        """async (responses) => {
          const state = { version: 7, hand: 2, hands: [{ number: 1, points: [], short: [] }] };
          const write = await unsent("hand");
          await unsent("undo", { act: "undo", number: null, target: "hand" });
          await unsent("next", { number: 2 });
          await stored({ conflict: { write, number: 1, changes: [], problems: null, state } });
          answers.declined = responses.map((each) => each && [200, version(each)]);
          await showConflict(base);
        }""",
        responses,
    )
    phone.locator("[data-choice=drop]").click()
    expect(phone.locator("dialog")).to_have_count(0)
    phone.wait_for_function("count => sent.length === count", arg=requests)
    return phone.evaluate("""async () => {
      await withLock(base, async () => null);
      const left = await writesOf(base);
      return { match: await getMatch(base), left: left.map(({ key }) => key), sent };
    }""")


def test_a_conflict_opens_again_if_the_network_fails_while_a_change_is_discarded(phone: Page) -> None:
    result = discarded(phone, [8, None], 2)
    assert [form["key"] for form in result["sent"]] == ["undo-declined", "hand-declined"]
    assert result["left"] == ["hand", "next"]
    assert result["match"]["conflict"]["write"] is not None


@pytest.mark.parametrize("versions, seen", [([8, 9], "9"), ([9, 10], "7")], ids=["alone", "others wrote meanwhile"])
def test_after_a_discarded_change_the_next_one_is_sent_as_from_what_its_user_saw(
    phone: Page, versions: list[int], seen: str
) -> None:
    result = discarded(phone, [*versions], 3)
    assert result["sent"][-1]["seen"] == seen
