"""`scorekeeper check-game`: prints the mistakes in a package's game, for its author and its tests."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from scorekeeper import ledger, rules_version
from scorekeeper.app import create_app
from scorekeeper.config import folder as folder_named
from scorekeeper.game_folders import FROM_PACKAGES, LEFT_OUT, Place
from scorekeeper.games import GAMES, find_game, score
from scorekeeper.games.completeness import random_documents
from scorekeeper.games.engine.game import Game, folder_of, register
from scorekeeper.games.packages import Wrong, check_slug, faults_in, imported
from scorekeeper.ledger import Write
from scorekeeper.store.models import Base, db
from scorekeeper.web import links

SCRIPT = Path(__file__).with_name("phone.mjs")
NODE = "node"
ANSWERS = """
import json
from scorekeeper.games.{folder} import GAME
from scorekeeper.games.engine.game import register
from scorekeeper.games.engine.play import score

register(GAME)


def answer(line):
    return json.dumps(score(json.loads(line)))
"""
LONGEST_RUN = 60  # seconds of a phone


@click.command(name="check-game")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def check_game(folder: Path) -> None:
    """Check the game in FOLDER, the Python package of a game: its files, its rules, its pages and sheets.

    With Node 18 or newer, its rules are also run in MicroPython, as on a phone without a network. Exit status 1 if
    something is wrong.
    """
    problems = problems_of(folder)
    for problem in problems:
        click.echo(problem)
    if shutil.which(NODE) is None:
        click.echo("Not checked: the rules in MicroPython, because Node is not installed.", err=True)
    click.echo(f"Problems: {len(problems)}.")
    sys.exit(1 if problems else 0)


def problems_of(folder: Path) -> list[str]:
    """Returns the mistakes in the game of a folder, as sentences; an empty list if it can be installed."""
    place = Place(folder.resolve().name, folder.resolve(), folder.resolve().name, "0")
    faults = faults_in(place)
    if faults:
        return [str(fault) for fault in faults]
    try:
        game = _listed(place)
    except Wrong as wrong:
        return [str(wrong)]
    with TemporaryDirectory() as instance:
        problems = list(_pages(game, Path(instance)))
    return problems or list(_on_a_phone(game))


def _listed(place: Place) -> Game:
    """Returns the game in the list of games; adds it if its package is not installed. Raises Wrong."""
    for slug, known in FROM_PACKAGES.items():
        if known.module == place.module:
            if known.folder.resolve() != place.folder:
                raise Wrong(f"{known.package} is installed in {known.folder}: uninstall it, or check that folder")
            return next(game for game in GAMES if game.slug == slug)
    sys.path.insert(0, str(place.folder.parent))
    try:
        slug = str(import_module(place.module).GAME.slug)
    except (Exception, SystemExit) as error:
        raise Wrong(f"it cannot be imported: {type(error).__name__}: {error}") from error
    check_slug(slug)
    game = imported(slug, place)
    FROM_PACKAGES[slug] = place
    register(game)
    return game


def _pages(game: Game, instance: Path) -> Iterator[str]:
    """Records a random match and opens its pages and sheets."""
    app = create_app(
        {
            "INSTANCE_PATH": str(instance),
            "DATABASE_URL": f"sqlite:///{instance / 'check.sqlite3'}",
            "RATELIMIT_ENABLED": False,
            "TESTING": True,
        }
    )
    yield from (left_out.reason for left_out in LEFT_OUT if left_out.game == game.slug)
    if find_game(game.slug) is None:
        return
    client = app.test_client()
    with app.app_context():
        Base.metadata.create_all(db.engine)
        base = _match(next(random_documents(game, 1)))
    shared = (f"/rules/{game.slug}", f"/new?game={game.slug}", f"/blank/{game.slug}.pdf")
    for path in (*shared, *(base + end for end in ("", "/board", "/claims/", "/result", "/sheet.pdf"))):
        try:
            status = client.get(path, follow_redirects=True).status_code
        except Exception as error:
            yield f"{path} fails: {type(error).__name__}: {error}"
        else:
            if status not in (200, 503):  # 503: this machine has no Pango
                yield f"{path} fails with {status}"


def _match(document: dict[str, Any]) -> str:
    """Stores a match; returns the path of its page."""
    sitting = ledger.open_sitting("")
    match = ledger.start_match(sitting, {**document, "hands": []}, actor="", key="check")
    for number, entry in enumerate(document["hands"]):
        ledger.record(match, entry, Write("", key=f"check-{number}"))
    token = links.token(links.make_link(sitting, "score"))
    db.session.commit()
    return f"/s/{token}/m/{match.number}"


def _on_a_phone(game: Game) -> Iterator[str]:
    """Scores random matches in MicroPython, if Node is installed, and compares the results."""
    node = shutil.which(NODE)
    if node is None:
        return
    name = folder_of(game.slug)
    folders = tuple(f"scorekeeper/games/{folder}/" for folder in ("engine", name))
    files = {path: text for path, text in rules_version.sources().items() if path.startswith(folders)}
    files |= {"scorekeeper/__init__.py": "", "scorekeeper/games/__init__.py": ""}
    files["answers.py"] = ANSWERS.format(folder=name)
    documents = list(random_documents(game, 5))
    sent = "".join(f"{json.dumps(line)}\n" for line in [files, *documents])
    run = subprocess.run(  # noqa: S603 (Node, with a script of ours)
        [node, SCRIPT, folder_named("static")],
        input=sent, capture_output=True, text=True, encoding="utf-8", timeout=LONGEST_RUN, check=False,
    )  # fmt: skip
    for document, answer in zip_longest(documents, run.stdout.splitlines(), fillvalue=run.stderr[-500:]):
        if not answer.startswith("{"):
            yield f"MicroPython: {answer}"
            return
        if json.loads(answer) != json.loads(json.dumps(score(document))):
            yield f"MicroPython scores this match differently: {json.dumps(document)}"
            return
