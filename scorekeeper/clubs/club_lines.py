"""A club as lines of JSON, its people, settings, logo, cards and championships, for exports and imports."""

import json
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import select

from scorekeeper.clubs import club_cards, club_settings, person_details, roster, series
from scorekeeper.clubs.club_cards import GAME, ImportedGame
from scorekeeper.clubs.nights import LONGEST, find_preset
from scorekeeper.clubs.person_details import LABELS, Entry, as_texts, details_of, problem_of
from scorekeeper.clubs.roster import LONGEST_NAME, NAME_LENGTH
from scorekeeper.clubs.series import Scheme, scheme_of, weights_of
from scorekeeper.clubs.tournaments.json_lines import day_in
from scorekeeper.clubs.tournaments.registration_lines import moment_in
from scorekeeper.games.card.reading import in_english
from scorekeeper.games.engine.base import N_, Problem, Refusal, problem
from scorekeeper.i18n import LOCALES
from scorekeeper.ledger.log import tidy
from scorekeeper.store.club_models import Club, ClubLogo, Night, Series
from scorekeeper.store.models import db, now
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.fields import Fields

CLUB, LOGO, CHAMPIONSHIP = "scorekeeper-club/1", "scorekeeper-club-logo/1", "scorekeeper-championship/1"
MOST_LOGO = 4 * (club_settings.LARGEST_LOGO // 3)  # characters of a picture in base64
SCHEME = tuple(Scheme._fields)
NIGHT, TOURNAMENT = "night", "tournament"
LONGEST_PRESET, LONGEST_PAPER = 80, 8
LOGO_COST = 2_000  # hands that take as long to read as a logo
GAME_COST = 200  # and as a card with its examples


class ImportedPart(NamedTuple):
    """A part of a championship in a file: a tournament, identified by `made`, or a night, by day and name."""

    made: datetime | None
    day: date | None
    name: str
    weight: float


class ImportedChampionship(NamedTuple):
    """A championship in a file: its line number from 1, the time at which it was made, its name, scoring and parts."""

    line: int
    made: datetime
    name: str
    scheme: Scheme
    parts: list[ImportedPart]


class ImportedLogo(NamedTuple):
    """A logo in a file: its line number from 1, and the picture, re-encoded."""

    line: int
    picture: bytes


class ImportedSettings(NamedTuple):
    """A club's settings in a file: the line's number from 1, and the values by column of `Club`."""

    line: int
    values: dict[str, Any]


ClubLine = ImportedSettings | ImportedLogo | ImportedChampionship | ImportedGame
# The settings that travel, by their name in the file: the column of `Club`.
SETTINGS = {
    "president": "president", "address": "address", "month": "season_month", "preset": "usual_preset",
    "paper": "usual_paper", "language": "sheet_language", "circles": "circles",
}  # fmt: skip


def lines(club: Club) -> Iterator[str]:
    """Yields the club's settings and logo, if any, its cards, then its championships, oldest first, as ASCII JSON."""
    settings = {name: getattr(club, column) for name, column in SETTINGS.items() if not _is_unset(club, column)}
    if settings:
        yield _line({"format": CLUB, **settings})
    logo = club_settings.logo_of(club)
    if logo is not None:
        yield _line({"format": LOGO, "png": b64encode(logo.picture).decode()})
    yield from map(_line, club_cards.lines(club))
    for row in reversed(series.list_series(club)):
        yield _line(
            {
                "format": CHAMPIONSHIP,
                "made": row.made_at.isoformat(),
                "name": row.name,
                "scheme": {**scheme_of(row.scheme)._asdict()},
                "parts": _exported_parts(row),
            }
        )


def _is_unset(club: Club, column: str) -> bool:
    """True if the setting is as in a new club."""
    return bool(getattr(club, column) == {"season_month": 1, "circles": True}.get(column, ""))


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, separators=(",", ":")) + "\n"


def _exported_parts(row: Series) -> list[dict[str, Any]]:
    weights = weights_of(row)
    parts = []
    for part in series.rows_of(row):
        if isinstance(part, Night):
            night = {"day": part.day.isoformat(), "name": part.name}
            parts.append({**night, "weight": weights[NIGHT, part.id]})
        else:
            parts.append({"made": part.made_at.isoformat(), "weight": weights[TOURNAMENT, part.id]})
    return parts


def cost(value: Any) -> int:
    """Returns the cost of a line's picture or card, as the number of hands that take as long to read; else 0."""
    return {LOGO: LOGO_COST, GAME: GAME_COST}.get(value["format"], 0) if is_club_line(value) else 0


def is_club_line(value: Any) -> bool:
    """True if a line of a file has the format of a club's settings, logo, card or championship, valid or not."""
    return isinstance(value, dict) and value.get("format") in (CLUB, LOGO, GAME, CHAMPIONSHIP)


