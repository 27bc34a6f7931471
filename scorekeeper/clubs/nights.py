"""Club nights: a day with numbered tables, planned seating, and defaults for its matches."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Select, delete, func, select

from scorekeeper import ledger
from scorekeeper.clubs import named_games, results, webhooks
from scorekeeper.clubs.occasions import Occasion, set_occasion
from scorekeeper.clubs.recognising import Known, People, is_named, names_on_roster, people_offered
from scorekeeper.clubs.tables import open_table
from scorekeeper.clubs.tournaments.reseating import CORRECTED, reseat
from scorekeeper.games import find_game
from scorekeeper.games.engine.base import N_, Checks, Game, Setup, problem, refuse
from scorekeeper.games.engine.declared import Preset
from scorekeeper.games.engine.setup import read_options
from scorekeeper.i18n import gettext
from scorekeeper.i18n.texts import table_sign
from scorekeeper.ledger import CONFIRMED
from scorekeeper.ledger.log import tidy
from scorekeeper.pages import start_form
from scorekeeper.pages.start_form import LONGEST_MINUTES, StartForm, shape_text
from scorekeeper.pages.start_page import blank_form
from scorekeeper.store.club_models import Club, ClubSitting, Night, NightTable, SeriesPart
from scorekeeper.store.models import Match, Sitting, Stake, db, now

HANDS = "hands"  # the games' option for the number of hands of a match


class Defaults(NamedTuple):
    """Defaults for the matches of a night.

    `game` and `variant` are slugs, empty if each table chooses; None means no limit. `confirm` is the item that both
    sides confirm (`ledger.CONFIRMED`), or empty.
    """

    game: str = ""
    variant: str = ""
    hands: int | None = None
    minutes: int | None = None
    confirm: str = ""

    @property
    def preset(self) -> str:
        """Game and variant as `game/variant`, the value of a form's choice; empty if each table chooses."""
        return f"{self.game}/{self.variant}" if self.game else ""


def defaults_of(night: Night) -> Defaults:
    """Returns the defaults stored for a night."""
    return Defaults(**{name: night.defaults[name] for name in Defaults._fields if name in night.defaults})


def read_defaults(preset: str, hands: str, minutes: str, confirm: str, club: int | None = None) -> Defaults:
    """Reads defaults from a form; `preset` as in `find_preset`. Raises Refusal naming the wrong field."""
    chosen = read_preset(preset, "preset", club)
    defaults = Defaults(
        game=chosen[0].slug if chosen else "",
        variant=chosen[1]["slug"] if chosen else "",
        hands=_number("hands", hands, 999, N_("Choose 1 to {longest} hands")),
        minutes=_number("minutes", minutes, LONGEST_MINUTES, N_("Choose 1 to {longest} minutes")),
        confirm=confirm if confirm in CONFIRMED else "",
    )
    if chosen and defaults.hands is not None:
        _check_hands(*chosen, defaults.hands)
    return defaults


Chosen = tuple[Game, Preset]


def find_preset(text: str, club: int | None = None) -> Chosen | None:
    """Returns the game and the preset of `game/variant`; None if the text is empty or the preset unknown.

    `game/kept-12` is a game that the `club` keeps.
    """
    slug, _slash, variant = text.partition("/")
    if club is not None and variant.startswith(named_games.KEPT):
        return named_games.kept_preset(club, slug, variant)
    game = find_game(slug)
    preset = game.preset(variant or None) if game else None
    return (game, preset) if game and preset else None


def read_preset(text: str, field: str, club: int | None = None) -> Chosen | None:
    """Returns the preset chosen in a form; None for an empty text. Raises Refusal at `field` for an unknown one."""
    preset = find_preset(text, club)
    if preset is None and text.partition("/")[0]:
        raise refuse(field, None, N_("Unknown game; choose one from the list"))
    return preset


def _number(field: str, text: str, longest: int, wrong: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and 0 < int(text[:9]) <= longest):
        raise refuse(field, None, wrong, longest=longest)
    return int(text)


def _check_hands(game: Game, preset: Preset, hands: int) -> None:
    if not _can_have(game, preset, hands):
        raise refuse("hands", None, N_("{game} can’t be played for this many hands; leave it blank"), game=game.title)


def _can_have(game: Game, preset: Preset, hands: int) -> bool:
    """True if a match of this game can end after this number of hands."""
    checks = Checks({"options": {HANDS: hands}})
    read_options(checks, game, preset)
    return not checks.problems


