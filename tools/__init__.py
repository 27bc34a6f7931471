"""Tools for working on the project: installation, lock files, catalogues, icons, vendored files."""
