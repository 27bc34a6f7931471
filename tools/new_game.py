"""Writes the smallest game there can be: `make game NAME=bisca`, and as a package with `PACKAGE=../scorekeeper-bisca`.

It has three files in `scorekeeper/games/`, copied from `tools/example_game`, a line in the list of games and in that of
`docs/command-line.md`, and test vectors. Every test passes with it; its rules are then to be written into its files. A
package has the same three files, and those of `tools/example_package`.
"""

import json
import keyword
import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

from scorekeeper.game_folders import LONGEST_SLUG, SLUG

TOP = Path(__file__).parents[1]
EXAMPLE = Path(__file__).parent / "example_game"
PACKAGE = Path(__file__).parent / "example_package"
FILES = ("__init__.py", "fields.py", "rules.py")
LIST = re.compile(r"FOLDERS = \([^)]*")
PRESETS_ON_THE_PAGE = re.compile(r"(?:^\| `[a-z0-9-]+` \| `.*\|\n)+", re.MULTILINE)
FROM_THE_ENGINE = re.compile(r"^from scorekeeper\.games\.engine", re.MULTILINE)
BETWEEN_SECTIONS = re.compile(r"(^from scorekeeper\.games\.engine[^\n]*\n)\n(?=from \.)", re.MULTILINE)
TEXTS = {".md", ".py", ".toml"}

# The parts of the vectors: hands by name, and hands that the rules refuse.
SIDES = [{"name": "Us", "players": ["Anna", "Bruno"]}, {"name": "Them", "players": ["Carla", "Dino"]}]
HAND = {"points": [70, 50], "tricks": [6, 4]}
MATCHES: dict[str, list[dict[str, Any]]] = {
    "one hand": [HAND],
    "the first to reach the target wins": [HAND] * 8,
    "sixty all, again and again: another hand is played": [{"points": [60, 60], "tricks": [5, 5]}] * 9,
    "the card points do not add up": [{"points": [70, 49], "tricks": [6, 4]}],
    "points without a trick": [{"points": [70, 50], "tricks": [10, 0]}],
    "no tricks": [{"points": [70, 50]}],
}
SCORE = """
import json, sys
from scorekeeper.games import Refusal, score
for document in json.load(sys.stdin):
    try:
        print(json.dumps(score(document)))
    except Refusal:
        print("null")
"""


class Wrong(ValueError):
    """Raised for a name that a game cannot have; the text is the reason."""


def write_game(name: str, top: Path = TOP) -> list[Path]:
    """Writes a game into the project at `top`; returns its files. Raises Wrong before writing if the name is bad."""
    check_name(name, top)
    module = name.replace("-", "_")
    folder, listed = top / "scorekeeper" / "games" / module, top / "scorekeeper" / "games" / "__init__.py"
    words = _words(name, top)
    files = []
    folder.mkdir(exist_ok=True)  # it may exist, with compiled modules of a removed game
    for each in FILES:
        text = BETWEEN_SECTIONS.sub(r"\1", (EXAMPLE / each).read_text("utf-8"))
        files.append(_write(folder / each, FROM_THE_ENGINE.sub("from ..engine", text), words))
    _append(listed, LIST, f'    "{module}",\n')
    page = top / "docs" / "command-line.md"
    _append(page, PRESETS_ON_THE_PAGE, f"| `{name}` | `standard` |\n")
    vectors = top / "tests" / "vectors" / f"{module}.jsonl"
    vectors.write_text(vectors_of(name, top), "utf-8")
    return [*files, listed, page, vectors]


def write_package(name: str, package: Path, top: Path = TOP) -> list[Path]:
    """Writes a game into a new folder, as a package that can be installed; returns its files. Raises Wrong."""
    check_word(name)
    if (top / "scorekeeper" / "games" / _module(name)).exists():
        raise Wrong(f"There is a game “{name}” in Scorekeeper already.")
    if package.exists() and any(package.iterdir()):
        raise Wrong(f"{package} is not empty.")
    words = _words(name, top)
    files = {f"scorekeeper_bisca/{each}": EXAMPLE / each for each in FILES}
    others = [path for path in sorted(PACKAGE.rglob("*.*")) if path.suffix in TEXTS]
    files |= {path.relative_to(PACKAGE).as_posix(): path for path in others}
    return [_write(package / _replaced(each, words), path.read_text("utf-8"), words) for each, path in files.items()]


