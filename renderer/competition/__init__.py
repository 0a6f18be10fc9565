"""Pictures of competitions, from plain values: standings, results, brackets, ladders, podiums."""
