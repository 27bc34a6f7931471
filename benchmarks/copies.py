"""A club's rows copied in the database itself: each copy has numbers of its own, so that nothing meets."""

from sqlalchemy import text

from scorekeeper.models import Base, db

# By table the columns that hold a number of a row, each with the table whose rows it numbers.
NUMBERS = {
    "player": {"id": "player", "merged_into": "player"},
    "sitting": {"id": "sitting"},
    "club_sitting": {"sitting_id": "sitting"},
    "match": {"id": "match", "sitting_id": "sitting"},
    "hand": {"match_id": "match"},
    "result": {"match_id": "match", "player_id": "player"},
}
UNIQUE = {("player", "name_key"): "name_key || ' ' || {copy}", ("sitting", "key"): "NULL"}


def copy_rows(copies: int) -> None:
    """Have everything that was played `copies` times."""
    tables = ("player", "sitting", "match")
    last = {table: int(db.session.scalar(text(f'SELECT max(id) FROM "{table}"')) or 0) for table in tables}
    for copy in range(1, copies):
        for table in NUMBERS:
            db.session.execute(text(_statement(table, last, copy)))
        db.session.commit()


def _statement(table: str, last: dict[str, int], copy: int) -> str:
    numbers = NUMBERS[table]
    names = [column.name for column in Base.metadata.tables[table].columns]
    values = []
    for name in names:
        if name in numbers:
            values.append(f'"{name}" + {last[numbers[name]] * copy}')
        else:
            values.append(UNIQUE.get((table, name), f'"{name}"').format(copy=copy))
    first = next(iter(numbers))
    quoted = ", ".join(f'"{name}"' for name in names)
    read = f'SELECT {", ".join(values)} FROM "{table}" WHERE "{first}" <= {last[numbers[first]]}'
    return f'INSERT INTO "{table}" ({quoted}) {read}'
