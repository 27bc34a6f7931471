"""What a phone loads for a match page, as sent (gzip): the page, and everything that it and its parts refer to.

    python -m benchmarks.page_weight

Targets: at most 14 KB for the page, 60 KB in all. A part is what `src` and `href` of the page name, what style sheets
fetch by `url()`, and what modules import; links to other pages are none.
"""

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from flask.testing import FlaskClient

from scorekeeper import ledger
from scorekeeper.app import create_app
from scorekeeper.store import upgrade
from scorekeeper.store.models import db
from scorekeeper.web import links

SIDES = [{"name": "Us", "players": ["Anna", "Bruno"]}, {"name": "Them", "players": ["Carla", "Dino"]}]
HANDS: dict[
    str, tuple[dict[str, Any], int]
] = {  # game → an entry that can be recorded again and again without an end of the match
    "tresette": ({"points": [6, 5]}, 3),
    "truco": ({"winner": 0, "stake": 1}, 8),
    "albastini": ({"points": [70, 50]}, 8),
    "buraco": ({"stop": True}, 0),
}
PARTS = (
    r'<(?:script|img)[^>]*\ssrc="([^"]+)"',
    r'<link[^>]*\shref="([^"]+)"',
    r"""@import\s+(?:url\()?["']([^"']+)""",
    r"""url\(["']?([^"')]+)""",
    r"""(?:from|import)\s*\(?["'](\.{0,2}/[^"']+)["']""",
)


def sent(client: FlaskClient, address: str) -> tuple[int, str]:
    """How many bytes an address sends, and its text."""
    packed = client.get(address, headers={"Accept-Encoding": "gzip"})
    if packed.status_code != 200:
        raise SystemExit(f"{address}: {packed.status}")
    plain = client.get(address, headers={"Accept-Encoding": "identity"})
    return len(packed.data), plain.data.decode("utf-8", "replace")


def parts_of(address: str, text: str) -> Iterator[str]:
    """The addresses on this server that a text makes a browser fetch."""
    for pattern in PARTS:
        for found in re.findall(pattern, text):
            part = urljoin(address, found)
            if part.startswith("/static/"):
                yield part


def weigh(client: FlaskClient, page: str) -> dict[str, int]:
    """Bytes sent by address: the page first, then all its parts."""
    weights: dict[str, int] = {}
    waiting = [page]
    while waiting:
        address = waiting.pop(0)
        if address not in weights:
            weights[address], text = sent(client, address)
            waiting += parts_of(address, text)
    return weights


def match_page(game: str) -> str:
    """The address of a match of a game, some hands into it."""
    sitting = ledger.open_sitting()
    head = {"format": "scorekeeper/1", "game": game, "sides": SIDES}
    match = ledger.start_match(sitting, head, actor="bench", key=game)
    entry, hands = HANDS[game]
    for number in range(hands):
        ledger.record(match, entry, ledger.Write("bench", f"{game} {number}", match.version))
    link = links.make_link(sitting, "score")
    db.session.commit()
    return f"/s/{links.token(link)}/m/{match.number}"


def main() -> None:
    """Weigh the match page of each game."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"INSTANCE_PATH": folder})
        with app.app_context():
            upgrade.upgrade(db.engine, Path(folder))
            pages = {game: match_page(game) for game in HANDS}
        print(f"{'KB sent (gzip)':12} {'page':>6} {'all':>6}  parts")
        for game, page in pages.items():
            weights = weigh(app.test_client(), page)
            print(f"{game:14} {weights[page] / 1e3:6.1f} {sum(weights.values()) / 1e3:6.1f}  {len(weights) - 1}")


if __name__ == "__main__":
    main()
