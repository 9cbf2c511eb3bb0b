"""The demonstration: Django with records about it, an edit, the drift, and the answer."""
