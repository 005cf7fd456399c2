"""Predictions to files and back."""

import json

import numpy as np
import pytest
import xarray as xr

import bayescmp as bc
from tests.data import rewritten


@pytest.fixture
def predictions():
    return bc.labels([0, 1, 1], {"a": [0, 1, 0], "b": [1, 1, 1]})


def test_a_failed_save_leaves_the_old_file(tmp_path, predictions):
    path = tmp_path / "kept.nc"
    bc.save_predictions(predictions, path)
    unwritable = predictions.assign(group=("record", np.array([1, "a", "b"], dtype=object)))
    with pytest.raises(ValueError, match="mixed native types"):  # after the file was opened
        bc.save_predictions(unwritable, path)
    xr.testing.assert_identical(bc.read_predictions(path), predictions)


def test_only_predictions_are_saved_and_only_as_nc(tmp_path, predictions):
    for name in ("kept.csv", "kept.nc.gz"):
        with pytest.raises(ValueError, match=f"`path` must end in .nc, but got '{name}'"):
            bc.save_predictions(predictions, tmp_path / name)
    with pytest.raises(ValueError, match="`predictions` must"):
        bc.save_predictions(xr.Dataset(), tmp_path / "kept.nc")
    assert not list(tmp_path.iterdir())


def test_another_schema_is_refused(tmp_path, predictions):
    path = tmp_path / "kept.nc"
    bc.save_predictions(predictions, path)
    for provenance in ({}, {"schema": True}):
        rewritten(path, lambda tree, told=provenance: tree.attrs.update(provenance=json.dumps(told)))
        with pytest.raises(ValueError, match=rf"schema 1, but got {provenance.get('schema')}"):
            bc.read_predictions(path)
