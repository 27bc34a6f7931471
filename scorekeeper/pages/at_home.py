"""What is played where the reader lives, by region (`es_AR`) or else by language (`es`)."""

from typing import Any

from scorekeeper.i18n import current_locale, language_tag

# The games of a country or language, the most played first; all others follow.
GAMES_AT_HOME = {
    "en": ["canasta", "king", "buraco", "scopa", "briscola", "scala40"],
    "it": ["scopa", "briscola", "tresette", "buraco", "scala40", "terziglio", "canasta", "king"],
    "it_CH": ["scopa", "briscola", "tresette", "scala40", "buraco", "terziglio"],
    "pt_BR": ["truco", "buraco", "truco-argentino", "sueca", "scopa", "king", "canasta", "chinchon"],
    "pt_PT": ["sueca", "king", "briscola", "canasta", "buraco", "chinchon"],
    "es": ["chinchon", "scopa", "briscola", "canasta", "truco-argentino", "buraco"],
    "es_AR": ["truco-argentino", "chinchon", "scopa", "canasta", "buraco", "briscola"],
    "es_UY": ["truco-argentino", "chinchon", "scopa", "canasta", "buraco", "briscola"],
    "es_PY": ["truco-argentino", "chinchon", "scopa", "canasta", "buraco", "briscola"],
    "fr": ["belote", "canasta", "buraco", "king", "scopa", "briscola"],
    "sw": ["albastini", "canasta", "king", "briscola"],
    "ja": ["canasta", "king", "scopa", "buraco", "briscola"],
}

# The presets that are games of their own (`Game.shelf`) and are played most there.
CARDS_AT_HOME = {
    "en": ["cribbage", "gin-rummy", "hearts", "oh-hell", "rummikub", "uno"],
    "en_US": ["spades", "hearts", "euchre", "gin-rummy", "hand-and-foot", "pinochle", "phase-10", "rummy-500"],
    "en_CA": ["euchre", "cribbage", "hearts", "spades", "gin-rummy", "five-hundred"],
    "en_AU": ["five-hundred", "euchre", "oh-hell", "cribbage", "gin-rummy"],
    "it": ["hearts", "rummikub", "uno", "6-nimmt", "one-scores"],
    "es": ["pocha", "rummikub", "mexican-train", "president", "uno"],
    "pt_BR": ["president", "hearts", "rummikub", "uno"],
    "pt_PT": ["hearts", "president", "rummikub", "uno"],
    "fr": ["tarot", "president", "farkle", "skyjo", "6-nimmt", "rummikub"],
    "sw": ["uno", "spades", "hearts"],
    "ja": ["president", "uno", "rummikub", "thirteen"],
}


def at_home(by_place: "dict[str, Any]") -> "list[str]":
    """Returns the list for the reader's region, else for the language; an empty one if the table has neither."""
    for place in (language_tag().replace("-", "_"), current_locale()):
        if place in by_place:
            return list(by_place[place])
    return []
