"""Pure functions (client, snapshot, place) to editor-shaped values: hover, lenses, findings, actions.

No protocol types, no disk.
"""
