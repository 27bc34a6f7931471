"""Own games by their numbered rules: entries, winners, sides that are out, dealers."""

from typing import Any

import pytest

from scorekeeper.games import find_game
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Refusal, english
from scorekeeper.games.engine.match_state import match_state
from scorekeeper.games.engine.side_names import SIGNS
from scorekeeper.games.engine.words import before_the_hand, how_it_ended
from tests.games.table import document, head_refused, judged, last_hand, refused, scored, singly

COLUMNS = [{"name": "melds", "factor": 10}, {"name": "canastas", "factor": 100}]
LOW = {"best": "low"}
LIMIT = {"best": "low", "limit": 101}


def own(*hands: Any, sides: int = 2, **options: Any) -> dict[str, Any]:
    """Returns the result of a match between so many players."""
    return scored("own", *hands, sides=singly(sides), options=options)


@pytest.mark.parametrize(
    "options, hand, points",
    [
        ({}, {"points": [120, -40]}, [120, -40]),
        ({"columns": COLUMNS}, {"columns": {"melds": [3, 0], "canastas": [1, 0]}}, [130, 0]),
        ({"columns": COLUMNS}, {"columns": {"melds": [3, 1]}, "points": [5, -5]}, [35, 5]),
        ({"columns": COLUMNS}, {"columns": {}, "points": [5, 0]}, [5, 0]),
        ({"columns": [{"name": "fouls", "factor": -3}]}, {"columns": {"fouls": [2, 0]}}, [-6, 0]),
        ({"step": 5}, {"points": [10, -15]}, [10, -15]),
        ({"step": 5, "columns": [{"name": "ones", "factor": 1}]}, {"columns": {"ones": [3, 0]}}, [3, 0]),
        ({"negative": False, "columns": COLUMNS}, {"columns": {"melds": [3, 0]}, "points": [-30, 0]}, [0, 0]),
        ({"sum": 0}, {"points": [5, -5]}, [5, -5]),
        ({"sum": 11}, {"points": [5, 6]}, [5, 6]),
        ({}, {"points": [99_999, -99_999]}, [99_999, -99_999]),
        ({"columns": COLUMNS}, {"columns": {"melds": [9_999, 0]}}, [99_990, 0]),
        ({"columns": [{"name": name, "factor": 1} for name in "abcdef"]}, {"columns": {"f": [3, 4]}}, [3, 4]),
    ],
)
def test_what_a_hand_scores(options: Any, hand: Any, points: list[int]) -> None:
    assert last_hand("own", hand, sides=singly(2), options=options)["points"] == points


REFUSED: list[Any] = [({"sides": singly(2), "options": options}, hand, expected) for options, hand, expected in [
    ({}, {}, [("points", "OWN-1")]),
    ({}, {"columns": {}}, [("points", "OWN-1")]),
    ({}, {"points": [1]}, [("points", "OWN-1")]),
    ({}, {"points": [1, None]}, [("points.1", "OWN-2")]),
    ({}, {"points": [100_000, -100_000]}, [("points.0", "OWN-2"), ("points.1", "OWN-2")]),
    ({}, {"columns": {"melds": [1, 0]}}, [("columns.melds", None)]),
    ({"columns": COLUMNS}, {"columns": {"melds": [-1, 10_000]}},
     [("columns.melds.0", "OWN-2"), ("columns.melds.1", "OWN-2")]),
    ({"columns": COLUMNS}, {"columns": {"melds": [1]}}, [("columns.melds", "OWN-1")]),
    ({"step": 5}, {"points": [10, 12]}, [("points.1", "OWN-2")]),
    ({"negative": False}, {"points": [10, -5]}, [("points.1", "OWN-3")]),
    ({"negative": False, "columns": COLUMNS}, {"columns": {"melds": [1, 0]}, "points": [-11, 0]},
     [("points.0", "OWN-3")]),
    ({"negative": False, "columns": [{"name": "fouls", "factor": -3}]}, {"columns": {"fouls": [1, 0]}},
     [("columns", "OWN-3")]),
    ({"sum": 0}, {"points": [5, -4]}, [("points", "OWN-4")]),
    ({"sum": 0, "columns": COLUMNS}, {"columns": {"melds": [1, 0]}}, [("columns", "OWN-4")]),
    ({}, {"stop": 1}, [("stop", "OWN-9")]),
    ({}, {"stop": True, "points": [0, 0]}, [("points", None)]),
    ({"target": 50}, {"stop": True}, [("stop", "OWN-9")]),
    ({"hands": 3}, {"stop": True}, [("stop", "OWN-9")]),
    (LIMIT, {"stop": True}, [("stop", "OWN-9")]),
]]  # fmt: skip


@pytest.mark.parametrize("head, hand, expected", REFUSED)
def test_what_is_refused_by_field_and_rule(head: Any, hand: Any, expected: Any) -> None:
    assert refused("own", hand, **head) == expected


