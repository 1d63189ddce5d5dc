"""How a rulebook is shown to people: what things are called, what is said of them, and the rules sheet."""
