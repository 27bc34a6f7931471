"""A game as everything outside its folder sees it, and the list of games by slug."""

from typing import Any, Callable

from .checks import Refusal, _, refuse
from .shapes import Entry, Outcome, Problem, Setup, Table, Verdict, Words


class Game:
    """One game: its names and lists, and the functions that check and score a hand. Parts, by name:

    - `slug` (see `folder_of` for its folder), `title`, `rules` (a list of `base.rule`, in order).
    - `presets` (`setup.presets`) and `options` of a match; `shapes` are the numbers of sides and of players on a side,
      for every preset without `shapes` of its own.
    - `ways` to enter a hand, each `{"slug", "title", "fields"}`. `option`, `when` and `unless` limit when the way is
      in use, as for a field; `known` names an item of `next_hand` that must not be None for it to be offered, or an
      item and its required value, which may be one of a list; `ends`: it ends the match.
      `once`: for exceptions, e.g. a deal that all passed. After it the form returns to the way before it; a page
      that is loaded then opens the first way. `first_unless`: an option and a value of it; in a match with another
      value, forms offer this way before all others.
    - `problems(setup, table, entry)` returns the problems of an entry; `score(setup, table, entry)` returns the
      Outcome of an entry without problems.

    Optional parts:

    - `installed`: False for the placeholder of a game that is not; its matches can only be read.
    - `usual_players` of a side, if a document names none; else the fewest that may play.
    - `check_options(checks, options, variant)` refuses options that do not go together.
    - `hands(options)`: the number of hands of a match, if the rules fix it and not an option `hands`.
    - `hands_played(table)`: how many of the hands so far count towards that number; else all that are not struck.
    - `won_rule`: the number of the rule about winning the match; else the last rule.
    - `next_hand(setup, table)`: information for the players before a hand, as data; its `special` is the name of a
      hand with an entry form of its own. `announced(setup, table, next_hand)`: the same information in words.
    - `calls(setup, table)`: the stakes of the next hand, if sides raise its stake while they play it;
      `call_words`: what players call out for a stake.
    - `claims` maps a claim's type to its judge, `claim_fields` lists them for forms: `{"slug", "title", "fields"}`,
      with `option` or `when` as for fields and `goes_to`, the text for the side in the verdict's `winner`.
    - `follow_ups(setup, slug, claim, verdict)`: the links from a verdict to the form of the hand. Each has a `text`
      (message, parameters), a `side` or None, and `fields`; with `record` they are sent as a hand of their own.
    - `claim_of(entry)`: the claim that a hand was recorded with, as its slug and fields; None for any other hand.
    - `told(setup, entry)`: a hand's entry in a few words; with `told_in_list`, also in the list of hands.
    - `endings`: texts by `won_by` for how `{who}` won the match, beyond those of all games; by `won_by` + `_drawn` for
      how it was drawn. Each is one text, or two: for screens and for paper.
    - `blurb`, `preset_words`: a line about the game, and about each preset.
    - `clockwise`: the usual direction of play; an option `direction` (`cw`, `ccw`) overrides it.
    - `tally`: totals up to this number are also drawn as strokes, with `squares` as squares of five;
      `capped`: totals above the target are shown as the target;
      `digits`: the usual number of characters of a total;
      `pad_waits`: the number pad is closed until a box is tapped.
    - `named_by`: the option whose text is the match's title.
    - `agreed(setup)`: for a game with `named_by`, what the players agreed on, in words: a rule's number, a message and
      its parameters each. `example(setup)` is the entry of a hand that shows them how it is counted.
    - `presets_at_home`: the presets that forms offer first, by language or region (`es_AR`), the usual one first;
      a document without a preset has the game's first one everywhere.
    - `tint`: the colour of its tile and rows: the number, 0 to 5, of the side that has the same colour.
    - `tournament_preset`: of the default game for tournaments, its preset for them.
    - `point_step`: points of a hand are multiples of it; `most_a_hand`: the most points of a side in a hand, by preset.
      Other points are probably typed wrong (TOU-26).
    - `final_problem(options, totals)`: the reason why no match can end with these totals, or None. All totals are
      multiples of `point_step`; `options` is empty if the options of the match are unknown.
    - `lowest_wins`: the lowest total is the best; for a game that leaves this to its players or presets, the option and
      its values for that.
    - `special`: for the record of the most e.g. sweeps in a match: its heading, and the numbers of the rules
      whose lines are counted, by their parameter `count` or as one each.
    - `limit(options)`: the total from which on a side is out, or None; else the value of an option `limit`.
    """

    def __init__(self, **parts: Any) -> None:
        self.slug: str = parts["slug"]
        self.title: str = parts["title"]
        self.rulebook: list[dict[str, Any]] = parts["rules"]
        self.rules: tuple[str, ...] = tuple([rule["rule"] for rule in self.rulebook])
        self.presets: list[dict[str, Any]] = parts["presets"]
        self.options: list[dict[str, Any]] = parts["options"]
        self.ways: list[dict[str, Any]] = parts["ways"]
        self.problems: Callable[[Setup, Table, Entry], list[Problem]] = parts["problems"]
        self.score: Callable[[Setup, Table, Entry], Outcome] = parts["score"]
        self._set_what_may_be_left_out(parts)

    def _set_what_may_be_left_out(self, parts: "dict[str, Any]") -> None:
        self.installed: bool = parts.get("installed", True)
        self._shapes: list[tuple[int, int]] = parts.get("shapes") or []
        self.usual_players: int | None = parts.get("usual_players")
        self.check_options: Callable[[Any, dict[str, Any], str], None] = parts.get("check_options") or _any_options
        self.won_rule: str = parts.get("won_rule") or (self.rules[-1] if self.rules else "")
        self._hands: Callable[[dict[str, Any]], int] | None = parts.get("hands")
        self.hands_played: Callable[[Table], int] = parts.get("hands_played") or _all_hands
        self.next_hand: Callable[[Setup, Table], dict[str, Any]] = parts.get("next_hand") or _nothing_known
        self.announced: Callable[[Setup, Table, dict[str, Any]], Words] = parts.get("announced") or _nothing_said
        self.calls: Callable[[Setup, Table], list[int]] = parts.get("calls") or _no_calls
        self.call_words: dict[int, str] = parts.get("call_words") or {}
        self.claims: dict[str, Callable[[Setup, Table, Entry], Verdict]] = parts.get("claims") or {}
        self.claim_fields: list[dict[str, Any]] = parts.get("claim_fields") or []
        self.follow_ups: Callable[[Setup, str, Entry, Any], list[dict[str, Any]]] = parts.get("follow_ups") or _nowhere
        self.claim_of: Callable[[Entry], tuple[str, Entry] | None] = parts.get("claim_of") or _no_claim
        self.told: Callable[[Setup, Entry], Words] | None = parts.get("told")
        self.told_in_list: bool = parts.get("told_in_list") or False
        endings: dict[str, Any] = parts.get("endings") or {}
        self.endings: dict[str, str] = {way: _texts(endings[way])[0] for way in endings}
        self.endings_on_paper: dict[str, str] = {way: _texts(endings[way])[-1] for way in endings}
        self.blurb: str = parts.get("blurb") or ""
        self.preset_words: dict[str, str] = parts.get("preset_words") or {}
        self.clockwise: bool = parts.get("clockwise") or False
        self.tally: int = parts.get("tally") or 0
        self.squares: bool = parts.get("squares") or False
        self.capped: bool = parts.get("capped") or False
        self.digits: int = parts.get("digits") or 1
        self.pad_waits: bool = parts.get("pad_waits") or False
        self.named_by: str = parts.get("named_by") or ""
        self.agreed: Callable[[Setup], list[tuple[str, str, dict[str, Any]]]] = parts.get("agreed") or _nothing_agreed
        self.example: Callable[[Setup], Entry] = parts.get("example") or _no_example
        self.presets_at_home: dict[str, tuple[str, ...]] = parts.get("presets_at_home") or {}
        self.tint: int = parts.get("tint") or 0
        self.tournament_preset: str = parts.get("tournament_preset") or ""
        self.point_step: int = parts.get("point_step") or 1
        self.final_problem: Callable[[dict[str, Any], list[int]], str | None] = (
            parts.get("final_problem") or _no_final_problem
        )
        self.most_a_hand: dict[str, int] = parts.get("most_a_hand") or {}
        self.lowest_wins: bool | tuple[str, tuple[str, ...]] = parts.get("lowest_wins") or False
        special: tuple[str, tuple[str, ...]] = parts.get("special") or ("", ())
        self.special_title: str = special[0]
        self.special_rules: tuple[str, ...] = special[1]
        self._limit: Callable[[dict[str, Any]], int | None] | None = parts.get("limit")

    def preset(self, slug: Any) -> "dict[str, Any] | None":
        """Returns the preset with that slug, the game's first one for None; None for an unknown slug."""
        for preset in self.presets:
            if slug is None or preset["slug"] == slug:
                return preset
        return None

    def shapes(self, variant: str) -> "list[tuple[int, int]]":
        """Returns the shapes that a preset allows, as (number of sides, players on a side)."""
        preset = self.preset(variant) or {}
        return list(preset.get("shapes") or self._shapes)

    def options_of(self, variant: str) -> "list[dict[str, Any]]":
        """Returns the options that players may agree on in a preset."""
        return [option for option in self.options if variant in option.get("presets", (variant,))]

    def limit_of(self, options: "dict[str, Any]") -> "int | None":
        """Returns the total from which on a side is out of a match with these options; None if no side goes out."""
        limit: int | None = options.get("limit") if self._limit is None else self._limit(options)
        return limit

    def hands_of(self, options: "dict[str, Any]") -> "int | None":
        """Returns the number of hands of a match with these options; None if it is open."""
        number: int | None = options.get("hands") if self._hands is None else self._hands(options)
        return number

    def best_of(self, totals: "list[int]", options: "dict[str, Any]") -> int:
        """Returns the best total under these options: the highest one or, if the lowest wins, the lowest."""
        return min(totals) if self.is_lowest_best(options) else max(totals)

    def is_lowest_best(self, options: "dict[str, Any]") -> bool:
        """True if the lowest total wins under these options."""
        if isinstance(self.lowest_wins, tuple):
            name, values = self.lowest_wins
            return options[name] in values
        return self.lowest_wins

    def lowest_in(self, variant: str) -> "bool | None":
        """True if the lowest total wins in a preset, False if the highest does; None if players agree on that."""
        if isinstance(self.lowest_wins, tuple):
            name, values = self.lowest_wins
            agreed = [option for option in self.options_of(variant) if option["name"] == name]
            if agreed and not all(value in values for value, _label in agreed[0]["choices"]):
                return None
        return self.is_lowest_best((self.preset(variant) or self.presets[0])["options"])

    def shown(self, totals: "list[int]", options: "dict[str, Any]") -> "list[int]":
        """Returns totals as screens and pictures show them; a `capped` game shows no more than its target."""
        target = options.get("target")
        if not self.capped or target is None:
            return totals
        return [min(total, target) for total in totals]

    def title_of(self, options: "dict[str, Any]", say: "Callable[[str, dict[str, Any]], str]") -> str:
        """Returns the title of a match with these options: the players' own name for the game, else the game's."""
        if not self.installed:
            return title_if_missing(self.slug, say)
        name = str(options[self.named_by]) if self.named_by else self.title
        return say(self.title, {}) if name == self.title else name

    def variant_title(self, variant: "str | None", say: "Callable[[str, dict[str, Any]], str]") -> str:
        """Returns the title of the preset with that slug; empty if unknown, the only one, or named like the game."""
        preset = self.preset(variant) if variant and len(self.presets) > 1 else None
        return say(preset["title"], {}) if preset and preset["title"] != self.title else ""

    def plays_clockwise(self, options: "dict[str, Any]") -> bool:
        """True if a match with these options is played clockwise."""
        return bool(options.get("direction", "cw" if self.clockwise else "ccw") == "cw")


