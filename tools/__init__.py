"""What the project is looked after with: lock file, catalogues, icons, vendored files."""
