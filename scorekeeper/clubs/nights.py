"""Club nights: a day with numbered tables, and what its matches begin with."""

from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import delete, func, select

from scorekeeper import ledger
from scorekeeper.clubs import results
from scorekeeper.clubs.tables import is_named, open_table
from scorekeeper.games import find_game
from scorekeeper.games.engine.base import Checks, Game, Setup, _, refuse
from scorekeeper.games.engine.setup import read_options
from scorekeeper.i18n import gettext
from scorekeeper.ledger import CONFIRMED
from scorekeeper.ledger.log import tidy
from scorekeeper.pages import start_form
from scorekeeper.pages.start_form import LONGEST_MINUTES, StartForm, shape_text
from scorekeeper.pages.start_page import blank_form
from scorekeeper.store.club_models import Club, ClubSitting, Night, NightTable, SeriesPart
from scorekeeper.store.models import Match, Sitting, Stake, db, now

HANDS = "hands"  # what games call the option of how many hands a match lasts


class Defaults(NamedTuple):
    """`game` and `variant` are slugs, empty where the tables choose; `hands` and `minutes` are None for no such end.

    `confirm` is what both sides confirm (`ledger.CONFIRMED`), or empty.
    """

    game: str = ""
    variant: str = ""
    hands: int | None = None
    minutes: int | None = None
    confirm: str = ""


def defaults_of(night: Night) -> Defaults:
    """What was agreed for a night."""
    return Defaults(**{name: night.defaults[name] for name in Defaults._fields if name in night.defaults})


def read_defaults(preset: str, hands: str, minutes: str, confirm: str) -> Defaults:
    """Defaults as they were typed; `preset` is `game/variant`. Raises Refusal naming the field that is wrong."""
    slug, _slash, variant = preset.partition("/")
    game = find_game(slug)
    chosen = game.preset(variant or None) if game else None
    if slug and (game is None or chosen is None):
        raise refuse("preset", None, _("Unknown game; choose one from the list"))
    made = Defaults(
        game=game.slug if game else "",
        variant=chosen["slug"] if chosen else "",
        hands=_number("hands", hands, 999, _("Choose 1 to {longest} hands")),
        minutes=_number("minutes", minutes, LONGEST_MINUTES, _("Choose 1 to {longest} minutes")),
        confirm=confirm if confirm in CONFIRMED else "",
    )
    if game and chosen and made.hands is not None:
        _check_hands(game, chosen, made.hands)
    return made


def _number(field: str, text: str, longest: int, wrong: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and 0 < int(text[:9]) <= longest):
        raise refuse(field, None, wrong, longest=longest)
    return int(text)


def _check_hands(game: Game, preset: dict[str, Any], hands: int) -> None:
    checks = Checks({"options": {HANDS: hands}})
    read_options(checks, game, preset)
    if checks.problems:
        raise refuse("hands", None, _("{game} can’t be played for this many hands; leave it blank"), game=game.title)


def table_of(sitting: Sitting) -> tuple[Night, NightTable] | None:
    """The night that a sitting belongs to, and its table there."""
    found = select(Night, NightTable).join(NightTable, NightTable.night_id == Night.id)
    row = db.session.execute(found.where(NightTable.sitting_id == sitting.id)).first()
    return (row.Night, row.NightTable) if row else None


def with_defaults(sitting: Sitting, asked: Mapping[str, str], last: Setup | None) -> StartForm:
    """The form of a sitting's next match: as the night has it, where it belongs to one, and nothing else is `asked`.

    Who plays follows the sitting's `last` match; in the first one the people who were to sit there.
    """
    found = table_of(sitting)
    if found is None:
        return blank_form(dict(asked), last)
    night, table = found
    agreed = defaults_of(night)
    wanted = {"game": agreed.game, "variant": agreed.variant} if agreed.game else {}
    wanted |= asked
    form = blank_form(wanted, last)
    if last is None and table.names and "shape" not in asked:
        shape = next((each for each in form.shapes if each[0] * each[1] == len(table.names)), form.shape)
        form = blank_form({**wanted, "shape": shape_text(shape)})
    if last is None:
        form.typed.update({seat.path: name for seat, name in zip(form.seats, table.names, strict=False)})
    _agree(form, agreed)
    return form


