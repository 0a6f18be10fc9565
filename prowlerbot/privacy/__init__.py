"""The data stored about a person: its export and its deletion."""
