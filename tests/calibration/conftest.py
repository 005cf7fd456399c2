"""What simulates is not for every run: the tests here are full, where they are not slow."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items):
    for item in items:
        if HERE in item.path.parents and item.get_closest_marker("slow") is None:
            item.add_marker(pytest.mark.full)
