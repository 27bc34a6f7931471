"""A phone's unsent changes: their storage, the sending, and the user's decisions about conflicts.

These are static/js/phone's store, sync and conflict-dialog. Names are the scripts' own, in Python's spelling, so that
both can be compared line by line. What IndexedDB keeps survives a closed page; everything else is forgotten with it.
"""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from scorekeeper.i18n import speaking
from scorekeeper.offline.phone import dispatch
from scorekeeper.offline.phone import texts as phone_texts
from tests.simulation.world import World

if TYPE_CHECKING:
    from tests.simulation.phone import Page

SAID = ("side", "confirm", "contest")
LONGEST_WAIT = 60
Write = dict[str, Any]
Stored = dict[str, Any]


def ask_engine(question: dict[str, Any]) -> dict[str, Any]:
    """Returns the response of the phone's Python."""
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
    blank = {"confirmed": 0, "start": None, "arrived": None, "conflict": None}
    blank |= dict.fromkeys(("ended", "told", "changed", "differs"), False)
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
        seen = match["confirmed"] if match["changed"] else min(match["confirmed"], write["seen"])
        self.matches[write["base"]] = match | {"kept": kept, "confirmed": seen, "told": True, "changed": True}
        self.writes[write["id"]] = write | {"applied": True}
        return True

    def replace_history(self, base: str, fresh: dict[str, Any], **more: Any) -> bool:
        self.tick()
        if any(write["base"] == base for write in self.writes.values()):
            return False
        match = self.matches.get(base) or new_match(base)
        if fresh["kept"]["version"] < match["confirmed"]:
            return False  # a late response
        synced = {
            "confirmed": fresh["kept"]["version"],
            "changed": False,
            "differs": False,
            "shift": 0,
            "conflict": None,
        }
        self.matches[base] = match | fresh | synced | more
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