def defaults_at(night: Night, table: NightTable) -> Defaults:
    """Returns the defaults of a table's matches: the night's, with the table's own game if it has one."""
    defaults, own_game = defaults_of(night), find_preset(table.preset, night.club_id)
    if own_game is None:
        return defaults
    game, preset = own_game
    hands = defaults.hands if defaults.hands is None or _can_have(game, preset, defaults.hands) else None
    return defaults._replace(game=game.slug, variant=preset["slug"], hands=hands)


def table_of(sitting: Sitting) -> tuple[Night, NightTable] | None:
    """Returns the night of a sitting and its table there; None if it belongs to no night."""
    query = select(Night, NightTable).join(NightTable, NightTable.night_id == Night.id)
    row = db.session.execute(query.where(NightTable.sitting_id == sitting.id)).first()
    return (row.Night, row.NightTable) if row else None


def next_form(
    sitting: Sitting, query: Mapping[str, str], last: Setup | None, rules: dict[str, Any] | None = None
) -> StartForm:
    """Returns the form of a sitting's next match; values missing in the query are the night's defaults.

    The players come from the sitting's `last` match; for its first match, from the planned seating. `rules` are those
    of `blank_form`.
    """
    night_table = table_of(sitting)
    if night_table is None:
        return blank_form(dict(query), last, rules)
    night, table = night_table
    defaults = defaults_at(night, table)
    settings = {"game": defaults.game, "variant": defaults.variant} if defaults.game else {}
    settings |= query
    if rules is None and "game" not in query:
        rules = named_games.kept_rules(night.club_id, defaults.variant)
    form = blank_form(settings, last, rules)
    if last is None and table.names and "shape" not in query:
        shapes = (shape for shape in form.shapes if shape[0] * shape[1] == len(table.names))
        shape = next(shapes, form.shape)
        form = blank_form({**settings, "shape": shape_text(shape)}, rules=rules)
    if last is None:
        form.typed.update({seat.path: name for seat, name in zip(form.seats, table.names, strict=False)})
        if standing := table.names[len(form.seats) :]:
            form.refuse([problem(None, None, N_("No seat in this game for: {names}"), names=", ".join(standing))])
    _apply_defaults(form, defaults)
    return form


def _apply_defaults(form: StartForm, defaults: Defaults) -> None:
    option = next((option for option in form.game.options if option["name"] == HANDS), None)
    if option and defaults.hands is not None:
        form.typed.update(start_form.written(option, defaults.hands))
    if form.preset.get("timed") and defaults.minutes is not None:
        form.typed["minutes"] = str(defaults.minutes)


def next_head(sitting: Sitting, form: StartForm) -> dict[str, Any]:
    """Returns the head of the match in the form, with the night's settings for clock and confirmation."""
    head, night_table = form.head, table_of(sitting)
    defaults = defaults_of(night_table[0]) if night_table else Defaults()
    about = {"confirm": defaults.confirm} if defaults.confirm else {}
    if defaults.minutes is not None and not form.preset.get("timed"):
        about["minutes"] = str(defaults.minutes)
    return {**head, "about": {**about, **head.get("about", {})}} if about else head


MOST_TABLES = 40
MOST_SEATS = 12
LONGEST = 80
LONGEST_NAME = 40  # of a player

Table = tuple[int, Sitting]  # the table's number and its sitting


def plan_night(club: Club, name: str, place: str, day: str, hour: str = "") -> Night:
    """Creates a night without tables. `day` is like 2026-11-21, `hour` like 20:45. Raises Refusal for invalid ones."""
    night = Night(club_id=club.id, name=tidy(name)[:LONGEST])
    set_occasion(night, Occasion(day, hour, place))
    db.session.add(night)
    db.session.flush()
    return night


def describe_night(night: Night, name: str, place: str, day: str, hour: str = "") -> None:
    """Changes name, place, day and hour of a night. Raises Refusal for an invalid day or hour.

    The place of a table changes too, if it was empty or the old place of the night; and the day on which its matches
    count.
    """
    before, day_before = night.place, night.day
    sittings = [sitting.id for _number, sitting in tables_of(night)]
    results.lock_tables(db.session, night.club_id, sittings)
    night.name = tidy(name)[:LONGEST]
    set_occasion(night, Occasion(day, hour, place))
    if night.day != day_before:
        db.session.flush()
        results.follow_tables(db.session, night.club_id, sittings)
    for _number, sitting in tables_of(night):
        if sitting.place in ("", before):
            sitting.place = night.place


def set_defaults(night: Night, defaults: Defaults) -> None:
    """Stores the defaults of the night's matches."""
    night.defaults = defaults._asdict()


def set_seating(night: Night, names: Mapping[int, Sequence[str]]) -> None:
    """Stores planned players by table number, in the order of play.

    Raises Refusal naming the field of a table with a long or repeated name, or too many names.
    """
    for table in db.session.scalars(select(NightTable).where(NightTable.night_id == night.id)):
        if table.number in names:
            table.names = _names(night, names[table.number], f"names-{table.number}")


