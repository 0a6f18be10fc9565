"""A simulated year: the services through outages, wrong clocks, holidays and summer time."""
