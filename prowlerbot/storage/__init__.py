"""The database: all SQL, its migrations, copies of it and the way back from them."""
