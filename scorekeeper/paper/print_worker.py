"""Many sheets made into one file, in a process of its own: `python -m scorekeeper.paper.print_worker FOLDER`.

The folder holds `pages.json`, a list of `[page, copies]`. While the sheets are set, `progress` says how many are; at
the end `sheets.pdf` is there, whole, and the pages are gone. Only one such process works at a time: the others wait.
See `scorekeeper.paper.print_queue`, which starts them.
"""

import fcntl
import json
import os
import signal
import sys
from pathlib import Path

PAGES, PROGRESS, MADE, TURN = "pages.json", "progress", "sheets.pdf", "turn"
LONGEST = 900  # seconds that one may work
KINDER = 10  # behind whatever answers people


def bind(folder: Path) -> None:
    """Wait for our turn, then make the file."""
    with (folder.parent / TURN).open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        signal.alarm(LONGEST)
        os.nice(KINDER)
        pages = [(page, copies) for page, copies in json.loads((folder / PAGES).read_text(encoding="utf-8"))]
        _say(folder, 0)
        from scorekeeper.paper.pdf import pdf_of_pages

        written = pdf_of_pages(pages, lambda count: _say(folder, count))
        whole = folder / f".{MADE}"
        whole.write_bytes(written)
        whole.rename(folder / MADE)
        (folder / PAGES).unlink()


def _say(folder: Path, count: int) -> None:
    whole = folder / f".{PROGRESS}"
    whole.write_text(str(count), encoding="ascii")
    whole.rename(folder / PROGRESS)


if __name__ == "__main__":
    bind(Path(sys.argv[1]))
