"""A phone at a table, as its scripts work: static/js/phone (request, store, sync, write, conflict-dialog) and the page.

Names are the scripts' own, in Python's spelling, so that both can be compared line by line. The rules, the checks and
the stored document are computed by the phone's own Python (scorekeeper/offline/phone). What IndexedDB keeps survives a
closed page; everything else is forgotten with it.
"""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from greenlet import greenlet

from scorekeeper.i18n import speaking
from scorekeeper.offline.phone import dispatch
from scorekeeper.offline.phone import texts as phone_texts
from tests.simulation.history import Read, Sent, Story
from tests.simulation.world import BEGIN, Lock, Network, Reply, Request, World

SAID = ("side", "confirm")
PATHS = {"record": "hands", "correct": "hands/{}", "strike": "hands/{}/strike", "note": "hands/{}/note"}
LONGEST_WAIT = 60
Write = dict[str, Any]
Stored = dict[str, Any]


def ask_engine(question: dict[str, Any]) -> dict[str, Any]:
    """Asks the phone's Python."""
    with speaking(phone_texts.current_locale()):
        answer: dict[str, Any] = json.loads(dispatch.answer(json.dumps(question)))
    return answer


def shifted(write: Write, shift: int, start: float) -> Write:
    """As `shifted` in request.js."""
    hand = write["hand"]
    if hand is not None and hand >= start:
        hand += shift
    number = write.get("number")  # None if its page closed before it was applied here
    return write | {"hand": hand, "number": number and number + shift if write["act"] == "record" else hand}


def new_match(base: str, **values: Any) -> Stored:
    """Returns a stored match of which nothing is known yet."""
    blank = {"confirmed": 0, "start": None, "arrived": None, "ended": False, "told": False, "conflict": None}
    return blank | {"base": base} | values


