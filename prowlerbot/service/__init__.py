"""Load, pure transition, commit; and what hosts and players ask for besides."""
