"""The throughput of one process on this machine, compared with a minimal Flask application.

    python -m tools.trust load --seconds 4

See benchmarks/load.py (hands and watchers), benchmarks/paper.py (sheets) and benchmarks/growth.py (many hands).
"""

import argparse
from collections.abc import Iterator

from benchmarks import growth, paper
from benchmarks.load import BESIDE, Result, measure
from benchmarks.servers import KINDS
from tools.trust.lines import Line

MAIN = "granian"  # the server of `scorekeeper serve`; others are measured for comparison


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command line options."""
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 8, 32])
    parser.add_argument("--seconds", type=float, default=4, help="of each kind of request at each number of clients")
    parser.add_argument("--servers", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--sheets", type=int, default=32)
    parser.add_argument("--match", type=int, default=growth.LONGEST, help="hands of the long match")
    parser.add_argument("--database", type=int, default=1_000_000, help="hands of the large database")


def run(options: argparse.Namespace) -> Iterator[Line]:
    """Measures everything."""
    for result in measure(tuple(options.servers), options.clients, options.seconds):
        yield from of_server(result)
    yield from of_paper(options.sheets)
    for found in growth.measure([10, options.match], [10, options.database]):
        figure = f"{found.of_small / 1000:.1f} ms → {found.of_large / 1000:.1f} ms, × {found.ratio:.2f}"
        what = f"a hand, from {found.small:,} to {found.large:,} {found.what}"
        yield Line(what, figure, f"× {growth.TARGET} at most", found.ratio <= growth.TARGET)


def of_server(result: Result) -> Iterator[Line]:
    """Returns a line for each kind of request."""
    where = f"{result.server}, {result.clients} client{'s' if result.clients > 1 else ''}"
    for what, figures in result.measured.items():
        times = " / ".join(f"{figures.percentile(part):.1f}" for part in (50, 95, 99))
        figure = f"{figures.rate:,.0f} a second; p50 / p95 / p99 {times} ms"
        if what not in BESIDE:
            yield Line(f"{where}: {what}", figure)
            continue
        beside, most = BESIDE[what]
        figure += f"; × {result.ratio(what):.2f}"
        sound = result.ratio(what) <= most if result.server == MAIN else None
        yield Line(f"{where}: {what}", figure, f"{beside} × {most:g} at most" if sound is not None else "", sound)


def of_paper(sheets: int) -> Iterator[Line]:
    """Returns the lines about sheets."""
    measures = {"WeasyPrint alone, the same page": paper.alone, "PDF sheets of 30 hands, 4 clients": paper.ours}
    for what, measured in measures.items():
        figures = measured(sheets)
        yield Line(what, f"{figures.a_minute:.0f} a minute; {figures.peak:.0f} MB at most")
