"""What tests need of the machine besides Python packages: where it lacks that, they are skipped and say what brings it.

At the end of a run one command is named that brings everything that was lacking.
"""

import re
import sys
from collections.abc import Sequence

import pytest

from tools.install.debian import PRINTING, Need, command

COMMAND = re.compile(r"apt-get install ([\w.+ -]+)")


def needs(need: Need) -> None:
    """Skip the test, or the module, where the machine lacks this."""
    if not need.is_there():
        pytest.skip(f"this machine lacks something: {command([need])}", allow_module_level=True)


class NoWeasyPrint:
    """In the place of WeasyPrint where Pango is missing: whoever comes to load it is skipped."""

    def find_spec(self, name: str, _path: Sequence[str] | None, _target: object = None) -> None:
        """As Python's own finders; it finds nothing."""
        if name == "weasyprint":
            needs(PRINTING)


def pytest_configure() -> None:
    """Keep WeasyPrint away where it cannot work."""
    if not PRINTING.is_there():
        sys.meta_path.insert(0, NoWeasyPrint())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests were left out for what the machine lacks, and what brings it."""
    reasons = [str(report.longrepr[2]) for report in terminalreporter.stats.get("skipped", [])]
    lacking = [found[1] for found in map(COMMAND.search, reasons) if found]
    if lacking:
        packages = " ".join(dict.fromkeys(" ".join(sorted(set(lacking))).split()))
        tests = "One test was" if len(lacking) == 1 else f"{len(lacking)} tests were"
        terminalreporter.section("left out")
        terminalreporter.line(f"{tests} left out: `apt-get install {packages}` as root brings what is missing.")