def read_line(number: int, value: dict[str, Any]) -> ClubLine:
    """Reads the settings, logo, card or championship of a line. Raises Refusal with the wrong fields."""
    if value["format"] == GAME:
        return club_cards.read_line(number, value)
    if value["format"] == CLUB:
        return _read_settings(number, value)
    return _read_logo(number, value) if value["format"] == LOGO else _read_championship(number, value)


def _read_settings(number: int, value: dict[str, Any]) -> ImportedSettings:
    fields = Fields(value)
    fields.only(("format", *SETTINGS))
    values: dict[str, Any] = {}
    for name, longest in (("president", LONGEST_NAME), ("address", club_settings.LONGEST_ADDRESS)):
        if fields.has_value(name):
            values[name] = tidy(fields.text(name, longest))
    if fields.has_value("month"):
        values["month"] = fields.whole("month", None, club_settings.MONTHS[0], club_settings.MONTHS[-1])
    if fields.has_value("preset") and find_preset(preset := fields.text("preset", LONGEST_PRESET)):
        values["preset"] = preset  # not if the game is of a package that is not installed here
    if fields.has_value("paper"):
        values["paper"] = fields.text("paper", LONGEST_PAPER)
    if fields.has_value("language"):
        values["language"] = fields.choice("language", None, tuple(LOCALES))
    if fields.has("circles"):
        values["circles"] = fields.flag("circles", None)
    _raise(fields)
    return ImportedSettings(number, {SETTINGS[name]: setting for name, setting in values.items()})


def _read_logo(number: int, value: dict[str, Any]) -> ImportedLogo:
    fields = Fields(value)
    fields.only(("format", "png"))
    try:
        picture = club_settings.re_encoded(b64decode(fields.text("png", MOST_LOGO), validate=True))
    except (NotBase64, ValueError, Refusal):
        picture = b""
        fields.refuse("png", None, club_settings.UNREADABLE)
    _raise(fields)
    return ImportedLogo(number, picture)


def _read_championship(number: int, value: dict[str, Any]) -> ImportedChampionship:
    fields = Fields(value)
    fields.only(("format", "made", "name", "scheme", "parts"))
    name, made_at = fields.text("name", series.LONGEST), moment_in(fields, "made", needed=True)
    scheme = _scheme(fields)
    parts = [_part(part) for part in fields.groups("parts")]
    if len(parts) > series.MOST_PARTS:
        fields.refuse("parts", None, series.TOO_MANY_PARTS, most=series.MOST_PARTS)
    _raise(fields)
    return ImportedChampionship(number, made_at or now(), tidy(name), scheme, parts)


def _raise(fields: Fields) -> None:
    if fields.problems:
        raise Refusal(fields.problems)


def _scheme(fields: Fields) -> Scheme:
    """Returns the scoring of a championship; has the same limits as the form."""
    group = fields.group("scheme")
    if group is None:
        return Scheme()
    group.only(SCHEME)
    scheme = Scheme(
        group.choice_or("kind", None, series.COUNTS),
        group.choice_or("who", None, series.WHO),
        tuple(_points(group)),
        group.whole_or("drop", None, 0, 0, series.MOST_DROPPED),
        group.mapping.get("average") is True,
        group.whole_or("least", None, 0, 0, series.MOST_PARTS),
    )
    try:
        return scheme if fields.problems else series.checked(scheme)
    except Refusal as refusal:
        fields.problems.extend(refusal.problems)
        return scheme


def _points(group: Fields) -> Iterator[int]:
    for at, value in enumerate(group.list_of("points")[: series.MOST_PLACES + 1]):
        if group.is_good_number(f"points.{at}", None, value, 0, series.MOST_POINTS):
            yield value


def _part(part: Fields) -> ImportedPart:
    """Returns a part: a tournament has `made`; a night has `day`, and may have `name`."""
    part.only(("made", "day", "name", "weight"))
    weight = part.mapping.get("weight", 1)
    if weight not in series.WEIGHTS:
        part.refuse("weight", "TOU-30", series.WRONG_WEIGHT)
        weight = 1
    if part.has_value("made"):
        return ImportedPart(moment_in(part, "made"), None, "", weight)
    return ImportedPart(None, day_in(part), part.text("name", LONGEST) if part.mapping.get("name") else "", weight)


