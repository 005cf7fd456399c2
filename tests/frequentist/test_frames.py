"""Data frames and plain arrays, as tests of mean ranks and of validation sets take them."""

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp.frequentist import friedman, holm_against_control, iman_davenport, nemenyi, paired_t, t_5x2
from tests.data import DEMSAR_AREAS

NAMES = ["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"]
TABLE = 1 - pd.DataFrame(DEMSAR_AREAS, columns=NAMES)
DIFFERENCES = np.random.default_rng(0).normal(0, 0.1, (5, 2))


def test_groups_are_those_that_demsar_draws():
    assert nemenyi(TABLE).groups == (("C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5"),)
    assert nemenyi(TABLE, alpha=0.1).groups == (("C4.5+m+cf", "C4.5+m", "C4.5+cf"), ("C4.5+cf", "C4.5"))


def test_a_frame_of_blocks_by_classifiers_is_the_labelled_array_with_its_names():
    labelled = xr.DataArray(TABLE.to_numpy(), {"classifier": NAMES}, ("dataset", "classifier"))
    for test in (friedman, iman_davenport):
        assert test(TABLE).pvalue == test(labelled).pvalue
    assert nemenyi(TABLE).ranks.identical(nemenyi(labelled).ranks)
    control = {"control": "C4.5"}
    assert holm_against_control(TABLE, **control).identical(holm_against_control(labelled, **control))


def test_plain_arrays_are_of_repeats_and_folds_and_a_list_is_one_repeat():
    d = xr.DataArray(DIFFERENCES, dims=("repeat", "fold"))
    assert t_5x2(DIFFERENCES.tolist()).pvalue == t_5x2(pd.DataFrame(DIFFERENCES)).pvalue == t_5x2(d).pvalue
    one = DIFFERENCES[:, 0]
    assert (
        paired_t(one, test_to_train=0.1).pvalue
        == paired_t(xr.DataArray([one], dims=("repeat", "fold")), test_to_train=0.1).pvalue
    )
