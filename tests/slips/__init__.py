"""Tests of slips that machines read."""
