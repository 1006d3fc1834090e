"""`python -m albion` is `albion`."""

from albion.cli import main

main()
