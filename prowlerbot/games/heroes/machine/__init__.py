"""The play of the machine: building a colony and keeping its treasure."""
