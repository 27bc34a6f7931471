"""A phone at a table: a browser with its match page, as in static/js/phone (request, write, page) and static/js/match.

The rules, the checks and the stored document are computed by the phone's own Python (scorekeeper/offline/phone). What
is unsent is in tests/simulation/outbox.py.
"""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from greenlet import greenlet

from tests.simulation.history import Read, Sent, Story
from tests.simulation.outbox import Sender, Store, Stored, Write, ask_engine
from tests.simulation.world import BEGIN, Lock, Network, Reply, Request, World

PATHS = {"record": "hands", "correct": "hands/{}", "strike": "hands/{}/strike", "note": "hands/{}/note"}


class Phone:
    """A browser: its store, its cookie and the page that it shows. `net` is its connection."""

    def __init__(self, world: World, net: Network, story: Story, name: str, rules: str) -> None:
        self.world, self.net, self.story, self.name, self.rules = world, net, story, name, rules
        self.store = Store(world)
        self.locks: dict[str, Lock] = {}
        self.cookie = ""
        self.offline = False  # without a network; `navigator.onLine` is False if `knows`
        self.knows = False
        self.ahead = world.rng.choice((0, 0, 5, -70, 90_000))  # its clock, seconds
        self.page: Page | None = None
        self.page_base = ""  # where it is opened again

    def lock(self, name: str) -> Lock:
        """The lock of that name across this phone's pages."""
        return self.locks.setdefault(name, Lock(self.world))

    def ask(self, method: str, path: str, fields: Any = (), tag: str = "") -> Reply | None:
        """Sends one request; None if there is no response in time or the server fails (request.js)."""
        if self.offline:
            self.world.sleep(0.001 if self.knows else 0.5)
            return None
        pairs = tuple((name, str(text)) for name, text in fields)
        reply = self.net.ask(Request(method, path, pairs, tag, self.cookie))
        if reply and reply.cookie.startswith("scorekeeper="):
            self.cookie = reply.cookie
        return reply

    def try_get(self, path: str) -> Any:
        """Gets JSON; None without it. The response becomes part of the history."""
        at, least = self.world.time, self.story.acknowledged()
        reply = self.ask("GET", path)
        if reply is None or reply.status != 200:
            return None
        self.story.read(Read(self.name, "", at, least, reply.answer))
        return reply.answer

    def send_write(self, write: Write, seen: Any) -> Reply | None:
        """Sends a write unchanged (request.js)."""
        act, hand, fields = write["act"], write["hand"], write["fields"]
        if write.get("saw"):
            fields = [pair for pair in fields if pair[0] != "hand"]
            fields = [*fields, ("hand", hand or ""), ("saw", json.dumps(write["saw"]))]
        self.story.send(Sent(self.name, write["key"], act, hand, dict(fields), seen))
        path = f"{write['base']}/{(PATHS.get(act) or act).format(hand)}"
        reply = self.ask("POST", path, [*fields, ("key", write["key"]), ("seen", seen)])
        if reply:
            version = reply.answer["state"]["version"] if reply.status == 200 else "-"
            self.world.note(self.name, act, hand or "", write["key"], f"seen {seen}:", reply.status, version)
            self.story.answer(self.name, write["key"], reply)
        return reply

    def start_page(self, base: str) -> None:
        """Opens the match page."""
        self.page = Page(self, base)
        self.page.start()

    def close_page(self) -> None:
        """Closes the page, with all that it was doing. Called from an event."""
        if self.page is not None:
            self.world.note(self.name, "closes its page")
            page, self.page = self.page, None
            for task in page.tasks:
                self.world.kill(task)
            for lock in self.locks.values():
                if lock.holder is not None and lock.holder.dead:
                    lock.release()

    def waits(self) -> bool:
        """True if anything is unsent or undecided."""
        matches = [match for match in self.store.matches.values() if not match["arrived"]]
        return bool(self.store.writes) or any(match.get("start") or match.get("conflict") for match in matches)


