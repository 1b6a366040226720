"""Matches that are over, gone through again: what each seat could have known."""