def listed_names(text: str) -> list[str]:
    """Returns names that are separated by commas in a form."""
    return text.replace(";", ",").split(",")


def set_games(night: Night, presets: Mapping[int, str]) -> None:
    """Stores the game of tables by number, as `game/variant`, empty for the night's own.

    Raises Refusal at `game-NUMBER` for an unknown game or table.
    """
    tables = db.session.scalars(select(NightTable).where(NightTable.night_id == night.id))
    by_number = {table.number: table for table in tables}
    for number, preset in presets.items():
        field = f"game-{number}"
        chosen = read_preset(preset, field, night.club_id)
        if number in by_number:
            by_number[number].preset = f"{chosen[0].slug}/{chosen[1]['slug']}" if chosen else ""
        elif preset:
            raise refuse(field, None, N_("There is no table {number}"), number=number)


class Planned(NamedTuple):
    """The plan for a table: its game as `game/variant`, empty for the night's game, and the players' names."""

    preset: str
    names: list[str]


def planned(night: Night) -> dict[int, Planned]:
    """Returns the plans for the night's tables, by table number."""
    query = select(NightTable.number, NightTable.preset, NightTable.names).where(NightTable.night_id == night.id)
    rows = db.session.execute(query.order_by(NightTable.number))
    return {row.number: Planned(row.preset, row.names) for row in rows}


def _names(night: Night, listed: Sequence[str], field: str) -> list[str]:
    typed = [name for name in map(tidy, listed) if name]
    if len(typed) > MOST_SEATS:
        raise refuse(field, None, N_("Choose at most {most} players for a table"), most=MOST_SEATS)
    for name in typed:
        if len(name) > LONGEST_NAME:
            raise refuse(field, None, N_("Enter a name of 1 to {longest} characters"), longest=LONGEST_NAME)
    names = names_on_roster(night.club_id, typed)
    if len({results.name_key(name) for name in names}) < len(names):
        raise refuse(field, None, N_("Someone is listed twice at this table"))
    return names


def people_in_doubt(night: Night) -> dict[str, tuple[Known, ...]]:
    """Returns whom names of the night, planned or at a seat, may mean on the roster, except people who are there."""
    names = {name for table in planned(night).values() for name in table.names}
    names |= {seat for match in matches_of(night) for seat in match.setup["seats"]}
    there = {results.name_key(name) for name in names}
    offers = people_offered(night.club_id, sorted(names))
    free = {name: [each for each in offered if results.name_key(each.name) not in there]
            for name, offered in offers.items()}  # fmt: skip
    return {name: tuple(offered) for name, offered in free.items() if offered}


def identify(night: Night, name: str, player: int, actor: str) -> str:
    """Renames the person called `name` at the night to a player of the roster; returns that name. Raises Refusal."""
    person = People(night.club_id).by_id.get(player)
    if person is None:
        raise refuse("player", None, N_("This player is no longer on the roster"))
    matches = [match for match in matches_of(night) if name in match.setup["seats"]]
    matches.sort(key=lambda match: match.id)
    for match in matches:
        ledger.lock_match(match)  # before the club, as phones do
    results.lock_results(db.session, night.club_id)
    for match in matches:
        reseat(match, {name: person.name}, actor, gettext(CORRECTED))
    for table in db.session.scalars(select(NightTable).where(NightTable.night_id == night.id)):
        table.names = [person.name if each == name else each for each in table.names]
    db.session.flush()
    return person.name


def close(night: Night, *, closed: bool) -> None:
    """Closes the night, so that no match can start at its tables, or with `closed=False` reopens it."""
    if closed and night.closed_at is None:
        night.closed_at = now()
        webhooks.announce_night(night)
    elif not closed:
        night.closed_at = None


def check_open(sitting: Sitting) -> None:
    """Raises Refusal if the sitting's night is closed."""
    night_table = table_of(sitting)
    if night_table and night_table[0].closed_at is not None:
        raise refuse(None, None, N_("This night is closed, so no match can start; a scorer can reopen it"))


def delete_night(night: Night) -> None:
    """Deletes a night and its tables without a match. Matches stay with the club, at the same URLs."""
    sittings = [sitting for _number, sitting in tables_of(night)]
    results.lock_tables(db.session, night.club_id, [sitting.id for sitting in sittings])
    played = set(
        db.session.scalars(select(Match.sitting_id).where(Match.sitting_id.in_(sitting.id for sitting in sittings)))
    )
    db.session.execute(delete(NightTable).where(NightTable.night_id == night.id))
    db.session.execute(delete(SeriesPart).where(SeriesPart.night_id == night.id))
    for sitting in sittings:
        if sitting.id not in played:
            db.session.execute(delete(ClubSitting).where(ClubSitting.sitting_id == sitting.id))
            ledger.remove_empty_sitting(sitting)
    db.session.delete(night)
    db.session.flush()
    results.follow_tables(db.session, night.club_id, played)


