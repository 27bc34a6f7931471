"""Claims that the test suite proves: backups and migrations, access, bad input, full and read-only disks.

    python -m tools.trust claims --only access

Each line names the files of the test suite that prove it, run as `make test` runs them; it is so where all pass.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from tools.trust.lines import Line

ROOT = Path(__file__).parents[2]
CLAIMS = {  # the claim, and the files of tests/ that prove it
    "copies": (
        "copies made while hands are recorded come back whole; what is newer or not the schema is refused in words",
        ["cli/test_backup.py", "cli/test_verify.py"],
    ),
    "migrations": (
        "every earlier step of the database is brought to the newest with all that was in it, copied before",
        ["store/test_migrations*.py"],
    ),
    "access": (
        "every route answers every kind of visitor as it should; links end at once",
        ["web/test_access.py", "web/test_links.py", "web/test_not_modified.py"],
    ),
    "input": (
        "whatever is sent, nothing fails, hangs or writes more than it may",
        ["web/test_fuzz*.py", "web/test_openapi.py", "web/test_rate_limits.py", "web/test_proofs.py"],
    ),
    "door": (
        "what is sent comes by one door, bounded in size, depth and number, checked by the game before it is kept",
        ["web/test_sent.py", "test_bounded_json.py", "games/test_bounds.py"],
    ),
    "slow": (
        "slow senders, slow readers and long work hold up nobody; senders are bounded by address, in number, in memory",
        ["serving/test_buffering.py", "trust/test_beside.py"],
    ),
    "jobs": (
        "papers, exports and imports are jobs: counted, one for a wish, within deadline and memory, gone in two hours",
        ["jobs/test_queue.py", "jobs/test_long_sheets.py", "clubs/test_long_files.py", "cli/test_worker.py"],
    ),
    "long": (
        "a match of very many hands has a small page, and its sheet comes in pieces",
        ["web/test_long_matches.py", "paper/test_sheets_in_pieces.py"],
    ),
    "quotas": (
        "what people without an account start is bounded, or left to members",
        ["web/test_starting.py"],
    ),
    "sessions": (
        "sessions end on the server, one or all, when they are idle and in the end; hashes are strong and renewed",
        ["clubs/test_sessions.py"],
    ),
    "again": (
        "what could do harm asks for the password or a passkey again",
        ["clubs/test_confirming.py", "clubs/test_passkeys.py"],
    ),
    "guesses": ("who guesses is held back, and nobody else locked out", ["clubs/test_lock_outs.py"]),
    "mails": ("a new password, address or role is told by mail", ["clubs/test_notices.py"]),
    "resets": (
        "links for a new password end with each other, with a change, on joining, and are checked when used",
        ["clubs/test_reset_links.py", "clubs/test_password_reset.py"],
    ),
    "approved": (
        "what is approved stays, stakes, names, places and codes too",
        ["clubs/test_approvals.py", "ledger/test_approval.py"],
    ),
    "exports": (
        "exports hold what their reader may read, and no spreadsheet takes a cell for a formula",
        ["clubs/test_import_export.py", "clubs/test_history_travels.py"],
    ),
    "leaving": (
        "the links of a scorer who goes end, and a browser that is forgotten keeps nothing",
        ["clubs/test_leaving.py", "web/test_preferences.py"],
    ),
    "addresses": (
        "links, mails and codes begin with the public address; a code that would say localhost is not shown or printed",
        ["web/test_public_address.py", "clubs/test_night_papers.py"],
    ),
    "set_up": (
        "the first club takes a code of the console; weak keys are refused; files are for their owner only",
        ["clubs/test_sign_in.py", "test_config.py"],
    ),
    "told": (
        "owners read who did what; imported lines are marked, and names cannot imitate another's",
        ["clubs/test_security_log.py", "clubs/test_who_wrote_it.py", "ledger/test_lookalikes.py"],
    ),
    "disk": (
        "a full or read-only disk is told on a clear page, with nothing half-written",
        ["store/test_faults.py"],
    ),
    "erasing": (
        "a person can be erased everywhere, whatever was sent: names replaced, scores kept",
        ["clubs/test_erasing.py", "clubs/test_hostile_rows.py"],
    ),
    "machines": (
        "several machines count together and share one queue",
        ["web/test_rate_limits.py", "jobs/test_queue.py"],
    ),
    "packages": (
        "every package is locked with its hash and listed",
        ["project/test_requirements.py", "project/test_sbom.py"],
    ),
    "ending": ("a killed server leaves nobody at its port; a polite end finishes answers", ["cli/test_serve.py"]),
    "logs": ("logs hold no name, link or address", ["web/test_logs.py"]),
    "engine": ("the rules give the same answers on a phone", ["micropython/test_same_answers.py"]),
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the command line."""
    parser.add_argument("--only", choices=CLAIMS, action="append", help="all, unless one is named")


def run(asked: argparse.Namespace) -> Iterator[Line]:
    """Run the tests of each claim; one without tests fails."""
    for name in asked.only or CLAIMS:
        claim, patterns = CLAIMS[name]
        files = [file for pattern in patterns for file in sorted((ROOT / "tests").glob(pattern))]
        named = f"{claim} ({', '.join(f'`{pattern}`' for pattern in patterns)})"
        yield Line(named, *_tested(files)) if files else Line(named, "no test", "all", False)


def _tested(files: list[Path]) -> tuple[str, str, bool]:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}"]
        strict = {**os.environ, "SCOREKEEPER_HANG": "1"}  # the second that is promised
        done = subprocess.run(
            [*words, *map(str, files)], cwd=ROOT, env=strict, capture_output=True, text=True, check=False
        )
        counts = _counted(report)
    passed = counts["tests"] - counts["failures"] - counts["errors"] - counts["skipped"]
    figure = f"{passed:,} tests pass" + (f", {counts['skipped']} skipped" if counts["skipped"] else "")
    names = re.findall(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    if names:
        figure += f", not: {', '.join(name.rpartition('::')[2] for name in names[:5])}"
    return figure, "all", done.returncode == 0 and passed > 0


def _counted(report: Path) -> dict[str, int]:
    """How many tests ran and failed; pytest writes no report where it cannot start."""
    found = dict.fromkeys(("tests", "failures", "errors", "skipped"), 0)
    if report.exists():
        for suite in ElementTree.parse(report).getroot().iter("testsuite"):  # noqa: S314 (just written for us)
            found = {name: count + int(suite.get(name, 0)) for name, count in found.items()}
    return found
