"""`scorekeeper score`: one result line per document, whatever separates the documents."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.cli.commands import GOOD, SIDES, one_line, run, tresette
from tests.documents import GAMES, random_document
from tests.support.polling import PATIENCE

RESULT_KEYS = [
    "format", "hands", "totals", "status", "winner", "games", "won_by", "next_dealer", "next_hand",
]  # fmt: skip
PRETTY = json.dumps(tresette({"points": [7, 4]}), indent=2).encode() + b"\n"
BAD = one_line(tresette({"points": [7, 5]}))


def kinds(answers: list[Any]) -> list[str]:
    """Returns the kind of each line: result or error."""
    return ["error" if "error" in answer else "result" for answer in answers]


def test_a_result_is_as_the_format_says() -> None:
    status, answers = run("score", GOOD)
    assert (status, len(answers)) == (0, 1)
    assert list(answers[0]) == RESULT_KEYS
    assert answers[0]["format"] == "scorekeeper-result/1"
    assert list(answers[0]["hands"][0]) == ["dealer", "points", "totals", "lines"]
    assert list(answers[0]["hands"][0]["lines"][0]) == ["side", "rule", "text", "points"]


def test_an_error_tells_the_first_problem_and_the_others_beside_it() -> None:
    hand = {"aces": [3, 2], "figures": [1, 1], "last_trick": 0}
    status, (answer,) = run("score", one_line(tresette({"points": [7, 4]}, hand)))
    assert status == 2
    error = answer["error"]
    assert list(error) == ["message", "hand", "field", "rule", "also"]
    assert (error["hand"], error["field"], error["rule"]) == (2, "aces", "TRE-1")
    assert [(also["hand"], also["field"], also["rule"]) for also in error["also"]] == [(2, "figures", "TRE-2")]


def test_a_single_problem_has_no_others_beside_it() -> None:
    _status, (answer,) = run("score", BAD)
    assert list(answer["error"]) == ["message", "hand", "field", "rule"]


@pytest.mark.parametrize(
    "given, expected",
    [
        (b"", []),
        (b"\n \n\r\n\t\n", []),
        (GOOD, ["result"]),
        (GOOD.rstrip(b"\n"), ["result"]),
        (GOOD.replace(b"\n", b"\r\n") * 2, ["result", "result"]),
        (b"\xef\xbb\xbf" + GOOD, ["result"]),
        (GOOD + b"\n\n" + GOOD, ["result", "result"]),
        (GOOD + BAD + GOOD, ["result", "error", "result"]),
        (GOOD + b"{broken\n" + GOOD, ["result", "error", "result"]),
        (GOOD + b'{"format": "scorek\n' + GOOD, ["result", "error", "result"]),
        (GOOD + b"nonsense\n" + GOOD, ["result", "error", "result"]),
        (GOOD + GOOD.rstrip(b"\n") + b" trailing\n" + GOOD, ["result", "error", "result"]),
        (GOOD[:40] + b"\n" + GOOD, ["error", "result"]),
        (GOOD + GOOD[:40], ["result", "error"]),
        (PRETTY, ["result"]),
        (PRETTY + PRETTY, ["result", "result"]),
        (PRETTY + GOOD + PRETTY, ["result", "result", "result"]),
        (GOOD + PRETTY + BAD + GOOD, ["result", "result", "error", "result"]),
        (PRETTY.replace(b"\n", b"\n\n"), ["result"]),
        (PRETTY[:-3], ["error"]),
        (b"[]\n1\nnull\ntrue\n\"x\"\n", ["error"] * 5),
        (GOOD + b"\xff\xfe\n" + GOOD, ["result", "error", "result"]),
        (GOOD.replace(b"Anna", b"An\xffna") + GOOD, ["error", "result"]),
        (GOOD.replace(b"[7, 4]", b"[NaN, 4]") + GOOD, ["error", "result"]),
        (GOOD.replace(b"[7, 4]", b"[Infinity, 4]"), ["error"]),
        (GOOD.replace(b"[7, 4]", b"[1e999, 4]"), ["error"]),
        (GOOD.replace(b"[7, 4]", b"[7.0, 4]"), ["error"]),
        (GOOD.replace(b"7, 4", b"9" * 4000 + b", 4") + GOOD, ["error", "result"]),
        (GOOD.replace(b"7, 4", b"9" * 4300 + b", " + b"9" * 4300) + GOOD, ["error", "result"]),
        (GOOD.replace(b"7, 4", b"9" * 99999 + b", 4") + GOOD, ["error", "result"]),
        (b"[" * 100_000 + b"]" * 100_000 + b"\n" + GOOD, ["error", "result"]),
        (b"[" * 100_000 + b"\n" + GOOD, ["error", "result"]),
        (b'{"a":' * 100_000 + b"\n" + GOOD, ["error", "result"]),
        (GOOD.replace(b"7, 4", b"[" * 500 + b"]" * 500 + b", 4") + GOOD, ["error", "result"]),
        (b"\x00\n" + GOOD, ["error", "result"]),
        (GOOD.decode().strip().encode("utf-16"), ["error"]),
        (GOOD + b"{\n" + GOOD + GOOD, ["result", "error", "result", "result"]),
        (b"{\n[\n{\n" + GOOD + b"[\n" + GOOD + b"{\n", ["error"] * 3 + ["result", "error", "result", "error"]),
        (b"{\n" + PRETTY + GOOD, ["error", "result", "result"]),
        (PRETTY.replace(b":", b";") + PRETTY + GOOD, ["error", "result", "result"]),
        (b"{\nx\n" + b"}\n" * 3 + PRETTY, ["error"] * 3 + ["result"]),
        (GOOD.replace(b'"points"', b'"points": 1, "points"') + GOOD, ["error", "result"]),
    ],
    ids=range(42),
)  # fmt: skip
def test_each_document_is_answered_in_its_turn(given: bytes, expected: list[str]) -> None:
    status, answers = run("score", given)
    assert kinds(answers) == expected
    assert status == (2 if "error" in expected else 0)
    for answer in answers:
        if "error" in answer:
            assert answer["error"]["message"]


@pytest.mark.parametrize("half", ["\\ud800", "\\udfff", "\\ud800\\ud800"])
def test_half_a_character_is_refused_and_does_no_harm(half: str) -> None:
    given = GOOD.decode().replace("Anna", f"An{half}na").encode()
    assert kinds(run("score", given + GOOD)[1]) == ["error", "result"]
    field = GOOD.decode().replace('"points"', f'"{half}"').encode()
    status, answers = run("score", field + GOOD)
    assert (status, kinds(answers)) == (2, ["error", "result"])


def test_names_of_any_script_come_out_readable() -> None:
    sides = [{"name": "東", "players": ["花子", "Ζωή"]}, SIDES[1]]
    _status, (answer,) = run("score", one_line(tresette({"points": [7, 4]}, sides=sides)))
    assert answer["hands"][0]["dealer"] == "花子"


def test_files_are_read_one_after_the_other(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.json"
    good.write_bytes(GOOD * 2)
    bad.write_bytes(BAD)
    status, answers = run("score", b"", str(good), str(bad), str(good))
    assert (status, kinds(answers)) == (2, ["result", "result", "error", "result", "result"])
    status, answers = run("score", BAD, str(good), "-")
    assert (status, kinds(answers)) == (2, ["result", "result", "error"])
    assert run("score", GOOD, "-") == run("score", GOOD)


def test_a_file_without_its_last_newline_does_not_run_into_the_next(tmp_path: Path) -> None:
    one = tmp_path / "one.json"
    one.write_bytes(GOOD.rstrip())
    assert kinds(run("score", b"", str(one), str(one))[1]) == ["result", "result"]
    one.write_bytes(GOOD[:50])
    assert kinds(run("score", GOOD, str(one), "-")[1]) == ["error", "result"]


def test_a_file_that_is_not_there_is_an_error() -> None:
    assert run("score", b"", "/nowhere/at/all.json")[0] == 2


def test_a_thousand_documents_in_one_process() -> None:
    rng = Random(1)
    made = [random_document(rng, rng.choice(sorted(GAMES))) for _ in range(50)]
    status, answers = run("score", b"".join(map(one_line, made)) * 20)
    assert (status, len(answers)) == (2, 1000)
    assert answers[:50] == answers[50:100]
    assert {"error", "result"} == set(kinds(answers))


def test_an_evening_written_over_many_lines_is_read(tmp_path: Path) -> None:
    hands = [{"points": [5, 6]}] * 89
    pretty = json.dumps(tresette(*hands, options={"target": 999}), indent=1).encode()
    status, answers = run("score", pretty + b"\n" + GOOD)
    assert (status, kinds(answers)) == (0, ["result", "result"])
    assert answers[0]["totals"] == [445, 534]


def test_each_line_is_answered_before_the_next_is_asked() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "scorekeeper", "score"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        for given, kind in ((GOOD, "totals"), (BAD, "error"), (b"{broken}\n", "error"), (PRETTY, "totals")):
            process.stdin.write(given)
            process.stdin.flush()
            assert kind in json.loads(process.stdout.readline())
        process.stdin.close()
        assert process.stdout.read() == b""
        assert process.wait(timeout=PATIENCE) == 2


@pytest.mark.parametrize("given, status", [(GOOD, 0), (BAD, 2), (b"", 0)])
def test_the_module_is_the_command(given: bytes, status: int) -> None:
    done = subprocess.run([sys.executable, "-m", "scorekeeper", "score", "-"], input=given, capture_output=True)
    assert (done.returncode, done.stderr) == (status, b"")
    assert len(done.stdout.splitlines()) == bool(given)
