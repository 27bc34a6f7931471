"""`python -m tools.addresses` (`make addresses`): writes the project's addresses where people look for them.

They are in `[project.urls]` of pyproject.toml and nowhere else: README's clone line, the manual page, the Debian
package and the image take them from there. What has no address yet shows none.
"""

import re
import tomllib
from pathlib import Path
from typing import Any

TOP = Path(__file__).parents[1]
README = TOP / "README.md"
REPOSITORY, HOMEPAGE, DOCUMENTATION = "Repository", "Homepage", "Documentation"
CLONE = re.compile(r"^git clone .*\n", re.MULTILINE)
BEFORE = re.compile(r"^(?=make run\b)", re.MULTILINE)  # the clone line's place in README
NOBODY = "Scorekeeper <root@localhost>"  # Debian's format wants somebody


def main() -> None:
    """Writes README and the manual page."""
    from tools import manual

    README.write_text(with_clone_line(README.read_text(encoding="utf-8"), urls()), encoding="utf-8")
    manual.main()


def project() -> dict[str, Any]:
    """Returns the table `[project]` of pyproject.toml."""
    table: dict[str, Any] = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return table


def urls() -> dict[str, str]:
    """Returns the project's addresses by name; empty until it has some."""
    return dict(project().get("urls", {}))


def maintainer() -> str:
    """Returns `Name <address>` of the first maintainer or author."""
    named = project()
    people = [*named.get("maintainers", ()), *named.get("authors", ())]
    return next((f"{one['name']} <{one['email']}>" for one in people if {"name", "email"} <= one.keys()), NOBODY)


def with_clone_line(readme: str, addresses: dict[str, str]) -> str:
    """Returns README with the line that clones the repository before its first command; without, if there is none."""
    without = CLONE.sub("", readme)
    if REPOSITORY not in addresses:
        return without
    return BEFORE.sub(f"git clone {addresses[REPOSITORY]} scorekeeper && cd scorekeeper\n", without, count=1)


def of_image(addresses: dict[str, str]) -> dict[str, str]:
    """Returns the labels of an image with addresses (OCI's image specification)."""
    names = {REPOSITORY: "source", HOMEPAGE: "url", DOCUMENTATION: "documentation"}
    return {f"org.opencontainers.image.{names[name]}": url for name, url in addresses.items() if name in names}


if __name__ == "__main__":
    main()
