"""A colony under the ground."""
