"""Phones at a table: their browsers run the shipped scripts under Node (browser.mjs, phones.mjs), by the world's clock.

Here is what lies outside of a browser: the network, the engine's worker, which is the phone's own Python
(scorekeeper/offline/phone), and the user.
"""

import json
import re
import subprocess
from collections.abc import Callable
from itertools import count
from math import inf
from pathlib import Path
from typing import Any

from greenlet import getcurrent, greenlet

from scorekeeper.i18n import speaking
from scorekeeper.offline.phone import dispatch
from scorekeeper.offline.phone import texts as phone_texts
from tests.simulation.history import Read, Sent, Story
from tests.simulation.world import Network, Reply, Request, World

NODE = (
    "node",
    "--experimental-vm-modules",
    "--no-warnings",
    "--single-threaded",
    str(Path(__file__).with_name("phones.mjs")),
)
SCHEDULES = 50  # until Node is started again: it never frees a `vm.SourceTextModule`, nor what belongs to its page
WRITE = re.compile(r"/s/[^/]+/m/\d+/(?:hands(?:/(\d+)(?:/(strike|note))?)?|(undo|redo|finish))$")
Fields = list[tuple[str, str]]


def ask_engine(question: dict[str, Any]) -> dict[str, Any]:
    """Returns the response of the phone's Python."""
    with speaking(phone_texts.current_locale()):
        answer: dict[str, Any] = json.loads(dispatch.answer(json.dumps(question)))
    return answer