class Sender:
    """Sends the unsent changes, from an open page. Users decide about conflicts in its dialog."""

    def __init__(self, page: "Page") -> None:
        self.page, self.phone, self.world, self.store = page, page.phone, page.world, page.store
        self.running = False
        self.again = False  # something was added meanwhile
        self.timers = 0  # of `schedule_sync`, only the last one counts
        self.wait = 2

    # sync.js

    def sync(self) -> None:
        """Sends everything; returns when nothing is left or there is no response."""
        self.timers += 1
        self.again = True
        if self.running:
            return
        self.running = True
        try:
            self.send_all()
        finally:
            self.running = False

    def send_all(self) -> None:
        while self.again:
            self.again = False
            for match in self.unsent():
                with self.phone.lock(f"sending {match['base']}"):
                    answered = self.send_match(match["base"])
                if not answered:
                    self.schedule_sync()
                    return
        self.wait = 2

    def schedule_sync(self) -> None:
        self.timers += 1
        own, wait = self.timers, self.wait
        self.wait = min(2 * wait, LONGEST_WAIT)

        def later() -> None:
            self.world.sleep(wait)
            if own == self.timers:
                self.sync()

        self.page.task(later)

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
        state: Stored | None = None
        while write := self.next_write(current):
            done = self.send_one(current, write)
            if isinstance(done, str):
                return done != "unanswered"
            state = done or state
        return self.finish(current, state)

    def next_write(self, base: str) -> Write | None:
        with self.phone.lock(base):
            return next(iter(self.store.writes_of(base)), None)

    def send_start(self, base: str, start: dict[str, Any]) -> str | None:
        head = json.dumps(start["head"])
        fields = {"key": start["key"], "head": head, "token": "", "rules": self.phone.rules}
        reply = self.phone.ask("POST", "/sync/matches", fields.items())
        if reply and reply.status == 200:
            with self.phone.lock(base):
                moved = self.store.move_match(base, reply.answer)
            self.phone.story.began(moved)
            return moved
        if reply:
            self.store.update_match(base, lambda _match: {"ended": True})
        return None

    def send_one(self, base: str, write: Write) -> Stored | str | None:
        if write["act"] in ("confirm", "contest") and not write.get("saw"):
            self.store.remove_write(write["id"])
            return None
        match = self.store.get_match(base)
        assert match is not None
        own = shifted(write, match.get("shift", 0), match.get("shift_from") or float("inf"))
        count = match.get("count")
        if own["act"] == "record" and count is not None and own["number"] is not None and own["number"] <= count:
            return self.stop(base, own, {})
        if sets_note(own) and own["hand"] in match.get("noted", []):
            return self.stop(base, own, {})
        seen = match["confirmed"] if write["applied"] else min(match["confirmed"], write["seen"])
        reply = self.phone.send_write(own, seen)
        if reply is None:
            return "unanswered"
        if reply.status in (409, 422):
            return self.stop(base, own, reply.answer)
        if reply.status != 200:
            self.store.update_match(base, lambda _match: {"ended": True})
            return "stopped"
        self.remove_sent(base, own, reply.answer)
        state: Stored = reply.answer["state"]
        return state

    def remove_sent(self, base: str, write: Write, answer: dict[str, Any]) -> None:
        version, own, recorded = answer["version"], write["number"] or 0, write["act"] == "record"
        number = answer["hand"] if recorded else answer["state"]["hand"] - 1
        more = number - own if recorded and write["applied"] else 0

        def change(match: Stored) -> dict[str, Any]:
            shift, start, count = match.get("shift", 0), match.get("shift_from"), match.get("count")
            skips = write["act"] in SAID and version != match["confirmed"] + 1
            return {
                "differs": match["differs"] or version != write.get("version"),
                "confirmed": match["confirmed"] if skips else max(match["confirmed"], version),
                "shift": shift + more,
                "shift_from": start if start is not None else (own - shift if more else None),
                "count": None if count is None else max(count, number),
                "noted": [*match.get("noted", []), *answer["noted"]],
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
        self.store.update_match(base, lambda _match: {"conflict": conflict, "differs": True})
        self.world.note(self.phone.name, "has a conflict:", write["act"], write["key"])
        return "stopped"

    def finish(self, base: str, sent: Stored | None) -> bool:
        """The whole match was sent: stores the server's history, unless that is the same."""
        match = self.store.get_match(base)
        assert match is not None
        done: Stored = {"told": False, "shift_from": None, "count": None, "noted": []}
        own = ask_engine({"ask": "state", "kept": match["kept"]}) if match["told"] else None
        same = own and sent and is_same(match, own, sent)
        if same and not match["kept"]["setup"]["about"].get("confirm"):
            self.store.replace_history(base, {"kept": match["kept"]}, **done)
            return True
        if own and not same and not self.compare(match, own):
            return False
        fresh = self.phone.try_get(f"{base}/kept.json")
        state = self.phone.try_get(f"{base}/state.json") if fresh else None
        if not state:
            return False
        if self.store.replace_history(base, fresh, **done):
            self.page.show(state)
        return True

    def compare(self, match: Stored, own: Stored) -> bool:
        """Requests the hands that the server scores differently; returns False without a response."""
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
        base = self.page.current_base()
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
        noted = match.get("noted", []) if choice == "look_again" else []
        decided = {"conflict": None, "confirmed": seen, "count": count, "noted": noted}
        self.store.update_match(base, lambda _match: decided)
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


def is_same(match: Stored, own: Stored, sent: Stored) -> bool:
    """True if the server has the same changes and scores."""

    def score(state: Stored, hands: list[Any]) -> Any:
        about = [state[name] for name in ("version", "status", "winner")]
        return [about, [side["total"] for side in state["sides"]], [hand["points"] for hand in hands]]

    changed = [own["hands"][hand["number"] - 1] for hand in sent["hands"] if hand["number"] <= len(own["hands"])]
    return not match["differs"] and bool(score(own, changed) == score(sent, sent["hands"]))


def sets_note(write: Write) -> bool:
    """True if a write sets the note of a hand that is there already."""
    return write["act"] == "note" or (write["act"] == "correct" and bool(dict(write["fields"]).get("note")))


def is_about(each: Write, write: Write) -> bool:
    """True if a write undoes another one, or changes the hand that it recorded."""
    if each.get("target") and each["target"] == write["key"]:
        return True
    after = each["id"] > write["id"] and each["hand"] is not None
    return write["act"] == "record" and after and bool(each["hand"] == write.get("number"))
