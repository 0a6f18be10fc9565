"""What all messages share: the client, custom ids, errors, limits, names, layouts."""
