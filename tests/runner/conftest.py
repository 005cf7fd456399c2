"""Folders of a kind of work that is as small as can be."""

import json
import re

import pytest

from bayescmp.runner import WorkFolder, read_json


class Sums(WorkFolder):
    """The folder of sums: each number's square in a file of its own."""

    kind = "sum"
    command = "sums run"
    files = re.compile("square-.*")
    folders = ("parts",)

    def read_specification(self, path):
        return read_json(path, {"schema": 1, "sum": {"name": str, "numbers": [int]}})


def specification(*numbers, name="mine"):
    return {"schema": 1, "sum": {"name": name, "numbers": list(numbers)}}


@pytest.fixture
def folder(tmp_path):
    """Return a folder that is claimed for the sum of 1 and 2."""
    found = Sums(tmp_path / "out")
    with found.claim(specification(1, 2), lambda: None):
        yield found


@pytest.fixture
def claim(tmp_path):
    """Return a function that claims the folder `out` once more, and leaves it."""

    def claimed(*numbers, check=lambda: None, **name):
        Sums(tmp_path / "out").claim(specification(*numbers, **name), check).close()
        return json.loads((tmp_path / "out" / "sum.json").read_text())

    return claimed
