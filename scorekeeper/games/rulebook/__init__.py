"""The rules for reading: what every numbered rule is called, and which page tells it.

The numbers are those that the games cite in lines, refusals and verdicts. The texts stand in templates/rules; a test
fails when a rule that a game uses has no title here or no entry on its page.
"""

from scorekeeper.games.engine.base import _

# Rule and title, in the order of the numbers, by game.
RULES: dict[str, tuple[tuple[str, str], ...]] = {
    "tresette": (
        ("TRE-1", _("Aces")),
        ("TRE-2", _("Figures")),
        ("TRE-3", _("The last trick")),
        ("TRE-4", _("From thirds to points")),
        ("TRE-5", _("Reaching the target")),
        ("TRE-6", _("Both sides at the target")),
        ("TRE-7", _("Claiming the target")),
        ("TRE-8", _("What a claim decides")),
        ("TRE-9", _("Cappotto")),
        ("TRE-10", _("Cappottone")),
        ("TRE-11", _("Stramazzo")),
        ("TRE-12", _("Stramazzone")),
        ("TRE-13", _("Napoletana decima")),
        ("TRE-14", _("Four of a rank")),
        ("TRE-15", _("Three of a rank")),
        ("TRE-16", _("Napoletana")),
        ("TRE-17", _("Four or three, not both")),
        ("TRE-18", _("One pack for all honours")),
        ("TRE-19", _("Buon gioco")),
    ),
    "truco": (
        ("TRU-1", _("Winning a trick")),
        ("TRU-2", _("Two tricks")),
        ("TRU-3", _("The first trick is tied")),
        ("TRU-4", _("A later trick is tied")),
        ("TRU-5", _("Three ties")),
        ("TRU-6", _("Calling truco")),
        ("TRU-7", _("Run, accept or raise")),
        ("TRU-8", _("What running costs")),
        ("TRU-9", _("One truco in a hand")),
        ("TRU-10", _("The trick of the call decides")),
        ("TRU-11", _("The trick of the call is tied")),
        ("TRU-12", _("The hand decides")),
        ("TRU-13", _("At match point")),
        ("TRU-14", _("Giving up at match point")),
        ("TRU-15", _("The iron hand")),
        ("TRU-16", _("Winning the match")),
    ),
    "albastini": (
        ("ALB-1", _("Order and value of the cards")),
        ("ALB-2", _("120 points")),
        ("ALB-3", _("Winning a deal")),
        ("ALB-4", _("One game point")),
        ("ALB-5", _("Two game points")),
        ("ALB-6", _("Who plays together")),
        ("ALB-7", _("Who deals next")),
        ("ALB-8", _("The end of a match")),
        ("ALB-9", _("Five players")),
    ),
    "buraco": (
        ("BUR-1", _("What the cards are worth")),
        ("BUR-2", _("Melded cards")),
        ("BUR-3", _("Clean run")),
        ("BUR-4", _("Dirty run")),
        ("BUR-5", _("Semi-clean run")),
        ("BUR-6", _("Cards left in hand")),
        ("BUR-7", _("A pot never taken")),
        ("BUR-8", _("A pot not played")),
        ("BUR-9", _("Going out")),
        ("BUR-10", _("The stock is used up")),
        ("BUR-11", _("The exact cut")),
        ("BUR-12", _("Below zero")),
        ("BUR-13", _("The first meld")),
        ("BUR-14", _("A failed first meld")),
        ("BUR-15", _("Winning the match")),
        ("BUR-16", _("Sequences")),
        ("BUR-17", _("Groups")),
        ("BUR-18", _("One wild card")),
        ("BUR-19", _("A 2 in its own place")),
        ("BUR-20", _("Two 2s, or a 2 and a joker")),
        ("BUR-21", _("Wild cards in groups")),
    ),
}

# The sections of a page, in order: what its address ends in, and its heading.
_GAME = ("game", _("The game"))
_CARDS = ("cards", _("Cards"))
_COUNTING = ("counting", _("Counting a deal"))
_LAST = (
    ("variants", _("Presets and options")),
    ("examples", _("Worked examples")),
    ("our-reading", _("Our reading")),
    ("sources", _("Sources")),
)
SECTIONS: dict[str, tuple[tuple[str, str], ...]] = {
    "tresette": (
        _GAME,
        _CARDS,
        _COUNTING,
        ("winning", _("Winning the match")),
        ("claim", _("A claim during play")),
        ("at-once", _("Matches won at once")),
        ("honours", _("Honours")),
        *_LAST,
    ),
    "truco": (
        _GAME,
        _CARDS,
        ("trick", _("Who wins a trick")),
        ("hand", _("Who wins the hand")),
        ("stakes", _("Stakes")),
        ("match-point", _("Eleven and twelve")),
        *_LAST,
    ),
    "albastini": (_GAME, _CARDS, _COUNTING, ("table", _("Players and dealer")), *_LAST),
    "buraco": (
        _GAME,
        _CARDS,
        ("counting", _("Counting a hand")),
        ("first-meld", _("The first meld")),
        ("winning", _("Winning the match")),
        ("melds", _("Melds")),
        *_LAST,
    ),
}

TITLES = {rule: title for rules in RULES.values() for rule, title in rules}
GAMES_OF_RULES = {rule: slug for slug, rules in RULES.items() for rule, _title in rules}


def title_of(rule: str) -> str:
    """A rule's title, a message id. Raises KeyError for a number that no game has."""
    return TITLES[rule]


def game_of(rule: str) -> str:
    """The slug of the game that a rule belongs to. Raises KeyError for a number that no game has."""
    return GAMES_OF_RULES[rule]


def anchor(rule: str) -> str:
    """Where on its game's page a rule is told."""
    return rule.lower()
