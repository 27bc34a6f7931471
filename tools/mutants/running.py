"""A pytest plugin that tests mutants instead of the code: `python -m tools.mutants` starts it once for each room.

It collects and runs the room's tests once, with coverage, to know which tests run which lines. Then it forks for each
mutant. The child changes the code of the functions in place and runs the tests of the changed lines until one fails. A
change outside functions (a constant, a field), and one that no test notices this way, is imported again in a fresh
child, as other modules may have copied or cached a value.

A test that killed a mutant is tried first for the next one of the same function. A quick run stops earlier, and imports
nothing again for changes inside functions: its survivors are only suspects.
"""

import gc
import importlib.machinery
import importlib.util
import os
import resource
import shutil
import signal
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType

import coverage
import pytest

from tools.mutants.changes import Mutant

TOP = Path(__file__).parents[2]
ALREADY_IMPORTED = "ignore:Module already imported:pytest.PytestAssertRewriteWarning"
QUIET = ("-x", "-q", "-p", "no:cacheprovider", "--engines=sqlite", "-W", ALREADY_IMPORTED)
LONGEST = 8.0  # processor seconds of tests for one mutant; the slowest are left out if all take longer
QUICK = 2.0  # the same in a quick run
KILLER = "killer"  # a child's file with the test that failed
OURS = {"benchmarks", "scorekeeper", "tests", "tools"}  # packages that are imported again
MEMORY = 6_000_000_000  # bytes of data of a child; its address space may be larger, as Node reserves a lot


class Imported(importlib.machinery.SourceFileLoader):
    """Imports one module from a mutant's source instead of its file."""

    def __init__(self, mutant: Mutant) -> None:
        name = mutant.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        super().__init__(name, str(TOP / mutant.file))
        self.mutant = mutant

    def find_spec(self, name: str, *_: object) -> importlib.machinery.ModuleSpec | None:
        """Returns the module's spec, None for all other modules."""
        return importlib.util.spec_from_file_location(name, self.path, loader=self) if name == self.name else None

    def get_code(self, _fullname: str) -> CodeType:
        """Returns the mutant's code."""
        return compile(self.mutant.source, self.path, "exec")


