"""The entries page: forms, lists, roster; late entries, substitutes, withdrawals; presence and payment."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorekeeper.clubs import roster
from scorekeeper.clubs.tournaments import entries, presence
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.store.club_models import Player, Result
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament, TournamentChange
from tests.clubs.conftest import the_club
from tests.clubs.tournaments.at_tables import match_at, play
from tests.clubs.tournaments.evening import a_tournament, play_round
from tests.support.page import Page

PASTED = "Anna, Bruno; Lecce; 1234, 1235\nCarla, Dino\n\nDragons: Elsa, Fabio; Bari"


def made(app: Flask, club: str, entrants: int = 0, rounds: int = 0) -> int:
    """The id of a new tournament with this many pairs, after so many rounds."""
    with app.app_context():
        tournament = a_tournament(club, entrants)
        for _turn in range(rounds):
            play_round(tournament)
        db.session.commit()
        return tournament.id


@pytest.fixture
def empty(app: Flask, club: str) -> str:
    """The entries page of a tournament without entries."""
    return f"/c/{club}/tournaments/{made(app, club)}/entries"


@pytest.fixture
def four(app: Flask, club: str) -> str:
    """The entries page of a tournament with four pairs, before its first round."""
    return f"/c/{club}/tournaments/{made(app, club, 4)}/entries"


@pytest.fixture
def begun(app: Flask, club: str) -> str:
    """The entries page of a tournament with four pairs, after its first round."""
    return f"/c/{club}/tournaments/{made(app, club, 4, 1)}/entries"


def kept(app: Flask) -> Tournament:
    """The only tournament, loaded again."""
    with app.app_context():
        return db.session.scalars(select(Tournament)).one()


def names(app: Flask) -> list[str]:
    return [entrant["name"] for entrant in kept(app).document["entrants"]]


def log(app: Flask) -> list[tuple[str, Any]]:
    """Kind and person of every log line except the first."""
    with app.app_context():
        lines = db.session.scalars(select(TournamentChange).order_by(TournamentChange.id))
        return [(line.kind, line.detail.get("who")) for line in lines][1:]


def test_a_pair_is_typed_and_entered(app: Flask, scorer: FlaskClient, empty: str) -> None:
    fields = {"player-0": "Anna", "player-1": "Bruno", "number-1": "77", "club": "Lecce", "name": ""}
    assert scorer.post(empty, data=fields).status_code == 303
    assert kept(app).document["entrants"] == [
        {"id": 1, "name": "Anna – Bruno", "players": ["Anna", "Bruno"], "club": "Lecce"}
    ]
    assert desk_of(kept(app))["numbers"] == {"1": ["", "77"]}
    assert log(app) == [("enter", "Anna – Bruno")]
    assert "Anna – Bruno" in Page(scorer.get(empty).text).text


def test_what_is_wrong_stands_beside_its_field_and_what_was_typed_stays(
    app: Flask, scorer: FlaskClient, empty: str
) -> None:
    refused = scorer.post(empty, data={"player-0": "Anna", "player-1": "anna", "club": "Lecce"})
    assert refused.status_code == 422
    assert 'id="f-player-0-error"' in refused.text
    assert Page(refused.text).value("club") == "Lecce"
    assert names(app) == []


def test_a_list_is_pasted_and_everybody_entered(app: Flask, scorer: FlaskClient, empty: str) -> None:
    assert scorer.post(f"{empty}/lines", data={"lines": PASTED}).status_code == 303
    assert names(app) == ["Anna – Bruno", "Carla – Dino", "Dragons"]
    assert desk_of(kept(app))["numbers"] == {"1": ["1234", "1235"]}


def test_of_a_list_with_a_wrong_line_nobody_is_entered_and_nothing_typed_is_lost(
    app: Flask, scorer: FlaskClient, empty: str
) -> None:
    scorer.post(f"{empty}/lines", data={"lines": "Zoe, Yann; ; 9"})
    wrong = PASTED + "\nGina,,\tBari\nzoe – yann\nHugo, Ida; ; 9"
    refused = scorer.post(f"{empty}/lines", data={"lines": wrong})
    assert refused.status_code == 422
    text = Page(refused.text).text
    assert "Nothing imported: 2 lines have mistakes." in text
    assert "Line 6: Zoe – Yann is already entered" in text
    assert "Line 7: Member number 9 is already entered, with Zoe – Yann" in text
    assert "Hugo, Ida; ; 9</textarea>" in refused.text
    assert names(app) == ["Zoe – Yann"]


@pytest.mark.parametrize("text", ["", "  \n ", "Anna\n" * 401], ids=["nothing", "blanks", "too many"])
def test_a_list_of_nobody_or_of_far_too_many_is_refused(app: Flask, scorer: FlaskClient, empty: str, text: str) -> None:
    assert scorer.post(f"{empty}/lines", data={"lines": text}).status_code == 422
    assert names(app) == []


def the_roster(app: Flask, club: str, *people: tuple[str, str]) -> dict[str, int]:
    """Adds these people, name and number each, to the roster; returns their ids by name."""
    with app.app_context():
        of = the_club(club)
        ids = {name: roster.add_player(of, name, number).id for name, number in people}
        db.session.commit()
        return ids


def test_a_member_number_says_which_namesake_is_meant(app: Flask, scorer: FlaskClient, club: str, empty: str) -> None:
    ids = the_roster(app, club, ("Maria Rossi", "1003"), ("Maria Rossi (II)", "A1005"))
    scorer.post(f"{empty}/lines", data={"lines": "Maria Rossi, Carla; ; a1005\nMaria Rossi, Anna"})
    assert names(app) == ["Maria Rossi (II) – Carla", "Maria Rossi – Anna"]
    page = Page(scorer.get(empty).text)
    assert [button["value"] for button in page.all("button", name="player")] == [str(ids["Maria Rossi"])]
    assert "Is it Maria Rossi? 1003" in page.text
    form = {"was": "Maria Rossi – Anna", "at": "0", "player": str(ids["Maria Rossi"])}
    assert scorer.post(f"{empty}/2/who", data=form).status_code == 303
    assert desk_of(kept(app))["numbers"] == {"1": ["A1005", ""], "2": ["1003", ""]}
    with app.app_context():
        db.session.get_one(Player, ids["Maria Rossi"]).number = "2003"  # what the roster says counts
        assert entries.document_with_numbers(kept(app))["entrants"][1]["numbers"] == ["2003", None]
    assert "Is it" not in scorer.get(empty).text


def test_a_corrected_name_reaches_the_matches(app: Flask, scorer: FlaskClient, club: str, begun: str) -> None:
    with app.app_context():
        play(match_at(db.session.scalars(select(Tournament)).one(), 1))
        db.session.commit()
    before = kept(app).document["entrants"][0]
    (tapped,) = the_roster(app, club, ("Vito Marra", "0145")).values()
    row = {"was": before["name"], "player-0": "Marra Vit", "player-1": before["players"][1], "name": before["name"]}
    assert scorer.post(f"{begun}/1", data=row).status_code == 303
    form = {"was": before["name"], "at": "0", "player": str(tapped)}
    assert scorer.post(f"{begun}/1/who", data=form).status_code == 303
    assert kept(app).document["entrants"][0]["players"] == ["Vito Marra", before["players"][1]]
    with app.app_context():
        played = {(row.name, row.player_id) for row in db.session.scalars(select(Result))}
        assert ("Vito Marra", tapped) in played
        assert "Marra Vit" not in {name for name, _player in played}


def test_four_hundred_pairs_are_entered_at_once(app: Flask, scorer: FlaskClient, empty: str) -> None:
    lines = "\n".join(f"Anna {each}, Bruno {each}; Club {each}; {each}, {each + 1000}" for each in range(400))
    assert scorer.post(f"{empty}/lines", data={"lines": lines}).status_code == 303
    assert len(names(app)) == 400
    assert scorer.get(empty).status_code == scorer.get(empty.replace("entries", "door")).status_code == 200


@pytest.fixture
def on_the_roster(app: Flask, club: str) -> list[int]:
    """The ids of Anna (number 12) and Bruno, on the club's roster."""
    with app.app_context():
        club_row = the_club(club)
        ids = [roster.add_player(club_row, "Anna", "12").id, roster.add_player(club_row, "Bruno").id]
        db.session.commit()
        return ids


