"""A page's style sheet as one file: the `@import`s of `static/css/joined/*.css` inlined when it is served.

The browser could follow the imports itself, a round trip or more later, which on a slow network delays the first paint.
Inlining at run time needs no build step, and the parts stay small files.
"""

import re
from pathlib import Path

IMPORT = re.compile(r'^@import "([^"]+)"(?: ([^;]+))?;$', re.MULTILINE)


def joined(file: Path) -> str:
    """The style sheet with its imports inlined.

    A part that is imported for a medium (`@import "../print.css" print;`) is wrapped in `@media`. A pattern
    (`@import "../../games/*/match.css"`) inlines every file that matches, by name: a game may have a style sheet.
    """

    def part(found: re.Match[str]) -> str:
        text = "".join(joined(each) for each in _files(file.parent, found[1]))
        return f"@media {found[2]} {{\n{text}}}\n" if found[2] else text

    return IMPORT.sub(part, file.read_text("utf-8"))


def _files(folder: Path, name: str) -> list[Path]:
    if "*" not in name:
        return [folder / name]
    start, _, pattern = name.partition("*")
    return sorted((folder / start).glob("*" + pattern))
