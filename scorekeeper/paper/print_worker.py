"""The process that makes one print job's PDF: `python -m scorekeeper.paper.print_worker FOLDER`.

The folder holds `pages.json`, a list of `[page, copies]`. Meanwhile `progress` holds the number of finished sheets; at
the end `sheets.pdf` is renamed into place and the pages are deleted. A file lock lets one process work at a time.
`scorekeeper.paper.print_queue` starts these processes.
"""

import fcntl
import json
import os
import signal
import sys
from pathlib import Path

PAGES, PROGRESS, MADE, TURN = "pages.json", "progress", "sheets.pdf", "turn"
TIMEOUT = 900  # seconds
NICENESS = 10  # requests come first


def make_file(folder: Path) -> None:
    """Wait for the lock, then make the file."""
    with (folder.parent / TURN).open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        signal.alarm(TIMEOUT)
        os.nice(NICENESS)
        pages = [(page, copies) for page, copies in json.loads((folder / PAGES).read_text(encoding="utf-8"))]
        _write_progress(folder, 0)
        from scorekeeper.paper.pdf import pdf_of_pages

        written = pdf_of_pages(pages, lambda count: _write_progress(folder, count))
        temporary = folder / f".{MADE}"
        temporary.write_bytes(written)
        temporary.rename(folder / MADE)
        (folder / PAGES).unlink()


def _write_progress(folder: Path, count: int) -> None:
    temporary = folder / f".{PROGRESS}"
    temporary.write_text(str(count), encoding="ascii")
    temporary.rename(folder / PROGRESS)


if __name__ == "__main__":
    make_file(Path(sys.argv[1]))
