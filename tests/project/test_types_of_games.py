"""mypy refuses a misspelt part of a game, of a field and of an option."""

import re
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).parents[2]
MISSPELT = """
from scorekeeper.games.chinchon import Chinchon
from scorekeeper.games.engine.base import Entry, Option, Outcome, Setup, Table, Way, field
from scorekeeper.games.engine.setup import whole


class Conga(Chinchon):
    digits = 3
    digitz = 3  # "digitz" is no part of a game
    tint = "red"  # expression has type "str", base class "Chinchon" defined the type as "int"

    def scored(self, setup: Setup, table: Table, entry: Entry) -> None:  # "scored" is no part of a game
        pass

    def told(self, setup: Setup, entry: int) -> None:  # Argument 2 of "told" is incompatible with supertype
        pass


field("counts", "shares", "", "CHI-8", required=True, max=9)
field("counts", "shares", "", "CHI-8", requierd=True)  # Unexpected keyword argument "requierd" for "field"
field("counts", "shares", "", "CHI-8", digitz=3)  # Unexpected keyword argument "digitz" for "field"
field("counts", "shares", "", "CHI-8", max="9")  # Argument "max" to "field" has incompatible type "str"
field("counts", "sharse", "", "CHI-8")  # Argument 2 to "field" has incompatible type
way: Way = {"slug": "hand", "title": "", "feilds": []}  # Extra key "feilds"
whole("limit", "", "CHI-8", 1, 999, nulable=True)  # Unexpected keyword argument "nulable" for "whole"
option: Option = {"name": "limit", "kind": "whole", "label": "", "rule": None, "hihg": 9}  # Extra key "hihg"
"""


def test_a_misspelt_part_field_or_option_is_refused(tmp_path: Path) -> None:
    (tmp_path / "conga.py").write_text(MISSPELT, "utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", str(tmp_path / "conga.py")],
        cwd=TOP, capture_output=True, text=True, check=False,
    )  # fmt: skip
    said = {int(line): text for line, text in re.findall(r"conga\.py:(\d+): error: (.*)", run.stdout)}
    expected = {
        number: line.partition("  # ")[2] for number, line in enumerate(MISSPELT.splitlines(), 1) if "  # " in line
    }
    assert said.keys() == expected.keys(), run.stdout + run.stderr
    assert {number: text for number, text in expected.items() if text not in said[number]} == {}
