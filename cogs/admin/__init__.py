"""The commands and messages for admins of servers, and the address for monitoring."""
