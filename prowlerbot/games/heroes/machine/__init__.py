"""How the machine builds and keeps a colony."""
