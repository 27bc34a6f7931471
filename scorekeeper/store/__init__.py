"""The database: tables, connections, schema changes, backups."""
