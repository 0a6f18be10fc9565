"""The games of the house; none of them knows another."""
