"""Messages about matches as layouts: pure functions of what is known, without a database."""
