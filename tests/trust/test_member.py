"""The member of `make trust` follows a job's page to its file."""

from types import SimpleNamespace

import pytest
from flask import Flask, render_template

from tools.trust.member import Member, Page


@pytest.mark.parametrize("mime", ["application/pdf", "application/jsonl"])
def test_the_file_of_a_job_is_loaded_once_it_is_made(app: Flask, monkeypatch: pytest.MonkeyPatch, mime: str) -> None:
    made = {"going": False, "status": "made", "kind": "export", "mime": mime, "total": 0, "told": {}}
    going = {**made, "going": True, "status": "waiting", "done": 0}
    with app.test_request_context():
        parts = [
            render_template("jobs/_progress.html", job=SimpleNamespace(**job), file="/file") for job in (going, made)
        ]
    waiting, ready = (Page(200, "/job", part.encode()) for part in parts)
    member = Member(0)
    monkeypatch.setattr(member, "get", {"/job": ready, "/file": Page(200, "/file", b"%PDF")}.get)
    assert member.follow(waiting).content == b"%PDF"
