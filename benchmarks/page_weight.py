"""What a phone loads for a match page, as sent (gzip): the page and everything it refers to, directly or indirectly.

    python -m benchmarks.page_weight

Targets: at most 14 KB for the page, 12 KB for its style sheets, 68 KB in all before the typeface, and 20 KB for the
typeface, which a phone loads once a year. Counted are `src` and `href` of the page, `url()` of style sheets, and
imports of modules. Links to other pages are not counted, nor what is rarely needed (`RARE`): letters with rare accents,
sound and voice, the card that shows a rule, the line about unsent changes and the dialog that resolves a conflict, what
saves unsent matches as a file, what caches games and the guide once nobody taps, what shares the end's picture, what
replaces https, what points are worth at a tournament.
"""

import re
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from flask.testing import FlaskClient

from scorekeeper import ledger
from scorekeeper.app import create_app
from scorekeeper.games import GAMES, demo
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.game import Game
from scorekeeper.store import upgrade
from scorekeeper.store.models import Match, db
from scorekeeper.web import links

NAMES = ("Anna", "Bruno", "Carla", "Dino", "Elsa", "Fabio")
MOST_HANDS = 8  # in the match, of the demo data; fewer if the match would be over
SEED = 14
BIDDING = {"wizard": 4, "oh-hell": 4, "skull-king": 4, "spades": 2}  # cards with bids, the heaviest pages: their sides
PLAYERS = 4
MOST_CARDS = 13  # that a player has, where the card does not count them
RARE = (
    "archivo-ext",
    "shared/screen-video.js",
    "shared/sound.js",
    "shared/rule-card.js",
    "shared/worth.js",
    "phone/outbox-line.js",
    "phone/conflict-dialog.js",
    "phone/export-file.js",
    "phone/keep-games.js",
    "phone/keep-page.js",
    "phone/keep-help.js",
    "phone/keep-open.js",
    "result/share-result.js",
    "result/draw-picture.js",
)
PARTS = (
    r'<(?:script|img)[^>]*\ssrc="([^"]+)"',
    r'<link[^>]*\shref="([^"]+)"',
    r"""@import\s+(?:url\()?["']([^"']+)""",
    r"""url\(["']?([^"')]+)""",
    r"""(?:from|import)\s*\(?["'](\.{0,2}/[^"']+)["']""",
)


def sent(client: FlaskClient, address: str) -> tuple[int, str]:
    """Returns the size in bytes of a response as sent (gzip), and its text."""
    packed = client.get(address, headers={"Accept-Encoding": "gzip"})
    if packed.status_code != 200:
        raise SystemExit(f"{address}: {packed.status}")
    plain = client.get(address, headers={"Accept-Encoding": "identity"})
    return len(packed.data), plain.data.decode("utf-8", "replace")


def parts_of(address: str, text: str) -> Iterator[str]:
    """Returns the addresses on this server that a text makes a browser load."""
    for pattern in PARTS:
        for link in re.findall(pattern, text):
            part = urljoin(address, link)
            if part.startswith("/static/"):
                yield part


def before_typeface(weights: dict[str, int]) -> int:
    """Returns the weight of the page and its parts without the typeface."""
    return sum(weight for address, weight in weights.items() if not address.endswith(".woff2"))


def of_kind(weights: dict[str, int], ending: str) -> int:
    """Returns the total weight of the parts whose addresses have this ending."""
    return sum(weight for address, weight in weights.items() if address.endswith(ending))


def weigh(client: FlaskClient, page: str) -> dict[str, int]:
    """Returns the bytes sent by address: first the page, then all its parts."""
    weights: dict[str, int] = {}
    waiting = [page]
    while waiting:
        address = waiting.pop(0)
        if address not in weights and not any(part in address for part in RARE):
            weights[address], text = sent(client, address)
            waiting += parts_of(address, text)
    return weights


def usual_match(game: Game) -> dict[str, Any]:
    """Returns the head of a match with the game's usual settings."""
    count, players = game.shapes(game.presets[0]["slug"])[0]
    return {**head_of(game.slug, count, players), "options": demo.options_of(game)}


def head_of(game: str, sides: int, players: int) -> dict[str, Any]:
    """Returns the head of a match of so many sides with so many players each."""
    seated = [list(NAMES[side : sides * players : sides]) for side in range(sides)]
    named = [{"name": "&".join(people), "players": people} for people in seated]
    return {"format": "scorekeeper/1", "game": game, "sides": named}


def match_page(game: Game) -> str:
    """Creates a match with some hands; returns its address."""
    chance = demo.Chance(SEED)
    return page_with_hands(
        usual_match(game),
        lambda match, number: demo.hand(match.setup, match.table, chance, number % len(match.setup["sides"])),
    )


def bidding_page(variant: str) -> str:
    """Creates a match of a card with bids, of four players, with some hands; returns its address."""
    sides = BIDDING[variant]
    head = {**head_of("card", sides, PLAYERS // sides), "variant": variant}
    return page_with_hands(head, lambda match, number: bids_and_tricks(match, number, sides))


def bids_and_tricks(match: Match, number: int, sides: int) -> dict[str, Any]:
    """Returns a hand in which some bids are right."""
    cards = rules.next_hand(match.setup, match.table).get("cards", MOST_CARDS)
    half, first = cards // 2, number % sides
    bids, tricks = [half, cards - half, 1, 0][:sides], [half, cards - half, 0, 0][:sides]
    return {"bid": bids[first:] + bids[:first], "tricks": tricks[first:] + tricks[:first]}


def page_with_hands(head: dict[str, Any], hand: Callable[[Match, int], dict[str, Any]]) -> str:
    """Creates a match with some hands; returns its address."""
    sitting = ledger.open_sitting()
    match = ledger.start_match(sitting, head, actor="bench", key="start")
    for number in range(MOST_HANDS):
        entry = hand(match, number)
        if rules.score_hand(match.setup, match.table, entry)["table"]["status"] != "in_progress":
            break
        ledger.record(match, entry, ledger.Write("bench", f"hand {number}", match.version))
    link = links.make_link(sitting, "score")
    db.session.commit()
    return f"/s/{links.token(link)}/m/{match.number}"


def main() -> None:
    """Weighs the match page of each game."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"INSTANCE_PATH": folder})
        with app.app_context():
            upgrade.upgrade(db.engine, Path(folder))
            pages = {game.slug: match_page(game) for game in GAMES}
            pages |= {variant: bidding_page(variant) for variant in BIDDING}
        print("| kB sent (gzip) | Page | Style sheet | Scripts | All but the typeface | Typeface | Parts |")
        for game, page in pages.items():
            weights = weigh(app.test_client(), page)
            sizes = (
                weights[page],
                of_kind(weights, ".css"),
                of_kind(weights, ".js"),
                before_typeface(weights),
            )
            columns = [f"{size / 1e3:.1f}" for size in (*sizes, of_kind(weights, ".woff2"))]
            print("|", " | ".join((game, *columns, str(len(weights) - 1))), "|")


if __name__ == "__main__":
    main()
