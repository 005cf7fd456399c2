"""Folders of studies to damage: one that ran unbroken, and copies of it."""

import shutil

import pytest

from bayescmp.studies import run_study
from bayescmp.studies._storage import Folder, specification_of


@pytest.fixture(scope="module")
def unbroken(request, tmp_path_factory):
    """Run the module's STUDY, and return its folder."""
    out = tmp_path_factory.mktemp("unbroken")
    run_study(request.module.STUDY, out)
    return out


@pytest.fixture
def out(unbroken, tmp_path):
    """Return a copy of that folder."""
    return shutil.copytree(unbroken, tmp_path / "out")


@pytest.fixture
def folder_of():
    """Return what takes a path for the folder of a study."""
    return Folder


@pytest.fixture
def claimed():
    """Return a function that claims a folder for a study, until what it returns is closed."""
    return lambda out, study: Folder(out).claim(specification_of(study))