@pytest.mark.parametrize("how, entered", [("together", ["Anna – Bruno"]), ("alone", ["Anna", "Bruno"])])
def test_players_of_the_roster_are_ticked_and_entered(
    app: Flask, scorer: FlaskClient, empty: str, on_the_roster: list[int], how: str, entered: list[str]
) -> None:
    page = Page(scorer.get(empty).text)
    assert [each["value"] for each in page.all("input", name="player")] == [str(each) for each in on_the_roster]
    scorer.post(f"{empty}/roster", data={"player": on_the_roster, "how": how})
    assert names(app) == entered
    assert desk_of(kept(app))["numbers"]["1"][0] == "12"


def test_who_is_entered_is_last_on_the_roster_and_cannot_be_ticked_again(
    scorer: FlaskClient, empty: str, on_the_roster: list[int]
) -> None:
    scorer.post(f"{empty}/roster", data={"player": on_the_roster[0], "how": "alone"})
    picks = Page(scorer.get(empty).text).all("input", name="player")
    assert [(each["value"], "disabled" in each) for each in picks] == [
        (str(on_the_roster[1]), False),
        (str(on_the_roster[0]), True),
    ]


@pytest.mark.parametrize("number", ["9" * 30, "9" * 5000, "-1", "²"])
def test_numbers_that_nobody_can_have_are_nobodys(scorer: FlaskClient, four: str, number: str) -> None:
    assert scorer.post(f"{four}/roster", data={"player": number, "how": "alone"}).status_code == 422
    assert scorer.post(f"{four}/absent", data={"entrant": number}).status_code == 303


