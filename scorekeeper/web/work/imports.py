"""Files of match documents looked at and taken in by workers."""

import tempfile
from collections.abc import Iterator
from typing import Any

from scorekeeper.clubs import import_lines, importing, log
from scorekeeper.clubs.importing import BadFile, Preview
from scorekeeper.jobs import Work, maker
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import db

PREVIEW, IMPORT = "preview", "import"
AT_ONCE = 300_000  # bytes of a file that is looked at and taken in within the request


@maker(PREVIEW)
def look(work: Work) -> Iterator[bytes]:
    """Tell what the file holds; nothing is written."""
    club = db.session.get_one(Club, work.club_id)
    work.tell(as_told(importing.preview(club, _lines(work, work.number))))
    return iter(())


@maker(IMPORT)
def take_in(work: Work) -> Iterator[bytes]:
    """Take in the file that was sent with the job `upload`, for `actor`, or tell why not."""
    club, actor, count = db.session.get_one(Club, work.club_id), work.asked["actor"], (work.told or {}).get("count", 0)

    def lines() -> Iterator[bytes]:
        return _lines(work, work.asked["upload"])

    def report(new: int) -> None:
        nonlocal count
        count += new
        work.tell({"count": count})

    wanted = {name: work.asked[name] for name in ("with_roster", "with_nights")}
    try:
        importing.import_in_batches(club, lines, actor=actor, mark=work.number, report=report, **wanted)
    except BadFile as bad:
        first = bad.problems[0]
        work.tell({"line": bad.line, "message": first["message"], "params": first["params"]})
        raise
    work.tell({"count": count})
    log.note(club, actor, "import", count=count)
    db.session.commit()
    return iter(())


def as_told(found: Preview) -> dict[str, Any]:
    """What a file holds, as plain values."""
    bad = [{"number": line.number, "problems": line.problems[:1]} for line in found.bad]
    counts = {"good": found.good, "known": found.known, "hands": found.hands, "players": len(found.players)}
    counts |= {"tournaments": found.tournaments, "strangers": len(found.strangers), "nights": len(found.nights)}
    return {**counts, "bad": bad, "may_be_imported": found.may_be_imported}


def _lines(work: Work, upload: str) -> Iterator[bytes]:
    """The lines of an uploaded file, with a report of how many were read."""
    with tempfile.TemporaryFile() as file:
        file.writelines(work.sent(upload))
        file.seek(0)
        for number, line in enumerate(import_lines.lines_of(file), 1):
            work.report(number)
            yield line
