"""The memory of a server over a day of use: is it flat once everything is loaded?

    python -m tools.trust memory --hours 24

An hour of use is a new evening with a few tables: every table records its hands, its watchers poll, its pages and
those of the server are opened, and its sheet is printed, which is a new one each time. The hours follow one another
without a pause. Afterwards the memory of all the server's processes is compared between the hours.
"""

import argparse
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from threading import Event

from tools.trust.durability import Client
from tools.trust.lines import Line
from tools.trust.server import environ_for, memory, processes_of, serving

WARM = 4  # hours until every page, font and catalogue has been loaded
MOST = 0.5  # megabytes of growth an hour at most
PAGES = ["/", "/new", "/evenings", "/rules/", "/rules/king", "/claims/", "/records", "/settings", "/privacy"]
OF_MATCH = ["", "/board", "/hands/1", "/kept.json"]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command line options."""
    parser.add_argument("--hours", type=int, default=24, help=f"growth is judged beyond {WARM}")
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--hands", type=int, default=12, help="of a table in an hour")
    parser.add_argument("--polls", type=int, default=240, help="of a table in an hour")


def run(options: argparse.Namespace) -> Iterator[Line]:
    """Uses a server for some hours and compares its memory."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-trust-") as folder:
        with serving(environ_for(Path(folder)), Path(folder) / "log") as server:
            numbers, responses, megabytes = count(), 0, list[float]()
            for _hour in range(options.hours):
                for _table in range(options.tables):
                    client = Client(server.port, next(numbers), Event())
                    client.phone.timeout = 60
                    responses += use(client, options.hands, options.polls)
                process = server.process
                megabytes.append(sum(map(memory, processes_of(process.pid))) if process else 0.0)
        what = f"{options.hours} hours of {options.tables} tables"
        yield Line(f"{what}: responses", f"{responses:,}", "some", responses > 0)
        yield growth(megabytes)


def use(client: Client, hands: int, polls: int) -> int:
    """Plays an hour at one table; returns the number of responses. Raises Refused."""
    phone = client.phone
    for _hand in range(hands):
        client.record()
    pages = [f"{phone.match}{page}" for page in [*OF_MATCH, "/sheet.pdf"]] + PAGES
    for address in [f"{phone.match}/state.json"] * polls + pages:
        status = phone.ask(address, None).status
        if status >= 500 or not status:
            raise RuntimeError(f"{address}: {status}")
    return 1 + hands + polls + len(pages)


def growth(megabytes: list[float]) -> Line:
    """Returns the line about the growth from the hour WARM to the last; `megabytes` after each hour.

    Without a verdict if there is no later hour, because something may still have been loaded.
    """
    if len(megabytes) <= WARM:
        figure = f"{megabytes[-1]:.0f} MB after {len(megabytes)} hours, too few to see a growth"
        return Line("… memory of all its processes", figure)
    loaded, last, hours = megabytes[WARM - 1], megabytes[-1], len(megabytes) - WARM
    an_hour = (last - loaded) / hours
    figure = f"{loaded:.0f} MB after {WARM} hours, {last:.0f} MB after {len(megabytes)}; {an_hour:+.2f} MB an hour"
    return Line("… memory of all its processes", figure, f"{MOST:g} MB an hour at most", an_hour <= MOST)
