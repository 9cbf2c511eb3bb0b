"""The rules that records and articles are held to: each has an id, a severity that can be configured, and a message."""
