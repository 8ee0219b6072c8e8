"""Every kernel on a little of everything, to be compared between ways to run kernels."""