class Store:
    """IndexedDB (store.js): every method is one transaction."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.matches: dict[str, Stored] = {}
        self.writes: dict[int, Write] = {}
        self.last = 0

    def tick(self) -> None:
        """Waits for a transaction to begin; the page may be closed meanwhile."""
        self.world.sleep(0.001)

    def writes_of(self, base: str) -> list[Write]:
        self.tick()
        return [write for _id, write in sorted(self.writes.items()) if write["base"] == base]

    def get_match(self, base: str) -> Stored | None:
        self.tick()
        return self.matches.get(base)

    def add_write(self, write: Write) -> Write:
        self.tick()
        self.last += 1
        self.writes[self.last] = write | {"id": self.last}
        return self.writes[self.last]

    def put_write(self, write: Write) -> None:
        self.tick()
        self.writes[write["id"]] = write

    def remove_write(self, number: int) -> None:
        self.tick()
        self.writes.pop(number, None)

    def update_match(self, base: str, change: Callable[[Stored], dict[str, Any]]) -> None:
        self.tick()
        match = self.matches.get(base)
        if match is not None:
            self.matches[base] = match | change(match)

    def apply_write(self, write: Write, kept: Any, version: int) -> bool:
        self.tick()
        match = self.matches.get(write["base"])
        if match is None or match["kept"]["version"] != version:
            return False
        seen = match["confirmed"] if match["told"] else min(match["confirmed"], write["seen"])
        self.matches[write["base"]] = match | {"kept": kept, "confirmed": seen, "told": True}
        self.writes[write["id"]] = write | {"applied": True}
        return True

    def replace_history(self, base: str, fresh: dict[str, Any]) -> bool:
        self.tick()
        if any(write["base"] == base for write in self.writes.values()):
            return False
        match = self.matches.get(base) or {
            "base": base,
            "confirmed": 0,
            "start": None,
            "arrived": None,
            "ended": False,
            "told": False,
            "conflict": None,
        }
        if fresh["kept"]["version"] < match["confirmed"]:
            return False  # a late response
        synced = {"confirmed": fresh["kept"]["version"], "shift": 0, "conflict": None}
        self.matches[base] = match | fresh | synced
        return True

    def move_match(self, start: str, answer: dict[str, Any]) -> str:
        self.tick()
        match, number, kept = self.matches[start], answer["number"], answer["kept"]
        base = f"/s/{answer['token']}/m/{number}"
        self.matches[start] = match | {"arrived": base, "start": None}
        moved = match | {"base": base, "start": None, "confirmed": kept["version"]}
        self.matches[base] = moved | {"kept": match["kept"] | {"number": number}}
        for write in self.writes.values():
            if write["base"] == start:
                write["base"] = base
        return base


class Phone:
    """A browser: its store, its cookie and the page that it shows. `net` is its connection."""

    def __init__(self, world: World, net: Network, story: Story, name: str, rules: str) -> None:
        self.world, self.net, self.story, self.name, self.rules = world, net, story, name, rules
        self.store = Store(world)
        self.locks: dict[str, Lock] = {}
        self.cookie = ""
        self.offline = False  # without a network; `navigator.onLine` knows it if `knows`
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
        """Gets JSON; None without it. What was read becomes part of the history."""
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
        self.running = False
        self.again = 0  # counts timers of `schedule_sync`, only the last one counts
        self.wait = 2
        self.state: dict[str, Any] | None = None
        self.polled = 0  # the version from which the page polls
        self.tag = ""
        self.body: Any = None
        self.busy = False  # a form is being filled in or sent
        self.polling = False

    def task(self, act: Callable[[], object]) -> None:
        """Starts a task that ends with the page."""
        self.tasks.append(self.world.start(act))

    # page.js

    def start(self) -> None:
        """Shows the match, stores it, and sends what is unsent."""
        self.task(self._start)

    def _start(self) -> None:
        self.store_match()
        self.load()
        self.sync()

    def load(self) -> None:
        """Shows the page: the server's, or this phone's if that has unsent changes or no network."""
        base = self.current_base()
        state = None if self.is_ahead() else self.phone.try_get(f"{base}/state.json")
        if state is None:
            match = self.store.get_match(base)
            state = ask_engine({"ask": "state", "kept": match["kept"]}) if match else None
        self.state, self.tag, self.body = state, "", None
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
        """Merges a newer state into the page; loads it again if the match has ended or goes on."""
        if self.state is None:
            return
        if ends_otherwise(self.state, newer):
            self.load()
            return
        self.polled = newer["version"]
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
        """Polls as often as it takes to see what is there; then has the stored match follow."""
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
        since = self.polled
        reply = self.phone.ask("GET", path, tag=self.tag if self.body and self.body[0] == path else "")
        if reply is None or reply.status not in (200, 304):
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
            alone = self.is_ahead() or (self.phone.offline and self.phone.knows)
            stored = self.store.add_write(write)
            self.phone.story.type(self.phone.name, key, seen)
            reply = (None if alone else self.send_now(stored, seen)) or self.do_here(stored)
        if reply.status != 200:
            self.phone.story.refused.add(key)  # and the page shows why
        return reply

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
            if self.store.apply_write(applied, done["kept"], match["kept"]["version"]):
                self.world.note(self.phone.name, "stores", write["act"], write["hand"] or "", write["key"])
                self.schedule_sync()
                return Reply(200, done)

    def apply_pending(self, base: str) -> None:
        for write in self.store.writes_of(base):
            if not write["applied"]:
                with self.phone.lock(base):
                    reply = self.do_here(write)
                if reply.status != 200:
                    self.phone.story.refused.add(write["key"])  # the form's draft still has what was typed

    # sync.js

    def sync(self) -> None:
        """Sends everything; returns when nothing is left or there is no response."""
        self.again += 1
        if self.running:
            return
        self.running = True
        try:
            self.send_all()
        finally:
            self.running = False

    def send_all(self) -> None:
        for match in self.unsent():
            with self.phone.lock(match["base"]):
                answered = self.send_match(match["base"])
            if not answered:
                self.schedule_sync()
                return
        self.wait = 2

    def schedule_sync(self) -> None:
        self.again += 1
        own, wait = self.again, self.wait
        self.wait = min(2 * wait, LONGEST_WAIT)

        def later() -> None:
            self.world.sleep(wait)
            if own == self.again:
                self.sync()

        self.task(later)

    def unsent(self) -> list[Stored]:
        self.store.tick()
        bases = {write["base"] for write in self.store.writes.values()}
        ids = set(self.store.writes)
        self.store.tick()
        return [
            match
            for match in self.store.matches.values()
            if not match["arrived"] and (match["start"] or match["told"] or match["base"] in bases)
            if not (match["conflict"] and match["conflict"]["write"] in ids) and not match["ended"]
        ]

    def send_match(self, base: str) -> bool:
        match = self.store.get_match(base)
        assert match is not None
        current = self.send_start(base, match["start"]) if match["start"] else base
        if not current:
            return False
        for write in self.store.writes_of(current):
            done = self.send_one(current, write)
            if done != "sent":
                return done != "unanswered"
        return self.finish(current)

    def send_start(self, base: str, start: dict[str, Any]) -> str | None:
        head = json.dumps(start["head"])
        fields = {"key": start["key"], "head": head, "token": "", "rules": self.phone.rules}
        reply = self.phone.ask("POST", "/sync/matches", fields.items())
        if reply and reply.status == 200:
            moved = self.store.move_match(base, reply.answer)
            self.phone.story.began(moved)
            return moved
        if reply:
            self.store.update_match(base, lambda _match: {"ended": True})
        return None

    def send_one(self, base: str, write: Write) -> str:
        if write["act"] == "confirm" and not write.get("saw"):
            self.store.remove_write(write["id"])
            return "sent"
        match = self.store.get_match(base)
        assert match is not None
        own = shifted(write, match.get("shift", 0), match.get("shift_from") or float("inf"))
        count = match.get("count")
        if own["act"] == "record" and count is not None and own["number"] is not None and own["number"] <= count:
            return self.stop(base, own, {})
        reply = self.phone.send_write(own, match["confirmed"])
        if reply is None:
            return "unanswered"
        if reply.status in (409, 422):
            return self.stop(base, own, reply.answer)
        if reply.status != 200:
            self.store.update_match(base, lambda _match: {"ended": True})
            return "stopped"
        self.remove_sent(base, own, reply.answer)
        return "sent"

    def remove_sent(self, base: str, write: Write, answer: dict[str, Any]) -> None:
        version, own, recorded = answer["version"], write["number"] or 0, write["act"] == "record"
        number = answer["hand"] if recorded else answer["state"]["hand"] - 1
        more = number - own if recorded and write["applied"] else 0

        def change(match: Stored) -> dict[str, Any]:
            shift, start, count = match.get("shift", 0), match.get("shift_from"), match.get("count")
            skips = write["act"] in SAID and version != match["confirmed"] + 1
            return {
                "confirmed": match["confirmed"] if skips else max(match["confirmed"], version),
                "shift": shift + more,
                "shift_from": start if start is not None else (own - shift if more else None),
                "count": None if count is None else max(count, number),
            }

        self.store.update_match(base, change)
        self.store.remove_write(write["id"])

    def stop(self, base: str, write: Write, reply: dict[str, Any]) -> str:
        """Stops sending until the user has decided."""
        state = self.phone.try_get(f"{base}/state.json")
        if not state:
            return "unanswered"
        conflict = {"write": write["id"], "number": write.get("number"), "problems": reply.get("problems")}
        conflict["state"] = state
        self.store.update_match(base, lambda _match: {"conflict": conflict})
        self.world.note(self.phone.name, "has a conflict:", write["act"], write["key"])
        return "stopped"

    def finish(self, base: str) -> bool:
        """The whole match was sent: stores the server's history."""
        match = self.store.get_match(base)
        assert match is not None
        if match["told"] and not self.compare(match):
            return False
        fresh = self.phone.try_get(f"{base}/kept.json")
        state = self.phone.try_get(f"{base}/state.json") if fresh else None
        if not state:
            return False
        self.store.update_match(base, lambda _match: {"told": False, "shift": 0, "shift_from": None, "count": None})
        if self.store.replace_history(base, fresh):
            self.show(state)
        return True

    def compare(self, match: Stored) -> bool:
        """Asks the server for hands that score differently there; False without a response."""
        own = ask_engine({"ask": "state", "kept": match["kept"]})
        shift, start = match.get("shift", 0), match.get("shift_from") or float("inf")
        names = ("number", "points", "entry", "struck")
        hands = [{name: hand[name] for name in names} for hand in own["hands"]]
        for hand in hands:
            hand["number"] += shift if hand["number"] >= start else 0
        fields = {"rules": self.phone.rules, "hands": json.dumps(hands)}
        reply = self.phone.ask("POST", f"{match['base']}/arrived", fields.items())
        if reply and reply.status == 200:
            self.phone.story.compared(self.phone.name, reply.answer["said"])
        return reply is not None

    # conflict-dialog.js

    def kinds_of(self, conflict: dict[str, Any], write: Write) -> list[str]:
        """The choices that the dialog offers."""
        if write["act"] in SAID:
            return ["look_again"]
        state = conflict["state"]
        if not conflict["problems"]:
            theirs = any(hand["number"] == conflict["number"] for hand in state["hands"])
            return ["keep", "replace", "drop"] if write["act"] == "record" and theirs else ["keep", "drop"]
        amend = write["act"] == "record" and state["status"] == "in_progress"
        return (["amend"] if amend else []) + ["again", "drop"]

    def resolve_conflict(self, choose: Callable[[list[str]], str]) -> bool:
        """Shows the dialog and applies the user's choice."""
        base = self.current_base()
        match = self.store.get_match(base)
        conflict = match and match.get("conflict")
        writes = self.store.writes_of(base)
        write = next((each for each in writes if conflict and each["id"] == conflict["write"]), None)
        if match is None or not conflict or write is None:
            return False
        self.phone.story.decide(self.phone.name, conflict["state"]["version"])
        choice, before = choose(self.kinds_of(conflict, write)), match["confirmed"]
        self.world.note(self.phone.name, "chooses", choice, "for", write["act"], write["key"])
        theirs = conflict["state"]["hand"] - 1
        seen: int | None = before if choice == "look_again" else conflict["state"]["version"]
        if choice == "replace":
            hand = conflict["number"] - match.get("shift", 0)
            self.store.put_write(write | {"act": "correct", "hand": hand})
        if choice in ("drop", "amend", "look_again"):
            seen = self.decline(base, write, writes, conflict, before if choice == "look_again" else seen)
        if seen is None:
            return False
        count = None if choice in ("keep", "again") else theirs
        self.store.update_match(base, lambda _match: {"conflict": None, "confirmed": seen, "count": count})
        self.sync()
        return True

    def decline(
        self, base: str, write: Write, writes: list[Write], conflict: dict[str, Any], version: int | None
    ) -> int | None:
        for each in [each for each in writes if each is write or is_about(each, write)][::-1]:
            told = version if each["act"] in SAID else self.tell_declined(base, each, conflict["number"])
            if version is None or told is None:
                return None
            version = told if told == version + 1 else version
            self.store.remove_write(each["id"])
        return version

    def tell_declined(self, base: str, write: Write, number: int | None) -> int | None:
        key = f"{write['key'][:54]}-declined"
        entry = json.dumps(dict(write["fields"]))
        fields = {"key": key, "kind": write["act"], "hand": "" if number is None else number, "entry": entry}
        self.phone.story.decline(key)
        reply = self.phone.ask("POST", f"{base}/declined", fields.items())
        if reply is None or reply.status != 200:
            return None
        self.phone.story.declined(write["key"], key)
        version: int = reply.answer["kept"]["version"]
        return version


def is_about(each: Write, write: Write) -> bool:
    """True if a write undoes another one, or changes the hand that it recorded."""
    if each.get("target") and each["target"] == write["key"]:
        return True
    after = each["id"] > write["id"] and each["hand"] is not None
    return write["act"] == "record" and after and bool(each["hand"] == write.get("number"))


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
