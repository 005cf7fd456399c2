"""The door of a room: what its `__all__` lists, and the pages of the API document, is the same."""

import re
from pathlib import Path

import pytest

import bayescmp as bc

ROOT = Path(__file__).parents[1]
PAGES = {page.stem: page.read_text() for page in (ROOT / "docs" / "api").glob("*.md")}
INTERNAL = {"_support", "cli", "content", "results", "runner"}
"""Rooms that nobody imports: the command line, and two that only other rooms use."""


def documented():
    """Return what the pages list, as pairs of the room, or module, that it comes from and its name."""
    pages = "\n".join(PAGES.values())
    listed = re.findall(r"^(?:\.\. (?:autofunction|py:data)::)?[ ]+([a-zA-Z_][\w.]*)$", pages, re.MULTILINE)
    dotted = [name.removeprefix("bayescmp.").rpartition(".") for name in listed]
    return {(room or bc._HOME.get(name), name) for room, _, name in dotted}


def test_every_room_is_public_or_internal_and_has_a_page():
    modules = {path.stem for path in (ROOT / "bayescmp").glob("[!_]*.py")}
    folders = {path.parent.name for path in (ROOT / "bayescmp").glob("*/__init__.py")}
    assert modules | folders == {*bc._ROOMS, *INTERNAL}
    assert PAGES.keys() == {*bc._ROOMS, "index", "command_line"}


@pytest.mark.parametrize("room", bc._ROOMS)
def test_a_room_exports_what_is_documented(room):
    assert sorted(getattr(bc, room).__all__) == sorted(name for home, name in documented() if home == room)


def test_everything_of_the_facade_is_documented_and_nothing_that_has_no_door():
    elsewhere = {(home, name) for home, name in documented() if home not in bc._ROOMS}
    assert elsewhere == {(home, name) for name, home in bc._HOME.items() if home not in bc._ROOMS}
    assert {(home, name) for name, home in bc._HOME.items()} <= documented()
