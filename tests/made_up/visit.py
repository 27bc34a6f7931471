"""Visits every surface with some games, and writes its text: `python -m tests.made_up.visit FOLDER SLUG …`.

Run with the copy of the application in front (see `tree`): it imports the copy, not this checkout.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from pypdf import PdfReader
from sqlalchemy import create_engine, text

from scorekeeper import games, ledger
from scorekeeper.app import create_app
from scorekeeper.cli import main
from scorekeeper.store import upgrade
from scorekeeper.store.models import Match, db
from scorekeeper.web import links
from tests.support.engine_files import write_engine
from tests.support.matches import FOUR
from tests.support.page import Page

ASK = Path(__file__).parents[1] / "micropython" / "pages.mjs"
KEYS = count()
JSON = {"Accept": "application/json"}


class Visit:
    """An application with one match of the game, and a browser that scores it."""

    def __init__(self, app: Flask, slug: str, folder: Path) -> None:
        self.app, self.slug, self.folder = app, slug, folder
        self.head = {"format": "scorekeeper/1", "game": slug, "sides": FOUR}
        self.client: FlaskClient = app.test_client()
        with app.app_context():
            sitting = ledger.open_sitting("Friday")
            self.match = ledger.start_match(sitting, self.head, actor="", key="start").id
            self.base = f"/s/{links.token(links.make_link(sitting, 'score'))}/m/1"
            db.session.commit()

    def get(self, address: str) -> str:
        answer = self.client.get(address)
        assert answer.status_code == 200, (address, answer.status_code)
        return answer.text

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get(f"{self.base}/state.json").get_json()
        return found

    def post(self, path: str, fields: dict[str, str], headers: dict[str, str] | None = None) -> Any:
        usual = {"key": f"key-{next(KEYS)}", "seen": str(self.state()["version"])}
        return self.client.post(self.base + path, data=usual | fields, headers=headers or {})

    def shares(self, first: int) -> dict[str, str]:
        return {"way": "quick", f"{self.slug}.0": str(first), f"{self.slug}.1": str(20 - first)}

    def document(self) -> bytes:
        return json.dumps({**self.head, "hands": [{self.slug: [12, 8]}, {self.slug: [20, 0]}]}).encode()


def home(visit: Visit) -> Any:
    return visit.get("/")


def all_games(visit: Visit) -> Any:
    return visit.get("/games")


def a_new_match(visit: Visit) -> Any:
    page = Page(visit.get(f"/new?game={visit.slug}"))
    answer = visit.client.post("/new", data={**page.fields, "start": "1"})
    return page.html, answer.status_code, visit.get(answer.location)


def the_match_page(visit: Visit) -> Any:
    return [visit.get(f"{visit.base}?way={way}") for way in ("quick", "all")]


def a_preview(visit: Visit) -> Any:
    return visit.post("/preview", visit.shares(12), JSON).get_json()


def recording_by_form(visit: Visit) -> Any:
    return visit.post("/hands", visit.shares(12)).status_code, visit.state()["hands"]


def recording_by_json(visit: Visit) -> Any:
    return visit.post("/hands", visit.shares(9), JSON).get_json()


def a_refusal(visit: Visit) -> Any:
    return visit.post("/hands", {"way": "quick", f"{visit.slug}.0": "30", f"{visit.slug}.1": "1"}, JSON).get_json()


def a_correction(visit: Visit) -> Any:
    return visit.get(f"{visit.base}/hands/1")


def the_big_screen(visit: Visit) -> Any:
    return visit.get(f"{visit.base}/board")


def claims(visit: Visit) -> Any:
    asked = visit.get(f"{visit.base}/claims/")
    won = visit.get(f"{visit.base}/claims/won?side=0&check=1")
    own = visit.client.get(f"{visit.base}/claims/most?side=0&{visit.slug}=12&check=1")
    return asked, won, own.text if own.status_code == 200 else ""


def is_it_over(visit: Visit) -> Any:
    return visit.client.post("/over/", data={"preset": f"{visit.slug}:usual", "totals": "31 12"}).text


def the_rules(visit: Visit) -> Any:
    with visit.app.test_request_context():
        rule = games.find_game(visit.slug).rules[1]  # type: ignore[union-attr]
        link = visit.app.jinja_env.globals["rule_url"](rule)  # type: ignore[operator]
    return visit.get("/rules/"), visit.get(f"/rules/{visit.slug}"), link, rule


def in_italian(visit: Visit) -> Any:
    """The rules page, and the texts that a phone gets with the game."""
    page = visit.get(f"/rules/{visit.slug}?lang=it")
    address = visit.client.get("/engine.json?lang=it").get_json()["messages"]
    texts = visit.client.get(address).get_json()["games"][visit.slug]
    visit.get("/?lang=en")
    return page, texts


def _pdf(visit: Visit, address: str) -> str:
    answer = visit.client.get(address)
    assert answer.mimetype == "application/pdf", (address, answer.status_code)
    return " ".join(page.extract_text() for page in PdfReader(BytesIO(answer.data)).pages)


def a_blank_sheet(visit: Visit) -> Any:
    return _pdf(visit, f"/blank/{visit.slug}.pdf")


def a_filled_sheet(visit: Visit) -> Any:
    return _pdf(visit, f"{visit.base}/sheet.pdf")


def a_phone_without_a_network(visit: Visit) -> Any:
    """Pages and a save, made by the engine in MicroPython, beside the server's own match page."""
    engine = write_engine(visit.client, visit.folder)
    with visit.app.app_context():
        kept = ledger.offline_copy_of(db.session.get_one(Match, visit.match))
    token = visit.base.split("/")[2]
    own = dict.fromkeys(("name", "place", "opened_at"), "")
    shelf = [{"token": token, "number": 1, "kept": kept, "may_score": True, "sitting": own}]
    page: dict[str, Any] = {"ask": "page", "query": [], "key": "a-key", "shelf": shelf}
    save = {"ask": "write", "act": "record", "kept": kept, "hand": None, "key": "k", "at": ""}
    questions = [{**page, "path": path} for path in ("/", visit.base, f"{visit.base}/claims")]
    questions += [{**page, "path": "/new", "query": [["game", visit.slug]]}]
    questions += [{**save, "fields": [list(pair) for pair in visit.shares(11).items()]}]
    run = subprocess.run(
        ["node", ASK, engine],
        input="\n".join(json.dumps(question) for question in questions),
        capture_output=True, text=True, encoding="utf-8", check=True,
    )  # fmt: skip
    return [json.loads(line) for line in run.stdout.splitlines()], visit.get(visit.base)


