"""“Is this match over?” for a document or for totals."""

import io
import json

import pytest
from flask.testing import FlaskClient

pytestmark = pytest.mark.shares

SIDES = [{"name": "Us", "players": ["Anna", "Bruno"]}, {"name": "Them", "players": ["Carla", "Dino"]}]
TRESETTE = {"format": "scorekeeper/1", "game": "tresette", "sides": SIDES, "hands": [{"decima": "Anna"}]}


@pytest.mark.parametrize(
    "preset, totals, over",
    [
        ("tresette:parlett", "21 18", True),
        ("tresette:parlett", "20 18", False),
        ("tresette:parlett", "22 22", False),
        ("tresette:parlett", "22 23", True),
        ("truco:brazilian", "11 11", False),
        ("truco:brazilian", "14 3", True),
        ("buraco:us", "-160 2000", True),
        ("buraco:three-teams", "100 2010 2010", False),
        ("buraco:timed", "100 2010", False),
        ("albastini:standard", "7 3 2", False),
    ],
)
def test_totals_are_judged_by_the_presets_target(client: FlaskClient, preset: str, totals: str, over: bool) -> None:
    html = client.post("/over/", data={"preset": preset, "totals": totals}).get_data(as_text=True)
    assert ("verdict upheld" in html, "verdict refused" in html) == (over, not over)


def test_a_pasted_document_is_scored(client: FlaskClient) -> None:
    html = client.post("/over/", data={"document": json.dumps(TRESETTE)}).get_data(as_text=True)
    assert "verdict upheld" in html
    assert "TRE-13" in html


def test_an_uploaded_document_is_scored(client: FlaskClient) -> None:
    file = (io.BytesIO(json.dumps(TRESETTE).encode()), "match.json")
    html = client.post("/over/", data={"file": file}, content_type="multipart/form-data").get_data(as_text=True)
    assert "verdict upheld" in html


@pytest.mark.parametrize(
    "sent, expected",
    [
        ({"preset": "truco:brazilian", "totals": "11"}, "Enter one total per side"),
        ({"preset": "truco:brazilian", "totals": "11 x"}, "Enter one total per side"),
        ({"preset": "truco:brazilian", "totals": "1 2 3"}, "needs a different number of sides"),
        ({"preset": "poker:texas", "totals": "1 2"}, "needs a different number of sides"),
        ({"document": "{"}, "(not JSON)"),
        ({"document": "[" * 100_000}, "(not JSON)"),
        ({"document": json.dumps({**TRESETTE, "hands": [{"points": [7, 5]}]})}, "These add up to 12 instead of 11"),
        ({}, "Choose a file, or paste its text"),
    ],
)
def test_what_cannot_be_judged_is_explained_and_kept(client: FlaskClient, sent: dict[str, str], expected: str) -> None:
    response = client.post("/over/", data=sent)
    html = response.get_data(as_text=True)
    assert response.status_code == 422
    assert expected in html
    assert sent.get("totals", "") in html


def test_a_script_gets_the_verdict_or_the_problems_as_json(client: FlaskClient) -> None:
    accept = {"Accept": "application/json"}
    sent = {"preset": "truco:brazilian", "totals": "14 3"}
    verdict = client.post("/over/", data=sent, headers=accept).get_json()
    assert set(verdict) == {"upheld", "winner", "totals", "reasons", "lines"}
    assert (verdict["upheld"], verdict["winner"], verdict["totals"]) == (True, 0, [14, 3])
    refused = client.post("/over/", data={**sent, "totals": "14 x"}, headers=accept)
    assert (refused.status_code, refused.get_json()["error"]["field"]) == (422, "totals")


@pytest.mark.parametrize(
    "sent, field",
    [
        ({"preset": "truco:nowhere", "totals": "1 2"}, "preset"),
        ({"preset": "truco:brazilian", "totals": "1" * 8 + " 2"}, "totals"),
        ({"document": json.dumps({**TRESETTE, "hands": [{"points": [7, 4]}] * 2_001})}, "document"),
    ],
)
def test_what_is_too_much_or_unknown_is_refused_at_its_field(
    client: FlaskClient, sent: dict[str, str], field: str
) -> None:
    file = {"file": (io.BytesIO(sent["document"].encode()), "match.json")} if "document" in sent else sent
    refused = client.post("/over/", data=file, headers={"Accept": "application/json"})
    assert (refused.status_code, refused.get_json()["error"]["field"]) == (422, field)
