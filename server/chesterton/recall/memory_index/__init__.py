"""The memory index: a pure function of the records, disposable, searched through SQLite FTS5.

The only part of recall that touches the disk. A build is made under a temporary name, verified, and then
published by one atomic pointer; a build never changes afterwards, and readers keep the one they opened.
"""
