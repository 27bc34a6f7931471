"""Writes the JSON Schemas of documents into `docs/schema` (`make schema`); `make golden` keeps those of a release."""

import json
from pathlib import Path

from scorekeeper.clubs.schemas import SCHEMAS

FOLDER = Path(__file__).parents[1] / "docs" / "schema"


def texts() -> dict[str, str]:
    """Returns the schemas as they are in files, by the name of the file."""
    return {
        f"{name}.json": json.dumps(schema(), ensure_ascii=False, indent=1) + "\n" for name, schema in SCHEMAS.items()
    }


def write(folder: Path = FOLDER) -> None:
    """Writes the schemas of this version into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
