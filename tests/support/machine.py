"""Programs that tests need besides Python packages: if one is missing, the tests are skipped with a hint.

At the end of a run one command to install all of them is printed; with `CI` a missing program is a failure.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence

import pytest

from tools.install.debian import PRINTING, Need, command

COMMAND = re.compile(r"apt-get install ([\w.+ -]+)")


def needs(need: Need) -> None:
    """Skips the test or the module if this machine lacks the program."""
    if not need.is_there():
        pytest.skip(f"this machine lacks something: {command([need])}", allow_module_level=True)


class InsteadOfWeasyPrint:
    """An import finder that fails for WeasyPrint."""

    def __init__(self, met: Callable[[], None]) -> None:
        self.met = met

    def find_spec(self, name: str, _path: Sequence[str] | None, _target: object = None) -> None:
        """Same signature as Python's own finders."""
        if name == "weasyprint":
            self.met()


def pytest_configure() -> None:
    """Without Pango, tests that print are skipped."""
    if not PRINTING.is_there():
        sys.meta_path.insert(0, InsteadOfWeasyPrint(lambda: needs(PRINTING)))


@pytest.fixture
def no_pango(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulates a machine without Pango."""

    def complain() -> None:
        raise OSError("cannot load library 'libgobject-2.0-0'")

    for name in [name for name in sys.modules if name.partition(".")[0] == "weasyprint"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [InsteadOfWeasyPrint(complain), *sys.meta_path])


def left_out(config: pytest.Config) -> list[str]:
    """Returns the Debian packages that each skipped test lacked."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    reports = reporter.stats.get("skipped", []) if reporter else []
    return [found[1] for found in (COMMAND.search(str(report.longrepr[2])) for report in reports) if found]


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fails the run in continuous integration if tests were skipped for missing programs."""
    if os.environ.get("CI") and session.exitstatus == 0 and left_out(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> Iterator[None]:
    """Prints how many tests were skipped for missing programs, and how to install those."""
    yield
    lacking = left_out(config)
    if lacking:
        packages = " ".join(dict.fromkeys(" ".join(sorted(set(lacking))).split()))
        tests = "One test was" if len(lacking) == 1 else f"{len(lacking)} tests were"
        terminalreporter.section("left out")
        terminalreporter.line(f"{tests} left out: `apt-get install {packages}` as root brings what is missing.")
