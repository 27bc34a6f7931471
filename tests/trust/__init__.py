"""Small runs of the parts of `make trust`, to test that they work."""
