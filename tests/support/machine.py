"""What tests need of the machine besides Python packages: where it lacks that, they are skipped and say what brings it.

At the end of a run one command is named that brings everything that was lacking; with `CI` that is a failure.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence

import pytest

from tools.install.debian import PRINTING, Need, command

COMMAND = re.compile(r"apt-get install ([\w.+ -]+)")


def needs(need: Need) -> None:
    """Skip the test, or the module, where the machine lacks this."""
    if not need.is_there():
        pytest.skip(f"this machine lacks something: {command([need])}", allow_module_level=True)


class InsteadOfWeasyPrint:
    """What Python meets when WeasyPrint is imported."""

    def __init__(self, met: Callable[[], None]) -> None:
        self.met = met

    def find_spec(self, name: str, _path: Sequence[str] | None, _target: object = None) -> None:
        """As Python's own finders have it."""
        if name == "weasyprint":
            self.met()


def pytest_configure() -> None:
    """Where Pango is missing, a test that comes to print is skipped."""
    if not PRINTING.is_there():
        sys.meta_path.insert(0, InsteadOfWeasyPrint(lambda: needs(PRINTING)))


@pytest.fixture
def no_pango(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without Pango, whatever this one has."""

    def complain() -> None:
        raise OSError("cannot load library 'libgobject-2.0-0'")

    for name in [name for name in sys.modules if name.partition(".")[0] == "weasyprint"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [InsteadOfWeasyPrint(complain), *sys.meta_path])


def left_out(config: pytest.Config) -> list[str]:
    """For each test that was skipped for what the machine lacks, the packages that would bring it."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    reports = reporter.stats.get("skipped", []) if reporter else []
    return [found[1] for found in (COMMAND.search(str(report.longrepr[2])) for report in reports) if found]


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Continuous integration is there to run everything: what it had to leave out is a failure."""
    if os.environ.get("CI") and session.exitstatus == 0 and left_out(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> Iterator[None]:
    """Say in the end how many tests were left out for what the machine lacks, and what brings it."""
    yield
    lacking = left_out(config)
    if lacking:
        packages = " ".join(dict.fromkeys(" ".join(sorted(set(lacking))).split()))
        tests = "One test was" if len(lacking) == 1 else f"{len(lacking)} tests were"
        terminalreporter.section("left out")
        terminalreporter.line(f"{tests} left out: `apt-get install {packages}` as root brings what is missing.")
