"""One schedule from one seed: people at a table with phones, bad networks, a server that is killed; then the checks."""

import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from flask import Flask
from sqlalchemy import create_engine

from scorekeeper import ledger
from scorekeeper.app import create_app
from scorekeeper.games.engine import offline_match
from scorekeeper.games.engine.setup import begin
from scorekeeper.offline.phone import dispatch
from scorekeeper.store import upgrade
from scorekeeper.store.models import Match, db
from scorekeeper.web import links
from tests.simulation.history import Line, Read, Replay, Story, Wrong, facts, problems
from tests.simulation.phone import Browsers, Page, Phone
from tests.simulation.world import CALM, Network, Request, Server, Weather, World, respond

SIDES = [{"name": "Us", "players": ["Anna", "Bruno"]}, {"name": "Them", "players": ["Carla", "Dino"]}]
HEAD = {"format": "scorekeeper/1", "game": "truco", "sides": SIDES}
STAKES = (1, 1, 3, 3, 6, 9)
CHANGES = ("correct", "correct", "correct", "strike", "note", "note", "undo", "undo", "undo", "redo", "redo", "finish")
ACTS = ("record",) * 10 + CHANGES
LONGEST = 1500.0  # seconds after which everything must have arrived


class Hall:
    """The parts common to all schedules: database file and its empty copy, two server processes, the phones' engine."""

    def __init__(self, folder: Path) -> None:
        self.file, self.empty = folder / "scorekeeper.sqlite3", folder / "empty.sqlite3"
        engine = create_engine(f"sqlite:///{self.empty}")
        upgrade.upgrade(engine, folder)
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA journal_mode = WAL")  # once, instead of by each first connection
        engine.dispose()
        self.clean()
        self.server = Server([self._app(folder) for _process in range(2)])
        self.browsers = Browsers(self._start_engine(self.server.processes[0].app))

    def _app(self, folder: Path) -> Flask:
        return create_app(
            {
                "TESTING": True,
                "INSTANCE_PATH": str(folder),
                "DATABASE_URL": f"sqlite:///{self.file}",
                "SECRET_KEY": "a key for tests",
                "SQLITE_SYNCHRONOUS": "OFF",
                "SQLITE_BUSY_SECONDS": 0,  # a writer that would have to wait here would block all tasks
                "WTF_CSRF_ENABLED": False,
                "RATELIMIT_ENABLED": False,
            }
        )

    def clean(self) -> None:
        """Replaces the database by an empty one: another file, as a broken-off request may still hold the last."""
        for file in self.file.parent.glob(f"{self.file.name}*"):
            file.unlink()
        shutil.copyfile(self.empty, self.file)

    def _start_engine(self, app: Flask) -> dict[str, Any]:
        """Starts it; returns what phones have stored that can work without a network."""
        client = app.test_client()
        about = client.get("/engine.json").json
        dispatch.start(client.get(about["engine"]).text, "", json.dumps({"locale": "en", "languages": []}))
        dispatch.learn(client.get(about["games"]["truco"]).text, "")
        version = f"{about['locale']} {about['engine']} {about['messages']}"
        return {"about": about, "pages": {"version": version, "games": list(about["games"])}}