def _agree(form: StartForm, agreed: Defaults) -> None:
    option = next((each for each in form.game.options if each["name"] == HANDS), None)
    if option and agreed.hands is not None:
        form.typed.update(start_form.written(option, agreed.hands))
    if form.preset.get("timed") and agreed.minutes is not None:
        form.typed["minutes"] = str(agreed.minutes)


def with_agreement(sitting: Sitting, form: StartForm) -> dict[str, Any]:
    """The head of the match that the form stands for, with the night's clock and who confirms."""
    head, found = form.head, table_of(sitting)
    agreed = defaults_of(found[0]) if found else Defaults()
    about = {"confirm": agreed.confirm} if agreed.confirm else {}
    if agreed.minutes is not None and not form.preset.get("timed"):
        about["minutes"] = str(agreed.minutes)
    return {**head, "about": {**about, **head.get("about", {})}} if about else head


MOST_TABLES = 40
MOST_SEATS = 12
LONGEST = 80
LONGEST_NAME = 40  # of a player

Table = tuple[int, Sitting]  # the table's number and its sitting


def plan_night(club: Club, name: str, place: str, day: str) -> Night:
    """A new night, without tables yet. `day` is written as 2026-11-21; raises Refusal where it is none."""
    night = Night(club_id=club.id, name="", place="")
    _describe(night, name, place, day)
    db.session.add(night)
    db.session.flush()
    return night


def describe_night(night: Night, name: str, place: str, day: str) -> None:
    """Say what a night is called, where and on which day it is; its tables move with it. Raises Refusal."""
    before = night.place
    _describe(night, name, place, day)
    for _number, sitting in tables_of(night):
        if sitting.place in ("", before):
            sitting.place = night.place


def _describe(night: Night, name: str, place: str, day: str) -> None:
    try:
        night.day = date.fromisoformat(day)
    except ValueError:
        raise refuse("day", None, _("Choose a day")) from None
    night.name, night.place = tidy(name)[:LONGEST], tidy(place)[:LONGEST]


def agree(night: Night, defaults: Defaults) -> None:
    """Set what the night's matches begin with."""
    night.defaults = defaults._asdict()


def seat(night: Night, names: Mapping[int, str]) -> None:
    """Say who is to sit at which table: by its number names with commas between, in the order of play.

    Raises Refusal naming the field of a table where a name is too long, stands twice, or there are too many.
    """
    for table in db.session.scalars(select(NightTable).where(NightTable.night_id == night.id)):
        if table.number in names:
            table.names = _names(names[table.number], f"names-{table.number}")


def _names(text: str, field: str) -> list[str]:
    names = [name for name in map(tidy, text.replace(";", ",").split(",")) if name]
    if len(names) > MOST_SEATS:
        raise refuse(field, None, _("Choose at most {most} players for a table"), most=MOST_SEATS)
    for name in names:
        if len(name) > LONGEST_NAME:
            raise refuse(field, None, _("Enter a name of 1 to {longest} characters"), longest=LONGEST_NAME)
    if len({results.name_key(name) for name in names}) < len(names):
        raise refuse(field, None, _("Someone is listed twice at this table"))
    return names


def close(night: Night, *, closed: bool) -> None:
    """Close the night, so that no match begins at its tables any more, or open it again."""
    night.closed_at = (night.closed_at or now()) if closed else None


def check_open(sitting: Sitting) -> None:
    """Raises Refusal where the sitting's night is closed."""
    found = table_of(sitting)
    if found and found[0].closed_at is not None:
        raise refuse(None, None, _("This night is closed, so no match can start; a scorer can reopen it"))


def delete_night(night: Night) -> None:
    """Delete a night. What was played stays with the club, at the same addresses; tables without a match go."""
    sittings = [sitting for _number, sitting in tables_of(night)]
    played = set(db.session.scalars(select(Match.sitting_id).where(Match.sitting_id.in_(s.id for s in sittings))))
    db.session.execute(delete(NightTable).where(NightTable.night_id == night.id))
    db.session.execute(delete(SeriesPart).where(SeriesPart.night_id == night.id))
    for sitting in sittings:
        if sitting.id not in played:
            db.session.execute(delete(ClubSitting).where(ClubSitting.sitting_id == sitting.id))
            ledger.remove_empty_sitting(sitting)
    db.session.delete(night)
    db.session.flush()


