"""The longer commands of the command line."""
