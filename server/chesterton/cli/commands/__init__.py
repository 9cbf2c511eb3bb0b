"""One module a command, each exporting one click command under the module's name."""
