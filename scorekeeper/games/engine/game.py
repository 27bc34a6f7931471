"""A game as everything outside its folder sees it, and the list of games by slug."""

from typing import Any, Callable, Mapping

from .checks import Checks, Refusal, _, refuse
from .declared import ClaimForm, Option, Preset, Rule, Way
from .shapes import Entry, Outcome, Problem, Setup, Table, Verdict, Words


class Game:
    """One game: its names and lists, and how a hand is checked and scored.

    A game is a subclass: it sets its names and lists, overrides `problems` and `score`, and of the rest what it has
    otherwise. Any other public name in it is a mistake, which mypy and `completeness` report.
    """

    slug = ""  # see `folder_of` for its folder
    title = ""
    installed = True  # False for the placeholder of a game that is not: its matches can only be read
    blurb = ""  # a line about the game
    tint = 0  # the colour of its tile and rows: the number, 0 to 5, of the side that has the same colour
    rulebook: "list[Rule]" = []  # a `base.rule` each, in order; `rules` has their numbers
    won_rule = ""  # the number of the rule about winning the match; else the last rule

    # What a match is agreed on (see `setup`).
    presets: "list[Preset]" = []
    options: "list[Option]" = []
    preset_words: "dict[str, str]" = {}  # a line about each preset
    presets_at_home: "dict[str, tuple[str, ...]]" = {}
    """The presets that forms offer first, by language or region (`es_AR`), the usual one first; a document without a
    preset has the game's first one everywhere."""
    tournament_preset = ""  # of the default game for tournaments, its preset for them
    every_shape: "list[tuple[int, int]]" = []  # numbers of sides and players on a side, of presets without their own
    usual_players: "int | None" = None  # of a side, if a document names none; else the fewest that may play
    clockwise = False  # the usual direction of play; an option `direction` (`cw`, `ccw`) overrides it
    shelf: "list[dict[str, Any]]" = []
    """The presets that are games of their own, as `{"variant", "name", "kind"}`; names are in one or more languages."""
    named_by = ""  # the option whose text is the match's title

    # How a hand is entered, and what the best total is.
    ways: "list[Way]" = []
    lowest_wins: "bool | tuple[str, tuple[str, ...]]" = False
    """True if the lowest total is the best; where players or presets decide, the option and its values for that."""
    checks_fields = True  # the engine checks an entry by its fields; else `problems` does
    point_step = 1  # points of a hand are multiples of it
    most_a_hand: "dict[str, int]" = {}
    """The most points of a side in a hand, by preset. Other points are probably typed wrong (TOU-26)."""

    # Claims, by slug: who judges them, and their forms.
    claims: "Mapping[str, Callable[[Setup, Table, Entry], Verdict]]" = {}
    claim_fields: "list[ClaimForm]" = []

    # On screens and on paper.
    told_in_list = False  # the entry of a hand in words (`told`) is also in the list of hands
    endings: "Mapping[str, str | tuple[str, str]]" = {}
    """How `{who}` won the match, by `won_by`, beyond what all games have; by `won_by` + `_drawn` how it was drawn. One
    text each, or two: for screens and for paper."""
    call_words: "dict[int, str]" = {}  # what players call out for a stake
    tally = 0  # totals up to this number are also drawn as strokes
    squares = False  # the strokes are drawn as squares of five
    capped = False  # totals above the target are shown as the target
    digits = 1  # the usual number of characters of a total
    pad_waits = False  # the number pad is closed until a box is tapped
    rules_in_match = False  # the rules that its lines cite differ by match: each has a page of them (match_rules.show)
    special_title = ""  # of the record of the most e.g. sweeps in a match
    special_rules: "tuple[str, ...]" = ()  # whose lines it counts, by their parameter `count` or as one each

    def __init__(self) -> None:
        self.rules: tuple[str, ...] = tuple([rule["rule"] for rule in self.rulebook])
        if not self.won_rule and self.rules:
            self.won_rule = self.rules[-1]

    def read_options(self, checks: Checks, preset: Preset) -> "dict[str, Any] | None":
        """Returns the options of a match document, if the game reads them itself; refuses wrong ones."""
        return None

    def written_options(self, setup: Setup) -> "dict[str, Any]":
        """Returns the options of a match as its document has them."""
        names = [option["name"] for option in self.options_of(setup["variant"])]
        return {name: setup["options"][name] for name in setup["options"] if name in names}

    def check_begin(self, checks: Checks, setup: Setup) -> None:
        """Completes the setup of a new match, and refuses one of which no hand can be played."""

    def check_options(self, checks: Checks, options: "dict[str, Any]", variant: str) -> None:
        """Refuses options that do not go together."""

    def problems(self, setup: Setup, table: Table, entry: Entry) -> "list[Problem]":
        """Returns the contradictions between the fields of an entry; each field is valid already."""
        return []

    def score(self, setup: Setup, table: Table, entry: Entry) -> Outcome:
        """Returns the outcome of an entry without problems: points, the lines that explain them, the match's end."""
        raise NotImplementedError

    def next_hand(self, setup: Setup, table: Table) -> "dict[str, Any]":
        """Returns what players know before a hand; its `special` is the name of a hand with a form of its own."""
        return {}

    def announced(self, setup: Setup, table: Table, next_hand: "dict[str, Any]") -> Words:
        """Returns what `next_hand` has, in words."""
        return []

    def counted(self, setup: Setup, next_hand: "dict[str, Any]", side: int) -> Words:
        """Returns in words what else is counted for a side through the match, of `next_hand`."""
        return []

    def squares_counted(self, setup: Setup, next_hand: "dict[str, Any]", side: int) -> "list[int] | None":
        """Returns how many of how many squares a side has filled by what else is counted for it; None without any."""
        return None

    def calls(self, setup: Setup, table: Table) -> "list[int]":
        """Returns the stakes of the next hand, if sides raise its stake while they play it."""
        return []

    def bids(self, setup: Setup, table: Table, typed: "dict[str, str]") -> "dict[str, Any] | None":
        """Returns `bids.shown` of the fields typed before the next hand; None if the game has no fields of this kind.

        Raises Refusal if they are not possible.
        """
        return None

    def asked(self, setup: Setup, table: Table, entry: Entry) -> "dict[str, Any]":
        """Returns what the game's own form has to know of a hand, as far as it is entered."""
        return {}

    def foreseen(self, setup: Setup, table: Table, entry: Entry) -> "list[int | None]":
        """Returns the points of each side that are certain although the entry is incomplete, None where they are not.

        Empty in games that foresee none. Raises Refusal.
        """
        return []

    def hands_of(self, options: "dict[str, Any]") -> "int | None":
        """Returns the number of hands of a match with these options; None if it is open."""
        hands: int | None = options.get("hands")
        return hands

    def hands_played(self, table: Table) -> int:
        """Returns how many of the hands so far count towards that number: usually all that are not struck."""
        return table["hands"]

    def limit_of(self, options: "dict[str, Any]") -> "int | None":
        """Returns the total from which on a side is out of a match with these options; None if no side goes out."""
        limit: int | None = options.get("limit")
        return limit

    def final_problem(self, options: "dict[str, Any]", totals: "list[int]") -> "str | None":
        """Returns why no match can end with these totals, or None.

        All totals are multiples of `point_step`; `options` is empty if the options of the match are unknown.
        """
        return None

    def told(self, setup: Setup, entry: Entry) -> "Words | None":
        """Returns a hand's entry in a few words; None if the labels of its fields are to say it."""
        return None

    def claim_of(self, entry: Entry) -> "tuple[str, Entry] | None":
        """Returns the claim that a hand was recorded with, as its slug and fields; None for any other hand."""
        return None

    def follow_ups(self, setup: Setup, slug: str, claim: Entry, verdict: Any) -> "list[dict[str, Any]]":
        """Returns the links from a verdict to the form of the hand.

        Each has a `text` (message, parameters), a `side` or None, and `fields`; with `record` they are sent as a hand.
        """
        return []

    def agreed(
        self, setup: Setup, say: "Callable[[str, dict[str, Any]], str]"
    ) -> "list[tuple[str, str, dict[str, Any]]]":
        """Returns what players agreed on in a game that they define: a rule's number, a message, its parameters each.

        The number is empty where the game has none.
        """
        return []

    def example(self, setup: Setup) -> Entry:
        """Returns the entry of a hand that shows these players how it is counted; empty if none does."""
        return {}

    def preset(self, slug: Any) -> "Preset | None":
        """Returns the preset with that slug, the game's first one for None; None for an unknown slug."""
        for preset in self.presets:
            if slug is None or preset["slug"] == slug:
                return preset
        return None

    def offered_presets(self) -> "list[Preset]":
        """Returns the presets that a form offers."""
        return self.presets

    def shapes(self, variant: str, options: "dict[str, Any] | None" = None) -> "list[tuple[int, int]]":
        """Returns the shapes that a preset allows, as (number of sides, players on a side).

        `options` are those of a match, if they are known.
        """
        preset = self.preset(variant)
        return list((preset and preset["shapes"]) or self.every_shape)

    def ways_of(self, setup: Setup) -> "list[Way]":
        """Returns the ways to enter a hand of a match."""
        return self.ways

    def required_options(self, variant: str) -> "dict[str, Any]":
        """Returns usual values of the options that a document with this preset must have: of most games, none."""
        return {}

    def options_of(self, variant: str) -> "list[Option]":
        """Returns the options that players may agree on in a preset."""
        return [option for option in self.options if variant in option.get("presets", (variant,))]

    def depending(self, variant: str, options: "dict[str, Any]") -> "list[tuple[Option, Any]]":
        """Returns further options that players may agree on because of these, each with its usual value."""
        return []

    def about_of(self, options: "dict[str, Any]") -> Any:
        """Returns what players say about the game that they have defined, perhaps in several languages; else empty."""
        return ""

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

    def ending(self, won_by: str) -> str:
        """Returns the game's own text for screens about a match that ended so; empty if it has none."""
        text = self.endings.get(won_by, "")
        return text if isinstance(text, str) else text[0]

    def ending_on_paper(self, won_by: str) -> str:
        """Returns the same for paper."""
        text = self.endings.get(won_by, "")
        return text if isinstance(text, str) else text[1]

    def ending_rule(self, last: str) -> str:
        """Returns the rule by which a match ended whose winner's last line cites this one."""
        return last

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

    def called(self, variant: "str | None", say: "Callable[[str, dict[str, Any]], str]") -> str:
        """Returns the title of this game, or of the one on its shelf that a preset is."""
        return say(self.title, {})

    def plays_clockwise(self, options: "dict[str, Any]") -> bool:
        """True if a match with these options is played clockwise."""
        return bool(options.get("direction", "cw" if self.clockwise else "ccw") == "cw")


