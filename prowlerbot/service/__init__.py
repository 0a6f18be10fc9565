"""Load, pure transition, commit; and what a host and the people behind the matches ask for."""
