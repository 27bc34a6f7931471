"""`scorekeeper tournament standings`, `pair` and `check`: a document per line in, a result per line out."""

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.cli.commands import one_line, run
from tests.tournaments.made import first_wins, played, table, tournament
from tests.tournaments.test_standings import EXAMPLE

GOOD = one_line(EXAMPLE)
BAD = one_line({**EXAMPLE, "seed": "seven"})


def answered(command: str, given: bytes, *arguments: str) -> tuple[int, list[Any]]:
    """Returns the exit status and the JSON lines of a command of the group."""
    return run("tournament", given, command, *arguments)


@pytest.mark.parametrize(
    "command, keys",
    [
        ("standings", ["format", "rounds", "standings", "finished"]),
        ("pair", ["round", "tables", "bye", "rematches"]),
        ("check", ["ok", "differs", "doubtful"]),
    ],
)
def test_each_document_is_answered_in_its_turn(command: str, keys: list[str]) -> None:
    status, answers = answered(command, GOOD + BAD + b"{broken\n" + GOOD)
    assert status == 2
    assert [list(answer) for answer in answers] == [keys, ["error"], ["error"], keys]
    assert answers[1] == {
        "error": {"message": "This must be a whole number", "hand": None, "field": "seed", "rule": "TOU-9"}
    }
    assert answered(command, GOOD) == (0, answers[:1])


def test_a_row_is_as_the_format_says() -> None:
    _status, (answer,) = answered("standings", GOOD)
    vp = ["place", "entrant", "name", "vp", "mp", "played", "byes", "rulings", "opponents"]
    assert [list(standing) for standing in answer["standings"]] == [vp, vp]
    matches = {**EXAMPLE, "scoring": {"kind": "match"}, "rulings": []}
    _status, (answer,) = answered("standings", one_line(matches))
    tp = ["place", "entrant", "name", "tp", "legs", "points", "played", "byes", "rulings", "opponents"]
    assert [list(standing) for standing in answer["standings"]] == [tp, tp]


def test_live_standings_count_a_round_under_way() -> None:
    document = one_line(tournament(4, played(table(1, 1, 2, 500, 0), table(2, 3, 4))))
    rounds = [answered("standings", document, *options)[1][0]["rounds"] for options in ((), ("--live",))]
    assert rounds == [0, 1]


def test_a_whole_evening_goes_by_standard_input_and_output() -> None:
    document = tournament(5, system={"kind": "danese", "rounds": 4})
    for number in range(1, 5):
        _status, (answer,) = answered("pair", one_line(document), "-")
        assert (answer["round"], len(answer["tables"])) == (number, 2)
        first_wins(answer["tables"])
        document["rounds"].append({"tables": answer["tables"], "bye": answer["bye"]})
    assert answered("pair", one_line(document)) == (
        3,
        [{"round": 5, "tables": None, "bye": None, "rematches": []}],
    )
    assert answered("check", one_line(document)) == (0, [{"ok": True, "differs": [], "doubtful": []}])
    assert answered("standings", one_line(document))[1][0]["finished"]


def test_a_round_under_way_is_not_paired_past() -> None:
    status, (answer,) = answered("pair", one_line(tournament(2, played(table(1, 1, 2)))))
    assert (status, answer["error"]["field"]) == (2, "rounds.0.tables.0")


def test_several_problems_are_told_beside_the_first() -> None:
    status, (answer,) = answered("check", one_line({"format": 1}))
    assert status == 2
    assert [also["field"] for also in answer["error"]["also"]] == ["entrants", "scoring", "system"]


def test_neither_networkx_nor_the_web_is_loaded_for_what_needs_neither() -> None:
    code = "import sys; from scorekeeper.cli import main; main(['tournament', 'pair'], standalone_mode=False)"
    tell = f"{code}; print(*{{'networkx', 'flask', 'sqlalchemy'}} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", tell], input=GOOD, capture_output=True, check=True)
    answer, loaded = done.stdout.decode().splitlines()
    assert json.loads(answer)["round"] == 2
    assert loaded == "networkx"  # two entrants who have met, so that an alternative is searched for
    whole = one_line(tournament(8))
    done = subprocess.run([sys.executable, "-c", tell], input=whole, capture_output=True, check=True)
    assert done.stdout.decode().splitlines()[1] == ""
