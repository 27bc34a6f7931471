"""What tables of Buraco may agree on, and what they may not."""

from typing import Any

USUAL: dict[str, Any] = {
    "target": 2000,
    "hands": None,
    "packs": 2,
    "jokers": True,
    "semi_clean": 0,
    "go_out_with": "clean",
    "unplayed_pot": "lower",
    "exact_cut": 100,
    "missed_pot": "always",
    "thirteen": 0,
    "thirteen_dirty": 0,
    "fourteen": 0,
    "eight": 0,
    "eight_dirty": 0,
    "two_points": 20,
    "joker_points": 30,
    "pot_to_stock": False,
    "without_clean": "count",
    "lone_hand_until": 0,
}
ITALIAN: dict[str, Any] = {
    "target": 2005,
    "semi_clean": 150,
    "go_out_with": "any",
    "unplayed_pot": "cards",
    "missed_pot": "if_taken",
    "exact_cut": 0,
}
BRAZILIAN: dict[str, Any] = {
    "target": 3000,
    "unplayed_pot": "flat",
    "exact_cut": 0,
    "thirteen": 500,
    "fourteen": 1000,
    "two_points": 10,
    "joker_points": 20,
    "pot_to_stock": True,
}
FITAB = {"missed_pot": "always", "thirteen": 300, "thirteen_dirty": 250, "eight": 250, "eight_dirty": 200}

# What each preset sets that a score hangs on, beside the usual.
PRESETS: dict[str, dict[str, Any]] = {
    "": {},
    "us": {},
    "classic": {"jokers": False},
    "three-teams": {"packs": 3},
    "two-by-three": {"packs": 3},
    "timed": {"target": None},
    "burraco": ITALIAN,
    "burraco-fitab": ITALIAN | FITAB,
    "burraco-3": ITALIAN | {"target": 1505, "lone_hand_until": 1000},
    "aberto": BRAZILIAN,
    "fechado": BRAZILIAN | {"go_out_with": "any"},
    "stbl": BRAZILIAN,
}
HOUSE_RULES: list[dict[str, Any]] = [
    {"target": None},
    {"target": 300},
    {"target": 500},
    {"target": 3005},
    {"hands": 1},
    {"hands": 3},
    {"target": None, "hands": 4},
    {"jokers": False},
    {"jokers": True},
    {"packs": 3},
    {"semi_clean": 150},
    {"semi_clean": 0},
    {"semi_clean": 150, "semi_clean_groups": "eight_or_more", "groups": "any"},
    {"semi_clean": 150, "semi_clean_wild": "end"},
    {"semi_clean": 150, "semi_clean_wild": "anywhere"},
    {"go_out_with": "any"},
    {"go_out_with": "clean"},
    {"ace": "high"},
    {"ace": "low"},
    {"ace": "both"},
    {"ace": "one_end"},
    {"groups": "any"},
    {"groups": "none"},
    {"groups": "court"},
    {"unplayed_pot": "cards"},
    {"unplayed_pot": "flat"},
    {"unplayed_pot": "lower"},
    {"first_meld": []},
    {"first_meld": [[0, 50], [1000, 90], [1500, 120]]},
    {"first_meld": [[0, 30]]},
    {"failed_meld_increment": 10},
    {"failed_meld_increment": 0},
    {"exact_cut": 0},
    {"exact_cut": 100},
    {"missed_pot": "if_taken"},
    {"missed_pot": "always"},
    {"thirteen": 500, "thirteen_dirty": 250, "fourteen": 1000, "eight": 250, "eight_dirty": 200},
    {"thirteen": 300},
    {"eight": 250, "go_out_with": "clean"},
    {"two_points": 10, "joker_points": 50},
    {"joker_points": 50},
    {"pot_to_stock": True},
    {"without_clean": "minus"},
    {"without_clean": "minus", "thirteen_dirty": 250},
    {"target": 500, "unplayed_pot": "cards", "semi_clean": 150, "go_out_with": "any"},
]
HOUSE_RULES_OF_THREE: list[dict[str, Any]] = [
    {"lone_hand_until": value, "target": target}
    for value in (0, 100, 300, 1500, None)
    for target in (600, 1505, 2005, None)
]
HOUSE_RULES_OF_THREE += 4 * [{"thirteen": 500, "fourteen": 1000, "eight": 250, "eight_dirty": 200}]
# Values that an option cannot have; each is a whole document's only fault.
