"""docs/tournaments.md has a table of all systems and their settings, as they are declared."""

from pathlib import Path

from scorekeeper.tournaments.options import ALONE, FIRST, FORBIDDEN, Option
from scorekeeper.tournaments.systems import SYSTEMS

DOCS = Path(__file__).parents[2] / "docs" / "tournaments.md"
HEADING = "| System | Setting | Values (default) | Rule |\n|---|---|---|---|\n"


def row(kind: str, option: Option) -> str:
    """The line of a setting; some are for flights, so only in the last part."""
    name = f"`{'.'.join((*option.path, option.name))}`" + ("" if ALONE in option.places else ", in the last part")
    return f"| {kind} | {name} | {option.values} | {option.rule} |"


def test_the_documented_settings_are_those_declared() -> None:
    rows = [row("each", FIRST), row("each", FORBIDDEN)]
    for kind, system in SYSTEMS.items():
        rows += dict.fromkeys(row(f"`{kind}`", option) for option in system.options)
    (table,) = (text.partition("\n\n")[0] for text in DOCS.read_text("utf-8").split(HEADING)[1:])
    assert table.splitlines() == rows
