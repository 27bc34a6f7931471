"""Lighthouse on pages for phones: scores, times, and every lost point.

    make lighthouse                                   the match page of every game, and the tournament, five runs each
    python -m benchmarks.lighthouse --runs 3 truco    one game
    python -m benchmarks.lighthouse tournament        the page of a tournament for players' phones

Lighthouse is not part of the project: npm downloads the version below at the first run (or set LIGHTHOUSE to an
installed program). The application runs as with `scorekeeper serve`, on this machine, with matches of some hands. The
times are simulated by Lighthouse for slow 4G (150 ms, 1.6 Mbit/s, a processor four times slower) from a fast load;
shown is the median of the runs. `index` is Lighthouse's benchmark of the machine at that moment: 1500 or more for a
laptop, a few hundred for a busy machine, whose figures then mean little.

Target: first contentful paint within 1.0 s; performance 99 or more, all other scores 100.
"""

import argparse
import json
import os
import shlex
import subprocess
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.page_weight import match_page
from benchmarks.servers import OURS, served
from benchmarks.start import answers_at
from benchmarks.wall import follow
from scorekeeper.app import create_app
from scorekeeper.games import GAMES, find_game
from scorekeeper.store import upgrade
from scorekeeper.store.models import db
from tools.install import debian

PINNED = "npx --yes lighthouse@12.8.2"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
PRIVATE = "is-crawlable"  # audit for search engines: match links can score, so none are indexed
CHROME = "--headless=new --no-sandbox --disable-gpu"
PLAYERS = "tournament"  # the players' page of the tournament of `benchmarks.wall`
TRIES = 3  # sometimes a trace lacks its beginning (NO_NAVSTART)
TIMES = {  # audit → heading of its column
    "first-contentful-paint": "FCP s",
    "largest-contentful-paint": "LCP s",
    "speed-index": "SI s",
    "total-blocking-time": "TBT ms",
    "cumulative-layout-shift": "CLS",
}

Report = dict[str, Any]


def main() -> None:
    """Measures each game's page and prints a table, then the audits that cost points."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=[*(game.slug for game in GAMES), PLAYERS], metavar="game")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--keep", type=Path, help="a folder for Lighthouse's own reports (JSON)")
    options = parser.parse_args()
    titles = "".join(f"{name[:14]:>15}" for name in CATEGORIES)
    print(f"{'game':12}{titles}", *(f"{each:>7}" for each in TIMES.values()), "  index")
    lost: set[str] = set()
    with tempfile.TemporaryDirectory() as folder:
        pages = make_matches(Path(folder), options.games)
        with served("granian", OURS, {"SCOREKEEPER_INSTANCE": folder, "DATABASE_URL": ""}, "/healthz") as (port, _pid):
            for game, page in pages.items():
                answers_at(port, page)  # the first request after a start compiles templates; not measured
                reports = [look(f"http://127.0.0.1:{port}{page}", Path(folder)) for _run in range(options.runs)]
                print(row(game, reports), flush=True)
                lost |= {f"{game}: {each}" for each in lost_points(reports[-1])}
                keep(options.keep, game, reports)
    print("\nBelow 100:", *sorted(lost) or ["nothing"], sep="\n  ")


def make_matches(folder: Path, games: list[str]) -> dict[str, str]:
    """Creates a match of each game in a new database, and a tournament if wanted; returns their pages by name."""
    app = create_app({"INSTANCE_PATH": str(folder)})
    with app.app_context():
        upgrade.upgrade(db.engine, folder)
        pages = {slug: match_page(game) for slug in games if (game := find_game(slug))}
        if PLAYERS in games:
            with app.test_request_context():
                pages[PLAYERS] = follow()
        db.engine.dispose()
    return pages


def look(url: str, folder: Path) -> Report:
    """Returns Lighthouse's report of a page."""
    file = folder / "report.json"
    options = ["--quiet", f"--skip-audits={PRIVATE}", "--output=json", f"--output-path={file}"]
    command = shlex.split(os.environ.get("LIGHTHOUSE", PINNED))
    environment = {"CHROME_PATH": debian.browser() or "", **os.environ}
    said = ""
    for _try in range(TRIES):
        file.unlink(missing_ok=True)
        ran = subprocess.run(
            [*command, url, *options, f"--chrome-flags={CHROME}", f"--only-categories={','.join(CATEGORIES)}"],
            env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        report: Report = json.loads(file.read_text("utf-8")) if file.exists() else {"runtimeError": None}
        if "runtimeError" not in report:
            return report
        said = ran.stderr
    raise SystemExit(f"{url}: {said}")


def row(game: str, reports: list[Report]) -> str:
    """Returns the medians of a game's runs."""
    scores = [median(100 * report["categories"][name]["score"] for report in reports) for name in CATEGORIES]
    times = {name: median(report["audits"][name]["numericValue"] for report in reports) for name in TIMES}
    shown = [f"{times[name]:7.3f}" if what == "CLS" else f"{times[name] / (1000 if what.endswith(' s') else 1):7.2f}"
             for name, what in TIMES.items()]  # fmt: skip
    index = median(report["environment"]["benchmarkIndex"] for report in reports)
    return f"{game:12}" + "".join(f"{score:15.0f}" for score in scores) + " " + " ".join(shown) + f" {index:7.0f}"


def lost_points(report: Report) -> set[str]:
    """Returns the audits that cost points, as `category: audit (what Lighthouse shows)`."""
    audits = set()
    for name in CATEGORIES:
        for part in report["categories"][name]["auditRefs"]:
            audit = report["audits"][part["id"]]
            if part["weight"] and audit["score"] is not None and audit["score"] < 1:
                said = audit.get("displayValue", audit["title"])
                audits.add(f"{name}: {audit['id']} {audit['score'] * 100:.0f} ({said})")
    return audits


def keep(folder: Path | None, game: str, reports: list[Report]) -> None:
    """Saves the reports in a folder, if one is set."""
    if folder is None:
        return
    folder.mkdir(parents=True, exist_ok=True)
    for number, report in enumerate(reports):
        (folder / f"{game}-{number}.json").write_text(json.dumps(report), "utf-8")


if __name__ == "__main__":
    main()
