"""The options and presets of every game as its rules name them, by the name of its folder."""

from itertools import product
from typing import Any

YES_OR_NO = (False, True)
Values = tuple[Any, ...] | range
Option = tuple[str, str | None, Values] | tuple[str, str | None, Values, None]
"""Name, rule, and values in the order of the start page; None at the end: the option may also be empty."""

OPTIONS: dict[str, list[Option]] = {
    "albastini": [("target", "ALB-8", range(1, 1_000), None)],
    "belote": [
        ("target", "BEL-20", range(1, 100_000), None),
        ("hands", "BEL-22", range(1, 1_000), None),
        ("announcements", "BEL-5", YES_OR_NO),
        ("no_trump", "BEL-1", YES_OR_NO),
        ("generale", "BEL-13", YES_OR_NO),
        ("rounding", "BEL-19", YES_OR_NO),
        ("litige", "BEL-12", ("carry", "failed", "made")),
        ("scoring", "BEL-18", ("made", "contract")),
    ],
    "briscola": [
        ("target", "BRI-6", range(1, 100), None),
        ("hands", "BRI-7", range(1, 1_000), None),
        ("cappotto", "BRI-5", (1, 2)),
    ],
    "buraco": [
        ("target", "BUR-15", range(1, 100_000), None),
        ("packs", "BUR-1", (2, 3)),
        ("jokers", "BUR-1", YES_OR_NO),
        ("semi_clean", "BUR-5", (0, 150)),
        ("go_out_with", "BUR-9", ("clean", "any")),
        ("ace", "BUR-16", ("both", "high", "low", "one_end")),
        ("unplayed_pot", "BUR-8", ("lower", "cards", "flat")),
        ("first_meld", "BUR-13", ([], [[0, 50], [1500, 75]])),
        ("failed_meld_increment", "BUR-14", range(1_000)),
        ("hands", "BUR-37", range(1, 1_000), None),
        ("groups", "BUR-22", ("court", "any", "none")),
        ("semi_clean_wild", "BUR-24", ("anywhere", "end")),
        ("semi_clean_groups", "BUR-25", ("none", "eight", "eight_or_more")),
        ("exact_cut", "BUR-26", (100, 0)),
        ("missed_pot", "BUR-27", ("always", "if_taken")),
        ("thirteen", "BUR-28", (0, 300, 500)),
        ("thirteen_dirty", "BUR-28", (0, 250)),
        ("fourteen", "BUR-28", (0, 1000)),
        ("eight", "BUR-28", (0, 250)),
        ("eight_dirty", "BUR-28", (0, 200)),
        ("two_points", "BUR-29", (20, 10)),
        ("joker_points", "BUR-29", (30, 20, 50)),
        ("pot_to_stock", "BUR-30", YES_OR_NO),
        ("without_clean", "BUR-31", ("count", "minus")),
        ("lone_hand_until", "BUR-34", range(100_000), None),
    ],
    "canasta": [
        ("target", "CAN-17", range(1, 100_000), None),
        ("packs", "CAN-1", (2, 3)),
        ("canastas_to_go_out", "CAN-9", (1, 2)),
        ("go_out", "CAN-9", (100, 200)),
        ("concealed", "CAN-10", (0, 200)),
        ("samba", "CAN-5", (0, 1500)),
        ("wild_canasta", "CAN-6", (0, 1000, 2000)),
        ("max_wilds", "CAN-18", (2, 3)),
        ("red_threes_need", "CAN-8", (0, 1, 2)),
        ("red_threes_minus", "CAN-8", ("same", "flat")),
        ("first_meld", "CAN-14", ([], [[-5, 15], [0, 50]])),
    ],
    "chinchon": [
        ("limit", "CHI-8", range(1, 1_000)),
        ("reentries", "CHI-9", range(10)),
        ("close", "CHI-3", range(11)),
        ("pack", "CHI-1", (40, 48)),
        ("jokers", "CHI-1", ("none", "ace", "two")),
        ("joker_points", "CHI-1", range(51)),
        ("figures", "CHI-1", ("ten", "rank")),
        ("joker_chinchon", "CHI-5", (10, 25, 50)),
    ],
    "king": [
        ("order", "KIN-5", ("fixed", "men_first", "free")),
        ("nulos", "KIN-3", YES_OR_NO),
        ("sale", "KIN-4", YES_OR_NO),
        ("pairs", "KIN-9", YES_OR_NO),
    ],
    "own": [
        ("name", None, ("x", "x" * 40)),
        ("best", "OWN-6", ("high", "low")),
        ("target", "OWN-6", range(1, 1_000_000), None),
        ("hands", "OWN-7", range(1, 1_000), None),
        ("limit", "OWN-8", range(1, 1_000_000), None),
        ("step", "OWN-2", range(1, 1_001)),
        ("negative", "OWN-3", YES_OR_NO),
        ("sum", "OWN-4", range(-999_999, 1_000_000), None),
        ("columns", "OWN-1", ([], [{"name": "x" * 20, "factor": -10_000}, {"name": "y", "factor": 10_000}])),
    ],
    "scala40": [
        ("limit", "SCA-6", range(1, 1_000)),
        ("doubled_from_hand", "SCA-4", YES_OR_NO),
        ("unopened", "SCA-5", ("cards", "flat")),
        ("lone_ace", "SCA-1", YES_OR_NO),
        ("reentries", "SCA-9", range(10)),
        ("clean_opening", "SCA-15", YES_OR_NO),
    ],
    "scopa": [
        ("target", "SCO-11", range(1, 1_000)),
        ("fourth_point", "SCO-5", ("primiera", "sevens")),
        ("napola", "SCO-8", ("none", "points", "wins")),
        ("re_bello", "SCO-10", YES_OR_NO),
        ("majority", "SCO-3", YES_OR_NO),
        ("order", "SCO-12", YES_OR_NO),
        ("napola_to", "SCO-23", range(3, 11)),
        ("grande", "SCO-24", YES_OR_NO),
        ("accusi", "SCO-25", YES_OR_NO),
    ],
    "sueca": [
        ("target", "SUE-7", range(1, 100), None),
        ("bandeira", "SUE-5", ("tricks", "points")),
        ("after_draw", "SUE-6", ("nothing", "double", "one_more")),
    ],
    "terziglio": [
        ("target", "TER-9", range(1, 1_000), None),
        ("hands", "TER-9", range(1, 1_000), None),
        ("payment", "TER-6", ("stake", "difference")),
        ("solissimo", "TER-5", (3, 4)),
    ],
    "tresette": [
        ("target", "TRE-5", range(1, 1_000)),
        ("target", "TRE-28", range(1, 1_000), None),
        ("hands", "TRE-28", range(1, 1_000), None),
        ("ending", "TRE-28", ("first_over", "last_in")),
        ("cappotto", "TRE-27", YES_OR_NO),
        ("leftover", "TRE-21", ("last_trick", "nobody")),
        ("honours", "TRE-14", YES_OR_NO),
        ("buon_gioco", "TRE-19", YES_OR_NO),
        ("direction", None, ("ccw", "cw")),
        ("special_wins", "TRE-9", YES_OR_NO),
    ],
    "truco": [
        ("stakes", "TRU-6", ([1], [1, 3, 6, 9, 12], list(range(1, 13)))),
        ("target", "TRU-16", range(1, 1_000)),
        ("match_point", "TRU-13", range(1, 1_000)),
        ("match_point_stake", "TRU-13", range(1, 1_000)),
        ("match_point_fold", "TRU-14", YES_OR_NO),
        ("truco_scope", "TRU-10", ("trick", "hand")),
        ("manilhas", "TRU-1", ("fixed", "vira")),
    ],
    "truco_argentino": [
        ("target", "TAR-23", range(1, 1_000)),
        ("halves", "TAR-25", YES_OR_NO),
        ("flor", "TAR-16", ("none", "table", "bids")),
        ("muestra", "TAR-3", YES_OR_NO),
        ("falta", "TAR-15", ("half", "winner", "match", "leader")),
        ("raises", "TAR-13", ("table", "free")),
        ("resto", "TAR-22", ("falta", "rest")),
        ("three_ties", "TAR-5", ("mano", "drawn")),
        ("mazo_envido", "TAR-10", YES_OR_NO),
        ("achico", "TAR-20", (3, 4)),
        ("ends_at_once", "TAR-24", YES_OR_NO),
        ("duel_falta", "TAR-26", range(1, 1_000), None),
    ],
}
BESIDE: dict[tuple[str, str], list[Any]] = {  # of options that are neither numbers nor choices
    ("buraco", "first_meld"): [[[0]], [[1500, 75], [0, 50]]],
    ("canasta", "first_meld"): [[[0]], [[0, 50], [-5, 15]]],
    ("own", "name"): ["", "x" * 41],
    ("own", "columns"): [
        [{"name": "x" * 21, "factor": 1}],
        [{"name": "x", "factor": -10_001}],
        [{"name": "x", "factor": 10_001}],
        [{"name": name, "factor": 1} for name in "abcdefg"],
    ],
    ("truco", "stakes"): [[], [0, 1], list(range(1, 14))],
}

