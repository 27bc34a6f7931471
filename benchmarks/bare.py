"""A minimal Flask application to compare with: inserts a row as wide as a hand's, commits, redirects; says hello."""

import json
import os
from typing import Any

from flask import Flask, redirect, request
from sqlalchemy import JSON, create_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column
from werkzeug.wrappers import Response

from scorekeeper.store import database

ROW = "BENCHMARK_ROW"  # the environment variable with the row, for a server's process
FOLDER = "BENCHMARK_FOLDER"


class Base(DeclarativeBase):
    type_annotation_map = {dict[str, Any]: JSON, list[Any]: JSON}  # noqa: RUF012 (read once by SQLAlchemy)


class Row(Base):
    """As wide as Scorekeeper's own row of a hand."""

    __tablename__ = "hand"

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int]
    number: Mapped[int]
    entry: Mapped[dict[str, Any]]
    dealer: Mapped[str]
    points: Mapped[list[Any]]
    lines: Mapped[list[Any]]
    table: Mapped[dict[str, Any]]


def bare_app(folder: str, row: dict[str, Any]) -> Flask:
    """Returns an application that inserts `row` at `POST /`, on its own SQLite database with Scorekeeper's settings."""
    app = Flask("bare")
    engine = create_engine(**database.engine_options(f"sqlite:///{folder}/bare.sqlite3", 10))
    database.prepare(engine, "FULL")
    Base.metadata.create_all(engine)

    @app.post("/")
    def save() -> Response:
        with Session(engine) as session:
            session.add(Row(**{**row, "number": int(request.form["number"])}))
            session.commit()
        return redirect("/", 303)

    @app.get("/hello")
    def hello() -> str:
        return "hello"

    return app


def application() -> Flask:
    """Returns the same for a server process, configured by environment variables."""
    return bare_app(os.environ[FOLDER], json.loads(os.environ[ROW]))
