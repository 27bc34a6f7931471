"""Places gained or lost since the round before."""

from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.standings import Standing, standings, with_movement
from tests.tournaments.made import Document, entrant, play_on, played, table, tournament

FIRST = played(table(1, 1, 2, 1000, 0), table(2, 3, 4, 500, 0))  # 1, 3, 4, 2
SECOND = played(table(1, 1, 3, 0, 2000), table(2, 4, 2, 0, 500))


def moved(standing: Standing) -> dict[int, int | None]:
    return {each.row["entrant"]: each.up for each in standing.everybody}


def test_after_the_first_round_there_is_nothing_to_compare() -> None:
    assert set(moved(with_movement(read(tournament(4, FIRST)))).values()) == {None}


def test_who_was_fourth_and_is_third_is_one_up() -> None:
    before = {each.row["entrant"]: each.row["place"] for each in with_movement(read(tournament(4, FIRST))).everybody}
    after = with_movement(read(tournament(4, FIRST, SECOND)))
    assert before == {1: 1, 3: 2, 4: 3, 2: 4}
    assert moved(after) == {
        each.row["entrant"]: before[each.row["entrant"]] - each.row["place"] for each in after.everybody
    }
    assert moved(after)[3] == 1


def test_who_has_just_entered_moved_nowhere() -> None:
    late = [*(entrant(number) for number in range(1, 5)), entrant(5, late=2), entrant(6, late=2)]
    document = tournament(late, FIRST, played(table(1, 1, 3, 5, 0), table(2, 4, 5, 5, 0), table(3, 2, 6, 5, 0)))
    assert moved(with_movement(read(document)))[5] is None


def test_a_round_under_way_counts_only_live() -> None:
    under_way = tournament(4, FIRST, played(table(1, 1, 3), table(2, 4, 2, 0, 1500)))
    assert with_movement(read(under_way)).rounds == standings(read(under_way))["rounds"] == 1
    live = with_movement(read(under_way), live=True)
    assert (live.rounds, moved(live)[2]) == (2, 3)


def test_the_parts_are_lines_groups_or_flights_after_which_those_without_a_flight_follow() -> None:
    def parts(document: Document) -> tuple[str, list[list[int]]]:
        standing = with_movement(read(document))
        return standing.kind, [[each.row["entrant"] for each in part] for part in standing.parts]

    assert parts(tournament(4, FIRST)) == ("", [])
    assert parts(tournament(4, FIRST, system={"kind": "mitchell", "first": "entry"})) == ("lines", [[1, 3], [4, 2]])
    halves: Document = {"kind": "groups", "first": "entry", "size": 2, "qualify": 1, "then": {"kind": "knockout"}}
    both = played(table(1, 1, 4, 0, 5), table(2, 2, 3, 5, 0))
    assert parts(tournament(4, both, system=halves)) == ("groups", [[4, 1], [2, 3]])
    danese = {"kind": "danese", "rounds": 1}
    flights: Document = {
        "kind": "mixed",
        "first": "entry",
        "parts": [danese, {**danese, "rematch": True, "flights": 4}],
    }
    nine = [*(entrant(number) for number in range(1, 9)), entrant(9, out=1)]
    first = played(*(table(at, 2 * at - 1, 2 * at, 1000 - 100 * at, 0) for at in range(1, 5)))
    second = played(table(1, 1, 3, 5, 0), table(2, 5, 7, 5, 0), table(3, 8, 6, 5, 0), table(4, 4, 2, 5, 0))
    kind, told = parts(tournament(nine, first, second, system=flights))
    assert (kind, list(map(set, told))) == ("flights", [{1, 3, 5, 7}, {2, 4, 6, 8}, {9}])
    assert len(parts(tournament(nine[:8], first, second, system=flights))[1]) == 2


def test_lines_and_groups_move_by_themselves() -> None:
    mitchell: Document = {"kind": "mitchell", "rounds": 3, "first": "entry"}
    standing = with_movement(read(play_on(tournament(8, system=mitchell), 2)))
    assert [len(part) for part in standing.parts] == [4, 4]
    assert all(each.up is not None and abs(each.up) < 4 for part in standing.parts for each in part)
