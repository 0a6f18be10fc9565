"""Load, pure transition, commit; and further services for hosts and players."""
