"""Reads exports of the app BG Stats: each play becomes a match document with its final result, to be imported.

An export is a JSON document, or a zip file with one. A play's game is one of ours if its name is and the rules allow
the result; otherwise it is a game of the players' own with that name. A play keeps its id in `about`, so that it is
imported once (`import_lines.key_of`). What cannot be a match is left out, with the reason.
"""

import json
import re
import zlib
from collections.abc import Iterator
from datetime import datetime
from functools import cache
from io import BytesIO
from typing import Any, NamedTuple
from zipfile import BadZipFile, ZipFile

from scorekeeper import bounded_json, ledger
from scorekeeper.clubs.import_lines import BG_STATS
from scorekeeper.games import GAMES, find_game
from scorekeeper.games.card import library
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.base import N_, Problem, Refusal, problem, refuse
from scorekeeper.games.engine.checks import whole
from scorekeeper.games.engine.final_result import FINAL
from scorekeeper.games.engine.setup import FORMAT, LONGEST_ABOUT, LONGEST_NAME
from scorekeeper.games.engine.side_names import name_of_players
from scorekeeper.i18n import LOCALES
from scorekeeper.i18n.texts import catalogue
from scorekeeper.ledger.log import tidy
from scorekeeper.ledger.names import name_key

BOUNDS = bounded_json.Bounds(size=12_000_000, values=600_000)  # in an export of 5,000 plays there are 300,000 values
MOST_PLAYS = 5_000
MOST_FILES = 100  # of a zip file
ZIP = b"PK\x03\x04"
UUID = re.compile(r"[0-9a-fA-F-]{32,36}")

PRESETS = {
    "burraco": ("buraco", "burraco"),
    "cirulla": ("scopa", "cirulla"),
    "coinche": ("belote", "coinche"),
    "conga": ("chinchon", "uruguay"),
    "contrée": ("belote", "contree"),
    "escoba": ("scopa", "escoba"),
    "samba": ("canasta", "samba"),
    "scopone": ("scopa", "scopone"),
    "scopone scientifico": ("scopa", "scientifico"),
}  # games that are presets of ours, by their name_key

Document = dict[str, Any]


class LeftOut(NamedTuple):
    """A play that becomes no match: its day and game, and why."""

    what: str
    problem: Problem


class Export(NamedTuple):
    """The matches of an export, and the plays that are left out."""

    documents: list[Document]
    left_out: list[LeftOut]

    @property
    def lines(self) -> bytes:
        """The matches as JSON Lines."""
        return b"".join(json.dumps(document).encode() + b"\n" for document in self.documents)


def read(content: bytes) -> Export | None:
    """Returns what an export has; None for any other file. Raises Refusal for an export that is too large or broken."""
    text = _unzipped(content) if content.startswith(ZIP) else content
    if not content.startswith(ZIP) and b'"playerScores"' not in text:
        return None
    try:
        export = bounded_json.read(text, BOUNDS)
    except bounded_json.BadJson:
        if b"\n{" in text:
            return None  # lines of matches
        raise refuse("file", None, N_("This export of BG Stats is damaged, or too large")) from None
    if not isinstance(export, dict) or not isinstance(export.get("plays"), list):
        if content.startswith(ZIP):
            raise refuse("file", None, N_("There is no export of BG Stats in this file"))
        return None
    if len(export["plays"]) > MOST_PLAYS:
        raise refuse("file", None, N_("An export can have at most {most} plays"), most=MOST_PLAYS)
    return _Reader(export).read()


def _unzipped(content: bytes) -> bytes:
    """Returns the JSON document in a zip file, read only as far as the bounds allow. Raises Refusal."""
    try:
        with ZipFile(BytesIO(content)) as archive:
            names = [name for name in archive.namelist()[:MOST_FILES] if name.lower().endswith(".json")]
            if not names:
                raise refuse("file", None, N_("There is no export of BG Stats in this file"))
            with archive.open(names[0]) as file:
                return file.read(BOUNDS.size + 1)
    except (BadZipFile, EOFError, NotImplementedError, OSError, RuntimeError, ValueError, zlib.error):
        raise refuse("file", None, N_("This export of BG Stats is damaged, or too large")) from None