def test_a_name_of_the_roster_brings_its_member_number_along(
    app: Flask, scorer: FlaskClient, empty: str, on_the_roster: list[int]
) -> None:
    scorer.post(f"{empty}/lines", data={"lines": "ANNA, Zoe"})
    assert desk_of(kept(app))["numbers"] == {"1": ["12", ""]}


def test_a_corrected_name_brings_its_member_number_along_too(
    app: Flask, scorer: FlaskClient, four: str, on_the_roster: list[int]
) -> None:
    sent = {"was": "Pair 2", "player-0": "Zoe", "player-1": "anna", "number-0": "77"}
    scorer.post(f"{four}/2", data=sent)
    assert desk_of(kept(app))["numbers"] == {"2": ["77", "12"]}


@pytest.mark.parametrize("sent", [{}, {"player": ["x", "99"]}])
def test_nobody_ticked_is_nobody_entered(app: Flask, scorer: FlaskClient, empty: str, sent: dict[str, Any]) -> None:
    assert scorer.post(f"{empty}/roster", data=sent | {"how": "together"}).status_code == 422
    assert names(app) == []


def test_who_enters_after_a_round_is_late(app: Flask, scorer: FlaskClient, begun: str) -> None:
    scorer.post(begun, data={"player-0": "Zoe", "player-1": "Yann"})
    assert kept(app).document["entrants"][-1]["late"] == 2
    assert "from round 2" in Page(scorer.get(begun).text).text


def test_a_name_is_written_right(app: Flask, scorer: FlaskClient, four: str) -> None:
    form = Page(scorer.get(f"{four}/2").text).fields
    assert (form["player-0"], form["was"], form["name"]) == ("Anna 2", "Pair 2", "Pair 2")
    scorer.post(f"{four}/2", data=form | {"player-0": "Annamaria", "name": "", "number-0": "5", "club": "Bari"})
    assert kept(app).document["entrants"][1] == {
        "id": 2, "name": "Annamaria – Bruno 2", "players": ["Annamaria", "Bruno 2"], "club": "Bari"
    }  # fmt: skip
    assert log(app) == [("rename", "Annamaria – Bruno 2")]
    scorer.post(f"{four}/2", data=Page(scorer.get(f"{four}/2").text).fields | {"number-0": "6"})
    assert desk_of(kept(app))["numbers"] == {"2": ["6", ""]}
    assert len(log(app)) == 1  # a number is no change of the document


