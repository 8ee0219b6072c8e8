"""What a hand is worth: combinations, rulesets, and the tables made of them."""