def folder_of(slug: str) -> str:
    """Returns the name of a game's folder: its slug with `_` for `-`, since module names have no hyphens."""
    return slug.replace("-", "_")


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
    return find_game(setup["game"]) or NotInstalled(setup)


class NotInstalled(Game):
    """A placeholder for the game of a match that refuses all hands."""

    installed = False
    ways = [{"slug": "", "title": "", "fields": []}]

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self.slug = self.title = setup["game"]
        preset: Preset = {
            "slug": setup["variant"], "title": "", "options": setup["options"], "shapes": None, "timed": False,
        }  # fmt: skip
        self.presets = [preset]
        self.every_shape = [(len(setup["sides"]), len(setup["sides"][0]["players"]))]

    def problems(self, setup: Setup, table: Table, entry: Entry) -> "list[Problem]":
        return refuse("game", None, _("This game is not installed here: the match can only be read")).problems

    def score(self, setup: Setup, table: Table, entry: Entry) -> Outcome:
        raise Refusal(self.problems(setup, table, entry))


def title_if_missing(slug: str, say: "Callable[[str, dict[str, Any]], str]") -> str:
    """Returns a title for a game that is not installed."""
    return say(_("{game} (not installed)"), {"game": slug[:1].upper() + slug[1:].replace("-", " ")})
