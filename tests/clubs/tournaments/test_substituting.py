"""Substitutes during an evening: the round's match, pages, papers and results name who sits there."""

import json

from flask import Flask

from scorekeeper.clubs import erasing
from scorekeeper.clubs.tournaments import rounds
from scorekeeper.clubs.tournaments.json_lines import write_line
from scorekeeper.clubs.tournaments.snapshots import Snapshot
from scorekeeper.clubs.tournaments.substituting import add_substitute, drop_substitute
from scorekeeper.clubs.tournaments.words import everybody
from scorekeeper.paper.tournaments.bracket import places
from scorekeeper.store.club_models import Club, Result
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.changes.entries import read_newcomer
from scorekeeper.tournaments.document import read
from scorekeeper.web.tournament_pages.ranking import found, ranking_of, table_lines
from scorekeeper.web.tournament_pages.tables import named_sides
from tests.clubs.evenings import a_club
from tests.clubs.tournaments.at_tables import confirm, match_at, play
from tests.clubs.tournaments.evening import a_tournament, play_round, publish_next
from tests.tournaments.made import entrant

PAIRS = [entrant(at, name=f"Anna {at} – Bruno {at}") for at in range(1, 5)]


def an_evening() -> Tournament:
    """Four pairs after one round."""
    made = a_tournament(a_club(), [dict(pair) for pair in PAIRS])
    play_round(made)
    return made


def gino(made: Tournament, since: int | None = None) -> None:
    """Gino sits for Bruno 1."""
    add_substitute(made, 1, "Anna 1 – Bruno 1", 1, read_newcomer(["Gino"]), "Sam", since=since)


def test_pages_of_a_round_name_who_sits_in_it_and_the_ranking_names_all(app: Flask) -> None:
    with app.test_request_context():
        made = an_evening()
        gino(made)
        publish_next(made)
        shown = [
            {
                side.name
                for line in table_lines(Snapshot(made.document), number)
                for side in line.sides
                if "Anna 1" in side.name
            }
            for number in (1, 2)
        ]
        assert shown == [{"Anna 1 – Bruno 1"}, {"Anna 1 – Gino"}]
        desk = [
            {
                each.name
                for table in named_sides(made.document, number, made.document["rounds"][number - 1]["tables"])
                for side in table.sides
                for each in side
                if each.id == 1
            }
            for number in (1, 2)
        ]
        assert desk == shown
        listed = {line.name for line in ranking_of(Snapshot(made.document)).everybody.lines}
        assert "Anna 1 – Bruno 1 / Gino from round 2" in listed
        assert everybody(read(made.document).entrants[0]) == "Gino (from round 2)"


def test_who_was_replaced_finds_the_table_of_the_substitute(app: Flask) -> None:
    with app.test_request_context():
        made = an_evening()
        gino(made)
        publish_next(made)
        seats = [found(Snapshot(made.document), text, 9) for text in ("bruno 1", "gino")]
    assert [[(seat.player, seat.entrant.id) for seat in listed] for listed in seats] == [
        [("Anna 1 – Gino", 1)],
        [("Gino", 1)],
    ]


def test_a_bracket_names_who_sits_in_each_round(app: Flask) -> None:
    with app.test_request_context():
        made = a_tournament(a_club(), [dict(pair) for pair in PAIRS], system={"kind": "knockout", "first": "entry"})
        play_round(made)
        gino(made)
        publish_next(made)
        names = [
            [place.name for place in column if place.entrant == 1] for column in places(read(made.document)).columns
        ]
    assert names[:2] == [["Anna 1 – Bruno 1"], ["Anna 1 – Gino"]]


def test_a_match_that_waits_gets_the_substitute_and_loses_it_again(app: Flask) -> None:
    with app.app_context():
        made = an_evening()
        publish_next(made)
        table = next(row["table"] for row in made.document["rounds"][1]["tables"] if 1 in row["sides"])
        match = match_at(made, table, 2)
        gino(made, since=2)
        assert "Gino" in match.setup["seats"]
        assert "Anna 1 & Gino" in [side["name"] for side in match.setup["sides"]]
        assert "Bruno 1" in match_at(made, 1, 1).setup["seats"] + match_at(made, 2, 1).setup["seats"]
        drop_substitute(made, 1, {"round": 2, "out": "Bruno 1", "in": "Gino"}, "Sam")
        assert "Bruno 1" in match.setup["seats"]


def test_a_played_match_counts_for_the_substitute_recorded_afterwards(any_app: Flask) -> None:
    with any_app.app_context():
        made = an_evening()
        publish_next(made)
        table = next(row["table"] for row in made.document["rounds"][1]["tables"] if 1 in row["sides"])
        match = match_at(made, table, 2)
        play(match)
        confirm(match, 0, 1)
        gino(made, since=2)
        db.session.commit()
        rows = db.session.query(Result.name).where(Result.match_id == match.id)
        assert "Gino" in {row.name for row in rows}
        assert rounds.tables_of(made, 2)[table][1].matches == [match]


def test_an_erased_substitute_who_came_back_leaves_a_document_that_can_be_read(app: Flask) -> None:
    with app.app_context():
        made = an_evening()
        club = db.session.get_one(Club, made.club_id)
        gino(made)
        play_round(made)
        add_substitute(made, 1, "Anna 1 – Bruno 1", 1, read_newcomer(["Bruno 1"]), "Sam")
        play_round(made)
        db.session.commit()
        erasing.erase_person(club, erasing.find_person(club, "Bruno 1"))
        db.session.commit()
        names = [read(made.document).entrants[0].players_in(number)[1] for number in (1, 2, 3)]
    assert names[1] == "Gino"
    assert "Bruno" not in str(names)
    assert names[0] != names[2]


def test_only_scorers_export_a_substitutes_member_number(app: Flask) -> None:
    with app.app_context():
        made = an_evening()
        add_substitute(made, 1, "Anna 1 – Bruno 1", 1, read_newcomer(["Gino"], numbers=["4711"]), "Sam")
        assert "4711" in write_line(made)
        without = write_line(made, with_desk=False)
    assert "4711" not in without
    assert "Gino" in without
    assert read(json.loads(without)["tournament"]).entrants[0].substitutes[0].number is None