Shapes = list[tuple[int, int]]
PAIRS: Shapes = [(2, 2)]
TEAMS: Shapes = [(2, 2), (2, 3), (3, 2)]
DUEL: Shapes = [(2, 2), (2, 1), (2, 3)]
FIRST_MELD = [[-5, 15], [0, 50], [1500, 90], [3000, 120]]
ITALIAN = {
    "target": 2005, "groups": "any", "ace": "one_end", "semi_clean": 150, "semi_clean_wild": "end",
    "semi_clean_groups": "eight", "unplayed_pot": "cards", "missed_pot": "if_taken", "exact_cut": 0, "first_meld": [],
    "go_out_with": "any",
}  # fmt: skip
BRAZILIAN = {
    "target": 3000, "groups": "none", "unplayed_pot": "flat", "exact_cut": 0, "thirteen": 500, "fourteen": 1000,
    "two_points": 10, "joker_points": 20, "pot_to_stock": True, "first_meld": [],
}  # fmt: skip
OF_BURACO = {
    "target": 2000, "packs": 2, "jokers": True, "semi_clean": 0, "go_out_with": "clean", "ace": "both",
    "unplayed_pot": "lower", "first_meld": [[0, 50], [1500, 75]], "failed_meld_increment": 15, "hands": None,
    "groups": "court", "semi_clean_wild": "anywhere", "semi_clean_groups": "none", "exact_cut": 100,
    "missed_pot": "always", "thirteen": 0, "thirteen_dirty": 0, "fourteen": 0, "eight": 0, "eight_dirty": 0,
    "two_points": 20, "joker_points": 30, "pot_to_stock": False, "without_clean": "count", "lone_hand_until": 0,
}  # fmt: skip