def test_who_changes_an_entrant_that_somebody_has_changed_meanwhile_is_told(
    app: Flask, scorer: FlaskClient, four: str
) -> None:
    form = Page(scorer.get(f"{four}/2").text).fields
    scorer.post(f"{four}/2", data=form | {"name": "The Owls"})
    refused = scorer.post(f"{four}/2", data=form | {"name": "The Dogs"})
    assert refused.status_code == 422
    assert "Someone else has renamed this entry to The Owls" in Page(refused.text).text
    assert Page(refused.text).value("name") == "The Dogs"
    assert names(app)[1] == "The Owls"


def test_a_substitute_plays_and_the_log_says_so(app: Flask, scorer: FlaskClient, begun: str) -> None:
    sent = {"was": "Pair 2", "at": "1", "player": "Gino", "number": "88", "because": "Bruno fell ill"}
    assert scorer.post(f"{begun}/2/substitute", data=sent).status_code == 303
    assert kept(app).document["entrants"][1]["players"] == ["Anna 2", "Bruno 2"]
    assert kept(app).document["entrants"][1]["substitutes"] == [
        {"round": 2, "out": "Bruno 2", "in": "Gino", "number": "88"}
    ]
    assert log(app)[-1] == ("substitute_from", "Pair 2")
    assert "Gino for Bruno 2 from round 2" in Page(scorer.get(begun).text).text
    with app.app_context():
        line = db.session.scalars(select(TournamentChange).order_by(TournamentChange.id.desc()).limit(1)).one()
        assert (line.detail["was"], line.detail["player"], line.reason) == ("Bruno 2", "Gino", "Bruno fell ill")


def test_before_the_first_round_a_substitute_takes_the_place_and_the_number(
    app: Flask, scorer: FlaskClient, four: str
) -> None:
    sent = {"was": "Pair 2", "at": "1", "player": "Gino", "number": "88"}
    assert scorer.post(f"{four}/2/substitute", data=sent).status_code == 303
    assert kept(app).document["entrants"][1]["players"] == ["Anna 2", "Gino"]
    assert desk_of(kept(app))["numbers"] == {"2": ["", "88"]}
    assert log(app)[-1] == ("substitute", "Pair 2")


def test_nobody_enters_or_is_renamed_with_the_name_of_a_substitute(scorer: FlaskClient, begun: str) -> None:
    scorer.post(f"{begun}/2/substitute", data={"was": "Pair 2", "at": "1", "player": "Gino"})
    entering = scorer.post(begun, data={"player-0": "Gino", "player-1": "Ida"})
    renaming = scorer.post(f"{begun}/3", data={"was": "Pair 3", "player-0": "Gino", "player-1": "Ida"})
    for refused in (entering, renaming):
        assert refused.status_code == 422
        assert "Gino is already playing in this tournament" in Page(refused.text).text


def test_members_download_no_member_number_of_a_substitute(
    scorer: FlaskClient, member: FlaskClient, begun: str
) -> None:
    scorer.post(f"{begun}/2/substitute", data={"was": "Pair 2", "at": "1", "player": "Gino", "number": "4711"})
    document = begun.replace("entries", "document.json")
    assert "4711" in scorer.get(document).text
    assert "Gino" in member.get(document).text
    assert "4711" not in member.get(document).text


