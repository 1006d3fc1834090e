"""Options of the whole test run."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """--rewrite: write the golden games anew instead of comparing them."""
    parser.addoption("--rewrite", action="store_true", help="write tests/playthroughs anew")