class Page:
    """The scripts of one open match page."""

    def __init__(self, phone: Phone, base: str) -> None:
        self.phone, self.world, self.store, self.base = phone, phone.world, phone.store, base
        self.tasks: list[greenlet] = []
        self.sender = Sender(self)
        self.state: dict[str, Any] | None = None
        self.loads = 0  # how often it was loaded; a poll ends with the load before
        self.polled = 0  # the version from which the page polls
        self.tag = ""
        self.body: Any = None
        self.ready = self.world.rng.random() < 0.8  # the engine runs
        self.busy = False  # a form is being filled in or sent
        self.polling = False

    def task(self, act: Callable[[], object]) -> None:
        """Starts a task that ends with the page."""
        self.tasks.append(self.world.start(act))

    # page.js

    def start(self) -> None:
        """Shows the match, stores it, and sends the unsent changes."""
        self.task(self._start)

    def _start(self) -> None:
        self.store_match()
        self.load()
        self.sender.sync()

    def load(self) -> None:
        """Shows the page: the server's, or this phone's if that has unsent changes or no network."""
        base = self.current_base()
        state = None if self.is_ahead() else self.phone.try_get(f"{base}/state.json")
        if state is not None:
            self.phone.story.show(self.phone.name, state["version"])
        else:
            match = self.store.get_match(base)
            state = ask_engine({"ask": "state", "kept": match["kept"]}) if match else None
        self.state, self.tag, self.body = state, "", None
        self.loads += 1
        if state is not None:
            self.polled = state["version"]
        else:
            self.world.sleep(5)  # the browser shows an error page, and its user tries again
            self.load()

    def store_match(self) -> None:
        """Applies writes that the last page did not, and fetches the match."""
        base = self.current_base()
        match = self.store.get_match(base)
        self.apply_pending(base)
        if not (match and match["start"]):
            self.refresh(base)

    def store_shown(self, version: int) -> None:
        base = self.current_base()
        match = self.store.get_match(base)
        if match and not match["start"] and version > match["kept"]["version"]:
            self.refresh(base)

    # match.js and poll.js

    def show(self, newer: dict[str, Any]) -> None:
        """Merges a newer state into the page; loads it again if the match has ended or was reopened."""
        if self.state is None:
            return
        if ends_otherwise(self.state, newer):
            self.load()
            return
        self.polled = newer["version"]
        self.phone.story.show(self.phone.name, newer["version"])
        self.state = merge_state(self.state, newer)
        self.store_shown(newer["version"])

    def poll_once(self) -> None:
        """Polls, unless a poll is under way."""
        self.polling = True
        try:
            self.poll()
        finally:
            self.polling = False

    def catch_up(self) -> None:
        """Polls until the page is current; then updates the stored match."""
        self.poll_once()
        if self.state is not None:
            self.store_shown(self.state["version"])

    def poll(self) -> None:
        base = self.current_base()
        match = self.store.get_match(base)
        if self.state is None or (match and match["start"]):
            return
        at, least = self.world.time, self.phone.story.acknowledged()
        path = f"{base}/state.json?since={self.polled}&lang=en"
        since, loads = self.polled, self.loads
        reply = self.phone.ask("GET", path, tag=self.tag if self.body and self.body[0] == path else "")
        if reply is None or reply.status not in (200, 304) or self.loads != loads:
            return
        newer = self.body[1] if reply.status == 304 else reply.answer
        if reply.status == 200:
            self.tag, self.body = reply.tag, (path, reply.answer)
        self.phone.story.read(Read(self.phone.name, "poll", at, least, newer, since))
        if newer["version"] > self.polled:
            self.polled = newer["version"]
            self.receive(newer)

    def receive(self, newer: dict[str, Any]) -> None:
        """Shows another phone's change, unless this phone's own come first."""
        if self.state is None or newer["version"] == self.state["version"]:
            return
        if self.is_ahead():
            self.polled = self.state["version"]
            return
        self.show(newer)

    # write.js

    def current_base(self) -> str:
        match = self.store.get_match(self.base)
        return (match and match["arrived"]) or self.base

    def is_ahead(self) -> bool:
        current = self.current_base()
        match = self.store.get_match(current)
        return bool(match and match["start"]) or len(self.store.writes_of(current)) > 0

    def save(self, act: str, hand: int | None, fields: dict[str, str], key: str, seen: int) -> Reply | None:
        """Saves a form; None if the match is not stored here, or the engine does not run."""
        at = (BEGIN + timedelta(seconds=self.world.time + self.phone.ahead)).isoformat()
        write = {"base": self.current_base(), "act": act, "hand": hand, "seen": seen, "fields": list(fields.items())}
        write |= {"key": key, "at": at, "applied": False}
        if not self.store.get_match(write["base"]):
            return None
        with self.phone.lock(write["base"]):
            if self.current_base() != write["base"]:
                return self.save(act, hand, fields, key, seen)  # it was moved meanwhile
            here = self.is_decided_here(write)
            stored = self.store.add_write(write)
            self.phone.story.type(self.phone.name, key, seen)
            reply = (None if here else self.send_now(stored, seen)) or self.do_here(stored)
        if reply.status != 200:
            self.phone.story.refused.add(key)  # and the page shows why
        return reply

    def is_decided_here(self, write: Write) -> bool:
        if (self.phone.offline and self.phone.knows) or self.is_ahead():
            return True
        match = self.store.get_match(write["base"])
        assert match is not None
        kept = match["kept"]
        return self.ready and bool(kept["version"] == write["seen"]) and not kept["shown"].get("locked")

    def send_now(self, write: Write, seen: int) -> Reply | None:
        reply = self.phone.send_write(write, seen)
        if reply is None:
            return None
        if reply.status != 200:
            self.phone.story.refused.add(write["key"])  # and the page shows why
        self.store.remove_write(write["id"])
        if reply.status == 200:
            self.follow(write, reply.answer["state"]["version"])
        elif reply.status == 409:
            self.refresh(write["base"])
        self.ready = True
        return reply

    def follow(self, write: Write, version: int) -> None:
        """After the server has saved: changes the stored match as well."""
        match = self.store.get_match(write["base"])
        done = self.apply(match, write, "20:00") if match and match["kept"]["version"] == version - 1 else {}
        if not done.get("kept"):
            self.refresh(write["base"])
            return
        self.store.update_match(write["base"], lambda _match: {"kept": done["kept"], "confirmed": version})

    def refresh(self, base: str) -> bool:
        fresh = self.phone.try_get(f"{base}/kept.json")
        return bool(fresh) and self.store.replace_history(base, fresh)

    def apply(self, match: Stored, write: Write, time: str = "") -> dict[str, Any]:
        self.world.sleep(0.003)  # the worker's
        return ask_engine({"ask": "write", "kept": match["kept"], **write, "time": time})

    def do_here(self, write: Write) -> Reply:
        """Applies a write on this phone."""
        while True:
            match = self.store.get_match(write["base"])
            assert match is not None
            done = self.apply(match, write)
            if not done.get("kept"):
                self.store.remove_write(write["id"])
                return Reply(422 if done.get("problems") else 409, done)
            applied = write | {name: done[name] for name in ("number", "target", "saw")}
            applied["version"] = done["kept"]["version"]
            if self.store.apply_write(applied, done["kept"], match["kept"]["version"]):
                self.world.note(self.phone.name, "stores", write["act"], write["hand"] or "", write["key"])
                self.task(self.sender.sync)
                return Reply(200, done)

    def apply_pending(self, base: str) -> None:
        for write in self.store.writes_of(base):
            if not write["applied"]:
                with self.phone.lock(base):
                    reply = self.do_here(write)
                if reply.status != 200:
                    self.phone.story.refused.add(write["key"])  # the form's draft still has what was typed


def ends_otherwise(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """As in state.js."""

    def end(state: dict[str, Any]) -> Any:
        return state["status"] == "in_progress" or (state["winner"], [side["total"] for side in state["sides"]])

    return bool(end(before) != end(after))


def merge_state(state: dict[str, Any], newer: dict[str, Any]) -> dict[str, Any]:
    """As in state.js: the newer state contains only changed hands."""
    hands = {hand["number"]: hand for hand in state["hands"] if hand["number"] < newer["hand"]}
    hands |= {hand["number"]: hand for hand in newer["hands"]}
    return newer | {"hands": [hands[number] for number in sorted(hands)]}
