"""The foundation of all packages: the contract of a game, errors, records, languages."""
