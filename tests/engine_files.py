"""The files of the engine as a phone fetches them, for tests that run it under Node."""

from pathlib import Path

from flask.testing import FlaskClient

FETCHED: dict[str, str] = {}  # texts by address: making them takes a second, and they are the same in every test


def write_engine(client: FlaskClient, folder: Path) -> Path:
    """Put the files into a folder, where their addresses say; answers where the first one is."""
    about = client.get("/engine.json").get_json()
    for address in (about["engine"], *about["games"].values()):
        if address not in FETCHED:
            FETCHED[address] = client.get(address).text
        file = folder / address.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(FETCHED[address], "utf-8")
    return folder / str(about["engine"]).lstrip("/")
