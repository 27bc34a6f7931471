"""Texts about a tournament for pages and papers: rounds, tables, entrants, the system and scoring, rulings."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from unicodedata import combining, normalize

from scorekeeper.games import find_game
from scorekeeper.i18n import _, format_number, format_signed, ngettext, say
from scorekeeper.tournaments.hall import Hall, numbers_of
from scorekeeper.tournaments.model import Entrant, Ids, Ruling, Scoring, Table, Tournament
from scorekeeper.tournaments.scoring import REASONS, scores, winner
from scorekeeper.tournaments.shown_rounds import places_in_round
from scorekeeper.tournaments.stages import follows_unlike_groups, stage_begun, stage_of
from scorekeeper.tournaments.standings import Row
from scorekeeper.tournaments.systems import flights, groups_by_entrant, is_knockout


def game(tournament: Tournament, house_rules: Mapping[str, Any] | None = None) -> str:
    """Returns the name of the game and its preset, or the preset's alone if it names the game; empty without a game.

    A game on a card of players' own has its name in the `house_rules`, and none without them.
    """
    tournament_game = find_game(tournament.game) if tournament.game else None
    if tournament_game is None:
        return ""
    if tournament_game.required_options(tournament.variant or "") or tournament_game.named_by in (house_rules or {}):
        return tournament_game.title_of(dict(house_rules), say) if house_rules else ""
    named = tournament_game.called(tournament.variant, say)
    variant = tournament_game.variant_title(tournament.variant, say)
    if named.casefold() in variant.casefold():
        return variant
    return f"{named}, {variant}" if variant else named


def system(tournament: Tournament) -> str:
    """Returns the name of the tournament's system, e.g. “Round robin”."""
    return _(tournament.system.name)


def scoring(agreed: Scoring) -> str:
    """Returns the length of a round, e.g. “8 hands per round” or “best of 3”; adds “fewest points win” if so.

    Empty for a single leg that the highest total wins.
    """
    length = _("best of %(legs)s", legs=agreed.best_of) if agreed.best_of > 1 else ""
    if agreed.kind == "vp":
        length = ngettext("%(num)s hand per round", "%(num)s hands per round", agreed.hands)
    return " · ".join(part for part in (length, _("fewest points win") if agreed.lowest else "") if part)


def entrant(tournament: Tournament) -> str:
    """Returns the word for an entrant: “Player”, “Pair” or “Team”."""
    sizes = {len(entrant.players) for entrant in tournament.entrants}
    if sizes == {1}:
        return _("Player")
    return _("Pair") if sizes == {2} else _("Team")


def main_points(agreed: Scoring) -> str:
    """Returns the abbreviation of the points that count first: “VP” or “TP”."""
    return _("VP") if agreed.kind == "vp" else _("TP")


def round_name(tournament: Tournament, number: int) -> str:
    """Returns a round's name: “Round 2 of 5”, or in a knock-out by the places left, e.g. “Final”."""
    if is_knockout(tournament, number):
        return stage_name(places_in_round(tournament, number))
    if tournament.system.has_groups:
        stage = stage_of(tournament, number)
        number, rounds = number - stage.start, len(stage.rounds)
        if stage.start:
            return _("Second groups, round %(number)s of %(rounds)s", number=number, rounds=rounds)
        return _("Groups, round %(number)s of %(rounds)s", number=number, rounds=rounds)
    rounds = tournament.system.planned_rounds(tournament)
    return _("Round %(number)s of %(rounds)s", number=number, rounds=rounds)


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def group_name(index: int) -> str:
    """Returns a group by its letter, past the alphabet by its number."""
    return _("Group %(letter)s", letter=LETTERS[index] if index < len(LETTERS) else index + 1)


def flight_name(index: int) -> str:
    """Returns a flight by its letter, past the alphabet by its number."""
    return _("Flight %(letter)s", letter=LETTERS[index] if index < len(LETTERS) else index + 1)


