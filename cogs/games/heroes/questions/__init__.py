"""The questions that a player of Heroes Beware is asked, stage by stage, with their keys."""