def _words(name: str, top: Path) -> dict[str, str]:
    """Returns the replacements for the example's name, title and rule numbers."""
    title = name.replace("-", " ").capitalize()
    camel = "".join(word.capitalize() for word in name.split("-"))
    return {
        "class Bisca": f"class {camel}",
        "Bisca()": f"{camel}()",
        "_bisca": f"_{_module(name)}",
        "bisca": name,
        "Bisca": title,
        "BIS": prefix_of(name, top),
    }


def _module(name: str) -> str:
    return name.replace("-", "_")


def _replaced(text: str, words: dict[str, str]) -> str:
    return re.sub("|".join(map(re.escape, words)), lambda found: words[found[0]], text)


def _write(file: Path, text: str, words: dict[str, str]) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(_replaced(text, words), "utf-8")
    return file


def _append(file: Path, to_what: re.Pattern[str], line: str) -> None:
    """Adds a line to a file, after the first match of the pattern."""
    file.write_text(to_what.sub(lambda found: found[0] + line, file.read_text("utf-8"), count=1), "utf-8")


def check_name(name: str, top: Path) -> None:
    """Raises Wrong if no game can have this name."""
    games = top / "scorekeeper" / "games"
    module = name.replace("-", "_")
    check_word(name)
    if (games / module / "__init__.py").exists() and f'"{module}",' in (games / "__init__.py").read_text("utf-8"):
        raise Wrong(f"There is a game “{name}” already: scorekeeper/games/{module}.")
    if list((games / module).glob("*.*")) or (games / f"{module}.py").exists():
        raise Wrong(f"scorekeeper/games has something else of the name “{module}” already.")


def check_word(name: str) -> None:
    """Raises Wrong if this is no name for a game."""
    is_long_enough = len(re.findall("[a-z]", name)) >= 3 and len(name) <= LONGEST_SLUG
    if not SLUG.fullmatch(name) or not is_long_enough or keyword.iskeyword(name):
        raise Wrong(f"“{name}” cannot name a game: small letters, digits and single hyphens, such as truco-argentino.")


def prefix_of(name: str, top: Path) -> str:
    """Returns three letters of the name, in order, with which no other game numbers its rules."""
    taken = set()
    for file in (top / "scorekeeper" / "games").glob("*/*.py"):
        taken |= set(re.findall(r"\"([A-Z]{3})-\d", file.read_text("utf-8")))
    letters = [letter for letter in name.upper() if letter.isalpha()]
    for three in combinations(letters, 3):
        if "".join(three) not in taken:
            return "".join(three)
    raise Wrong(f"Every three letters of “{name}” number the rules of another game: choose a longer name.")


def vectors_of(name: str, top: Path) -> str:
    """Returns the lines of the game's test vectors: matches with the results that its rules give."""
    documents = [
        {"format": "scorekeeper/1", "game": name, "sides": SIDES, "hands": hands} for hands in MATCHES.values()
    ]
    run = subprocess.run(
        [sys.executable, "-c", SCORE], cwd=top, input=json.dumps(documents), capture_output=True, text=True, check=True
    )
    lines = []
    for case, document, answer in zip(MATCHES, documents, run.stdout.splitlines(), strict=True):
        result = json.loads(answer)
        for hand in result["hands"] if result else ():
            del hand["lines"]
        lines.append({"name": case, "document": document} | ({"result": result} if result else {"error": True}))
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in lines)


def main() -> None:
    """Writes the game named on the command line, and prints its files."""
    name, package = [*sys.argv[1:], "", ""][:2]
    if not name:
        sys.exit("Name the game: make game NAME=bisca")
    try:
        files = write_package(name, Path(package)) if package else write_game(name)
    except Wrong as wrong:
        sys.exit(str(wrong))
    for file in files:
        print(file if package else file.relative_to(TOP))
    print("Now write what it plays into these files (docs/adding-a-game.md).")


if __name__ == "__main__":
    main()
