"""A match scored by older rules is rescored once, and shows what changed."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from sqlalchemy.orm import Session

from scorekeeper import ledger, rules_version
from scorekeeper.games.albastini import rules as albastini
from scorekeeper.games.albastini import server as _paper  # noqa: F401 (its columns show the number before it is changed)
from scorekeeper.games.engine.base import english
from scorekeeper.ledger import read_models, rescoring, writing
from scorekeeper.ledger.rescoring import differences, rescoring_texts
from scorekeeper.paper.stored_match_sheet import sheet_of_recorded
from scorekeeper.store.models import Change, Hand, Match, db
from scorekeeper.web import links
from tests.support.matches import ALBASTINI, TRUCO, start, totals, won, write

pytestmark = [pytest.mark.shares, pytest.mark.usefixtures("in_app")]

LOW = {"points": [105, 15]}  # worth two: the losers are below ten a player
EVEN = {"points": [50, 70]}


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


@pytest.mark.usefixtures("upgrade")
def test_hands_after_one_that_scores_as_before_are_scored_again() -> None:
    match = start(ALBASTINI, EVEN, LOW, LOW)
    ledger.rescore(match)
    assert [hand["totals"] for hand in ledger.state(match)["hands"]] == [[0, 1], [3, 1], [6, 1]]


def test_lines_of_a_score_that_stays_are_written_again(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_version, "digest", lambda slug: "newer")
    db.session.get_one(Hand, (match.id, 2)).lines = []  # as older rules explained it
    db.session.flush()
    assert ledger.rescore(match) is None
    assert differences(db.session, match) == []  # type: ignore[arg-type]


def test_a_match_that_is_worth_more_games_by_newer_rules_is_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    match = start(TRUCO, won(0, 12))
    monkeypatch.setattr(rules_version, "digest", lambda slug: "newer")
    match.table = {**match.table, "games": [2, 0]}
    db.session.flush()
    change = ledger.rescore(match)
    assert change is not None
    assert (change.after["scores"], match.table["games"]) == ({}, [1, 0])


@pytest.mark.parametrize("target, told", [(9, []), (3, ["match"])])
def test_a_result_is_told_if_the_match_ends_by_newer_rules(
    target: int, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = start({**ALBASTINI, "options": {"target": target}}, LOW)
    heard: list[str] = []
    monkeypatch.setattr(writing, "_listeners", [lambda _match: heard.append("match")])
    monkeypatch.setattr(albastini, "WORTH_TWO", 3)
    monkeypatch.setattr(rules_version, "digest", lambda slug: "newer")
    ledger.rescore(match)
    assert heard == told


@pytest.mark.usefixtures("upgrade")
def test_an_approved_match_and_one_whose_game_is_gone_keep_their_scores(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(rescoring, "find_game", lambda slug: None)
        assert ledger.rescore(match) is None
    write(ledger.finish, match)
    write(ledger.approve, match)
    assert ledger.rescore(match) is None
    assert totals(match) == [2, 1]


@pytest.mark.parametrize(
    "message, reason", [("{what} is over", "The match is over"), ("{what:>999} is over", ""), ("{who} is over", "")]
)
def test_a_reason_from_an_imported_log_is_told_if_it_is_plain(message: str, reason: str) -> None:
    refused = {"message": message, "params": {"what": "The match"}, "hand": 2}
    (text,) = rescoring_texts(Change(after={"refused": refused}), english)
    assert text == f"Newer rules do not allow hand 2: {reason}. All scores stay as they were"


def test_only_hands_that_a_page_shows_have_notes(match: Match, upgrade: None, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger.rescore(match)
    monkeypatch.setattr(read_models, "FOLLOWED", 1)
    monkeypatch.setattr(read_models, "SHOWN", 1)
    told = [list(ledger.state(match, before=before)["rescored"]["told"]) for before in (None, 2)]
    assert told == [[], ["1"]]


def damaged_number(match: Match) -> None:
    match.hand_count = 3


def damaged_version(match: Match) -> None:
    match.version = 4


def damaged_entry(match: Match) -> None:
    db.session.get_one(Hand, (match.id, 2)).entry = {"points": [50, 50]}


@pytest.mark.parametrize(
    "damage, sentences",
    [
        (damaged_number, ["the match has hand_count 3, but the hands are numbered [1, 2]"]),
        (damaged_version, ["the log is not numbered from 1 to version 4"]),
        (damaged_entry, ["hand 2 is refused by the rules: ", "hand 2: stored "]),
    ],
)
def test_damage_is_told_in_sentences(match: Match, damage: Callable[[Match], None], sentences: list[str]) -> None:
    damage(match)
    db.session.flush()
    told = differences(db.session, match)  # type: ignore[arg-type]
    assert [text[: len(sentence)] for text, sentence in zip(told, sentences, strict=True)] == sentences


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