class ClubImport:
    """Imports settings that are unset, the logo if there is none, and new cards and championships.

    A card is recognised by its name, a championship by the time at which it was made.
    """

    def __init__(self, club: int) -> None:
        self.club = club
        self.existing: set[object] = set(db.session.scalars(select(Series.made_at).where(Series.club_id == club)))
        if db.session.get(ClubLogo, club) is not None:
            self.existing.add(ImportedLogo)

    def new(self, batch: Sequence[ClubLine]) -> list[ClubLine]:
        """Returns the lines whose settings, logo or championship are neither in the club nor earlier in the file."""
        new, club = [], db.session.get_one(Club, self.club)
        for line in batch:
            if isinstance(line, ImportedSettings) and not any(_is_unset(club, column) for column in line.values):
                continue
            what: object = line.made if isinstance(line, ImportedChampionship) else type(line)
            if isinstance(line, ImportedGame):
                what = in_english(line.card)
                if club_cards.find(club, line.card) is not None:
                    continue
            if what not in self.existing:
                self.existing.add(what)
                new.append(line)
        return new

    def insert(self, batch: Sequence[ClubLine]) -> None:
        """Inserts the new lines; parts of a championship that the club does not have are left out."""
        club = db.session.get_one(Club, self.club)
        for line in self.new(batch):
            if isinstance(line, ImportedSettings):
                for column, setting in line.values.items():
                    if _is_unset(club, column):
                        setattr(club, column, setting)
                db.session.flush()
            elif isinstance(line, ImportedLogo):
                club_settings.set_logo(club, line.picture)
            elif isinstance(line, ImportedGame):
                if club_cards.has_room(club):  # else it is left out
                    club_cards.keep(club, line.card)
            else:
                row = series.make(club, line.name, line.scheme)
                row.made_at = line.made
                weights = dict(filter(None, map(self._find_part, line.parts)))
                by_kind = {kind: [number for of, number in weights if of == kind] for kind in (TOURNAMENT, NIGHT)}
                series.set_parts(row, by_kind[TOURNAMENT], by_kind[NIGHT], weights)

    def _find_part(self, part: ImportedPart) -> tuple[tuple[str, int], float] | None:
        """Returns the kind, id and weight of a part; None if the club does not have its tournament or night."""
        if part.made:
            kind, query = TOURNAMENT, select(Tournament.id).where(Tournament.made_at == part.made)
            query = query.where(Tournament.club_id == self.club)
        else:
            kind, query = NIGHT, select(Night.id).where(Night.day == part.day, Night.name == part.name)
            query = query.where(Night.club_id == self.club)
        number = db.session.scalar(query.order_by(None).limit(1))
        return ((kind, number), part.weight) if number is not None else None


PERSON = "scorekeeper-club-player/1"
NAME, INACTIVE, ALSO = "player", "inactive", "also"
PERSON_PARTS = (NAME, INACTIVE, *LABELS)  # all are texts, `inactive` is "yes" or missing
MOST_NAMES = 50  # further names of a person, in the list `also`


def person_lines(club: Club) -> Iterator[str]:
    """Yields the people of the roster, each as one line of ASCII JSON, without empty details."""
    also = roster.all_other_names(club)
    for player in roster.players(club, everybody=True):
        parts: dict[str, Any] = {NAME: player.name, INACTIVE: "" if player.active else "yes"}
        parts |= {**as_texts(details_of(player)), ALSO: also.get(player.id, [])[:MOST_NAMES]}
        yield _line({"format": PERSON, **{name: part for name, part in parts.items() if part}})


def is_person(value: Any) -> bool:
    """True if a line of a file has the format of a person, valid or not."""
    return isinstance(value, dict) and value.get("format") == PERSON


def read_person(number: int, value: dict[str, Any]) -> Entry:
    """Reads the person of a line. Raises Refusal with every problem and its field."""
    parts = {name: part for name, part in value.items() if name not in ("format", ALSO)}
    problems = [wrong for name, part in parts.items() if (wrong := _problem_of_part(name, part))]
    if not problems and not 0 < len(tidy(parts.get(NAME, ""))) <= LONGEST_NAME:
        problems = [problem(NAME, None, NAME_LENGTH)]
    also = value.get(ALSO, [])
    if not isinstance(also, list) or len(also) > MOST_NAMES or not all(map(_is_name, also)):
        problems.append(problem(ALSO, None, N_("This must be a list of at most {most} names"), most=MOST_NAMES))
    if problems:
        raise Refusal(problems)
    texts = {name: tidy(text) for name, text in parts.items() if tidy(text)}
    details = {name: text for name, text in texts.items() if name in LABELS}
    has_label = texts[NAME].endswith(f" ({texts.get('number')})")  # by which former versions distinguished namesakes
    names = [*map(tidy, also), *([texts[NAME]] if has_label else [])]
    return Entry(number, texts[NAME], details, INACTIVE not in texts, also=tuple(names))


def _is_name(text: object) -> bool:
    return isinstance(text, str) and 0 < len(tidy(text)) <= LONGEST_NAME


def _problem_of_part(name: str, part: Any) -> Problem | None:
    if name not in PERSON_PARTS:
        return problem(name, None, N_("Unknown field: {unknown}"), unknown=name)
    if not isinstance(part, str):
        return problem(name, None, N_("This must be a text"))
    text = tidy(part)
    if not text or name not in LABELS:
        return None
    is_old_number = name == "number" and len(text) <= person_details.LONGEST["number"]  # older versions took any text
    return None if is_old_number else problem_of(name, text)
