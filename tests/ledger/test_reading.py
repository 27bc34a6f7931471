"""The state of a match, changes since a version, the match document, and the evening's tally."""

from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper import ledger
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.base import Refusal
from scorekeeper.ledger import read_models
from scorekeeper.store.models import Hand, Match, Sitting, db
from tests.support.matches import ALBASTINI, FOUR, TRESETTE, TRUCO, keys, points, start, totals, won, write

pytestmark = pytest.mark.shares


def begin(sitting: Sitting, head: dict[str, Any], *entries: dict[str, Any]) -> Match:
    match = ledger.start_match(sitting, head, actor="", key=next(keys))
    for entry in entries:
        write(ledger.record, match, entry)
    return match


def tally(sitting: Sitting) -> list[tuple[list[str], str, int, int]]:
    return [(row["players"], row["name"], row["games"], row["matches"]) for row in ledger.standings(sitting)]


def test_the_tally_counts_what_matches_were_worth(any_app: Flask) -> None:
    with any_app.app_context():
        sitting = ledger.open_sitting()
        begin(sitting, TRUCO, won(1, 12))
        begin(sitting, TRESETTE, {"decima": "Anna"})
        begin(sitting, TRUCO, won(1, 3))
        assert tally(sitting) == [(["Anna", "Bruno"], "Us", 16, 1), (["Carla", "Dino"], "Them", 1, 1)]


def test_with_as_many_games_more_matches_come_first(app: Flask) -> None:
    with app.app_context():
        sitting = ledger.open_sitting()
        begin(sitting, TRESETTE, {"points": [11, 0], "tricks": [10, 0]})
        for _match in range(2):
            begin(sitting, TRUCO, won(1, 12))
        assert tally(sitting) == [(["Carla", "Dino"], "Them", 2, 2), (["Anna", "Bruno"], "Us", 2, 1)]


def test_players_who_change_sides_and_names_are_tallied_by_who_they_are(any_app: Flask) -> None:
    with any_app.app_context():
        sitting = ledger.open_sitting()
        begin(sitting, TRUCO, won(0, 12))
        others = [{"name": "Wolves", "players": ["Dino", "Carla"]}, {"name": "Lambs", "players": ["Bruno", "Anna"]}]
        begin(sitting, {**TRUCO, "sides": others}, won(1, 12))
        mixed = [{"name": "A", "players": ["Anna", "Carla"]}, {"name": "B", "players": ["Bruno", "Dino"]}]
        begin(sitting, {**TRUCO, "sides": mixed}, won(1, 12))
        assert tally(sitting) == [
            (["Anna", "Bruno"], "Lambs", 2, 2),
            (["Bruno", "Dino"], "B", 1, 1),
            (["Carla", "Dino"], "Wolves", 0, 0),
            (["Anna", "Carla"], "A", 0, 0),
        ]


def test_a_drawn_match_and_one_without_an_end_are_nobodys(app: Flask) -> None:
    with app.app_context():
        sitting = ledger.open_sitting()
        write(ledger.finish, begin(sitting, ALBASTINI, {"points": [60, 60]}))
        write(ledger.finish, begin(sitting, TRUCO, won(0, 9)))
        assert [games for _players, _name, games, _matches in tally(sitting)] == [0, 0]


def test_a_sitting_without_matches_has_no_tally(app: Flask) -> None:
    with app.app_context():
        assert ledger.standings(ledger.open_sitting()) == []