def table_names(tournament: Tournament, number: int, tables: Sequence[Table]) -> dict[int, str]:
    """Returns names of a round's tables by number: “Group B”, “Flight B”, or “Final” and “Third place”.

    Empty for other rounds, and for a final without a match for third place. `tables` are the round's
    tables, which need not be published yet.
    """
    if is_knockout(tournament, number):
        return _names_of_finals(tournament, number, tables)
    named, index_of = group_name, groups_by_entrant(tournament, number)
    if number > flights.last_part(tournament).start and flights.last_part(tournament).system.flights:
        named, index_of = flight_name, flights.by_entrant(tournament, number)
    indexes = {table.number: index_of.get(table.sides[0][0]) for table in tables}
    return {table: named(index) for table, index in indexes.items() if index is not None}


def _names_of_finals(tournament: Tournament, number: int, tables: Sequence[Table]) -> dict[int, str]:
    if number < 2 or not is_knockout(tournament, number - 1):
        return {}
    before = [table for table in tournament.rounds[number - 2].tables if table.is_decided]
    winners = [(table, winner(tournament.scoring, table)) for table in before]
    beaten = {entrant for table, won in winners if won is not None for entrant in table.sides[1 - won]}
    third = {table.number for table in tables if beaten.issuperset(table.ids)}
    return {table.number: _("Third place") if table.number in third else _("Final") for table in tables if third}


def names_of_round(tournament: Tournament, number: int) -> dict[int, str]:
    """Returns the names of a published round's tables, as `table_names` does."""
    return table_names(tournament, number, tournament.rounds[number - 1].tables)


def lines(tournament: Tournament, number: int = 1) -> tuple[str, ...]:
    """Returns the names of Mitchell's two lines, first the one that stays seated; empty if round `number` has none."""
    return tuple(_(name) for name in tournament.system.part(number).system.lines)


def short_lines(tournament: Tournament, number: int) -> list[str]:
    """Returns the short names of the lines of round `number`, empty as `lines`."""
    return [initials(line) for line in lines(tournament, number)]


def initials(line: str) -> str:
    """Returns the short name of a line: N–S for North–South."""
    return "–".join(part[:1] for part in line.split("–")) if "–" in line else line


def seeding(tournament: Tournament, number: int) -> str:
    """Returns how round `number` is seeded from groups of different sizes; empty for other rounds."""
    if not follows_unlike_groups(tournament, number):
        return ""
    return _("Groups of different sizes: equal places are ordered by their sums, not by the average of a table.")


def is_second_stage(begun: Tournament) -> bool:
    """True if the second stage, the groups of the qualified entrants, has begun (TOU-24)."""
    return begun.system.has_groups and stage_begun(begun).start > 0


def group_headings(begun: Tournament) -> list[str]:
    """Returns the headings of the rankings of the groups begun last; empty without groups."""
    if not begun.system.has_groups:
        return []
    names = [group_name(index) for index in range(len(stage_begun(begun).groups))]
    return [_("Second groups: %(group)s", group=name) for name in names] if is_second_stage(begun) else names


def flight_headings(begun: Tournament) -> list[str]:
    """Returns the headings of the rankings: one for each flight, and one for entrants without a flight."""
    rounds = len(begun.rounds)
    number = len(flights.flights(begun, rounds, rounds))
    return [*(flight_name(index) for index in range(number)), _("Without a flight")]


def stage_name(left: int) -> str:
    """Returns a knock-out round's name by the places left, a power of two: 4 “Semi-finals”, 1 “Winner”."""
    named = {1: _("Winner"), 2: _("Final"), 4: _("Semi-finals"), 8: _("Quarter-finals"), 16: _("Last sixteen")}
    return named.get(left) or _("Last %(number)s", number=left)


def by_id(tournament: Tournament) -> dict[int, Entrant]:
    """Returns the entrants by their ids."""
    return {entrant.id: entrant for entrant in tournament.entrants}


def sitting(tournament: Tournament, number: int) -> dict[int, Entrant]:
    """Returns the entrants by id, with their names, players and member numbers in round `number` (TOU-25)."""
    return {
        entrant.id: replace(
            entrant,
            name=entrant.name_in(number),
            players=entrant.players_in(number),
            numbers=_numbers_in(entrant, number),
        )
        if entrant.substitutes
        else entrant
        for entrant in tournament.entrants
    }


