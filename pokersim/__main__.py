"""``python -m pokersim`` is the command ``pokersim``."""

from pokersim.cli.main import main

if __name__ == "__main__":
    main()
