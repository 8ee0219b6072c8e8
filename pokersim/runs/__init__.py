"""Jobs cut into chunks, and chunks counted: the same result whoever counts them."""