def folder_of(slug: str) -> str:
    """Returns the name of a game's folder: its slug with `_` for `-`, since module names have no hyphens."""
    return slug.replace("-", "_")


def _texts(ending: "str | tuple[str, ...]") -> "tuple[str, ...]":
    return (ending,) if isinstance(ending, str) else ending


def _any_options(checks: Any, options: "dict[str, Any]", variant: str) -> None:
    pass


def _all_hands(table: Table) -> int:
    return table["hands"]


def _nothing_known(setup: Setup, table: Table) -> dict[str, Any]:
    return {}


def _no_calls(setup: Setup, table: Table) -> "list[int]":
    return []


def _nothing_said(setup: Setup, table: Table, next_hand: "dict[str, Any]") -> Words:
    return []


def _nothing_agreed(setup: Setup) -> "list[tuple[str, str, dict[str, Any]]]":
    return []


def _no_example(setup: Setup) -> Entry:
    return {}


def _nowhere(setup: Setup, slug: str, claim: Entry, verdict: Any) -> "list[dict[str, Any]]":
    return []


def _no_final_problem(options: "dict[str, Any]", totals: "list[int]") -> "str | None":
    return None


def _no_claim(entry: Entry) -> "tuple[str, Entry] | None":
    return None


GAMES: "list[Game]" = []


