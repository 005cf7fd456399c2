"""Intercepts, slope and the parts of the Brier score are those of other packages and of the definitions."""

import re

import numpy as np
import pytest
import statsmodels.api as sm
import xarray as xr
from scipy import stats
from sklearn.metrics import brier_score_loss

from bayescmp.metrics import calibration


def said(n, intercept=0.0, slope=1.0, seed=0):
    """Return labels, and probabilities whose recalibration has this intercept and slope."""
    rng = np.random.default_rng(seed)
    logits = rng.normal(-1, 1.5, n)
    y = (rng.random(n) < 1 / (1 + np.exp(-(intercept + slope * logits)))) * 1
    return y, 1 / (1 + np.exp(-logits))


class TestRecalibration:
    @pytest.mark.parametrize(("n", "weighted"), [(30, True), (400, False)])
    def test_it_is_the_logistic_regression_of_statsmodels(self, n, weighted):
        y, p = said(n, 0.5, 0.7)
        weights = np.random.default_rng(1).integers(1, 4, n) if weighted else None
        design = sm.add_constant(np.log(p / (1 - p)))
        fit = sm.GLM(y, design, family=sm.families.Binomial(), freq_weights=weights).fit(tol=1e-12)
        found = calibration(y, p, sample_weight=weights)
        assert [found.intercept, found.slope] == pytest.approx(fit.params.tolist(), abs=1e-6)
        fixed = sm.GLM(
            y, design[:, :1], family=sm.families.Binomial(), offset=design[:, 1], freq_weights=weights
        ).fit(tol=1e-12)  # fmt: skip
        assert found.in_the_large == pytest.approx(fixed.params[0], abs=1e-6)

    @pytest.mark.parametrize("groups", [None, 40])
    def test_intervals_are_those_of_statsmodels_by_clusters(self, groups):
        (y, p), count = said(300, 0.5, 0.7), groups or 300
        group = np.random.default_rng(2).permutation(np.arange(300) % count)
        found = calibration(y, p, group=group if groups else None, ci_prob=0.9)
        ends = found.in_the_large_interval, found.slope_interval
        family, logits = sm.families.Binomial(), np.log(p / (1 - p))
        for own, model in zip(ends, (
            sm.GLM(y, np.ones(300), family=family, offset=logits), sm.GLM(y, sm.add_constant(logits), family=family)
        ), strict=True):  # fmt: skip
            fit = model.fit(cov_type="cluster", cov_kwds={"groups": group, "use_correction": False}, tol=1e-12)
            reach = stats.t(count - 1).ppf(0.95) * fit.bse[-1] * np.sqrt(count / (count - 1))
            np.testing.assert_allclose(own, [fit.params[-1] - reach, fit.params[-1] + reach], rtol=1e-5)

    def test_calibrated_probabilities_have_0_and_1_and_the_other_class_the_opposite_intercept(self):
        def ends(found):  # four standard errors of 20,000 records
            return abs(found.intercept) < 0.1 and abs(found.slope - 1) < 0.1

        assert ends(calibration(*said(20_000)))
        assert not ends(calibration(*said(20_000, slope=0.7)))  # too far from the middle
        assert not ends(calibration(*said(20_000, intercept=0.4)))
        y, p = said(200, 0.5, 0.7)
        one, other = calibration(y, p), calibration(y, 1 - p, pos_label=0)
        assert (one.intercept, one.slope, one.brier) == pytest.approx((-other.intercept, other.slope, other.brier))

    def test_certain_probabilities_that_came_true_are_the_limit_of_nearly_certain_ones(self):
        y, p = said(200, 0.5, 0.7)
        y = np.append(y, [0, 1])
        certain, nearly = (calibration(y, np.append(p, ends)) for ends in ([0, 1], [1e-12, 1 - 1e-12]))
        assert (certain.intercept, certain.slope) == pytest.approx((nearly.intercept, nearly.slope), abs=1e-6)

    @pytest.mark.parametrize(
        ("y", "p"),
        [
            ([0, 1, 0, 1], [0.2, 0.4, 0.5, 0.0]),  # a certain one failed
            ([0, 0, 1, 1], [0.1, 0.2, 0.2, 0.9]),  # no overlap
            ([0, 1, 0, 1], [0.3] * 4),
            ([1, 1], [0.3, 0.4]),
            ([1, 0, 1, 0, 1], [0.1, 0.2, 0.3, 0.4, 1.0]),  # slope below 0, and a certain one
        ],
    )
    @pytest.mark.filterwarnings("ignore:Slope and calibration in the large cannot be told")
    def test_without_a_highest_likelihood_both_are_nan(self, y, p):
        found = calibration(y, p)
        assert np.isnan([found.intercept, found.slope]).all()
        assert np.isnan(found.in_the_large) == (len({*y}) == 1 or p[-1] == 0)
        assert found.brier == pytest.approx(brier_score_loss(y, p, pos_label=1))


