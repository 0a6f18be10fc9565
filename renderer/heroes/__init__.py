"""Pictures of Heroes Beware."""