def test_a_substitute_is_undone_once(app: Flask, scorer: FlaskClient, begun: str) -> None:
    scorer.post(f"{begun}/2/substitute", data={"was": "Pair 2", "at": "1", "player": "Gino"})
    row = {"round": "2", "out": "Bruno 2", "in": "Gino"}
    assert scorer.post(f"{begun}/2/substitute/undo", data=row).status_code == 303
    assert "substitutes" not in kept(app).document["entrants"][1]
    assert log(app)[-1] == ("substitute_back", "Pair 2")
    assert scorer.post(f"{begun}/2/substitute/undo", data=row).status_code == 422


@pytest.mark.parametrize(
    "wrong",
    [{"since": "1"}, {"since": "3"}, {"at": "2"}, {"at": "x"}, {"player": ""}, {"player": "Anna 2"}, {"was": "Nobody"}],
)
def test_a_substitute_who_cannot_be_changes_nothing(
    app: Flask, scorer: FlaskClient, begun: str, wrong: dict[str, str]
) -> None:
    sent = {"was": "Pair 2", "at": "1", "player": "Gino", "number": ""} | wrong
    assert scorer.post(f"{begun}/2/substitute", data=sent).status_code == 422
    assert kept(app).document["entrants"][1]["players"] == ["Anna 2", "Bruno 2"]


def test_who_withdraws_comes_back_until_a_round_is_drawn(app: Flask, scorer: FlaskClient, begun: str) -> None:
    scorer.post(f"{begun}/3/withdraw", data={"reason": "Tired"})
    assert kept(app).document["entrants"][2]["out"] == 2
    assert "Reinstate" in Page(scorer.get(f"{begun}/3").text).text
    scorer.post(f"{begun}/3/return")
    assert "out" not in kept(app).document["entrants"][2]
    assert log(app)[-2:] == [("withdraw", "Pair 3"), ("return", "Pair 3")]
    assert scorer.post(f"{begun}/3/remove").status_code == 422


def test_who_is_taken_off_the_list_leaves_no_ticks(app: Flask, scorer: FlaskClient, four: str) -> None:
    door = four.replace("entries", "door")
    for what in ("present", "paid"):
        scorer.post(door, data={"entrant": "2", "what": what, "on": "1"})
    scorer.post(f"{four}/2/remove")
    assert names(app) == ["Pair 1", "Pair 3", "Pair 4"]
    desk = desk_of(kept(app))
    assert (desk["present"], desk["paid"], desk["ticked"]) == ([], [], {})


def test_the_order_of_entry_is_changed(app: Flask, scorer: FlaskClient, four: str) -> None:
    scorer.post(f"{four}/4/place", data={"place": "1"})
    assert names(app) == ["Pair 4", "Pair 1", "Pair 2", "Pair 3"]
    assert scorer.post(f"{four}/4/place", data={"place": "5"}).status_code == 422


def test_ticks_are_set_and_taken_away_without_scripts(app: Flask, scorer: FlaskClient, four: str) -> None:
    door = four.replace("entries", "door")
    ticked = scorer.post(door, data={"entrant": "3", "what": "present", "on": "1", "q": "Pair"})
    assert ticked.location.endswith("/door?q=Pair#e3")
    scorer.post(door, data={"entrant": "1", "what": "paid", "on": "1"})
    assert (desk_of(kept(app))["present"], desk_of(kept(app))["paid"]) == ([3], [1])
    scorer.post(door, data={"entrant": "3", "what": "present", "on": "0"})
    assert desk_of(kept(app))["present"] == []
    assert log(app) == [("paid", "Pair 1")]


def test_the_answer_to_a_tick_brings_those_of_the_other_phones(scorer: FlaskClient, four: str) -> None:
    door, json = four.replace("entries", "door"), {"Accept": "application/json"}
    scorer.post(door, data={"entrant": "3", "what": "present", "on": "1"})
    answer = scorer.post(door, data={"entrant": "1", "what": "present", "on": "1"}, headers=json)
    assert answer.json == scorer.get(door, headers=json).json == {"present": [1, 3], "paid": []}
    assert scorer.post(door, data={"entrant": "9", "what": "present", "on": "1"}, headers=json).status_code == 422


JSON = {"Accept": "application/json"}
TICK = {"entrant": "3", "what": "paid"}


