"""A club as lines of JSON, its people, president, logo and championships: written for an export, read for an import."""

import json
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import select

from scorekeeper.clubs import club_settings, person_details, roster, series
from scorekeeper.clubs.nights import LONGEST
from scorekeeper.clubs.person_details import LABELS, Entry, as_texts, details_of, problem_of
from scorekeeper.clubs.roster import LONGEST_NAME, NAME_LENGTH
from scorekeeper.clubs.series import Scheme, scheme_of, weights_of
from scorekeeper.clubs.tournaments.json_lines import day_in
from scorekeeper.clubs.tournaments.registration_lines import moment_in
from scorekeeper.games.engine.base import N_, Problem, Refusal, problem
from scorekeeper.ledger.log import tidy
from scorekeeper.store.club_models import Club, ClubLogo, Night, Series
from scorekeeper.store.models import db, now
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.fields import Fields

CLUB, LOGO, CHAMPIONSHIP = "scorekeeper-club/1", "scorekeeper-club-logo/1", "scorekeeper-championship/1"
MOST_LOGO = 4 * (club_settings.LARGEST_LOGO // 3)  # characters of a picture in base64
SCHEME = tuple(Scheme._fields)
NIGHT, TOURNAMENT = "night", "tournament"
LOGO_COST = 2_000  # hands that take as long to read as a logo


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


class ImportedPresident(NamedTuple):
    """A president in a file: the line's number from 1, and the name."""

    line: int
    name: str


ClubLine = ImportedPresident | ImportedLogo | ImportedChampionship


def lines(club: Club) -> Iterator[str]:
    """Yields the club's president and logo, if any, then its championships, oldest first, as ASCII JSON."""
    if club.president:
        yield _line({"format": CLUB, "president": club.president})
    logo = club_settings.logo_of(club)
    if logo is not None:
        yield _line({"format": LOGO, "png": b64encode(logo.picture).decode()})
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
    """Returns the cost of a line's picture, as the number of hands that take as long to read; 0 without a picture."""
    return LOGO_COST if is_club_line(value) and value["format"] == LOGO else 0


def is_club_line(value: Any) -> bool:
    """True if a line of a file has the format of a president, logo or championship, valid or not."""
    return isinstance(value, dict) and value.get("format") in (CLUB, LOGO, CHAMPIONSHIP)


def read_line(number: int, value: dict[str, Any]) -> ClubLine:
    """Reads the president, logo or championship of a line. Raises Refusal with the wrong fields."""
    if value["format"] == CLUB:
        return _read_president(number, value)
    return _read_logo(number, value) if value["format"] == LOGO else _read_championship(number, value)


def _read_president(number: int, value: dict[str, Any]) -> ImportedPresident:
    fields = Fields(value)
    fields.only(("format", "president"))
    name = fields.text("president", LONGEST_NAME)
    _raise(fields)
    return ImportedPresident(number, tidy(name))


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
    """Imports president and logo if the club has none, and the championships that the club does not have yet.

    A championship is recognised by the time at which it was made.
    """

    def __init__(self, club: int) -> None:
        self.club = club
        self.existing: set[object] = set(db.session.scalars(select(Series.made_at).where(Series.club_id == club)))
        if db.session.get(ClubLogo, club) is not None:
            self.existing.add(ImportedLogo)
        if db.session.get_one(Club, club).president:
            self.existing.add(ImportedPresident)

    def new(self, batch: Sequence[ClubLine]) -> list[ClubLine]:
        """Returns the lines whose president, logo or championship is neither in the club nor earlier in the file."""
        new = []
        for line in batch:
            what = line.made if isinstance(line, ImportedChampionship) else type(line)
            if what not in self.existing:
                self.existing.add(what)
                new.append(line)
        return new

    def insert(self, batch: Sequence[ClubLine]) -> None:
        """Inserts the new lines; parts of a championship that the club does not have are left out."""
        club = db.session.get_one(Club, self.club)
        for line in self.new(batch):
            if isinstance(line, ImportedPresident):
                club.president = line.name
                db.session.flush()
            elif isinstance(line, ImportedLogo):
                club_settings.set_logo(club, line.picture)
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
NAME, INACTIVE = "player", "inactive"
PERSON_PARTS = (NAME, INACTIVE, *LABELS)  # all are texts, `inactive` is "yes" or missing


def person_lines(club: Club) -> Iterator[str]:
    """Yields the people of the roster, each as one line of ASCII JSON, without empty details."""
    for player in roster.players(club, everybody=True):
        parts = {NAME: player.name, INACTIVE: "" if player.active else "yes", **as_texts(details_of(player))}
        line = {"format": PERSON, **{name: text for name, text in parts.items() if text}}
        yield json.dumps(line, separators=(",", ":")) + "\n"


def is_person(value: Any) -> bool:
    """True if a line of a file has the format of a person, valid or not."""
    return isinstance(value, dict) and value.get("format") == PERSON


def read_person(number: int, value: dict[str, Any]) -> Entry:
    """Reads the person of a line. Raises Refusal with every problem and its field."""
    parts = {name: part for name, part in value.items() if name != "format"}
    problems = [wrong for name, part in parts.items() if (wrong := _problem_of_part(name, part))]
    if not problems and not 0 < len(tidy(parts.get(NAME, ""))) <= LONGEST_NAME:
        problems = [problem(NAME, None, NAME_LENGTH)]
    if problems:
        raise Refusal(problems)
    texts = {name: tidy(text) for name, text in parts.items() if tidy(text)}
    details = {name: text for name, text in texts.items() if name in LABELS}
    return Entry(number, texts[NAME], details, INACTIVE not in texts)


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