def with_substitutes(entrant: Entrant) -> str:
    """Returns an entrant's name with its substitutes: “Esposito – Caputo / Spedicato from round 3”."""
    texts = [
        _("%(player)s from round %(number)s", player=substitute.player, number=substitute.round)
        for substitute in entrant.substitutes
    ]
    return " / ".join([entrant.name, *texts])


def _numbers_in(entrant: Entrant, number: int) -> tuple[str | None, ...]:
    """Returns the member numbers of the players who sit for an entrant in round `number`."""
    numbers = list(entrant.numbers or (None,) * len(entrant.players))
    for substitute in entrant.substitutes:
        if substitute.round <= number:
            numbers[substitute.seat] = substitute.number
    return tuple(numbers)


def numbered(entrant: Entrant) -> list[tuple[str, str]]:
    """Returns an entrant's players with their member numbers; empty texts for missing numbers."""
    numbers = entrant.numbers or (None,) * len(entrant.players)
    return [(player, number or "") for player, number in zip(entrant.players, numbers, strict=True)]


MOST_JOINING = 3  # letters, as in “Anna and Bruno”


def is_its_players(entrant: Entrant) -> bool:
    """True if an entrant's name consists of its players' names only."""
    rest = entrant.name
    for player in entrant.players:
        if player not in rest:
            return False
        rest = rest.replace(player, "", 1)
    return sum(letter.isalnum() for letter in rest) <= MOST_JOINING


def everybody(entrant: Entrant) -> str:
    """Returns an entrant's players, as `players`, and its substitutes, with their first round, as a text."""
    texts = [
        _("%(player)s (from round %(number)s)", player=substitute.player, number=substitute.round)
        for substitute in entrant.substitutes
    ]
    return ", ".join(part for part in (players(entrant), *texts) if part)


def members(entrant: Entrant) -> str:
    """Returns member numbers and substitutes of an entrant, with the players' names if its own name lacks them."""
    if not any(entrant.numbers) and not any(substitute.number for substitute in entrant.substitutes):
        return everybody(entrant)
    if is_its_players(entrant):
        texts = [number or "–" for _player, number in numbered(entrant)] if any(entrant.numbers) else []
    else:
        texts = [f"{player} {number}".strip() for player, number in numbered(entrant)]
    for substitute in entrant.substitutes:
        text = _("%(player)s (from round %(number)s)", player=substitute.player, number=substitute.round)
        texts.append(f"{text} {substitute.number}" if substitute.number else text)
    return ", ".join(texts)


def coming_and_going(entrant: Entrant) -> dict[str, str]:
    """Returns texts saying that an entrant came `late` and that it is `out` (withdrawn), each only if true."""
    late = {"late": _("from round %(number)s", number=entrant.late)} if entrant.late > 1 else {}
    return late if entrant.out is None else late | {"out": _("withdrawn from round %(number)s", number=entrant.out)}


def numbers(side: Ids) -> str:
    """Returns the number of a side's entrant, or the numbers of two partners, e.g. “3+7”."""
    return "+".join(str(entrant) for entrant in side)


def names(entrants: dict[int, Entrant], side: Ids) -> str:
    """Returns the name of a side's entrant, or the names of two partners, e.g. “Anna – Carla”."""
    return " – ".join(entrants[entrant].name for entrant in side)


def players(entrant: Entrant) -> str:
    """Returns an entrant's players as a text; empty if the entrant's name contains them all."""
    return "" if all(player in entrant.name for player in entrant.players) else ", ".join(entrant.players)


def players_of(entrants: dict[int, Entrant], side: Ids) -> str:
    """Returns a side's players as a text; omits an entrant's players if its name contains them all."""
    return ", ".join(text for text in (players(entrants[entrant]) for entrant in side) if text)


def places(rows: Sequence[Row]) -> list[str]:
    """Returns the places in a ranking as texts; shared ones have an equals sign, e.g. “3=”."""
    sharing = Counter(row["place"] for row in rows)
    return [f"{row['place']}=" if sharing[row["place"]] > 1 else str(row["place"]) for row in rows]