def the_command_line(visit: Visit) -> Any:
    claim = {"match": json.loads(visit.document()), "claim": {"type": "won", "side": 0}}
    sheet = visit.folder / "sheet.pdf"
    asked = (
        (["score"], visit.document()),
        (["claim"], json.dumps(claim).encode()),
        (["sheet", "-o", str(sheet)], visit.document()),
    )
    answers = [CliRunner().invoke(main, arguments, input=given) for arguments, given in asked]
    return [answer.exit_code for answer in answers], [json.loads(answer.stdout) for answer in answers[:2]]


@cache
def demonstrate(folder: Path) -> None:
    """Fill a database with the demonstration, in which every game is played."""
    os.environ |= {"SCOREKEEPER_INSTANCE": str(folder / "demo"), "SCOREKEEPER_PASSWORD": "four aces of coins"}
    os.environ.pop("DATABASE_URL", None)
    answer = CliRunner().invoke(main, ["demo", "--matches", "60"])
    assert answer.exit_code == 0, answer.output


def the_demonstration(visit: Visit) -> Any:
    demonstrate(visit.folder)
    engine = create_engine(f"sqlite:///{visit.folder / 'demo' / 'scorekeeper.sqlite3'}")
    with engine.connect() as connection:
        counted = text("SELECT count(*) FROM result WHERE game = :game")
        found = connection.execute(counted, {"game": visit.slug}).scalar()
    engine.dispose()
    return found


def the_digest(visit: Visit) -> Any:
    from scorekeeper import rules_version

    with visit.app.app_context():
        return db.session.get_one(Match, visit.match).rules == rules_version.digest(visit.slug)


SURFACES: tuple[Callable[[Visit], Any], ...] = (
    home, all_games, a_new_match, the_match_page, a_preview, recording_by_form, recording_by_json, a_refusal,
    a_correction, the_big_screen, claims, is_it_over, the_rules, in_italian, a_blank_sheet, a_filled_sheet,
    a_phone_without_a_network, the_command_line, the_demonstration, the_digest,
)  # fmt: skip


def seen(visit: Visit, surface: Callable[[Visit], Any]) -> Any:
    """Returns the text of a surface, or the reason why there is none."""
    try:
        return {"shown": surface(visit)}
    except Exception as error:  # every other surface is to be looked at all the same
        return {"raised": repr(error)}


def visited(visit: Visit) -> dict[str, Any]:
    """Returns the text of every surface for the game."""
    return {surface.__name__: seen(visit, surface) for surface in SURFACES}


def an_app(folder: Path) -> Flask:
    """An application with an empty database in this folder."""
    url = f"sqlite:///{folder / 'made_up.sqlite3'}"
    engine = create_engine(url)
    upgrade.upgrade(engine, folder)
    engine.dispose()
    settings = {"TESTING": True, "INSTANCE_PATH": str(folder), "SECRET_KEY": "a key for tests"}
    return create_app({**settings, "DATABASE_URL": url, "WTF_CSRF_ENABLED": False})


if __name__ == "__main__":
    place = Path(sys.argv[1])
    application = an_app(place)
    found = {slug: visited(Visit(application, slug, place)) for slug in sys.argv[2:]}
    (place / "seen.json").write_text(json.dumps(found), "utf-8")
