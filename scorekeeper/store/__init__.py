"""The database: models, connections and locks, migrations, backups."""
