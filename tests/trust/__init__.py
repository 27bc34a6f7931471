"""Small runs of what `make trust` does at length, so that it works when it is wanted."""
