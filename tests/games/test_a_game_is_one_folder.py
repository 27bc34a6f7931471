"""Only a game's own folders name it, except the list of games: a new game changes no other file."""

import re
from pathlib import Path

from scorekeeper.games import GAMES

TOP = Path(__file__).parents[2]
SLUGS = {name for game in GAMES for name in (game.slug, game.slug.replace("-", "_"))}  # module names have no hyphens
# Cards are documents, which pages make, keep and send: these name what reads them.
ANY = "|".join(sorted(SLUGS - {"card"}, key=len, reverse=True))
# A game's name may be a word of the program, too: what it is compared with, or a path, names a game.
NAMES = re.compile(
    rf"\b(?:slug|game)\b[\])\"']*(?: ==| !=|:|=) ?\(?[\"'](?:{ANY})[\"']|find_game\([\"'](?:{ANY})[\"']"
    rf"|games[/.](?:{ANY})\b"
)
STEPS = TOP / "scorekeeper" / "store" / "migrations" / "versions"  # they name what they found in released versions
KINDS = {".py", ".html", ".js", ".css", ".mjs"}


def is_a_games_own(path: Path) -> bool:
    """True if a file is in a game's own folder: `scorekeeper/games/<game>/`, `templates/games/<game>/`, …"""
    return any(parent.name in SLUGS and parent.parent.name == "games" for parent in path.parents)


def test_no_file_outside_its_folders_names_a_game() -> None:
    named = [
        f"{path.relative_to(TOP)}: {line.strip()}"
        for folder in ("scorekeeper", "templates", "static")
        for path in (TOP / folder).rglob("*")
        if path.suffix in KINDS and not is_a_games_own(path) and path.parent != STEPS
        for line in path.read_text("utf-8").splitlines()
        if NAMES.search(line)
    ]
    assert named == []