@contextmanager
def hall() -> Iterator[Hall]:
    """Opens a hall in memory, if there is a file system in memory."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        shared = Hall(Path(folder))
        with shared.server.own_time():
            yield shared
        shared.browsers.close()
        for process in shared.server.processes:
            process.engine.dispose()


class Outcome(NamedTuple):
    """How a schedule ended: the number of changes in the log, of conflicts, restarts and reads; and its trace."""

    lines: int
    conflicts: int
    restarts: int
    reads: int
    trace: list[str]


def weather_of(world: World) -> Weather:
    """Returns how bad network and server are in this schedule: from hardly to very."""
    rng = world.rng
    return Weather(
        lost=rng.choice((0, 0.05, 0.2)),
        doubled=rng.choice((0, 0.1, 0.3)),
        late=rng.choice((0, 0.05, 0.2)),
        statement=rng.choice((0.001, 0.01, 0.2)),
        killed=rng.choice((0, 0, 0.01, 0.03)),
        busy=rng.choice((0, 0, 0.05)),
    )


class Schedule:
    """The people of one table until everything has arrived."""

    def __init__(self, shared: Hall, seed: int) -> None:
        self.hall, self.server = shared, shared.server
        self.world = World(seed)
        self.rng = self.world.rng
        self.story = Story()
        self.keys = 0
        self.clean()
        self.net = Network(self.world, self.server)
        number = self.rng.choice((1, 2, 2, 2, 3))
        self.phones = [self.phone(f"phone {place}") for place in range(1, number + 1)]
        self.watchers = [self.phone("watcher")]

    def clean(self) -> None:
        """Begins with an empty database and newly started processes."""
        self.server.begin(self.world, CALM, [0, self.rng.choice((0, 2, -3600))])
        self.hall.browsers.begin(self.world)
        self.hall.clean()

    def phone(self, name: str) -> Phone:
        """Returns a phone that has opened nothing."""
        return Phone(self.world, self.net, self.story, name, self.hall.browsers)

    # the table

    def begin(self) -> None:
        """Starts the match, on the server or (seldom) on a phone without a network, and lets the phones open it."""
        if self.world.chance(0.15):
            self.begin_offline()
        else:
            self.begin_online()
        self.server.weather = self.net.weather = weather_of(self.world)

    def begin_online(self) -> None:
        """Starts the match on the server; all phones open its link."""
        app = self.server.processes[0].app
        with app.test_request_context():
            sitting = ledger.open_sitting()
            ledger.start_match(sitting, HEAD, actor="", key="start")
            score, watch = (links.token(links.make_link(sitting, may)) for may in ("score", "watch"))
            db.session.commit()
        self.story.began(f"/s/{score}/m/1")
        for phone in self.phones:
            self.open(phone)
            phone.page_base = self.story.base
        self.watch(f"/s/{watch}/m/1")

    def begin_offline(self) -> None:
        """Starts the match on the first phone; the others open it once the server has it."""
        first, *others = self.phones
        base = "/s/here/m/1"
        start = {"key": "begun here", "head": HEAD, "at": 0, "token": None, "follows": None}
        kept = json.loads(json.dumps(offline_match.begun(begin(HEAD))))
        match = {"base": base, "token": "here", "number": 1, "kept": kept, "confirmed": 1, "start": start}
        self.hall.browsers.order("put", first.name, match)
        self.cookie(first)
        first.start_page(base)
        first.page_base = base
        for phone in others:
            self.join(phone)
        self.join_watcher()

    def cookie(self, phone: Phone) -> None:
        """The phone has a session, as from the page on which the match was started."""
        reply = respond(self.server.processes[0].app, Request("GET", "/sync/token"))
        phone.cookie = reply.cookie

    def join(self, phone: Phone) -> None:
        """Opens the match as soon as it is on the server."""
        if not self.story.base:
            self.world.at(5, lambda: self.join(phone))
            return
        self.open(phone)
        phone.page_base = self.story.base

    def open(self, phone: Phone) -> None:
        """Opens the match page on a phone with a session."""
        self.cookie(phone)
        phone.start_page(self.story.base)

    def join_watcher(self) -> None:
        if not self.story.base:
            self.world.at(5, self.join_watcher)
        else:
            self.watch(self.story.base)

    def watch(self, base: str) -> None:
        """The watchers' page: it shows and polls, and stores nothing."""
        for watcher in self.watchers:
            watcher.start_page(base, watches=True)

    # what people do

    def plan(self) -> float:
        """Plans everything that people do; returns the time at which the last of it begins."""
        rng, end = self.rng, 0.0
        for phone in self.phones:
            at = rng.uniform(0.5, 4)
            for _action in range(rng.choice((2, 3, 4, 6))):
                self.world.at(at, lambda phone=phone: self.touch(phone))
                at += rng.choice((0.3, 2.0, 5.0, 20.0)) * rng.uniform(0.5, 1.5)
            end = max(end, at)
        for phone in self.phones:
            if self.world.chance(0.5):
                self.go_offline(phone, rng.uniform(0, end), rng.choice((3.0, 20.0, 60.0)))
            if self.world.chance(0.3):
                self.world.at(rng.uniform(1, end), lambda phone=phone: self.reopen(phone))
        for phone in (*self.phones, *self.watchers):
            for _poll in range(3):
                self.world.at(rng.uniform(0, end), lambda phone=phone: self.poll(phone))
        return end

    def go_offline(self, phone: Phone, at: float, seconds: float) -> None:
        def leave() -> None:
            phone.knows = self.world.chance(0.5)
            phone.set_network(offline=True)

        def back() -> None:
            phone.set_network(offline=False)

        self.world.at(at, leave)
        self.world.at(at + seconds, back)

    def reopen(self, phone: Phone) -> None:
        if phone.page is not None:
            phone.close_page()
            self.world.at(self.rng.uniform(0.1, 3), lambda: self.open_again(phone))

    def open_again(self, phone: Phone) -> None:
        if phone.page is None:
            phone.start_page(phone.page_base)

    def poll(self, phone: Phone) -> None:
        if phone.page is not None:
            phone.page.poll()

    def touch(self, phone: Phone) -> None:
        """The user of a phone does something, unless the page is busy."""
        page = phone.page
        if page is not None and not page.busy:
            page.busy = True
            page.task(lambda: self.use(page))

    def use(self, page: Page) -> None:
        try:
            shown = page.call("look")
            if shown and shown["conflict"] is not None:
                self.decide(page, shown)
            elif shown and shown["stored"]:
                self.change(page, shown)
        finally:
            page.busy = False

    def decide(self, page: Page, shown: dict[str, Any]) -> None:
        """Takes one of the choices in the dialog about a conflict."""
        if not shown["choices"]:
            page.call("ask")
            shown = page.call("look")
        if shown["choices"]:
            self.story.decide(page.phone.name, shown["conflict"])
            choice = self.rng.choice(shown["choices"])
            self.world.note(page.phone.name, "chooses", choice)
            page.call("choose", choice)

    def change(self, page: Page, shown: dict[str, Any]) -> None:
        """Fills in a form and sends it; after a conflict sends it again or gives it up."""
        path, fields = self.form(shown)
        self.keys += 1
        key, seen = f"key-{self.keys}", shown["version"]
        fields = {name: text.replace("KEY", key) for name, text in fields.items()}
        self.world.sleep(self.rng.choice((0.01, 0.01, 1.0, 4.0)))  # others may write meanwhile
        page.saving = key
        while True:
            reply = page.call("save", path, [*fields.items(), ("key", key), ("seen", str(seen))])
            if reply is None:
                return
            status, seen = reply
            if status != 409:
                return
            self.story.decide(page.phone.name, seen)
            if self.world.chance(0.4):
                return

    def form(self, shown: dict[str, Any]) -> tuple[str, dict[str, str]]:
        """Returns where a form is sent, below the match, and its fields; KEY in a text becomes the form's key."""
        rng, hands = self.rng, shown["hands"]
        act = rng.choice(ACTS)
        if shown["status"] != "in_progress" and act in ("record", "finish"):
            act = rng.choice(("undo", "correct"))
        if act in ("correct", "strike", "note") and not hands:
            act = "record"
        entry = {"way": "quick", "winner,stake": f"{rng.choice((0, 1))},{rng.choice(STAKES)}", "note": "KEY"}
        rest = {"strike_rest": "on"} if self.world.chance(0.7) else {}
        if act in ("record", "undo", "redo", "finish"):
            return ("hands", entry) if act == "record" else (act, {})
        fields = {"correct": entry | rest, "strike": rest, "note": {"note": "KEY"}}[act]
        return f"hands/{rng.choice(hands[-3:])}{'' if act == 'correct' else f'/{act}'}", fields

    # the end

    def settle(self) -> None:
        """Good weather: all phones get a network, and their users decide, until nothing waits."""
        self.server.weather = self.net.weather = CALM
        for process in self.server.processes:
            process.up = True
        for phone in self.phones:
            phone.set_network(offline=False)
        limit = self.world.time + LONGEST
        while not self.is_quiet():
            if self.world.time > limit:
                raise Wrong("a phone still has unsent changes")
            for phone in self.phones:
                self.help(phone)
            self.run_for(9)
        self.run_for(70)  # what is late arrives
        for phone in (*self.phones, *self.watchers):
            self.poll(phone)
        self.run_for(9)
        for phone in self.phones:
            if phone.page is not None:
                self.hall.browsers.order("show", phone.page.name)
        self.run_for(9)

    def run_for(self, seconds: float) -> None:
        over: list[bool] = []
        self.world.at(seconds, lambda: over.append(True))
        self.world.run(lambda: bool(over))

    def help(self, phone: Phone) -> None:
        self.open_again(phone)
        page = phone.page
        if page is None or page.busy:
            return
        match = phone.match()
        if match and match.get("conflict"):
            self.touch(phone)
        else:
            phone.sync()

    def is_quiet(self) -> bool:
        waits = any(phone.waits() or (phone.page is not None and phone.page.busy) for phone in self.phones)
        return not waits and not self.net.carrying and bool(self.story.base)

    def run(self) -> Outcome:
        """Plays the schedule. Raises Wrong."""
        self.begin()
        self.run_for(self.plan())
        self.settle()
        wrong = [*self.problems_at_the_end()]
        if wrong:
            raise Wrong("; ".join(wrong))
        conflicts = sum("has a conflict" in line for line in self.world.trace)
        return Outcome(len(self.replay.lines), conflicts, self.server.restarts, len(self.story.reads), self.world.trace)

    def problems_at_the_end(self) -> Iterator[str]:
        """Yields everything that is wrong."""
        app = self.server.processes[0].app
        with app.app_context():
            matches = db.session.query(Match).all()
            if len(matches) != 1:
                yield f"{len(matches)} matches were started"
            match = matches[0]
            lines = [Line(*(getattr(change, name) for name in Line._fields)) for change in ledger.changes(match)]
            self.replay = Replay(match.setup, lines)
            state, kept = json.loads(json.dumps(ledger.state(match))), ledger.offline_copy_of(match)
            last = [
                Read("the database", "", self.world.time, self.story.newest, answer)
                for answer in (state, {"kept": kept})
            ]
        self.story.reads += last
        yield from problems(self.story, self.replay)
        for phone in (*self.phones, *self.watchers):
            yield from self.differences(phone, state, kept)

    def differences(self, phone: Phone, state: dict[str, Any], kept: dict[str, Any]) -> Iterator[str]:
        """Yields where a phone's page and stored match differ from the server's."""
        stored = self.hall.browsers.stored(phone)
        if shown := stored["state"]:
            for name in ("version", "sides", "status", "can", "hand"):
                if shown[name] != state[name]:
                    yield f"the page of {phone.name} shows another {name}: {shown[name]}, not {state[name]}"
            if [without_time(hand) for hand in shown["hands"]] != [without_time(hand) for hand in state["hands"]]:
                yield f"the page of {phone.name} shows other hands"
        for match in stored["matches"]:
            if not match.get("arrived"):
                copy = match["kept"]
                if copy["version"] != kept["version"]:
                    yield f"{phone.name} stores version {copy['version']}, not {kept['version']}"
                elif [facts(hand) for hand in copy["hands"]] != [facts(hand) for hand in kept["hands"]]:
                    yield f"{phone.name} stores other hands"


def without_time(hand: dict[str, Any]) -> dict[str, Any]:
    """Returns a shown hand without its time, which a phone sets by its own clock."""
    return {name: value for name, value in hand.items() if name != "at"}


def play(shared: Hall, seed: int) -> Outcome:
    """Plays the schedule of a seed. Raises Wrong, with the trace as its second argument."""
    schedule = Schedule(shared, seed)
    try:
        return schedule.run()
    except Wrong as wrong:
        raise Wrong(str(wrong), schedule.world.trace) from None
    except Exception as error:  # of the server or of a script
        raise Wrong(f"{type(error).__name__}: {error}", schedule.world.trace) from error
    finally:
        for process in schedule.server.processes:
            for task in list(process.tasks):
                task.killed = True  # type: ignore[attr-defined]
                schedule.world.kill(task)
            process.engine.dispose()
