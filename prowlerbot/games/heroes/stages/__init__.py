"""The stages of a round: building, preparing, the invasion, planning."""
