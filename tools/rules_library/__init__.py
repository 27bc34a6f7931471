"""The rules without the application: a Python package and a JavaScript module (tools/rules_library/README.md)."""