@pytest.mark.parametrize(
    "ticks, paid",
    [
        ([("1", 0), ("0", 600)], [3]),  # unticked ten minutes ago, which arrives after the tick
        ([("1", 900), ("0", 600)], []),
        ([("1", 0), ("0", 4)], []),  # a slow network: of ticks this close together, the last to arrive counts
        ([("1", 0), ("1", 600), ("0", 300)], [3]),
        ([("0", 0), ("1", 600)], []),  # another scorer ticked it again since then, although it was ticked already
        ([("1", 600), ("1", 60), ("0", 300)], [3]),
        ([("1", 10**8), ("0", 10**8)], []),
    ],
)
def test_of_several_ticks_the_last_one_counts_whichever_arrives_last(
    app: Flask, scorer: FlaskClient, four: str, ticks: list[tuple[str, int]], paid: list[int]
) -> None:
    door = four.replace("entries", "door")
    for on, ago in ticks:
        answer = scorer.post(door, data=TICK | {"on": on, "ago": str(ago)}, headers=JSON)
        assert answer.status_code == 200
    assert answer.json == {"present": [], "paid": paid}
    assert desk_of(kept(app))["paid"] == paid


def test_a_tick_that_is_sent_again_is_one_line_of_the_log(app: Flask, scorer: FlaskClient, four: str) -> None:
    door = four.replace("entries", "door")
    for ago in ("600", "606", "900"):
        scorer.post(door, data=TICK | {"on": "1", "ago": ago}, headers=JSON)
    assert log(app) == [("paid", "Pair 3")]
    assert kept(app).desk_version == 1


def test_a_tick_for_a_tournament_that_was_deleted_is_not_one_for_the_next(
    app: Flask, scorer: FlaskClient, four: str
) -> None:
    door = four.replace("entries", "door")
    (entrants,) = Page(scorer.get(door).text).all("ul", class_="lines door")
    made_at = entrants["data-made"]
    assert made_at == kept(app).made_at.isoformat()
    assert scorer.post(door, data=TICK | {"on": "1", "made": str(made_at)}, headers=JSON).status_code == 200
    other = scorer.post(door, data=TICK | {"on": "0", "made": "2026-01-01T20:00:00+00:00"}, headers=JSON)
    assert other.status_code == 404
    assert desk_of(kept(app))["paid"] == [3]


def test_the_fee_is_agreed_and_who_owes_it_is_counted(app: Flask, scorer: FlaskClient, four: str) -> None:
    scorer.post(four.replace("entries", "cash") + "/fee", data={"fee": " 10 € "})
    scorer.post(four.replace("entries", "door"), data={"entrant": "1", "what": "paid", "on": "1"})
    assert desk_of(kept(app))["fee"] == "10 €"
    assert "Unpaid (10 €)3" in Page(scorer.get(four).text).text
    assert scorer.post(four.replace("entries", "cash") + "/fee", data={"fee": "x" * 41}).status_code == 422


@pytest.mark.parametrize("sent", [{"entrant": "1", "what": "rich"}, {"entrant": "²", "what": "paid"}, {"what": "paid"}])
def test_a_tick_of_another_kind_is_refused(scorer: FlaskClient, four: str, sent: dict[str, str]) -> None:
    assert scorer.post(four.replace("entries", "door"), data=sent | {"on": "1"}).status_code == 400


@pytest.mark.each_engine
def test_two_phones_at_the_door_lose_no_tick(app: Flask, club: str) -> None:
    number = made(app, club, 4)
    with app.app_context():
        mine = db.session.get_one(Tournament, number)
        db.session.commit()
        assert desk_of(mine)["present"] == []
        with app.app_context():
            presence.tick(db.session.get_one(Tournament, number), 2, "present", on=True, actor="Olga")
            db.session.commit()
        presence.tick(mine, 1, "present", on=True, actor="Sam")  # the loaded document is stale
        db.session.commit()
    assert desk_of(kept(app))["present"] == [1, 2]


