"""Mutation testing of rules and records: `make mutants`, results in docs/mutants.md."""