@pytest.mark.parametrize(
    "options, hands, totals, winner, won_by",
    [
        ({"target": 100}, [[99, 20]], [99, 20], None, None),
        ({"target": 100}, [[100, 20]], [100, 20], 0, "target"),
        ({"target": 100}, [[110, 120]], [110, 120], 1, "target"),
        ({"target": 100}, [[110, 110]], [110, 110], None, None),
        ({"target": 100}, [[110, 110], [0, 1]], [110, 111], 1, "target"),
        ({**LOW, "target": 100}, [[100, 20]], [100, 20], 1, "target"),
        ({**LOW, "target": 100}, [[100, 100]], [100, 100], None, None),
        ({"hands": 2}, [[5, 1], [1, 2]], [6, 3], 0, "hands_played"),
        ({**LOW, "hands": 2}, [[5, 1], [1, 2]], [6, 3], 1, "hands_played"),
        ({"hands": 1}, [[5, 5]], [5, 5], None, "hands_played"),
        ({"hands": 1, "target": 10}, [[10, 5]], [10, 5], 0, "target"),
        ({"hands": 1, "target": 10}, [[10, 10]], [10, 10], None, "hands_played"),
        (LIMIT, [[95, 40], [10, 3]], [105, 43], 1, "last_in"),
        (LIMIT, [[95, 97], [10, 9]], [105, 106], 0, "last_in"),
        (LIMIT, [[95, 97], [10, 8]], [105, 105], None, "last_in"),
    ],
)
def test_how_a_match_ends(options: Any, hands: Any, totals: Any, winner: Any, won_by: Any) -> None:
    result = own(*[{"points": points} for points in hands], **options)
    assert (result["totals"], result["winner"], result["won_by"]) == (totals, winner, won_by)
    assert result["status"] == ("finished" if won_by else "in_progress")
    assert result["games"] == [int(side == winner) for side in range(2)]


@pytest.mark.parametrize(
    "options, points, told",
    [
        ({**LOW, "hands": 1}, [[5, 1]], [(1, "OWN-7", "The agreed 1 hands are played: wins with 1")]),
        ({**LOW, "target": 100}, [[100, 20]], [(1, "OWN-6", "100 is reached: the lowest total wins, 20")]),
        ({**LOW, "target": 100}, [[120, 110, 110]],
         [(side, "OWN-6", "The best total is shared at 110: another hand is played") for side in (1, 2)]),
        (LIMIT, [[95, 40], [10, 3]],
         [(0, "OWN-8", "Is out: 105, the limit is 101"), (1, "OWN-8", "Stays in and wins with 43")]),
        (LIMIT, [[95, 97], [10, 9]],
         [(0, "OWN-8", "Is out: 105, the limit is 101"), (1, "OWN-8", "Is out: 106, the limit is 101"),
          (0, "OWN-8", "All are out: the lowest of them wins, 105")]),
    ],
)  # fmt: skip
def test_where_the_lowest_wins_the_end_is_told_to_whom_it_concerns(options: Any, points: Any, told: Any) -> None:
    result = own(*[{"points": each} for each in points], sides=len(points[0]), **options)
    lines = [(line["side"], line["rule"], line["text"]) for line in result["hands"][-1]["lines"]]
    assert lines[len(points[0]) :] == told


def test_of_several_out_at_once_the_lowest_of_them_wins_not_who_was_out_before() -> None:
    result = own({"points": [101, 95, 97]}, {"points": [None, 30, 10]}, sides=3, **LIMIT)
    assert (result["totals"], result["winner"]) == ([101, 125, 107], 2)


def test_after_the_agreed_hands_only_sides_that_are_in_count() -> None:
    result = own({"points": [101, 50, 60]}, {"points": [None, 10, 10]}, sides=3, hands=2, **LIMIT)
    assert (result["winner"], result["won_by"]) == (1, "hands_played")


def test_who_is_out_has_null_and_does_not_deal() -> None:
    first = {"points": [1, 101, 2]}
    result = own(first, {"points": [1, None, 2]}, sides=3, **LIMIT)
    assert [hand["dealer"] for hand in result["hands"]] == ["Anna", "Carla"]
    assert (result["next_dealer"], result["next_hand"]) == ("Anna", {"out": [1]})
    assert refused("own", first, {"points": [1, 0, 2]}, sides=singly(3), options=LIMIT) == [("points.1", "OWN-8")]
    counted = {"columns": {"melds": [1, 1, None]}, "points": [0, None, 0]}
    expected = [("columns.melds.1", "OWN-8"), ("columns.melds.2", "OWN-2")]
    assert refused("own", first, counted, sides=singly(3), options={**LIMIT, "columns": COLUMNS}) == expected
    assert own(first, sides=3)["next_hand"] == {}


