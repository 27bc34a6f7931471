"""The lines of a file that is imported, scored by the rules, in batches of AT_ONCE matches.

So memory does not grow with a file's length.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scorekeeper import bounded_json
from scorekeeper.bounded_json import BadJson
from scorekeeper.clubs.import_documents import hands_of, rows_of
from scorekeeper.clubs.import_duplicates import Candidate
from scorekeeper.clubs.import_lines import LINE
from scorekeeper.clubs.tournaments import exported
from scorekeeper.clubs.tournaments.exported import Arriving
from scorekeeper.games.engine.base import Problem, Refusal, _, problem

MOST_BAD = 50  # lines that are reported
AT_ONCE = 200  # matches of a batch
ROWS_AT_ONCE = 1_500  # hands and lines of the log of a batch, or a little more: what is inserted in a tenth of a second
MOST_IN_ALL = 50_000  # hands of a file: an import takes seconds, not minutes
TOO_MUCH = _("A file can have at most {hands} hands; put the rest in another file")


@dataclass
class BadLine:
    """A line that cannot be imported: its number, counted from 1, and what is wrong."""

    number: int
    problems: list[Problem]


class Batch:
    """Good lines of a file that are written together."""

    def __init__(self) -> None:
        self.matches: list[Candidate] = []
        self.tournaments: list[Arriving] = []
        self.rows = 0

    def __len__(self) -> int:
        return len(self.matches) + len(self.tournaments)

    def add(self, each: Candidate | Arriving) -> None:
        """Add a line."""
        if isinstance(each, Candidate):
            self.matches.append(each)
            self.rows += len(each.rows.hands) + len(each.rows.changes)
        else:
            self.tournaments.append(each)
            self.rows += len(each.document["entrants"])

    @property
    def is_full(self) -> bool:
        """Whether more would take too long to insert."""
        return len(self) == AT_ONCE or self.rows >= ROWS_AT_ONCE


def batches(lines: Iterable[bytes], bad: list[BadLine], actor: str = "") -> Iterator[Batch]:
    """The good documents of a file in batches, scored by the rules; bad lines are added to `bad`."""
    batch = Batch()
    for each in _good_lines(lines, bad, actor):
        batch.add(each)
        if batch.is_full:
            yield batch
            batch = Batch()
    if len(batch):
        yield batch


def _good_lines(lines: Iterable[bytes], bad: list[BadLine], actor: str) -> Iterator[Candidate | Arriving]:
    left = MOST_IN_ALL
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            document = bounded_json.read(line, LINE)
            left -= hands_of(document) + 1
            if left < 0:
                return _add_bad(bad, number, [problem(None, None, TOO_MUCH, hands=MOST_IN_ALL)])
            if exported.is_tournament(document):
                yield exported.read_line(number, document)
            else:
                yield Candidate(number, document, rows_of(document, actor))
        except Refusal as refusal:
            _add_bad(bad, number, refusal.problems)
        except BadJson:
            _add_bad(bad, number, [problem(None, None, _("This line is not a match document in JSON"))])


def _add_bad(bad: list[BadLine], number: int, problems: list[Problem]) -> None:
    if len(bad) < MOST_BAD:
        bad.append(BadLine(number, problems))
