"""Heroes Beware: one to four colonies under the ground, and the invaders who walk through them."""
