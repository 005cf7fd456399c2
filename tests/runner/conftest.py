"""Folders of a kind of work that is as small as can be."""

import json

import pytest

from bayescmp.runner import WorkFolder


class Sums(WorkFolder):
    """The folder of sums: each number's square in a file of its own."""

    kind = "sum"
    schema = 2
    fields = ("numbers",)
    command = "sums run"
    folders = ("parts",)


@pytest.fixture
def folder(tmp_path):
    """Return a folder that is claimed for the sum of 1 and 2."""
    found = Sums(tmp_path / "out")
    with found.claim({"numbers": [1, 2]}):
        yield found


@pytest.fixture
def claim(tmp_path):
    """Return a function that claims the folder `out` once more, and leaves it."""

    def claimed(*numbers):
        Sums(tmp_path / "out").claim({"numbers": list(numbers)}).close()
        return json.loads((tmp_path / "out" / "sum.json").read_text())

    return claimed
