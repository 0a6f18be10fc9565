"""How the machine judges positions."""
