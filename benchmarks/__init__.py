"""Benchmarks, with their targets."""
