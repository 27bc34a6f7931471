"""The kinds of work, by name: each makes a file, piece by piece."""

from collections.abc import Callable, Iterator
from typing import Any

from scorekeeper.jobs import files
from scorekeeper.store.job_models import Job


class Work:
    """A job in the hands of its maker: what was asked, what was sent, and a way to say how far it is."""

    def __init__(self, job: Job, report: Callable[[int], None], tell: Callable[[dict[str, Any]], None]) -> None:
        self.number, self.asked, self.club_id = job.number, job.asked, job.club_id
        self.language, self.told = job.language, job.told
        self.report = report  # of `total`, how many are done; raises Gone where nobody wants it any more
        self.tell = tell  # plain values that the job's page shows

    def sent(self, job: str = "") -> Iterator[bytes]:
        """The pieces of the file that was sent for it, or for another job."""
        return files.pieces(job or self.number, sent=True)


Maker = Callable[[Work], Iterator[bytes]]

MAKERS: dict[str, Maker] = {}


def maker(kind: str) -> Callable[[Maker], Maker]:
    """Have this function do the work of a kind. It runs in a worker, in an application and a request context with the
    addresses and the language of whoever asked; it yields the file's bytes, nothing for work without a file."""

    def add(function: Maker) -> Maker:
        MAKERS[kind] = function
        return function

    return add
