"""Pictures of Prowler's Passage."""
