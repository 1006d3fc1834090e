"""What the compiler is given instead of the sources."""