class TestParts:
    @pytest.mark.filterwarnings("ignore:Slope and calibration in the large cannot be told")
    def test_they_make_up_the_score_where_probabilities_are_equal_within_bins(self):
        rng = np.random.default_rng(0)
        p, weights = rng.integers(0, 6, 300) / 5, rng.random(300) + 0.1
        y = (rng.random(300) < 0.3 + 0.3 * p) * 1
        found = calibration(y, p, sample_weight=weights, bins=1000)
        assert found.brier == pytest.approx(brier_score_loss(y, p, sample_weight=weights))
        assert found.within_bins == pytest.approx(0, abs=1e-14)
        assert calibration(y, p, bins=1).within_bins != pytest.approx(0, abs=1e-3)

    def test_they_are_those_of_the_definition_and_weights_are_records(self):
        y, p = [0, 0, 1, 0, 1, 1, 1, 0], [0.2] * 4 + [0.6] * 4
        found = calibration(y, p)
        assert found.reliability == pytest.approx((0.05**2 + 0.15**2) / 2)
        assert found.resolution == pytest.approx(0.25**2)
        assert found.uncertainty == 0.25
        found = calibration([0, 0, 0, 1], [0.25] * 4)
        assert (found.reliability, found.resolution, found.brier) == (0, 0, found.uncertainty)
        y, p = said(60)
        often = np.repeat(np.arange(60), 2)
        one, other = calibration(y, p, sample_weight=np.full(60, 2.0)), calibration(y[often], p[often], group=often)
        one, other = (np.hstack([*vars(found).values()]) for found in (one, other))
        np.testing.assert_allclose(one, other, atol=1e-8)


def test_a_certain_probability_that_failed_is_named_with_what_to_do():
    y, p = [0, 1, 0, 1, 0, 0], np.array([0.2, 0.4, 0.5, 0.7, 0.9, 1.0])
    said = r"cannot be told \(NaN\): `y_prob` is 1 at position 5, whose label is 0\. .*np\.clip"
    with pytest.warns(UserWarning, match=said):
        assert np.isnan(calibration(y, p).slope)
    assert np.isfinite(calibration(y, np.clip(p, 0.001, 0.999)).slope)


def test_groups_are_of_every_record():
    with pytest.raises(ValueError, match="`group` must have a group for each of the 3 records, but got 2"):
        calibration([0, 1, 1], [0.2, 0.5, 0.7], group=[1, 2])


@pytest.mark.parametrize(("given", "options", "kind", "message"), [
    (([], []), {}, ValueError, "`y_true` must hold at least one label, but is empty."),
    (([0, 1], [0.1]), {}, ValueError, "one number for each record, (2,), but got the shape (1,)."),
    (([0, 1], [[0.1, 0.2], [0.9, 0.8]]), {}, ValueError, "but got the shape (2, 2)."),
    (([0, 1], [10, 90]), {}, ValueError, "from 0 to 1, but got 10.0."),
    (([0, 1], ["a", "b"]), {}, TypeError, "`y_prob` must hold numbers, but got"),
    (([0, 1], xr.Dataset()), {}, TypeError, "`y_prob` must be a list, but got"),
    (([0, 1], [0.1, 0.2]), {"sample_weight": [0, 1]}, ValueError,
     "`sample_weight` must be finite and above 0, but got 0.0."),
    (([0, 1], [0.1, 0.2]), {"bins": 0}, ValueError, "`bins` must be at least 1, but got 0."),
    ((list("ab"), [0.1, 0.2]), {"pos_label": "c"}, ValueError, "`pos_label` must be one of the labels"),
    ((list("ab"), [0.1, 0.2]), {}, ValueError, "`pos_label` must be given"),
])  # fmt: skip
def test_bad_arguments_are_refused(given, options, kind, message):
    with pytest.raises(kind, match=re.escape(message)):
        calibration(*given, **options)