class Chosen:
    """A plugin for the inner run of a child: the chosen tests only, in their order."""

    def __init__(self, chosen: list[str]) -> None:
        self.order = {test: number for number, test in enumerate(chosen)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keeps only the chosen tests, in their order."""
        items[:] = sorted((each for each in items if each.nodeid in self.order), key=lambda it: self.order[it.nodeid])


class Room:
    """The plugin: `pending` are the mutants to test; `report` gets each with True if it was killed.

    A `quick` run has QUICK seconds for each mutant instead of LONGEST.
    """

    def __init__(self, pending: list[Mutant], jobs: int, report: Callable[[Mutant, bool], None], quick: bool) -> None:
        self.pending, self.jobs, self.report, self.quick = pending, jobs, report, quick
        self.longest = QUICK if quick else LONGEST
        self.killers: dict[str, set[str]] = defaultdict(set)  # tests, by file and function
        self.seconds: dict[str, float] = {}
        self.breadth: Counter[str] = Counter()  # lines of the room that a test runs
        self.tests: dict[tuple[str, int], set[str]] = defaultdict(set)  # of a file's line
        self.of_file: dict[str, set[str]] = defaultdict(set)
        self.children: dict[int, tuple[Mutant, bool, str]] = {}
        self.functions: list[FunctionType] = []
        self.failed = False

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self) -> None:
        """Failing examples need not be made small."""
        from hypothesis import Phase, settings  # pytest has to import it first

        settings.register_profile("mutants", settings(), phases=[Phase.explicit, Phase.generate])
        settings.load_profile("mutants")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Notes failures."""
        self.failed = self.failed or report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Runs all tests once, then the mutants; stops if a test fails without any change."""
        self._measure(session)
        if not self.failed and self._control():
            items = {item.nodeid: item for item in session.items}
            for mutant in self.pending:
                in_place = None
                if mutant.place and self._run_by(mutant):
                    in_place = partial(self._in_place, session, items, mutant, self._tests_of(mutant))
                self._start(mutant, in_place)
            while self.children:
                self._wait()
        return True

    def _control(self) -> bool:
        """Tests the unchanged code, imported again: True if it survives, as all else means nothing otherwise."""
        file = self.pending[0].file
        control = Mutant(file, "", "", "", 0, (0, 0), (TOP / file).read_text(encoding="utf-8"))
        seen: list[bool] = []
        report, self.report = self.report, lambda _mutant, killed: seen.append(killed)
        self._start(control, None)
        self._wait()
        self.report = report
        if seen != [False]:
            print("The unchanged code does not pass its tests when it is imported again.", file=sys.stderr)
        return seen == [False]

    def _measure(self, session: pytest.Session) -> None:
        files = sorted({mutant.file for mutant in self.pending})
        cover = coverage.Coverage(data_file=None, config_file=False, include=files, branch=False)
        cover.set_option("run:disable_warnings", ["no-data-collected"])  # where a module only declares constants
        cover.start()
        for item, following in zip(session.items, [*session.items[1:], session], strict=True):
            cover.switch_context(item.nodeid)
            before = sum(os.times()[:4])  # its own and its children's, so that a busy machine leaves out no tests
            # The session itself as the last "test" keeps its fixtures, and ends all others.
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            self.seconds[item.nodeid] = sum(os.times()[:4]) - before
        cover.stop()
        for file in files:
            for line, tests in cover.get_data().contexts_by_lineno(str(TOP / file)).items():
                self.tests[file, line].update(filter(None, tests))
                self.breadth.update(self.tests[file, line])
                self.of_file[file].update(filter(None, tests))
        gc.unfreeze()  # objects frozen by tests/conftest.py are not among the collector's
        self.functions = [each for each in gc.get_objects() if isinstance(each, FunctionType)]
        self.functions = [
            each for each in self.functions if each.__code__.co_filename.startswith(str(TOP / "scorekeeper"))
        ]
        gc.freeze()

    def _tests_of(self, mutant: Mutant) -> list[str]:
        """Returns the tests to run, quick and narrow ones first: of the changed lines, else of the module and game.

        A test that runs few lines of the room is about them; one that runs many only passes through. Only an import
        runs what is outside functions, and functions called there.
        """
        tests = self._run_by(mutant) if mutant.place else set()
        game = Path(mutant.file).parent.name
        of_file = self.of_file[mutant.file]
        if not tests:
            tests = of_file | {test for test in self.seconds if game == "engine" or game in test}
        chosen: list[str] = []
        seconds = 0.0
        killers = self.killers[mutant.file + mutant.place]

        def place(test: str) -> tuple[bool, bool, float]:
            return test not in killers, test not in of_file, self.seconds[test] * self.breadth[test]

        for test in sorted(tests, key=place):
            seconds += self.seconds[test]
            if seconds > self.longest and chosen:
                break
            chosen.append(test)
        return chosen

    def _run_by(self, mutant: Mutant) -> set[str]:
        """Returns the tests that ran the changed lines."""
        first, last = mutant.lines
        return {test for line in range(first, last + 1) for test in self.tests[mutant.file, line]}

    def _start(self, mutant: Mutant, in_place: Callable[[], bool] | None) -> None:
        """Tests in a new child; if it survives `in_place`, or without that, with the module imported again."""
        while len(self.children) >= self.jobs:
            self._wait()
        folder = tempfile.mkdtemp(prefix="mutant-")
        child = os.fork()
        if not child:
            self._child(mutant, folder, in_place)
        self.children[child] = (mutant, in_place is not None and not self.quick, folder)

    def _child(self, mutant: Mutant, folder: str, in_place: Callable[[], bool] | None) -> None:
        status = 0
        try:
            out = os.open(os.devnull, os.O_WRONLY)
            os.dup2(out, 1)
            os.dup2(out, 2)
            signal.alarm(int(12 * LONGEST))  # its default action ends the process
            resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
            tempfile.tempdir = folder
            os.environ["TMPDIR"] = folder
            gc.disable()
            self.failed = False
            survived = in_place() if in_place else self._imported(mutant, self._tests_of(mutant))
            status = 0 if survived else 1
        except BaseException:
            status = 1
        finally:
            os._exit(status)

    def _wait(self) -> None:
        child, status = os.wait()
        if child not in self.children:
            return
        mutant, again, folder = self.children.pop(child)
        killer = Path(folder) / KILLER
        if killer.exists():
            self.killers[mutant.file + mutant.place].add(killer.read_text(encoding="utf-8"))
        shutil.rmtree(folder, ignore_errors=True)
        if status == 0 and again:
            self._start(mutant, None)
        else:
            self.report(mutant, status != 0)

    def _in_place(
        self, session: pytest.Session, items: dict[str, pytest.Item], mutant: Mutant, tests: list[str]
    ) -> bool:
        """Changes the code of the mutant's functions and runs the tests; True if all pass."""
        session.config.pluginmanager.unregister(name="terminalreporter")
        changed = functions(compile(mutant.source, str(TOP / mutant.file), "exec"))
        for function in self.functions:
            code = function.__code__
            if code.co_filename == str(TOP / mutant.file) and code.co_qualname in changed:
                function.__code__ = changed[code.co_qualname]
        chosen = [items[test] for test in tests]
        for item, following in zip(chosen, [*chosen[1:], session], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                Path(tempfile.gettempdir(), KILLER).write_text(item.nodeid, encoding="utf-8")
                return False
        return True

    def _imported(self, mutant: Mutant, tests: list[str]) -> bool:
        """Imports everything again with the mutant and runs the tests; True if all pass."""
        for name in [each for each in sys.modules if each.partition(".")[0] in OURS]:
            del sys.modules[name]
        sys.meta_path.insert(0, Imported(mutant))
        files = sorted({test.partition("::")[0] for test in tests})
        return pytest.main([*QUIET, *files], plugins=[Chosen(tests)]) in (0, 5)


def functions(code: CodeType) -> dict[str, CodeType]:
    """Returns the code of a module's functions and methods by name; functions inside them change with them."""
    found: dict[str, CodeType] = {}
    for inner in code.co_consts:
        if isinstance(inner, CodeType) and "<" not in inner.co_qualname:
            found |= {inner.co_qualname: inner} | functions(inner)
    return found
