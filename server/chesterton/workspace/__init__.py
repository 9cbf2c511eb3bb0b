"""The host of one opened root: one door for changes, immutable snapshots, configuration, workers."""
