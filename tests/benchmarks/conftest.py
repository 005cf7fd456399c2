"""Benchmarks that are not timed are run with the tests marked `full`."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Mark them, unless `--benchmark-enable` asks for times."""
    if not config.getoption("benchmark_enable"):
        for item in items:
            if item.path.is_relative_to(HERE):
                item.add_marker(pytest.mark.full)
