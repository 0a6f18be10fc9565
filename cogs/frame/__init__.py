"""The parts that all messages share: custom ids, errors, limits, names, layouts."""