def singly(*players: int) -> Shapes:
    return [(number, 1) for number in players]


def chosen(shapes: Shapes, **options: Any) -> tuple[Shapes, dict[str, Any]]:
    return shapes, options


PRESETS: dict[str, dict[str, tuple[Shapes, dict[str, Any]]]] = {
    # The options of the first preset, and what the others set besides; with the sides and players of a side.
    "albastini": {"standard": chosen([*TEAMS, *singly(2, 3, 4, 5, 6)], target=None)},
    "belote": {
        "classic": chosen(
            PAIRS, target=1000, hands=None, announcements=False, no_trump=False, generale=False, rounding=False,
            litige="carry", scoring="made",
        ),
        "announcements": chosen(PAIRS, announcements=True),
        "coinche": chosen(PAIRS, target=2000, announcements=True, rounding=True, litige="failed"),
        "contree": chosen(PAIRS, target=2000, rounding=True, litige="failed"),
        "announced": chosen(PAIRS, rounding=True, litige="failed", scoring="contract"),
    },
    "briscola": {
        "best-of-three": chosen([*TEAMS, *singly(2, 3)], target=2, hands=None, cappotto=1),
        "single": chosen([*TEAMS, *singly(2, 3)], target=1),
        "best-of-five": chosen([*TEAMS, *singly(2, 3)], target=3),
        "first-to-five": chosen([*TEAMS, *singly(2, 3)], target=5),
        "chiamata": chosen(singly(5), target=None, cappotto=2),
    },
    "buraco": {
        "us": chosen(PAIRS, **OF_BURACO),
        "classic": chosen(PAIRS, jokers=False),
        "three-teams": chosen([(3, 2)], packs=3),
        "two-by-three": chosen([(2, 3)], packs=3),
        "timed": chosen(PAIRS, target=None),
        "burraco": chosen(PAIRS, **ITALIAN),
        "burraco-fitab": chosen(
            PAIRS, **{**ITALIAN, "semi_clean_groups": "eight_or_more", "missed_pot": "always"},
            thirteen=300, thirteen_dirty=250, eight=250, eight_dirty=200,
        ),
        "burraco-3": chosen(singly(3), **{**ITALIAN, "target": 1505}, lone_hand_until=1000),
        "aberto": chosen(PAIRS, **BRAZILIAN),
        "fechado": chosen(PAIRS, **{**BRAZILIAN, "groups": "any"}, go_out_with="any"),
        "stbl": chosen(PAIRS, **BRAZILIAN),
    },
    "canasta": {
        "classic": chosen(
            PAIRS, target=5000, packs=2, canastas_to_go_out=1, go_out=100, concealed=200, samba=0, wild_canasta=0,
            max_wilds=3, red_threes_need=0, red_threes_minus="same", first_meld=FIRST_MELD,
        ),
        "two-handed": chosen(singly(2), canastas_to_go_out=2),
        "three-handed": chosen(singly(3)),
        "samba": chosen(
            PAIRS, target=10_000, packs=3, canastas_to_go_out=2, go_out=200, concealed=0, samba=1500, max_wilds=2,
            red_threes_need=2, red_threes_minus="flat", first_meld=[*FIRST_MELD, [7000, 150]],
        ),
    },
    "chinchon": {
        "spain": chosen(
            singly(*range(2, 9)), limit=101, reentries=1, close=3, pack=40, jokers="ace", joker_points=25,
            figures="ten", joker_chinchon=10,
        ),
        "argentina": chosen(
            singly(*range(2, 9)), limit=100, close=5, pack=48, jokers="two", figures="rank", joker_chinchon=25
        ),
        "uruguay": chosen(singly(*range(2, 9)), close=5, figures="rank", joker_chinchon=25),
    },
    "king": {
        "portugal": chosen(singly(4), order="fixed", nulos=True, sale=True, pairs=False),
        "brazil": chosen(singly(4), nulos=False),
        "plain": chosen(singly(4), nulos=False, sale=False),
        "free": chosen(singly(4), order="free", nulos=False),
        "quick": chosen(singly(4), pairs=True),
    },
    "own": {
        "own": chosen(
            [*product((2,), range(1, 7)), *product((3,), range(1, 5)), *product((4,), range(1, 4)),
             *product((5, 6), (1, 2)), *singly(*range(7, 13))],
            name="Another game", best="high", target=None, hands=None, limit=None, step=1, negative=True, sum=None,
            columns=[],
        ),
    },
    "scala40": {
        "101": chosen(
            singly(*range(2, 7)), limit=101, doubled_from_hand=False, unopened="cards", lone_ace=False, reentries=0,
            clean_opening=False,
        ),
        "151": chosen(singly(*range(2, 7)), limit=151),
        "201": chosen(singly(*range(2, 7)), limit=201),
        "301": chosen(singly(*range(2, 7)), limit=301),
    },
    "scopa": {
        "scopa": chosen(
            [*PAIRS, *singly(2, 3)], target=11, fourth_point="primiera", napola="none", re_bello=False, majority=False,
            order=False, napola_to=10, grande=False, accusi=False,
        ),
        "scopone": chosen(PAIRS),
        "scientifico": chosen(PAIRS, target=21),
        "assi": chosen([*PAIRS, *singly(2)], target=31, napola="wins"),
        "escoba": chosen([*PAIRS, *singly(2, 3)], target=21, fourth_point="sevens", majority=True),
        "cirulla": chosen(
            [*PAIRS, *singly(2, 3)], target=51, napola="wins", napola_to=6, majority=True, grande=True, accusi=True
        ),
    },
    "sueca": {
        "standard": chosen(PAIRS, target=4, bandeira="tricks", after_draw="nothing"),
        "brazil": chosen(PAIRS, bandeira="points", after_draw="one_more"),
        "doubling": chosen(PAIRS, after_draw="double"),
    },
    "terziglio": {
        "stakes": chosen(singly(3), target=21, hands=None, payment="stake", solissimo=3),
        "difference": chosen(singly(3), target=None, payment="difference"),
    },
    "tresette": {
        "parlett": chosen(
            PAIRS, target=21, honours=False, buon_gioco=False, direction="ccw", special_wins=True, leftover=None,
            hands=None, ending=None, cappotto=False,
        ),
        "parlett-honours": chosen(PAIRS, target=31, honours=True, buon_gioco=True),
        "mcleod": chosen(PAIRS, honours=True),
        "scarne": chosen(PAIRS, target=31, honours=True, direction="cw"),
        "in-due": chosen(singly(2), special_wins=False, leftover="last_trick"),
        "in-tre": chosen(singly(3), target=31, special_wins=False, leftover="last_trick"),
        "perdere": chosen(
            [*PAIRS, *singly(*range(2, 9))], target=31, special_wins=False, leftover="last_trick", ending="first_over",
            cappotto=True,
        ),
    },
    "truco": {
        "brazilian": chosen(
            DUEL, stakes=[1, 3, 6, 9, 12], target=12, match_point=11, match_point_stake=3, match_point_fold=False,
            truco_scope="trick", manilhas="fixed",
        ),
        "paulista": chosen(DUEL, match_point_fold=True, truco_scope="hand", manilhas="vira"),
        "mineiro": chosen(
            DUEL, stakes=[2, 4, 6, 10, 12], match_point=10, match_point_stake=4, match_point_fold=True,
            truco_scope="hand",
        ),
    },
    "truco_argentino": {
        "argentino": chosen(
            DUEL, target=30, halves=True, flor="none", muestra=False, falta="half", raises="table", resto="falta",
            three_ties="mano", mazo_envido=True, achico=3, ends_at_once=True, duel_falta=None,
        ),
        "argentino-15": chosen(DUEL, target=15, halves=False, falta="leader"),
        "con-flor": chosen(DUEL, flor="table"),
        "uruguayo": chosen(
            DUEL, target=40, flor="bids", muestra=True, falta="leader", raises="free", resto="rest", mazo_envido=False
        ),
        "gauderio": chosen(
            DUEL, target=24, flor="table", falta="leader", three_ties="drawn", mazo_envido=False
        ),
    },
}  # fmt: skip
OF_SOME: dict[str, dict[str, str]] = {  # options of some presets only
    "tresette": {
        "TRE-5": "parlett parlett-honours mcleod scarne in-due in-tre",
        "TRE-14": "parlett parlett-honours mcleod scarne in-due in-tre",
        "TRE-19": "parlett parlett-honours mcleod scarne in-due in-tre",
        "TRE-9": "parlett parlett-honours mcleod scarne in-due",
        "TRE-21": "in-tre perdere",
        "TRE-27": "perdere",
        "TRE-28": "perdere",
    },
}
BEFORE: dict[str, dict[str, Any]] = {  # values in older matches that are neither False nor the first choice
    "buraco": {"lone_hand_until": 0},
    "scopa": {"napola_to": 10},
    "tresette": {"ending": None, "leftover": None},
}

TEXTS: dict[tuple[str, str], list[str]] = {  # of numbers to choose from that are not shown as numbers
    ("briscola", "cappotto"): ["once", "double"],
    ("canasta", "red_threes_need"): ["a meld", "a canasta", "two canastas"],
    ("chinchon", "pack"): ["40", "48, with 8 and 9"],
    ("chinchon", "joker_chinchon"): ["−10", "−25", "−50"],
    ("terziglio", "solissimo"): ["three times", "four times"],
}
