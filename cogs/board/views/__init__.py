"""Messages about matches as layouts: pure functions of known facts, without a database."""
