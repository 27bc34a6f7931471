"""Claims that the test suite proves: backups and migrations, access, bad input, full and read-only disks.

    python -m tools.trust claims --only access

Each claim names the test files that prove it, run as `make test` runs them; it holds if all tests pass.
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
CLAIMS = {  # claim → files in tests/ that prove it
    "copies": (
        "backups made while hands are recorded are complete; newer or damaged ones are refused with a message",
        ["cli/test_backup.py", "cli/test_verify.py"],
    ),
    "migrations": (
        "every earlier database revision is migrated with all its data, after a backup",
        ["store/test_migrations*.py"],
    ),
    "access": (
        "every route checks permissions for every kind of visitor; revoked links fail at once",
        ["web/test_access.py", "web/test_links.py", "web/test_not_modified.py"],
    ),
    "input": (
        "no request causes a server error, a hang or an unauthorised write",
        ["web/test_fuzz*.py", "web/test_openapi.py", "web/test_rate_limits.py", "web/test_proofs.py"],
    ),
    "door": (
        "all input is bounded in size, depth and number, and validated by the game before it is stored",
        ["web/test_sent.py", "test_bounded_json.py", "games/test_bounds.py"],
    ),
    "slow": (
        "slow clients and long work do not delay others; connections are limited by address, number and memory",
        ["serving/test_buffering.py", "trust/test_beside.py"],
    ),
    "jobs": (
        "papers, exports and imports are jobs: limited, deduplicated, with time and memory limits, gone in two hours",
        ["jobs/test_queue.py", "jobs/test_long_sheets.py", "clubs/test_long_files.py", "cli/test_worker.py"],
    ),
    "long": (
        "a match of very many hands has a small page, and its sheet is made in parts",
        ["web/test_long_matches.py", "paper/test_sheets_in_pieces.py"],
    ),
    "quotas": (
        "matches without an account are limited, or allowed to members only",
        ["web/test_starting.py"],
    ),
    "sessions": (
        "sessions can be ended on the server and expire; password hashes are strong and upgraded",
        ["clubs/test_sessions.py"],
    ),
    "again": (
        "sensitive actions ask for the password or a passkey again",
        ["clubs/test_confirming.py", "clubs/test_passkeys.py"],
    ),
    "guesses": ("password guessing is limited, and nobody else is locked out", ["clubs/test_lock_outs.py"]),
    "mails": ("a new password, address or role is announced by mail", ["clubs/test_notices.py"]),
    "resets": (
        "password reset links expire with a newer one, with a change and on joining, and are checked when used",
        ["clubs/test_reset_links.py", "clubs/test_password_reset.py"],
    ),
    "approved": (
        "approved results cannot be changed, nor stakes, names, places and codes",
        ["clubs/test_approvals.py", "ledger/test_approval.py"],
    ),
    "exports": (
        "exports contain only what their reader may see, and no cell is a formula in a spreadsheet",
        ["clubs/test_import_export.py", "clubs/test_history_travels.py"],
    ),
    "leaving": (
        "links of a scorer who leaves can be revoked, and a browser's data can be deleted completely",
        ["clubs/test_leaving.py", "web/test_preferences.py"],
    ),
    "addresses": (
        "links, mails and codes start with the public address; codes with localhost are neither shown nor printed",
        ["web/test_public_address.py", "clubs/test_night_papers.py"],
    ),
    "set_up": (
        "the first club needs a code from the console; weak keys are refused; files are readable by their owner only",
        ["clubs/test_sign_in.py", "test_config.py"],
    ),
    "told": (
        "owners can read who did what; imported lines are marked, and names cannot imitate others",
        ["clubs/test_security_log.py", "clubs/test_who_wrote_it.py", "ledger/test_lookalikes.py"],
    ),
    "disk": (
        "a full or read-only disk is reported on a clear page, and nothing is half-written",
        ["store/test_faults.py"],
    ),
    "erasing": (
        "a person can be erased everywhere, also after hostile input: names replaced, scores kept",
        ["clubs/test_erasing.py", "clubs/test_hostile_rows.py"],
    ),
    "machines": (
        "several machines share rate limits and one queue",
        ["web/test_rate_limits.py", "jobs/test_queue.py"],
    ),
    "packages": (
        "every package is locked with its hash and listed",
        ["project/test_requirements.py", "project/test_sbom.py"],
    ),
    "ending": ("a killed server frees its port; a graceful stop finishes requests", ["cli/test_serve.py"]),
    "logs": ("logs contain no name, link or address", ["web/test_logs.py"]),
    "engine": ("the rules score the same on a phone", ["micropython/test_same_answers.py"]),
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command line options."""
    parser.add_argument("--only", choices=CLAIMS, action="append", help="all, unless one is named")


def run(options: argparse.Namespace) -> Iterator[Line]:
    """Runs the tests of each claim; a claim without tests fails."""
    for name in options.only or CLAIMS:
        claim, patterns = CLAIMS[name]
        files = [file for pattern in patterns for file in sorted((ROOT / "tests").glob(pattern))]
        named = f"{claim} ({', '.join(f'`{pattern}`' for pattern in patterns)})"
        yield Line(named, *_tested(files)) if files else Line(named, "no test", "all", False)


def _tested(files: list[Path]) -> tuple[str, str, bool]:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}"]
        strict = {**os.environ, "SCOREKEEPER_HANG": "1"}  # the promised limit in seconds
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
    """Returns the numbers of tests and failures; 0 tests if pytest could not start and wrote no report."""
    found = dict.fromkeys(("tests", "failures", "errors", "skipped"), 0)
    if report.exists():
        for suite in ElementTree.parse(report).getroot().iter("testsuite"):  # noqa: S314 (just written for us)
            found = {name: count + int(suite.get(name, 0)) for name, count in found.items()}
    return found
