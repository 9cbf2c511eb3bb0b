"""One module for each method of the protocol: a function of the session and the parameters."""
