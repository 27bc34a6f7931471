"""Export and import: nothing is lost or doubled, and one bad line stops the whole import."""

import csv
import io
import json
import zlib
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update

from scorekeeper import ledger
from scorekeeper.clubs import accounts, exporting, import_lines, importing, nights, roster
from scorekeeper.clubs.occasions import occasion_of
from scorekeeper.clubs.person_details import Details, details_of
from scorekeeper.clubs.places import ranked
from scorekeeper.clubs.standings import Period, period_of_query, standings
from scorekeeper.clubs.tables import newest_tables
from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import speaking
from scorekeeper.i18n.languages import csv_line
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import JobPiece, db
from tests.clubs.conftest import the_club
from tests.clubs.evenings import a_club, begin, keys, play
from tests.support.matches import points, won, write

FOUR = ("Anna", "Bruno", "Carla", "Dino")
ALWAYS = Period()


def exported(club: Club, period: Period = ALWAYS) -> list[bytes]:
    db.session.flush()
    return [line.encode() for line in exporting.match_lines(club, period)]


def a_season() -> Club:
    """A win for each side, with a note and confirming sides; a match in progress, with a struck hand; a stopped one."""
    club = a_club(*FOUR)
    annotated = play(club, *FOUR, day="2026-01-10", game="tresette")
    write(ledger.annotate, annotated, 2, "with three aces")
    play(club, *FOUR, day="2026-02-10", winner=1, about={"confirm": "result"})
    struck = begin(club, *FOUR, day="2026-03-01")
    write(ledger.record, struck, won(0, 3))
    write(ledger.strike, struck, 1)
    write(ledger.record, struck, won(1))
    stopped = begin(club, *FOUR, day="2026-03-02", game="tresette")
    write(ledger.record, stopped, points(8, 3))
    write(ledger.finish, stopped)
    return club


def test_a_season_goes_out_and_comes_in_elsewhere_without_loss(any_app: Flask) -> None:
    with any_app.app_context():
        here, there = a_season(), a_club(*FOUR)
        lines = exported(here)
        assert importing.import_matches(there, lines, actor="Olga") == 4
        assert exported(there) == lines
        for game in ("truco", "tresette"):
            ours, theirs = (standings(club, Period(game)) for club in (here, there))
            assert [line[1:] for line in ours] == [line[1:] for line in theirs]


@pytest.mark.parametrize(
    "table, about, stored",
    [
        ("Tavolo 2", {"night_day": "2026-01-10"}, "▦2"),
        ("第2回戦・第3卓", {"tournament_table": "3"}, "▦2/3"),
        ("Tavolo 2", {}, "Tavolo 2"),
        ("Tavolo 02", {"night_day": "2026-01-10"}, "Tavolo 02"),
        ("Table 2 at the bar", {"night_day": "2026-01-10"}, "Table 2 at the bar"),
    ],
)
def test_table_names_in_the_language_of_an_older_export_become_signs(
    any_app: Flask, table: str, about: dict[str, str], stored: str
) -> None:
    with any_app.app_context():
        here, there = a_club(*FOUR), a_club(*FOUR)
        play(here, *FOUR)
        document = json.loads(exported(here)[0])
        document["about"] = {**document["about"], **about, "table": table}
        importing.import_matches(there, [json.dumps(document).encode()], actor="Olga")
        assert newest_tables(there)[0].name == stored


def test_what_is_here_already_is_not_taken_again(any_app: Flask) -> None:
    with any_app.app_context():
        here, there = a_season(), a_club()
        lines = exported(here)
        assert importing.preview(here, lines).known == 4
        assert importing.preview(there, lines + lines).known == 4
        importing.import_matches(there, lines, actor="")
        db.session.flush()
        assert importing.import_matches(there, lines, actor="") == 0
        assert not importing.preview(there, lines).may_be_imported