def test_problems_of_columns_have_the_order_of_the_columns_not_of_the_entry() -> None:
    entry = {"columns": {"canastas": [1, 0, 0], "melds": [1, 1, 0]}}
    expected = [("columns.melds.1", "OWN-8"), ("columns.canastas.1", "OWN-8")]
    options = {**LIMIT, "columns": COLUMNS}
    assert refused("own", {"points": [1, 101, 2]}, entry, sides=singly(3), options=options) == expected


@pytest.mark.parametrize("points, winner, best", [([5, 7], 1, "high"), ([5, 7], 0, "low"), ([5, 5], None, "high")])
def test_an_open_match_is_stopped(points: list[int], winner: int | None, best: str) -> None:
    result = own({"points": points}, {"stop": True}, best=best)
    assert (result["winner"], result["won_by"], result["hands"][-1]["points"]) == (winner, "stopped", [0, 0])
    assert refused("own", {"stop": True}, {"points": [1, 2]}, sides=singly(2)) == [(None, None)]


@pytest.mark.parametrize("options", [{"limit": 50}, {"limit": 50, "best": "low", "target": 60}])
def test_a_limit_needs_the_lowest_to_win_and_no_target(options: Any) -> None:
    with pytest.raises(Refusal) as refusal:
        play.begin(document("own", options=options))
    assert [(each["field"], each["rule"]) for each in refusal.value.problems] == [("options.limit", "OWN-8")]


@pytest.mark.parametrize("sides, players", [(2, 1), (12, 1), (2, 6), (6, 2), (4, 3), (3, 4)])
def test_two_to_twelve_sides_of_twelve_players_at_most(sides: int, players: int) -> None:
    entered = [
        {"name": f"S{side}", "players": [f"{side}.{number}" for number in range(players)]} for side in range(sides)
    ]
    setup = play.begin(document("own", sides=entered))
    assert (len(setup["sides"]), len(setup["seats"])) == (sides, sides * players)
    assert len(set(SIGNS)) == len(SIGNS) >= sides


@pytest.mark.parametrize("sides, players", [(1, 1), (13, 1), (2, 7), (7, 2)])
def test_more_is_refused(sides: int, players: int) -> None:
    entered = [
        {"name": f"S{side}", "players": [f"{side}.{number}" for number in range(players)]} for side in range(sides)
    ]
    assert head_refused("own", sides=entered) == ["sides"]


def test_the_winner_has_won() -> None:
    played = document("own", {"points": [100, 3]}, sides=singly(2), options={"target": 100})
    assert judged(played, {"type": "won", "side": 0}) == (True, {"winner": 0, "totals": [100, 3]})


def test_a_match_is_called_as_its_players_call_the_game() -> None:
    game = find_game("own")
    assert game is not None
    for name, title in (("Rook {x} 50%", "Rook {x} 50%"), ("Another game", "ANOTHER GAME")):
        options = play.begin(document("own", options={"name": name}))["options"]
        assert game.title_of(options, lambda message, _params: message.upper()) == title


@pytest.mark.parametrize("options, leads", [({}, [False, True, False]), (LIMIT, [True, False, False])])
def test_who_leads_has_the_best_total(options: Any, leads: list[bool]) -> None:
    setup = play.begin(document("own", sides=singly(3), options=options))
    table = play.score_hand(setup, play.first_table(setup), {"points": [3, 120, 40]})["table"]
    names = ("version", "since", "first", "number", "hands", "seatings", "clock", "agreed", "rescored", "locked")
    steps = {"undo": None, "redo": None}
    record: Any = {**dict.fromkeys(names, 0), "status": "in_progress", "started": "", "can": steps}
    state = match_state(setup, table, [], record)
    assert [side["leads"] for side in state["sides"]] == leads
    assert [side["out"] for side in state["sides"]] == [False, bool(options), False]
    assert state["now"] == (["Bruno is out"] if options else [])
    assert [english(*sentence) for sentence in before_the_hand(setup, table)] == state["now"]


@pytest.mark.parametrize(
    "options, hands, text",
    [
        ({"hands": 1}, [{"points": [5, 1]}], "The agreed hands are played, the best total wins: 5 – 1"),
        ({"hands": 1}, [{"points": [5, 5]}], "The agreed hands are played: a draw"),
        (LIMIT, [{"points": [5, 101]}], "Won by the last side in"),
        (LIMIT, [{"points": [101, 101]}], "All went out together: a draw"),
        ({**LOW, "target": 10}, [{"points": [5, 10]}], "The target of 10 is reached; the lowest total wins: 5 – 10"),
        (LOW, [{"points": [5, 10]}, {"stop": True}], "The players stopped; the lowest total wins: 5 – 10"),
    ],
)
def test_how_it_ended_in_words(options: Any, hands: Any, text: str) -> None:
    setup = play.begin(document("own", sides=singly(2), options=options))
    assert [english(*sentence) for sentence in how_it_ended(setup, play.score_hands(setup, hands)[1])] == [text]


def test_twelve_may_play_singly_and_no_more() -> None:
    own_game = find_game("own")
    assert own_game
    assert own_game.shapes("own")[-1] == (12, 1)
