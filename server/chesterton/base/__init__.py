"""Text positions, spans, paths and URIs, ids, and the one module each for disk and git.

Knows nothing of records, code or editors. Everything here is either a value or a thin, typed door
to the operating system.
"""
