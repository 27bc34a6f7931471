"""The one database of a stateful test, which is emptied between examples."""

from scorekeeper.store.models import Base, db

EMPTYING = [f'DELETE FROM "{table.name}"' for table in reversed(Base.metadata.sorted_tables)]


def emptied() -> None:
    """Deletes all rows, and forgets all that was loaded."""
    db.session.rollback()
    db.session.expunge_all()
    connection = db.session.connection()
    for statement in EMPTYING:
        connection.exec_driver_sql(statement)
    db.session.commit()