def add_tables(club: Club, night: Night, count: int) -> list[Sitting]:
    """Adds `count` tables with the next numbers. Raises Refusal for too many."""
    results.lock_results(db.session, club.id)  # two phones must not give the same number
    last = db.session.scalar(select(func.max(NightTable.number)).where(NightTable.night_id == night.id)) or 0
    if not 0 < count <= MOST_TABLES - last:
        raise refuse("tables", None, N_("Choose 1 to 40 tables"))
    sittings, stake = [], _stake_of(night)
    for number in range(last + 1, last + count + 1):
        sitting = open_table(club, table_sign(number), night.place)
        db.session.add(NightTable(night_id=night.id, number=number, sitting_id=sitting.id))
        if stake:
            db.session.add(Stake(sitting_id=sitting.id, amount=stake.amount, decimals=stake.decimals, unit=stake.unit))
        sittings.append(sitting)
    db.session.flush()
    return sittings


def _stake_of(night: Night) -> Stake | None:
    """Returns the stake of the night's first table, to be copied to added tables; None without a stake."""
    query = select(Stake).join(NightTable, NightTable.sitting_id == Stake.sitting_id)
    return db.session.scalar(query.where(NightTable.night_id == night.id).order_by(NightTable.number).limit(1))


def open_on(club: Club, day: date) -> list[Night]:
    """Returns the club's open nights on this day, newest first."""
    query = select(Night).where(Night.club_id == club.id, Night.day == day, Night.closed_at.is_(None))
    return list(db.session.scalars(query.order_by(Night.id.desc())))


def latest(club: Club) -> Select[Night]:
    """Returns the query for the club's nights, latest first."""
    return select(Night).where(Night.club_id == club.id).order_by(Night.day.desc(), Night.id.desc())


def nights(club: Club, most: int = 50) -> list[Night]:
    """Returns the club's nights, latest first."""
    return list(db.session.scalars(latest(club).limit(most)))


def tables_of(night: Night) -> list[Table]:
    """Returns the night's tables with their numbers, in order."""
    query = select(NightTable.number, Sitting).join(Sitting, Sitting.id == NightTable.sitting_id)
    rows = db.session.execute(query.where(NightTable.night_id == night.id).order_by(NightTable.number))
    return [(row.number, row.Sitting) for row in rows]


def versions_of(night: Night) -> list[tuple[int, int]]:
    """Returns the ids of the night's matches, each with its version."""
    query = select(Match.id, Match.version).join(NightTable, NightTable.sitting_id == Match.sitting_id)
    rows = db.session.execute(query.where(NightTable.night_id == night.id).order_by(Match.id))
    return [(row.id, row.version) for row in rows]


def double_bookings(night: Night) -> list[tuple[str, list[int]]]:
    """Returns the names of people at several tables, with the tables' numbers.

    Players of matches in play count, and planned names at tables where no match was started.
    """
    matches = matches_by_table(night)
    sits: dict[object, dict[int, str]] = {}
    names = {}
    for number, table in planned(night).items():
        played = matches.get(number, [])
        names[number] = table.names if not played else []
        for match in played:
            if match.status == "in_progress":
                names[number] = [*names[number], *match.setup["seats"]]
    everybody = {name for present in names.values() for name in present}
    ids = results.players_of(db.session, night.club_id, everybody)
    for number, present in names.items():
        for name in filter(is_named, present):
            key = results.name_key(name)
            sits.setdefault(ids.get(key, key), {})[number] = name
    return sorted((next(iter(tables.values())), list(tables)) for tables in sits.values() if len(tables) > 1)


def matches_by_table(night: Night) -> dict[int, list[Match]]:
    """Returns the night's matches by table number, each table's newest first."""
    query = select(NightTable.number, Match).join(NightTable, NightTable.sitting_id == Match.sitting_id)
    rows = db.session.execute(query.where(NightTable.night_id == night.id).order_by(Match.number.desc()))
    matches: dict[int, list[Match]] = {}
    for row in rows:
        matches.setdefault(row.number, []).append(row.Match)
    return matches


def matches_of(night: Night) -> list[Match]:
    """Returns all matches of the night, table by table."""
    query = select(Match).join(NightTable, NightTable.sitting_id == Match.sitting_id)
    query = query.where(NightTable.night_id == night.id).order_by(NightTable.number, Match.number)
    return list(db.session.scalars(query))
