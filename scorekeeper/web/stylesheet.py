"""A page's style sheet as one file: what `static/css/joined/*.css` name by `@import`, put in their place.

A browser that followed the imports itself would see the same page, a round trip or more later; on a phone with a slow
network that is what the first sight of a page waits for. So there is no build step, and the parts stay small files.
"""

import re
from pathlib import Path

IMPORT = re.compile(r'^@import "([^"]+)"(?: ([^;]+))?;$', re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
MARGIN = re.compile(r"\s*\n\s*")


def joined(file: Path) -> str:
    """The style sheet with what it imports inside; comments and margins are left out.

    A part that is imported for a medium (`@import "../print.css" print;`) stands in an `@media` of it. Of
    `@import "../../games/*/match.css"` every file there is comes in, by name: a game may have a style sheet of its own.
    """

    def part(found: re.Match[str]) -> str:
        text = "".join(joined(each) for each in _files(file.parent, found[1]))
        return f"@media {found[2]} {{\n{text}}}\n" if found[2] else text

    text = COMMENT.sub("", file.read_text("utf-8"))
    return MARGIN.sub("\n", IMPORT.sub(part, text)).lstrip()


def _files(folder: Path, name: str) -> list[Path]:
    if "*" not in name:
        return [folder / name]
    start, _, pattern = name.partition("*")
    return sorted((folder / start).glob("*" + pattern))
