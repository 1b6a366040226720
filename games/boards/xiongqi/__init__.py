"""Xiongqi on the site."""
