"""Every kept command prints and writes what it did."""

import runpy
from pathlib import Path

import pytest

RECORD = runpy.run_path(str(Path(__file__).with_name("record.py")))
COMMANDS, KEPT = RECORD["COMMANDS"], RECORD["kept"](RECORD["KEPT_COMMANDS"])
LIKE_OTHERS = ("--repeats 3", "--draws 500 --metric", "three.nc", "--csv -", "r.pdf", "long.jsonl")
"""Parts of commands that take long, and whose options and files others have too."""
EACH = [
    pytest.param(name, id=name, marks=pytest.mark.full if any(part in name for part in LIKE_OTHERS) else [])
    for name in COMMANDS
]


def test_all_commands_are_kept():
    assert list(KEPT) == list(COMMANDS)


@pytest.mark.parametrize("name", EACH)
def test_a_command_prints_and_writes_what_it_did(name):
    said = RECORD["complaint"](RECORD["record_of_command"](name), KEPT[name], name)
    assert not said, said