class _Reader:
    """Turns the plays of an export into documents."""

    def __init__(self, export: Document) -> None:
        self.plays = export["plays"]
        self.games = _by_id(export.get("games"))
        self.players = _by_id(export.get("players"))
        self.places = _by_id(export.get("locations"))

    def read(self) -> Export:
        """Returns the documents, and the plays that are left out."""
        export = Export([], [])
        for play in self.plays:
            try:
                export.documents.append(self._document(play))
            except Refusal as refusal:
                export.left_out.append(LeftOut(self._called(play), refusal.problems[0]))
        return export

    def _called(self, play: Any) -> str:
        if not isinstance(play, dict):
            return ""
        name = str(self.games.get(_id(play.get("gameRefId")), {}).get("name", ""))
        return f"{tidy(str(play.get('playDate', '')))[:10]} {tidy(name)[:LONGEST_NAME]}".strip()

    def _document(self, play: Any) -> Document:
        """Returns the document of a play. Raises Refusal."""
        if not isinstance(play, dict) or not UUID.fullmatch(str(play.get("uuid"))):
            raise _refused(N_("This play has no id"))
        game = self.games.get(_id(play.get("gameRefId")), {})
        sides, totals, winners = _sides([*self._scores(play)])
        if not sides:
            raise _refused(N_("This play has no whole points for each player"))
        about = {BG_STATS: str(play["uuid"]).lower(), "played": _moment(play.get("playDate"))}
        place = tidy(str(self.places.get(_id(play.get("locationRefId")), {}).get("name", "")))
        about |= {"place": place[:LONGEST_ABOUT]} if place else {}
        rest = {"sides": sides, "hands": [{FINAL: totals}], "about": about}
        refusal = None
        for head in _heads(game, (len(sides), len(sides[0]["players"]))):
            document = {"format": FORMAT, **head, **rest}
            try:
                _check_winners(rules.score(document)["winner"], winners)
            except Refusal as refused:
                refusal = refused
            else:
                return document
        raise refusal or _refused(N_("This play has no game"))

    def _scores(self, play: Document) -> Iterator[tuple[str, str, int, bool]]:
        """Yields name, team, points and `winner` of each player. Raises Refusal."""
        scores = play.get("playerScores")
        for each in scores if isinstance(scores, list) else []:
            each = each if isinstance(each, dict) else {}
            name = tidy(str(self.players.get(_id(each.get("playerRefId")), {}).get("name", "")))[:LONGEST_NAME]
            points = whole(str(each.get("score") or "")[:LONGEST_NAME])
            if not isinstance(points, int):
                raise _refused(N_("This play has no whole points for each player"))
            yield name.strip(), tidy(str(each.get("team") or "")), points, each.get("winner") is True


def _by_id(things: Any) -> dict[Any, Document]:
    listed = things if isinstance(things, list) else []
    return {_id(thing.get("id")): thing for thing in listed if isinstance(thing, dict)}


def _id(value: Any) -> int | str | None:
    return value if isinstance(value, int | str) else None


def _refused(message: str) -> Refusal:
    return Refusal([problem(None, None, message)])


def _sides(scores: list[tuple[str, str, int, bool]]) -> tuple[list[Document], list[int], set[int]]:
    """Returns the sides (a team, or a player without one), their totals, and who won. Raises Refusal."""
    teams: dict[str, list[tuple[str, str, int, bool]]] = {}
    for at, score in enumerate(scores):
        teams.setdefault(score[1] or f" {at}", []).append(score)
    if any(len({points for _name, _team, points, _won in team}) > 1 for team in teams.values()):
        raise _refused(N_("The players of a team have different points"))
    sides: list[Document] = []
    for team in teams.values():
        players = [name for name, *_rest in team]
        sides.append({"players": players, **({"name": name_of_players(players)} if len(players) > 1 else {})})
    winners = {index for index, team in enumerate(teams.values()) if team[0][3]}
    return sides, [team[0][2] for team in teams.values()], winners


def _check_winners(winner: int | None, winners: set[int]) -> None:
    """Raises Refusal if the points name other winners than the play; a play may name none."""
    if winners and (len(winners) == 1 if winner is None else winners != {winner}):
        raise _refused(N_("By its points, somebody else won this play"))


def _moment(text: Any) -> str:
    """Returns the time of a play: the phone's time, read in the server's time zone. Raises Refusal."""
    try:
        moment = datetime.fromisoformat(str(text)).astimezone().isoformat()
    except (OSError, OverflowError, ValueError):
        moment = ""
    if ledger.moment_of(moment) is None:
        raise _refused(N_("This play has no day"))
    return moment


def _heads(game: Document, shape: tuple[int, int]) -> Iterator[Document]:
    """Yields the games that a play may be of: ours of that name, each with its rules, then one of the players' own."""
    name = tidy(str(game.get("name", "")))[:LONGEST_NAME].strip()
    if not name:
        return
    slug, variant = _names().get(name_key(name), ("", ""))
    if ours := find_game(slug):
        presets = [variant] if variant else [preset["slug"] for preset in ours.presets]
        yield from ({"game": slug, "variant": each} for each in presets if shape in ours.shapes(each))
    best = "low" if game.get("highestWins") is False else "high"
    named = next(each for each in GAMES if each.named_by)
    yield {"game": named.slug, "options": {named.named_by: name, "best": best}}


@cache
def _names() -> dict[str, tuple[str, str]]:
    """Returns our games, as slug and preset, by their names in all languages; any preset for an empty one."""
    cards = [(catalogue(locale).gettext(title), ("card", slug)) for slug, title in library.TITLES for locale in LOCALES]
    games = [game for game in GAMES if not game.named_by and not game.shelf]
    titles = [(catalogue(locale).gettext(game.title), (game.slug, "")) for game in games for locale in LOCALES]
    return {name_key(name): found for name, found in (*cards, *titles, *PRESETS.items())}
