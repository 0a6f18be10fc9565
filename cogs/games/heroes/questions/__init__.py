"""The questions for a player of Heroes Beware, stage by stage, with their keys."""
