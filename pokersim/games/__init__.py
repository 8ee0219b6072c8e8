"""Games that are played for chips: their rules as data, who plays, and what happened told."""
