"""Benchmarks that are not timed are run with the tests marked `full`, and those of several processes with slow ones."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Mark them, unless `--benchmark-enable` asks for times."""
    if not config.getoption("benchmark_enable"):
        for item in items:
            if item.path.is_relative_to(HERE):
                several = "callspec" in vars(item) and item.callspec.params.get("jobs", 1) > 1
                item.add_marker(pytest.mark.slow if several else pytest.mark.full)
