"""What the project is looked after with: installation, lock files, catalogues, icons, vendored files."""
