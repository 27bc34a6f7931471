"""A phone at a table that goes offline: its changes are queued and sent later, as its scripts do."""

import json
from itertools import count
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.offline.test_phone import JSON, ask

MOMENT = "2026-11-20T21:00:00+00:00"
SAID = ("side", "confirm", "contest")  # these do not depend on others' changes
PATHS = {  # else `/{act}`
    "record": "/hands",
    "correct": "/hands/{hand}",
    "strike": "/hands/{hand}/strike",
    "note": "/hands/{hand}/note",
    "contest": "/hands/{hand}/contest",
}
_keys = (f"lone-{number}" for number in count())


class LonePhone:
    """A browser that has stored the match at an address. `kept` is its document, `unsent` its queue."""

    def __init__(self, client: FlaskClient, base: str) -> None:
        self.client, self.base = client, base
        self.unsent: list[dict[str, Any]] = []
        self.take()

    def take(self) -> None:
        """Stores the match as the server has it."""
        told = self.client.get(f"{self.base}/kept.json").get_json()
        self.kept: dict[str, Any] = told["kept"]
        self.sitting: dict[str, Any] = told["sitting"]
        self.seen: int = self.kept["version"]

    def do(self, act: str, hand: int | None = None, **fields: str) -> dict[str, Any]:
        """Makes a change offline; returns the phone's response, `{"problems"}` if it refuses."""
        write = {"act": act, "hand": hand, "fields": list(fields.items()), "key": next(_keys)}
        answer = ask({"ask": "write", "kept": self.kept, "at": MOMENT, "seen": self.kept["version"], **write})
        if "problems" not in answer:
            self.kept = answer["kept"]
            self.unsent.append({**write, "saw": answer["saw"]})
        return answer

    def record(self, side: int, stake: int) -> dict[str, Any]:
        """Records a hand of Truco."""
        return self.do("record", **{"way": "quick", "winner,stake": f"{side},{stake}"})

    def send(self) -> list[TestResponse]:
        """Sends the queue in order, without emptying it, so that it can be sent again."""
        return [self.send_one(write) for write in self.unsent]

    def send_one(self, write: dict[str, Any]) -> TestResponse:
        act, hand = write["act"], write["hand"]
        fields = {**dict(write["fields"]), "key": write["key"], "seen": str(self.seen)}
        if write["saw"]:
            fields |= {"hand": str(hand or ""), "saw": json.dumps(write["saw"])}
        path = PATHS.get(act, f"/{act}").format(hand=hand)
        answer = self.client.post(f"{self.base}{path}", data=fields, headers=JSON)
        if answer.status_code == 200:
            version = answer.get_json()["state"]["version"]
            self.seen = version if act not in SAID or version == self.seen + 1 else self.seen
        return answer

    def agreed(self) -> dict[str, Any]:
        """Returns the confirmations that this phone shows."""
        found: dict[str, Any] = ask({"ask": "state", "kept": self.kept})["agreed"]
        return found

    def agreed_there(self) -> dict[str, Any]:
        """Returns the confirmations on the server."""
        found: dict[str, Any] = self.client.get(f"{self.base}/state.json").get_json()["agreed"]
        return found

    def page(self) -> str:
        """Returns the match page as this phone renders it."""
        token, number = self.base.split("/s/")[1].split("/m/")
        each = {"token": token, "number": int(number), "kept": self.kept, "may_score": True, "sitting": self.sitting}
        html: str = ask({"ask": "page", "path": self.base, "query": [], "key": "k", "shelf": [each]})["html"]
        return html


def statuses(answers: list[TestResponse]) -> list[int]:
    """Returns the statuses of the responses."""
    return [each.status_code for each in answers]


def problem_of(answer: dict[str, Any]) -> str:
    """Returns the only problem of a refusal."""
    (problem,) = answer["problems"]
    return str(problem["text"])
