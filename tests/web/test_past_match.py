"""“Is this match over?” for a document or for totals."""

import io
import json

import pytest
from flask.testing import FlaskClient

pytestmark = pytest.mark.shares

SIDES = [{"name": "Us", "players": ["Anna", "Bruno"]}, {"name": "Them", "players": ["Carla", "Dino"]}]
TRESETTE = {"format": "scorekeeper/1", "game": "tresette", "sides": SIDES, "hands": [{"decima": "Anna"}]}


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


def test_a_script_gets_the_verdict_or_the_problems_as_json(client: FlaskClient) -> None:
    accept = {"Accept": "application/json"}
    sent = {"preset": "truco:brazilian", "totals": "14 3"}
    verdict = client.post("/over/", data=sent, headers=accept).get_json()
    assert set(verdict) == {"upheld", "winner", "totals", "reasons", "lines", "effect"}
    assert (verdict["upheld"], verdict["winner"], verdict["totals"]) == (True, 0, [14, 3])
    refused = client.post("/over/", data={**sent, "totals": "14 x"}, headers=accept)
    assert (refused.status_code, refused.get_json()["error"]["field"]) == (422, "totals")


@pytest.mark.parametrize(
    "sent, field",
    [
        ({"preset": "truco:nowhere", "totals": "1 2"}, "preset"),
        ({"preset": "poker:texas", "totals": "1 2"}, "totals"),
        ({"preset": "truco:brazilian", "totals": "1 2 3"}, "totals"),
        ({"preset": "truco:brazilian", "totals": "11"}, "totals"),
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
