"""What the golden pictures show: every part of every picture, in every theme that changes it."""
