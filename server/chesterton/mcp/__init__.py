"""The face for coding agents over the model context protocol."""
