"""Regional formats of dates and numbers, such as `en_GB`, from the language tags that browsers send."""

from functools import lru_cache
from re import compile as pattern

from babel import localedata

TAG = pattern(r"([a-z]{2,3})_(?:[a-z]{4}_)?([a-z]{2}|[0-9]{3})")
LONGEST = 20
ENGLISH = "en"
AMERICAN = ("us", "ph", "pr")  # regions that write the month first
WORLD = "en_001"  # English in the rest of the world


@lru_cache
def regional(tag: str | None, locale: str) -> str | None:
    """Returns Babel's locale for a browser's language tag: `en_GB` for `en-GB`; None without a known region.

    For English, the region of a tag in another language counts too: `en_IE` for `ga-IE`. WORLD if Babel lacks the
    region.
    """
    match = TAG.fullmatch((tag or "")[:LONGEST].replace("-", "_").casefold())
    language = locale.split("_")[0]
    if match is None or (match[1] != language and language != ENGLISH):
        return None
    region = f"{language}_{match[2].upper()}"
    if localedata.exists(region):
        return region
    return None if match[2] in AMERICAN or language != ENGLISH else WORLD
