"""The kinds of databases, SQLite and PostgreSQL, behind one interface."""
