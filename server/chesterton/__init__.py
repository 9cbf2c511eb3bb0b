"""Chesterton: a language server that keeps a team's decision memory beside its code."""

__version__ = "0.1.0"