def add_tables(club: Club, night: Night, count: int) -> list[Sitting]:
    """Add that many tables, numbered on. Raises Refusal where that would be too many."""
    results.lock_results(db.session, club.id)  # two phones must not give the same number
    last = db.session.scalar(select(func.max(NightTable.number)).where(NightTable.night_id == night.id)) or 0
    if not 0 < count <= MOST_TABLES - last:
        raise refuse("tables", None, _("Choose 1 to 40 tables"))
    made, stake = [], _stake_of(night)
    for number in range(last + 1, last + count + 1):
        sitting = open_table(club, gettext("Table %(number)s", number=number), night.place)
        db.session.add(NightTable(night_id=night.id, number=number, sitting_id=sitting.id))
        if stake:
            db.session.add(Stake(sitting_id=sitting.id, amount=stake.amount, decimals=stake.decimals, unit=stake.unit))
        made.append(sitting)
    db.session.flush()
    return made


def _stake_of(night: Night) -> Stake | None:
    """The stake of the night's first table, which further tables get too."""
    found = select(Stake).join(NightTable, NightTable.sitting_id == Stake.sitting_id)
    return db.session.scalar(found.where(NightTable.night_id == night.id).order_by(NightTable.number).limit(1))


def nights(club: Club, most: int = 50) -> list[Night]:
    """The club's nights, the latest first."""
    found = select(Night).where(Night.club_id == club.id).order_by(Night.day.desc(), Night.id.desc())
    return list(db.session.scalars(found.limit(most)))


def find_night(club: Club, number: int) -> Night | None:
    """A night of the club by its id."""
    return db.session.scalar(select(Night).where(Night.id == number, Night.club_id == club.id))


def tables_of(night: Night) -> list[Table]:
    """The tables by number."""
    found = select(NightTable.number, Sitting).join(Sitting, Sitting.id == NightTable.sitting_id)
    rows = db.session.execute(found.where(NightTable.night_id == night.id).order_by(NightTable.number))
    return [(row.number, row.Sitting) for row in rows]


def versions_of(night: Night) -> list[tuple[int, int]]:
    """Which matches the night has, each with its last change."""
    found = select(Match.id, Match.version).join(NightTable, NightTable.sitting_id == Match.sitting_id)
    rows = db.session.execute(found.where(NightTable.night_id == night.id).order_by(Match.id))
    return [(row.id, row.version) for row in rows]


def seating_of(night: Night) -> dict[int, list[str]]:
    """Who is to sit at each table, by its number."""
    found = select(NightTable.number, NightTable.names).where(NightTable.night_id == night.id)
    return {row.number: row.names for row in db.session.execute(found.order_by(NightTable.number))}


def at_two_tables(night: Night) -> list[tuple[str, list[int]]]:
    """Who sits at more than one table: in a match in play, or where none was begun, by what was planned."""
    matches = by_table(night)
    sits: dict[object, dict[int, str]] = {}
    names = {}
    for number, planned in seating_of(night).items():
        played = matches.get(number, [])
        names[number] = planned if not played else []
        for match in played:
            if match.status == "in_progress":
                names[number] = [*names[number], *match.setup["seats"]]
    known = results.players_of(db.session, night.club_id, {name for each in names.values() for name in each})
    for number, present in names.items():
        for name in filter(is_named, present):
            key = results.name_key(name)
            sits.setdefault(known.get(key, key), {})[number] = name
    return sorted((next(iter(tables.values())), list(tables)) for tables in sits.values() if len(tables) > 1)


def by_table(night: Night) -> dict[int, list[Match]]:
    """The night's matches by the number of their table, the newest first."""
    found = select(NightTable.number, Match).join(NightTable, NightTable.sitting_id == Match.sitting_id)
    rows = db.session.execute(found.where(NightTable.night_id == night.id).order_by(Match.number.desc()))
    matches: dict[int, list[Match]] = {}
    for row in rows:
        matches.setdefault(row.number, []).append(row.Match)
    return matches


def matches_of(night: Night) -> list[Match]:
    """All matches of the night, table by table."""
    found = select(Match).join(NightTable, NightTable.sitting_id == Match.sitting_id)
    found = found.where(NightTable.night_id == night.id).order_by(NightTable.number, Match.number)
    return list(db.session.scalars(found))
