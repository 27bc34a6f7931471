"""Where a form may send the browser on to: this server only, so that no link of ours leads to another site."""


def own_path(address: str) -> str:
    """The address where it is a path of this server; an empty text for anything that could lead elsewhere.

    Browsers take `//host` and `/\\host` for another site, and drop control characters before they look.
    """
    fits = address.startswith("/") and not address.startswith("//") and "\\" not in address and address.isprintable()
    return address if fits else ""
