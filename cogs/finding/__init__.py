"""The search for somebody to play with: its form, its questions, its rounds."""
