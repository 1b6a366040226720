"""A module for each channel that sends something."""