def test_news_hold_only_the_hands_that_changed_and_the_board_as_it_now_is(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(TRESETTE, points(8, 3), points(5, 6), points(4, 7))
        seen = match.version
        write(ledger.correct, match, 2, points(6, 5))
        news = ledger.state(match, since=seen)
        assert [(hand["number"], hand["totals"]) for hand in news["hands"]] == [(2, [14, 8]), (3, [18, 15])]
        assert [side["total"] for side in news["sides"]] == [18, 15]
        assert (news["since"], news["version"], news["hand"]) == (seen, seen + 1, 4)
        assert ledger.state(match, since=match.version)["hands"] == []


def test_news_of_an_undone_hand_say_that_its_number_is_free(app: Flask) -> None:
    with app.app_context():
        match = start(TRESETTE, points(8, 3), points(5, 6))
        seen = match.version
        write(ledger.undo, match)
        news = ledger.state(match, since=seen)
        assert (news["hands"], news["hand"]) == ([], 2)


def merged(state: dict[str, Any], news: dict[str, Any]) -> list[Any]:
    """The hands of a state, merged with later changes as a page does."""
    hands = {hand["number"]: hand for hand in state["hands"] + news["hands"]}
    return [hands[number] for number in sorted(hands) if number < news["hand"]]


def test_news_on_top_of_what_was_seen_are_the_whole(app: Flask) -> None:
    with app.app_context():
        match = start(TRUCO, won(0, 3), won(1, 1), won(1, 3), won(0, 1))
        seen = ledger.state(match)
        write(ledger.strike, match, 2)
        write(ledger.undo, match)
        write(ledger.correct, match, 3, won(1, 6))
        write(ledger.undo, match)
        write(ledger.undo, match)
        write(ledger.record, match, won(None))
        now = ledger.state(match)
        assert merged(seen, ledger.state(match, since=seen["version"])) == now["hands"]


def test_a_record_names_the_row_that_it_set_so_that_nobody_need_look(app: Flask) -> None:
    with app.app_context():
        match = start(TRESETTE, points(8, 3))
        seen = match.version
        change = write(ledger.record, match, points(5, 6))
        db.session.commit()
        assert ledger.state(match, seen, change.touched) == ledger.state(match, seen)


def test_the_document_has_the_hands_that_count_and_scores_to_the_same(app: Flask) -> None:
    with app.app_context():
        match = start({**TRESETTE, "variant": "scarne"}, points(8, 3), points(5, 6), points(4, 7))
        write(ledger.strike, match, 2)
        document = ledger.document(match)
        assert [hand["points"] for hand in document["hands"]] == [[8, 3], [4, 7]]
        assert (document["variant"], document["sides"]) == ("scarne", FOUR)
        assert rules.score(document)["totals"] == totals(match)


def test_a_preview_says_what_a_hand_would_do_and_keeps_nothing(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(TRESETTE, points(8, 3), points(5, 6))
        version = match.version
        assert ledger.preview(match, points(11, 0))["table"]["totals"] == [24, 9]
        assert ledger.preview(match, points(11, 0), 2)["table"]["totals"] == [19, 3]
        assert ledger.preview(match, points(2, 9), 1)["dealer"] == "Anna"
        with pytest.raises(Refusal) as refused:
            ledger.preview(match, points(8, 4))
        assert refused.value.problems[0]["hand"] == 3
        db.session.commit()
        assert (match.version, totals(match)) == (version, [13, 9])


def test_a_fingerprint_changes_with_every_change_and_is_another_for_another_match(app: Flask) -> None:
    with app.app_context():
        match, other = start(TRESETTE), start(TRESETTE)
        seen = {ledger.fingerprint(each.id, each.version) for each in (match, other)}
        write(ledger.record, match, points(8, 3))
        seen.add(ledger.fingerprint(match.id, match.version))
        assert len(seen) == 3
    assert [ledger.fingerprint(7, 5, called) for called in (None, 2)] == ["7.5", "7.5.2"]


def test_notes_that_others_changed_before_a_write_are_told(app: Flask) -> None:
    with app.app_context():
        match = start(TRUCO, won(0), won(1), won(0))
        seen = match.version
        for hand in (3, 1, 1):
            write(ledger.annotate, match, hand, f"note {match.version}")
        last = write(ledger.record, match, won(1))
        told = [ledger.notes_between(match, known, last.number) for known in (seen, seen + 1, seen + 3)]
    assert told == [[1, 3], [1], []]


def test_a_phone_takes_along_that_the_players_had_stopped(app: Flask) -> None:
    with app.app_context():
        match = start(TRUCO, won(0, 3))
        write(ledger.finish, match)
        copy = ledger.offline_copy_of(match)
        assert copy["stopped"]
        assert (copy["done"][-1]["before"], copy["done"][-1]["after"]) == ({"stopped": False}, {"stopped": True})
        assert ledger.state(match)["status"] == "stopped"


@pytest.mark.parametrize("before, numbers", [(None, "2345"), (6, "45"), (5, "34"), (3, "12")])
def test_confirmations_are_of_the_hands_that_a_page_may_show(
    app: Flask, monkeypatch: pytest.MonkeyPatch, before: int | None, numbers: str
) -> None:
    monkeypatch.setattr(read_models, "SHOWN", 2)
    monkeypatch.setattr(read_models, "FOLLOWED", 4)
    with app.app_context():
        match = start({**TRUCO, "about": {"confirm": "hands"}}, *[won(0)] * 3, won(0, 3), won(0, 6))
        for hand in (1, 2, 3, 4, 5, None):
            write(ledger.confirm, match, 0, hand)
        agreed = ledger.state(match, before=before)["agreed"]
    assert agreed is not None
    assert (list(agreed["hands"]), list(agreed["told"])) == ([*numbers], [*numbers, "result"])


def test_a_hand_changed_by_a_statement_is_read_again(app: Flask) -> None:
    with app.app_context():
        match = start(TRESETTE, points(8, 3))
        (loaded,) = read_models.hands(match)
        db.session.connection().execute(update(Hand.__table__).values(points=[9, 2]))  # type: ignore[arg-type]
        assert [hand.points for hand in read_models.hands(match)] == [[9, 2]] == [loaded.points]


def test_a_hand_that_was_struck_out_after_the_end_has_no_dealer(app: Flask) -> None:
    with app.app_context():
        match = start(TRUCO, won(0, 3), won(1, 12))
        write(ledger.correct, match, 1, won(0, 12), strike_rest=True)
        assert [hand["dealer"] for hand in ledger.state(match)["hands"]] == ["Anna", ""]


def test_a_hand_that_was_struck_out_is_no_highlight(app: Flask) -> None:
    with app.app_context():
        match = start(TRUCO, won(0, 3), won(1, 12))
        write(ledger.strike, match, 2)
        db.session.flush()
        (found,) = read_models.highlights_of(db.session, [match.id]).values()
    assert {highlight["hand"] for highlight in found} == {0, 1}  # 0: of the whole match


def test_only_hands_that_a_correction_changes_are_news(app: Flask) -> None:
    with app.app_context():
        match = start(TRUCO, won(0, 3), won(1), won(1))
        before = match.version
        write(ledger.correct, match, 1, {**won(0, 3), "note": "after the break"})  # worth the same
        assert [hand["number"] for hand in ledger.state(match, before)["hands"]] == [1]


def test_a_loaded_hand_is_as_it_was_corrected_and_hands_of_another_match_stay_loaded(app: Flask) -> None:
    with app.app_context():
        match, other = start(TRUCO, won(0, 3)), start(TRUCO, won(1))
        loaded = [db.session.get_one(Hand, (each.id, 1)) for each in (match, other)]
        write(ledger.correct, match, 1, won(0, 6))
        assert db.session.get_one(Hand, (match.id, 1)).points == [6, 0]
        assert loaded[1] in db.session
