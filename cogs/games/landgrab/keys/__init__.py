"""The keys of Landgrab, stage by stage."""