def two(values: tuple[int, int], *, sign: bool = False) -> str:
    """Returns the values of both sides, e.g. “13 : 7”, without line breaks; `sign`: with + or −."""
    shown = (format_signed(value) if sign else format_number(value) for value in values)
    return "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}".join(shown)


def figures_of_sides(tournament: Tournament, table: Table, figure: int) -> str:
    """Returns both sides' main points (`figure` 0) or match points (1), e.g. “13 : 7”.

    Partners with different scores, because one did not come, are separated by a slash.
    """
    return "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}".join(
        figure_of_side(tournament, table, index, figure) for index in (0, 1)
    )


def figure_of_side(tournament: Tournament, table: Table, index: int, figure: int) -> str:
    """Returns one side's main points (`figure` 0) or match points (1); “9/0” for partners who differ."""
    scored = scores(tournament.scoring, table)
    shown = format_signed if figure else format_number
    return "/".join(dict.fromkeys(shown(scored[entrant][figure]) for entrant in table.sides[index]))


def byes(tournament: Tournament, number: int, without: Ids) -> tuple[str, ...]:
    """Returns a sentence naming the entrants with a bye in round `number`, if any."""
    entrants = sitting(tournament, number)
    names = " · ".join(entrants[entrant].name for entrant in without)
    return (_("Bye: %(names)s", names=names),) if without else ()


def joined_twos(twos: Iterable[Sequence[int]]) -> str:
    """Returns twos of entrants by their numbers, e.g. “3–7, 4–9”."""
    return ", ".join("–".join(map(str, two)) for two in twos)


def tables_off_plan(hall: Hall, tables: Iterable[int]) -> tuple[str, ...]:
    """Returns a sentence listing the tables of a round that are missing on the plan, if any."""
    missing = sorted(set(tables) - set(numbers_of(hall)))
    return (_("Tables not on the floor plan: %(tables)s", tables=", ".join(map(str, missing))),) if missing else ()


def name_sort_key(name: str) -> str:
    """Returns the sort key of a name: ignores accents and case."""
    return "".join(letter for letter in normalize("NFKD", name) if not combining(letter)).casefold()


PARTICLES = re.compile("d[aeiou]|d[ae]l(l[aeo])?|de(i|gli)|d[ao]s|l[aeio]|van|von", re.IGNORECASE)  # of surnames


def surname_first(name: str) -> str:
    """Returns a name with its surname first: “De Benedictis Anna Maria”; the last word with particles before it.

    The numeral of namesakes stays behind: “Rossi Maria (II)”.
    """
    words = name.split()
    end = len(words) - 1 if len(words) > 1 and words[-1].startswith("(") else len(words)
    words, behind = words[:end], words[end:]
    start = len(words) - 1
    while start > 1 and PARTICLES.fullmatch(words[start - 1]):
        start -= 1
    return " ".join([*words[start:], *words[:start], *behind])


def rulings_of_round(tournament: Tournament, number: int) -> tuple[str, ...]:
    """Returns the rulings of one round, as sentences."""
    return tuple(_sentence(tournament, ruling) for ruling in tournament.rulings if ruling.round == number)


def reason(text: str) -> str:
    """Returns a ruling's reason: a penalty's in the current language, any other as the arbiter typed it."""
    return say(text, {}) if text in REASONS else text


def up_to(tournament: Tournament, rounds: int) -> tuple[str, ...]:
    """Returns the rulings of the first `rounds` rounds, as sentences."""
    return tuple(note for number in range(1, rounds + 1) for note in rulings_of_round(tournament, number))


def _sentence(tournament: Tournament, ruling: Ruling) -> str:
    name = by_id(tournament)[ruling.entrant].name
    signs = (main_points(tournament.scoring), _("MP"))
    added = ", ".join(
        f"{format_signed(amount)} {sign}"
        for amount, sign in zip((ruling.main, ruling.second), signs, strict=True)
        if amount
    )
    return _(
        "Round %(number)s, %(name)s: %(added)s (%(reason)s)",
        number=ruling.round, name=name, added=added or "0", reason=reason(ruling.reason),
    )  # fmt: skip
