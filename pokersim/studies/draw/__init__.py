"""The draw: holds, equilibrium policies, and rules of thumb."""
