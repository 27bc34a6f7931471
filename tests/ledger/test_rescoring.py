"""A match scored by older rules is rescored once, and shows what changed."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.orm import Session

from scorekeeper import ledger, rules_version
from scorekeeper.games.albastini import rules as albastini
from scorekeeper.games.albastini import server as _paper  # noqa: F401 (its columns show the number before it is changed)
from scorekeeper.ledger.rescoring import differences
from scorekeeper.paper.stored_match_sheet import sheet_of_recorded
from scorekeeper.store.models import Hand, Match, db
from scorekeeper.web import links
from tests.support.matches import ALBASTINI, TRUCO, start, totals, won, write

pytestmark = pytest.mark.shares

LOW = {"points": [105, 15]}  # worth two: the losers are below ten a player
EVEN = {"points": [50, 70]}


@pytest.fixture(autouse=True)
def in_app(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


@pytest.fixture
def match(in_app: None) -> Match:
    """A match with two hands; by the current rules the first is worth two, the second one."""
    found = start(ALBASTINI, LOW, EVEN)
    assert totals(found) == [2, 1]
    return found


@pytest.fixture
def upgrade(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """Changes the rules of Albastini: a deal worth two game points is now worth three."""
    monkeypatch.setattr(albastini, "WORTH_TWO", 3)
    monkeypatch.setattr(rules_version, "digest", lambda slug: "newer")


def test_the_same_rules_score_nothing_again(match: Match) -> None:
    assert match.rules == rules_version.digest("albastini")
    assert ledger.rescore(match) is None
    assert match.rescored is None


def test_newer_rules_that_come_to_the_same_leave_no_line(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_version, "digest", lambda slug: "newer")
    before = match.version
    assert ledger.rescore(match) is None
    assert (match.version, match.rules) == (before, "newer")


@pytest.mark.usefixtures("upgrade")
def test_newer_rules_score_again_and_the_log_keeps_what_was(match: Match) -> None:
    change = ledger.rescore(match)
    assert change is not None
    assert change.after == {
        "scores": {"1": {"was": [2, 0], "now": [3, 0]}},
        "totals": {"was": [2, 1], "now": [3, 1]},
    }
    assert totals(match) == [3, 1]
    assert [hand["totals"] for hand in ledger.state(match)["hands"]] == [[3, 0], [3, 1]]
    assert differences(db.session, match) == []  # type: ignore[arg-type]
    assert ledger.rescore(match) is None


@pytest.mark.usefixtures("upgrade")
def test_who_is_scored_again_can_go_on_and_undo(match: Match) -> None:
    ledger.rescore(match)
    write(ledger.record, match, EVEN)
    assert totals(match) == [3, 2]
    for _step in range(2):
        write(ledger.undo, match)
    assert totals(match) == [3, 0]


@pytest.mark.usefixtures("upgrade")
def test_the_page_says_what_changed_until_the_next_hand_and_beside_the_hand_for_good(
    match: Match, client: FlaskClient
) -> None:
    base = f"/s/{links.token(links.make_link(match.sitting, 'score'))}/m/1"
    db.session.commit()
    page = client.get(base).text
    for text in ("Hand 1 changed from 2 – 0 to 3 – 0", "Score changed from 2 – 1 to 3 – 1"):
        assert text in page
    db.session.refresh(match)
    write(ledger.record, match, EVEN)
    db.session.commit()
    page = client.get(base).text
    assert "The score was" not in page
    assert "Scored again with newer rules: was 2 – 0" in page
    assert ledger.offline_copy_of(match)["shown"]["rescored"]["told"] == {
        "1": ["Scored again with newer rules: was 2 – 0"]
    }


@pytest.mark.usefixtures("upgrade")
def test_a_save_that_was_under_way_is_shown_what_changed_and_not_done_unseen(match: Match, client: FlaskClient) -> None:
    base = f"/s/{links.token(links.make_link(match.sitting, 'score'))}/m/1"
    db.session.commit()
    fields = {"way": "points", "points.0": "60", "points.1": "60", "key": "k", "seen": match.version}
    answer = client.post(f"{base}/hands", data=fields, headers={"Accept": "application/json"})
    assert answer.status_code == 409
    assert answer.json["changes"] == [
        "Scores updated to the newest rules. Hand 1 changed from 2 – 0 to 3 – 0. Score changed from 2 – 1 to 3 – 1"
    ]
    assert answer.json["state"]["sides"][0]["total"] == 3


@pytest.mark.usefixtures("upgrade")
def test_the_sheet_tells_it_in_a_footnote(match: Match) -> None:
    ledger.rescore(match)
    (note,) = sheet_of_recorded(match, paper="A4", language="en").footnotes
    assert note.text == "Scored again with newer rules: was 2 – 0."


def test_a_match_with_a_hand_that_newer_rules_refuse_keeps_its_scores_and_says_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = start({**ALBASTINI, "options": {"target": 3}}, LOW, EVEN)
    monkeypatch.setattr(albastini, "WORTH_TWO", 3)  # the match would end with its first hand
    monkeypatch.setattr(rules_version, "digest", lambda slug: "newer")
    change = ledger.rescore(match)
    assert change is not None
    assert totals(match) == [2, 1]
    (text,) = ledger.state(match)["rescored"]["news"]
    assert text.startswith("Newer rules do not allow hand 2: ")
    assert ledger.rescore(match) is None


def test_what_was_scored_before_matches_knew_their_rules_is_scored_again_once(match: Match) -> None:
    match.rules = None
    db.session.get_one(Hand, (match.id, 1)).points = [9, 0]  # as an old version may have stored it
    db.session.flush()
    change = ledger.rescore(match)
    assert change is not None
    assert change.after["scores"] == {"1": {"was": [9, 0], "now": [2, 0]}}


def test_another_match_is_left_alone_and_results_follow(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    other = start(TRUCO, won(0, 12))
    monkeypatch.setattr(rules_version, "digest", lambda slug: "newer")
    assert ledger.rescore(other) is None
    assert (other.winner, other.rules, match.rules == "newer") == (0, "newer", False)


@pytest.mark.usefixtures("upgrade")
def test_of_two_that_open_it_after_an_upgrade_one_scores_it_again(match: Match) -> None:
    db.session.commit()
    with Session(db.engine) as other:
        assert ledger.rescore(other.get_one(Match, match.id)) is not None
        other.commit()
    assert ledger.rescore(match) is None
    assert (totals(match), match.rescored) == ([3, 1], match.version)