def register(*games: Game) -> None:
    """Adds games, in the order in which they are offered. Raises ValueError if a slug is already in use."""
    for game in games:
        if find_game(game.slug) is not None:
            raise ValueError("There is a game of this slug already: " + game.slug)
        GAMES.append(game)


def find_game(slug: object) -> "Game | None":
    """Returns the game with that slug, or None."""
    for game in GAMES:
        if game.slug == slug:
            return game
    return None


def tint_of(slug: str) -> int:
    """Returns the tint of a game; the first one for a game that is not installed."""
    game = find_game(slug)
    return game.tint if game else 0


def game_of_rule(rule: str) -> "Game | None":
    """Returns the game that has a rule with that number, or None."""
    for game in GAMES:
        if rule in game.rules:
            return game
    return None


def game_of(setup: Setup) -> Game:
    """Returns the game of a match, whose setup or state has its name, `variant`, `options` and `sides`.

    For a game that is no longer installed it is a placeholder: the match can be read as it was scored.
    """
    return find_game(setup["game"]) or _not_installed(setup)


def title_if_missing(slug: str, say: "Callable[[str, dict[str, Any]], str]") -> str:
    """Returns a title for a game that is not installed."""
    return say(_("{game} (not installed)"), {"game": slug[:1].upper() + slug[1:].replace("-", " ")})


def _not_installed(setup: Setup) -> Game:
    """Returns a placeholder game that refuses all hands."""
    return Game(
        slug=setup["game"],
        title=setup["game"],
        installed=False,
        rules=[],
        presets=[{"slug": setup["variant"], "title": "", "options": setup["options"]}],
        options=[],
        ways=[{"slug": "", "title": "", "fields": []}],
        shapes=[(len(setup["sides"]), len(setup["sides"][0]["players"]))],
        problems=_all_refused,
        score=_no_score,
    )


def _all_refused(setup: Setup, table: Table, entry: Entry) -> "list[Problem]":
    return refuse("game", None, _("This game is not installed here: the match can only be read")).problems


def _no_score(setup: Setup, table: Table, entry: Entry) -> Any:
    raise Refusal(_all_refused(setup, table, entry))