def test_a_match_without_a_log_is_known_by_its_people_rules_and_hands(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_season()
        documents = [json.loads(line) for line in exported(club)]
        for document in documents:
            del document["log"]
        preview = importing.preview(club, [json.dumps(document).encode() for document in documents])
        assert (preview.good, preview.known, preview.bad) == (0, 4, [])
        shorter = {**documents[0], "hands": documents[0]["hands"][:1]}
        assert importing.preview(club, [json.dumps(shorter).encode()]).good == 1


def test_a_preview_says_what_a_file_holds_and_writes_nothing(any_app: Flask) -> None:
    with any_app.app_context():
        lines = exported(a_season())
        other_club = a_club()
        preview = importing.preview(other_club, [*lines, b"\n"])
        assert (preview.good, preview.hands, preview.players, preview.games) == (4, 8, set(FOUR), {"truco", "tresette"})
        assert exported(other_club) == []


def broken(line: bytes) -> Iterator[tuple[bytes, str]]:
    document: dict[str, Any] = json.loads(line)
    yield b"{", "JSON"
    yield b"[1]\n", "match document"
    yield b"\xff\n", "JSON"
    yield json.dumps(document | {"game": "chess"}).encode(), "Unknown game"
    yield json.dumps(document | {"about": 3}).encode(), "named fields"
    yield json.dumps(document | {"hands": [{"points": [8, 8]}]}).encode(), ""
    yield json.dumps(document | {"hands": 5}).encode(), ""


def test_a_bad_line_is_named_and_nothing_is_taken(any_app: Flask) -> None:
    with any_app.app_context():
        good = exported(a_season())
        for line, why in broken(good[0]):
            other_club = a_club()
            lines = [good[0], b"\n", line, good[1]]
            preview = importing.preview(other_club, lines)
            assert [each.number for each in preview.bad] == [3], line
            assert why in str(preview.bad[0].problems[0]["message"])
            assert not preview.may_be_imported
            db.session.commit()
            with pytest.raises(Refusal):
                importing.import_matches(other_club, lines, actor="")
            db.session.rollback()
            assert exported(other_club) == []


def test_others_write_between_the_batches_of_an_import(any_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    with any_app.app_context():
        here, there = a_season(), a_club(*FOUR)
        lines, turns = exported(here), list[int]()
        db.session.commit()
        monkeypatch.setattr(import_lines, "ROWS_AT_ONCE", 1)

        def others_look(count: int) -> None:
            assert count == 1
            turns.append(len(exported(there)))

        importing.import_in_batches(there, lambda: lines, actor="", mark="a", report=others_look)
        assert turns == [1, 2, 3, 4]


def test_an_import_of_old_matches_is_rated_in_the_order_of_play(any_app: Flask) -> None:
    with any_app.app_context():
        here, there = a_club(*FOUR), a_club(*FOUR)
        for day, winner in (("2026-01-01", 1), ("2026-02-01", 0), ("2026-03-01", 0)):
            play(here, *FOUR, day=day, winner=winner)
        lines = exported(here)
        importing.import_matches(there, lines[2:], actor="")
        importing.import_matches(there, lines[:2], actor="")
        ours, theirs = (standings(club, Period("truco")) for club in (here, there))
        assert [line[1:] for line in ours] == [line[1:] for line in theirs]


def test_an_export_is_filtered_by_days_and_game(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_season()
        assert len(exported(club, period_of_query({"from": "2026-03-01"}))) == 2
        assert len(exported(club, period_of_query({"game": "tresette"}))) == 2


def test_results_come_out_whole_however_they_are_cut(any_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exporting, "RESULTS_AT_ONCE", 6)
    with any_app.app_context():
        club = a_club("Anna")
        for month in range(1, 6):
            play(club, *FOUR, day=f"2026-0{month}-01")
        db.session.flush()
        rows = list(csv.DictReader(io.StringIO("".join(exporting.result_rows(club, ALWAYS)))))
        assert len(rows) == 20
        assert [row["player"] for row in rows[:4]] == ["Anna", "Carla", "Bruno", "Dino"]
        assert [row["guest"] for row in rows[:2]] == ["", "guest"]


def test_results_tell_night_table_and_partners_in_the_readers_language(any_app: Flask) -> None:
    with any_app.app_context(), speaking("it"):
        club = a_club("Anna")
        a_night(club)
        (first, *_others) = csv.reader("".join(exporting.result_rows(club, ALWAYS)).splitlines(), delimiter=";")
        assert [cell for cell in first if cell in ("serata", "tavolo", "compagni")] == ["serata", "tavolo", "compagni"]
        rows = list(csv.DictReader("".join(exporting.result_rows(club, ALWAYS)).splitlines(), delimiter=";"))
        assert [(row["serata"], row["tavolo"], row["compagni"]) for row in rows[:2]] == [
            ("Final", "1", "Bruno"), ("Final", "1", "Dino"),
        ]  # fmt: skip
        assert rows[0]["gioco"] == "Truco brasiliano"
        assert len(rows[0]["giocata il"]) == len("2026-03-01")


def test_standings_of_all_games_have_no_empty_columns(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_season()
        for game, columns in ((None, 6), ("truco", 9)):
            period = Period(game)
            places = ranked(period, "won", standings(club, period))
            lines = list(csv.reader(io.StringIO("".join(exporting.standings_rows(places, one_game=bool(game))))))
            assert {len(line) for line in lines} == {columns}
            assert all(all(line) for line in lines)


def a_night(club: Club) -> None:
    """A night called Final, with a match at one table."""
    night = nights.plan_night(club, "Final", "Bar Sport", "2026-03-01", "21.00")
    (sitting,) = nights.add_tables(club, night, 1)
    sides = [{"name": "Us", "players": ["Anna", "Bruno"]}, {"name": "Them", "players": ["Carla", "Dino"]}]
    head = {"format": "scorekeeper/1", "game": "truco", "sides": sides}
    match = ledger.start_match(sitting, head, actor="", key=next(keys))
    match.started_at = datetime(2026, 3, 1, 23, tzinfo=UTC)
    for _hand in range(2):
        write(ledger.record, match, won(0, 6))
    db.session.flush()


def test_an_import_offers_roster_and_nights(any_app: Flask) -> None:
    with any_app.app_context():
        here, there, bare = a_club("Anna"), a_club("Anna"), a_club()
        a_night(here)
        play(here, *FOUR, day="2026-04-01")
        lines = exported(here)
        preview = importing.preview(there, lines)
        assert (preview.strangers, len(preview.nights)) == ({"Bruno", "Carla", "Dino"}, 2)
        importing.import_matches(there, lines, actor="", with_roster=True, with_nights=True)
        importing.import_matches(bare, lines, actor="")
        assert [player.name for player in roster.players(there)] == ["Anna", "Bruno", "Carla", "Dino"]
        told = [(night.name, *occasion_of(night)) for night in nights.nights(there)]
        assert told == [("", "2026-04-01", "", ""), ("Final", "2026-03-01", "21:00", "Bar Sport")]
        assert [len(nights.matches_of(night)) for night in nights.nights(there)] == [1, 1]
        assert (roster.players(bare), nights.nights(bare)) == ([], [])
        assert [json.loads(line)["about"].get("night") for line in exported(there)] == ["Final", None]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@x", " =1", "＝1"])
def test_no_name_is_a_formula_in_a_spreadsheet(name: str) -> None:
    assert csv_line([name, -3]) == f'"\'{name}","-3"\r\n'
    assert csv_line(["Anna", ""]) == '"Anna",""\r\n'


@pytest.mark.parametrize(
    "text, defused",
    [
        ("x;=1+1", "x;'=1+1"),
        ("x; @y", "x;' @y"),
        ("x\t=1", "x\t'=1"),
        ("x\n-1|+1", "x\n'-1|'+1"),
        ("a=b, 3 - 1; c", "a=b, 3 - 1; c"),
        ('say "=1"', 'say ""=1""'),
    ],
)
def test_nothing_within_a_cell_is_a_formula_either(text: str, defused: str) -> None:
    assert csv_line([text, 7, None]) == f'"{defused}","7",""\r\n'


@pytest.fixture
def season(app: Flask, club: str) -> str:
    with app.app_context():
        club_row = the_club(club)
        roster.add_player(club_row, "Anna", "4711")
        play(club_row, *FOUR)
        db.session.commit()
    return club


@pytest.mark.parametrize("path", ["matches.jsonl", "results.csv", "standings.csv"])
def test_members_download_what_others_may_not_see(
    member: FlaskClient, client: FlaskClient, season: str, path: str
) -> None:
    answer = member.get(f"/c/{season}/{path}")
    assert "Anna" in answer.text
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{season}-{path}"'
    assert client.get(f"/c/{season}/{path}").status_code == 303


def test_people_go_out_with_all_that_is_noted_and_come_in_elsewhere(any_app: Flask) -> None:
    with any_app.app_context():
        here, there = a_club(), a_club("Carla")
        noted = Details("7", "0832 1", "a@b.it", "1ª", "late", date(2026, 12, 31))
        roster.add_player(here, "Anna", details=noted)
        roster.add_player(here, "Bruno", active=False)
        roster.add_player(here, "Carla", "9")
        play(here, *FOUR)
        lines = [line.encode() for line in exporting.lines(here, ALWAYS, with_people=True)]
        preview = importing.preview(there, lines)
        assert (preview.good, preview.people, preview.strangers) == (1, 3, {"Dino"})
        importing.import_matches(there, lines, actor="Olga")
        assert [(each.name, details_of(each), each.active) for each in roster.players(there, everybody=True)] == [
            ("Anna", noted, True), ("Bruno", Details(), False), ("Carla", Details("9"), True)
        ]  # fmt: skip
        again = importing.preview(there, lines)
        assert (again.may_be_imported, again.known) == (False, 4)


@pytest.mark.parametrize(
    "part, field",
    [
        ({"player": ""}, "player"),
        ({"player": 7}, "player"),
        ({"number": "7" * 21}, "number"),
        ({"phone": "none"}, "phone"),
        ({"fee_until": "soon"}, "fee_until"),
        ({"shoes": "42"}, "shoes"),
    ],
)
def test_a_person_who_cannot_be_is_refused_with_the_line(app: Flask, part: dict[str, Any], field: str) -> None:
    with app.app_context():
        line = {"format": "scorekeeper-club-player/1", "player": "Anna", "number": "old", **part}
        (bad,) = importing.preview(a_club(), [json.dumps(line).encode()]).bad
        assert (bad.number, [problem["field"] for problem in bad.problems]) == (1, [field])


def test_member_numbers_leave_with_scorers_only(scorer: FlaskClient, member: FlaskClient, season: str) -> None:
    path = f"/c/{season}/results.csv"
    assert "4711" in scorer.get(path).text
    assert "4711" not in member.get(path).text


def upload(client: FlaskClient, club: str, content: bytes) -> Any:
    return client.post(f"/c/{club}/import", data={"file": (io.BytesIO(content), "season.jsonl")})


def test_an_owner_looks_at_a_file_and_takes_it_in(owner: FlaskClient, season: str) -> None:
    line = owner.get(f"/c/{season}/matches.jsonl").text
    assert "nothing new" in upload(owner, season, line.encode()).text
    seen = upload(owner, season, line.replace("Dino", "Dora").encode()).text
    assert "Import one match" in seen
    place = seen.split(f'action="/c/{season}/import/')[1].split('"')[0]
    assert owner.post(f"/c/{season}/import/{place}").status_code == 303
    assert "Dora" in owner.get(f"/c/{season}/matches.jsonl").text
    assert owner.post(f"/c/{season}/import/{place}").status_code == 410


def test_who_looks_like_another_player_or_has_no_letters_is_imported_as_a_guest(
    app: Flask, owner: FlaskClient, season: str
) -> None:
    line = owner.get(f"/c/{season}/matches.jsonl").text
    sent = "".join(line.replace("Dino", name) for name in ("Dora M", "DoraM", "\u200d"))
    place = upload(owner, season, sent.encode()).text.split(f'action="/c/{season}/import/')[1].split('"')[0]
    assert owner.post(f"/c/{season}/import/{place}", data={"roster": "1"}).status_code == 303
    with app.app_context():
        club_row = the_club(season)
        names = [player.name for player in roster.players(club_row)]
    assert [name for name in names if name.startswith("Dora")] == ["Dora M"]
    assert owner.get(f"/c/{season}/matches.jsonl").text.count("DoraM") > 0


def test_a_bad_file_is_refused_with_its_line(owner: FlaskClient, season: str) -> None:
    page = upload(owner, season, b"\n\nno json\n").text
    assert "Line 3" in page
    assert f"/c/{season}/import/" not in page
    assert owner.post(f"/c/{season}/import", data={}).status_code == 303


def test_a_looked_at_file_is_taken_by_its_sender_only(app: Flask, owner: FlaskClient, season: str) -> None:
    with app.app_context():
        club_row = the_club(season)
        accounts.join(club_row, accounts.create_account("ove", "Ove", "four aces of coins"), "owner")
        db.session.commit()
    line = owner.get(f"/c/{season}/matches.jsonl").text.replace("Dino", "Dora")
    place = upload(owner, season, line.encode()).text.split(f'action="/c/{season}/import/')[1].split('"')[0]
    other = app.test_client()
    other.post("/login", data={"login": "ove", "password": "four aces of coins"})
    assert other.post(f"/c/{season}/import/{place}").status_code == 410
    assert other.post(f"/c/{season}/import/..%2f..%2fsecret_key").status_code == 404


def test_a_file_that_is_bad_at_its_end_brings_nothing_though_it_comes_in_batches(
    app: Flask, owner: FlaskClient, season: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Simulates a change of the rules after the preview: here the file is changed instead."""
    monkeypatch.setattr(import_lines, "ROWS_AT_ONCE", 1)
    line = owner.get(f"/c/{season}/matches.jsonl").text.replace("Dino", "Dora")
    place = upload(owner, season, line.encode()).text.split(f'action="/c/{season}/import/')[1].split('"')[0]
    with app.app_context():
        db.session.execute(update(JobPiece).values(content=zlib.compress(f"{line}{{}}\n".encode())))
        db.session.commit()
    text = owner.post(f"/c/{season}/import/{place}", follow_redirects=True).text
    assert "Nothing imported. Line 2" in text
    assert "Dora" not in owner.get(f"/c/{season}/matches.jsonl").text


TABLES = ("results.csv", "standings.csv", "log.csv")
IN_A_BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize("path", TABLES)
@pytest.mark.parametrize(
    "query, headers, marked",
    [("", {}, False), ("", IN_A_BROWSER, True), ("?bom=1", {}, True), ("?bom=0", IN_A_BROWSER, False)],
)
def test_a_spreadsheet_gets_the_mark_that_it_knows_utf_8_by(
    owner: FlaskClient, season: str, path: str, query: str, headers: dict[str, str], marked: bool
) -> None:
    answer = owner.get(f"/c/{season}/{path}{query}", headers=headers)
    assert answer.data.startswith(b"\xef\xbb\xbf") == marked
    assert answer.data.count(b"\xef\xbb\xbf") == int(marked)
    assert "Accept" in answer.vary
    lines = answer.data.decode("utf-8-sig").splitlines()
    assert all(line.startswith('"') and line.endswith('"') for line in lines)


@pytest.mark.parametrize(
    "path, first", [("results.csv", "partita"), ("standings.csv", "posizione"), ("log.csv", "quando")]
)
def test_headings_are_in_the_readers_language(owner: FlaskClient, season: str, path: str, first: str) -> None:
    answer = owner.get(f"/c/{season}/{path}", headers={"Accept-Language": "it"})
    assert answer.text.startswith(f'"{first}";')


@pytest.mark.parametrize("role, has_logs", [("owner", True), ("scorer", True), ("member", False)])
def test_an_export_holds_the_logs_for_those_only_who_may_read_the_clubs_log(
    request: pytest.FixtureRequest, season: str, role: str, has_logs: bool
) -> None:
    browser: FlaskClient = request.getfixturevalue(role)
    lines = browser.get(f"/c/{season}/matches.jsonl").text.splitlines()
    assert (browser.get(f"/c/{season}/log").status_code == 200) == has_logs
    assert lines
    assert [("log" in json.loads(line)) for line in lines] == [has_logs] * len(lines)
    people = browser.get(f"/c/{season}/matches.jsonl?people=1").text
    assert ("4711" in people) == has_logs


def test_what_a_member_takes_away_can_be_taken_in_elsewhere(
    app: Flask, owner: FlaskClient, member: FlaskClient, season: str
) -> None:
    line = member.get(f"/c/{season}/matches.jsonl").text
    assert "nothing new" in upload(owner, season, line.encode()).text
    with app.app_context():
        other_club = a_club()
        assert importing.import_matches(other_club, line.encode().splitlines(), actor="Olga") == 1