def test_who_is_not_here_is_not_entered_before_the_first_round(app: Flask, scorer: FlaskClient, four: str) -> None:
    scorer.post(four.replace("entries", "door"), data={"entrant": "1", "what": "present", "on": "1"})
    page = Page(scorer.get(four).text)
    assert "3 not here yet" in page.text
    scorer.post(f"{four}/absent", data={"entrant": ["1", "2", "4"]})  # 1 was unticked meanwhile
    assert names(app) == ["Pair 1", "Pair 3"]


def test_whoever_pairs_is_told_who_is_not_here(scorer: FlaskClient, four: str) -> None:
    pair = four.replace("entries", "pair")
    assert "ticked off as present" not in scorer.get(pair).text
    scorer.post(four.replace("entries", "door"), data={"entrant": "1", "what": "present", "on": "1"})
    assert "3 entrants are not marked present." in Page(scorer.get(pair).text).text


def test_who_is_not_here_later_withdraws(app: Flask, scorer: FlaskClient, begun: str) -> None:
    scorer.post(begun, data={"player-0": "Ida", "player-1": "Livio"})
    scorer.post(f"{begun}/absent", data={"entrant": ["2", "5"]})  # 2 has played: it is here
    assert [entrant.get("out") for entrant in kept(app).document["entrants"]] == [None, None, None, None, 2]


def test_a_list_is_searched_by_name_club_and_number(app: Flask, club: str) -> None:
    with app.app_context():
        tournament = a_tournament(club, 0)
        entries.enter_lines(tournament, PASTED, "Sam")
        searched = {
            text: [entrant_row.id for entrant_row in presence.entrant_rows(tournament, text)]
            for text in ("elsa", "BARI", "1235", "2")
        }
        assert searched == {"elsa": [3], "BARI": [3], "1235": [1], "2": [1, 2]}


def test_a_player_of_two_pairs_is_pointed_out(app: Flask, club: str) -> None:
    with app.app_context():
        tournament = a_tournament(club, 0)
        entries.enter_lines(tournament, "Anna, Bruno\nCarla, ANNA", "Sam")
        assert [entrant_row.twice for entrant_row in presence.entrant_rows(tournament)] == [["Anna"], ["ANNA"]]


def test_a_closed_tournament_takes_neither_entries_nor_ticks(app: Flask, scorer: FlaskClient, four: str) -> None:
    with app.app_context():
        tournament = db.session.scalars(select(Tournament)).one()
        tournament.closed_at = tournament.made_at
        db.session.commit()
    assert scorer.post(four, data={"player-0": "Zoe"}).status_code == 422
    paid, door = {"entrant": "1", "what": "paid", "on": "1"}, four.replace("entries", "door")
    assert scorer.post(door, data=paid).status_code == 409
    refused = scorer.post(door, data=paid, headers=JSON)
    assert refused.status_code == 422  # final: a phone with this change waiting shows why and drops it
    assert "closed" in str(refused.json)
    assert "Enter one" not in scorer.get(four).text


def test_numbers_fees_and_presence_are_for_scorers(
    app: Flask, scorer: FlaskClient, member: FlaskClient, four: str
) -> None:
    scorer.post(four.replace("entries", "cash") + "/fee", data={"fee": "8 euros"})
    scorer.post(f"{four}/2", data={"was": "Pair 2", "player-0": "Zoe", "number-0": "4711"})
    scorer.post(four.replace("entries", "door"), data={"entrant": "1", "what": "present", "on": "1"})
    with app.app_context():
        entries.enter_lines(db.session.scalars(select(Tournament)).one(), "\n".join(f"P{at}" for at in range(9)), "Sam")
        db.session.commit()
    theirs = {
        client: Page(client.get(four).text).text + Page(client.get(f"{four}?q=4711").text).text
        for client in (scorer, member)
    }
    for told in ("4711", "8 euros", "not paid", "present", "Present", "Unpaid"):
        assert told in theirs[scorer]
        assert told not in theirs[member]
    assert "Zoe" in theirs[member]
    assert "No player with this name." in theirs[member]
