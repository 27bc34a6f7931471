"""Stateful tests: random changes of a match and of a tournament, compared with a plain model after each of them."""
