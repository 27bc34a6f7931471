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


def at_home(by_place: "dict[str, Any]") -> "list[str]":
    """Returns the list for the reader's region, else for the language; an empty one if the table has neither."""
    for place in (language_tag().replace("-", "_"), current_locale()):
        if place in by_place:
            return list(by_place[place])
    return []