class Browsers:
    """The pages of all phones, in one process of Node. `next` is the time at which something happens in them."""

    fault: dict[str, str] | None = None  # planted in a script: `{"script", "text", "instead"}`

    def __init__(self, settings: dict[str, Any]) -> None:
        self.settings = settings  # that every phone has stored
        self._start()

    def _start(self) -> None:
        self.played = 0
        self.process = subprocess.Popen(
            NODE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def close(self) -> None:
        """Ends the process."""
        self.process.kill()
        self.process.communicate()

    def begin(self, world: World) -> None:
        """Prepares empty phones for a schedule."""
        if self.played == SCHEDULES:
            self.close()
            self._start()
        self.played += 1
        self.world, self.next, self.numbers = world, inf, count(1)
        self.pages: dict[str, Page] = {}
        self.calls: dict[int, greenlet] = {}
        world.browsers = self
        self.order("begin", {"settings": self.settings, "fault": self.fault})

    def order(self, *order: Any) -> list[Any]:
        """Gives the pages an order, and handles what they ask for."""
        return self._tell(self.world.time, [order])

    def advance(self, until: float) -> None:
        """Lets time pass in the pages until they ask for something, or until the world's next event."""
        self._tell(until, [])

    def _tell(self, until: float, orders: list[Any]) -> list[Any]:
        pipes = self.process
        assert pipes.stdin is not None
        assert pipes.stdout is not None
        pipes.stdin.write(json.dumps({"now": self.world.time, "until": min(until, 1e9), "orders": orders}) + "\n")
        pipes.stdin.flush()
        told = json.loads(pipes.stdout.readline())
        self.world.time = max(self.world.time, told["now"])
        self.next = inf if told["next"] is None else told["next"]
        for what, page, number, *about in told["asks"]:
            if what == "done":
                self._done(number, about[0])
            elif page in self.pages:
                self.pages[page].hear(what, number, about)
        return list(told["asks"])

    def _done(self, number: int, value: Any) -> None:
        task = self.calls.pop(number, None)
        if task is not None:
            self.world.at(0, lambda: self.world.resume(task, value))

    def call(self, page: str, act: str, *about: Any) -> Any:
        """Lets the user of a page do something; returns its result. Only in a task."""
        number = next(self.numbers)
        self.calls[number] = getcurrent()
        self.order("call", number, page, act, *about)
        return self.world.wait()

    def stored(self, phone: "Phone") -> dict[str, Any]:
        """Returns a phone's `matches` and unsent `writes`, and the `state` that its page shows."""
        asks = self.order("dump", 0, phone.name, phone.page.name if phone.page else "")
        return dict(asks[-1][3])


class Phone:
    """A browser with its cookie and the page that it shows. `net` is its connection."""

    def __init__(self, world: World, net: Network, story: Story, name: str, browsers: Browsers) -> None:
        self.world, self.net, self.story, self.name, self.browsers = world, net, story, name, browsers
        self.cookie = ""
        self.offline = False  # without a network; `navigator.onLine` is False if `knows`
        self.knows = False
        self.ahead = world.rng.choice((0, 0, 5, -70, 90_000))  # its clock, seconds
        self.page: Page | None = None
        self.page_base = ""  # where it is opened again

    def ask(self, method: str, path: str, fields: Any = (), tag: str = "") -> Reply | None:
        """Sends one request; None if there is no response in time or the server fails."""
        if self.offline:
            self.world.sleep(0.5)
            return None
        reply = self.net.ask(Request(method, path, tuple(fields), tag, self.cookie))
        if reply and reply.cookie.startswith("scorekeeper="):
            self.cookie = reply.cookie
        return reply

    def start_page(self, base: str, *, watches: bool = False) -> None:
        """Opens the match page; one that only watches stores nothing."""
        self.page = Page(self, base, watches)

    def close_page(self) -> None:
        """Closes the page, with all that it was doing. Called from an event."""
        if self.page is not None:
            self.world.note(self.name, "closes its page")
            page, self.page = self.page, None
            page.close()

    def set_network(self, *, offline: bool) -> None:
        """Loses the network, or has it again."""
        self.offline = offline
        if self.page is not None and (self.knows or not offline):
            self.browsers.order("online", self.page.name, not offline)
            if not offline:
                self.sync()

    def sync(self) -> None:
        """The browser tells its page that there is a network."""
        if self.page is not None:
            self.browsers.order("hear", self.page.name, "online")

    def match(self) -> dict[str, Any] | None:
        """Returns the match of the page as it is stored here."""
        matches = {match["base"]: match for match in self.browsers.stored(self)["matches"]}
        match = matches.get(self.page_base)
        return matches.get(match["arrived"]) if match and match.get("arrived") else match

    def waits(self) -> bool:
        """True if anything is unsent or undecided."""
        stored = self.browsers.stored(self)
        matches = [match for match in stored["matches"] if not match.get("arrived")]
        return bool(stored["writes"]) or any(match.get("start") or match.get("conflict") for match in matches)


class Page:
    """An open match page, seen from outside: what its scripts ask for, and what its user does."""

    def __init__(self, phone: Phone, base: str, watches: bool) -> None:
        self.phone, self.world, self.story, self.browsers = phone, phone.world, phone.story, phone.browsers
        self.name = f"{phone.name}.{next(self.browsers.numbers)}"
        self.tasks: list[greenlet] = []
        self.cached: dict[str, Reply] = {}  # responses with an ETag, by path
        self.busy = False  # a form is being filled in or sent
        self.saving = ""  # its key
        self.is_open = True
        self.browsers.pages[self.name] = self
        is_online = not (phone.offline and phone.knows)
        about = {"base": base, "ahead": phone.ahead, "isOnline": is_online, "watches": watches}
        self.browsers.order("open", self.name, phone.name, about)

    def close(self) -> None:
        """Ends everything that it was doing, wherever it waits."""
        self.is_open = False
        for task in self.tasks:
            self.world.kill(task)
        self.browsers.order("close", self.name)

    def task(self, act: Callable[[], object]) -> None:
        """Starts a task that ends with the page."""
        self.tasks.append(self.world.start(act))

    def call(self, act: str, *about: Any) -> Any:
        """Does something on the page, and waits until it is done."""
        return self.browsers.call(self.name, act, *about)

    def poll(self) -> None:
        """Polls, unless a poll is under way."""
        self.browsers.order("wake", self.name)

    # what its scripts ask for

    def hear(self, what: str, number: int, about: list[Any]) -> None:
        """Handles what the scripts ask for or tell, each by the method of that name."""
        getattr(self, f"_{what}")(number, *about)

    def _typed(self, _number: int, key: str, seen: int) -> None:
        self.story.type(self.phone.name, key, seen)
        self.world.note(self.phone.name, "stores", key)

    def _shown(self, _number: int, version: int) -> None:
        self.story.show(self.phone.name, version)

    def _conflict(self, _number: int) -> None:
        self.world.note(self.phone.name, "has a conflict")

    def _goes(self, _number: int, base: str) -> None:
        def go() -> None:
            if self.phone.page is self:
                self.phone.close_page()
                self.phone.page_base = base
                self.phone.start_page(base)

        self.world.at(0, go)

    def _engine(self, number: int, question: dict[str, Any] | None) -> None:
        if question is None:  # it starts
            self.world.at(self.world.rng.choice((0.1, 0.1, 2.0)), lambda: self.browsers.order("reply", number, 100))
            return
        answer = ask_engine(question)
        if question["ask"] == "write" and not answer.get("kept"):
            self.story.refused.add(question["key"])  # and the page shows why
        self.world.at(0.003, lambda: self.browsers.order("reply", number, answer))

    def _fetch(self, number: int, method: str, path: str, pairs: list[list[str]]) -> None:
        fields = [(name, text) for name, text in pairs]
        self.world.start(lambda: self._ask(number, method, path, fields))

    def _ask(self, number: int, method: str, path: str, fields: Fields) -> None:
        at, least, cached = self.world.time, self.story.acknowledged(), self.cached.get(path)
        self._sends(path, fields)
        reply = self.phone.ask(method, path, fields, cached.tag if cached else "")
        if not self.is_open:
            return
        if reply is not None and reply.status == 304:
            reply = cached
        elif reply is not None and reply.tag:
            self.cached[path] = reply
        if reply is not None:
            self._receives(path, dict(fields), reply)
            if method == "GET" and reply.status == 200 and "csrf_token" not in reply.answer:
                kind, since = "poll" if "since=" in path else "", re.search(r"since=(\d+)", path)
                self.story.read(Read(self.phone.name, kind, at, least, reply.answer, int(since[1]) if since else 0))
        told = {"status": reply.status, "answer": reply.answer} if reply else "TimeoutError"
        self.browsers.order("reply", number, told)

    def _sends(self, path: str, pairs: Fields) -> None:
        fields = dict(pairs)
        if path.endswith("/declined"):
            self.story.decline(fields["key"])
        if write := WRITE.search(path):
            hand, part, act = write.groups()
            act = act or part or ("correct" if hand else "record")
            key, seen = fields["key"], int(fields["seen"])
            self.story.send(Sent(self.phone.name, key, act, int(hand) if hand else None, fields, seen))

    def _receives(self, path: str, fields: dict[str, str], reply: Reply) -> None:
        name, answer, key = self.phone.name, reply.answer, fields.get("key", "")
        if WRITE.search(path):
            version = answer["state"]["version"] if reply.status == 200 else "-"
            self.world.note(name, path.split("/m/1/")[-1], key, f"seen {fields['seen']}:", reply.status, version)
            self.story.answer(name, key, reply)
            if reply.status != 200 and key == self.saving:
                self.story.refused.add(key)  # and the page shows why
        elif reply.status == 200 and path.endswith("/sync/matches"):
            self.story.began(f"/s/{answer['token']}/m/{answer['number']}")
        elif reply.status == 200 and path.endswith("/arrived"):
            self.story.compared(name, answer["said"])
        elif reply.status == 200 and path.endswith("/declined"):
            self.story.declined(key.removesuffix("-declined"), key)
