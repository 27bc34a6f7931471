"""Regions: how dates and numbers of a language are written where somebody lives, by the tags that browsers send."""

from functools import lru_cache
from re import compile as pattern

from babel import localedata

TAG = pattern(r"([a-z]{2,3})_(?:[a-z]{4}_)?([a-z]{2}|[0-9]{3})")
LONGEST = 20
ENGLISH = "en"
AMERICAN = ("us", "ph", "pr")  # regions that write the month first
WORLD = "en_001"  # English as it is written elsewhere


@lru_cache
def regional(tag: str | None, locale: str) -> str | None:
    """How a locale's dates and numbers are written where a tag says: `en_GB` of `en-GB`; None where it says nothing.

    English is written as in the region of another language's tag too: `en_IE`, else as most of the world writes it.
    """
    found = TAG.fullmatch((tag or "")[:LONGEST].replace("-", "_").casefold())
    language = locale.split("_")[0]
    if found is None or (found[1] != language and language != ENGLISH):
        return None
    wanted = f"{language}_{found[2].upper()}"
    if localedata.exists(wanted):
        return wanted
    return None if found[2] in AMERICAN or language != ENGLISH else WORLD
