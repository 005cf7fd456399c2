"""Comparisons with correlations of folds from other experiments, or from one run and a prior."""

import numpy as np
import pytest

import bayescmp as bc
from bayescmp.hierarchical import run_correlations
from tests.data import contrasts_of, drawn_tables, known_correlations, table

SHARES = (0.1, 0.12, 0.05, 0.73)
TABLES = drawn_tables(SHARES, 150)
FOLDS = "fold-correlation"


def test_with_knowledge_the_draws_are_weighted_by_the_likelihood_of_the_run():
    known, tables = known_correlations(), TABLES
    found = run_correlations(tables, known)
    folds = contrasts_of(tables, statistic="difference")
    expected = []
    for k in (0, 17, 4000):
        rho1, rho2, phi = (float(found[name][k]) for name in ("rho1", "rho2", "phi"))
        same = np.kron(np.eye(5), np.ones((2, 2)))
        correlation = rho2 + (rho1 - rho2) * same + (1 - rho1) * np.eye(10)
        covariance = phi * folds.unit[0] * correlation + folds.resolution[0] * np.eye(10)
        share = (tables / 150).transpose("repeat", "fold", ...)
        y = (share.sel(first="wrong", second="right") - share.sel(first="right", second="wrong")).values.ravel()
        contrast = np.linalg.svd(np.ones((1, 10)))[2][1:]  # all contrasts but the mean
        rotated, spread = contrast @ y, contrast @ covariance @ contrast.T
        expected.append(-0.5 * (np.linalg.slogdet(spread)[1] + rotated @ np.linalg.solve(spread, rotated)))
    logs = np.log(found["weight"].values[[0, 17, 4000]])
    assert np.diff(logs) == pytest.approx(np.diff(expected), abs=1e-8)


def test_the_decision_rests_on_what_is_known():
    free = bc.compare(TABLES, method=bc.methods.FoldCorrelation(known=known_correlations(rho2=0.05, phi=1.1)))
    tight = bc.compare(TABLES, method=bc.methods.FoldCorrelation(known=known_correlations(rho2=0.2, phi=4)))
    assert free.difference.sd < tight.difference.sd
    assert free.effective_size > tight.effective_size
    assert free.methods["method"].tolist()[:2] == [FOLDS, "effective-table"]
    assert free.diagnostics == "correlations from other experiments: all is well"
    assert 0 < free.prob_error < 0.01


def test_without_correlations_it_is_called_prior_driven():
    result = bc.compare(TABLES, method=FOLDS)
    assert result.diagnostics.startswith("prior-driven")
    assert result.reliable
    assert "Prior-driven" in " ".join(result.details().split())
    note = "the correlations of folds are driven by the prior: ten folds"
    assert note in " ".join(str(result).split()).replace("Note ", "")
    known = bc.compare(TABLES, method=bc.methods.FoldCorrelation(known=known_correlations()))
    assert not any(note in one for one in known.notes)


def test_a_failing_verdict_flags_the_headline():
    result = bc.compare(TABLES, method=bc.methods.FoldCorrelation(known=known_correlations(passed=False)))
    assert not result.reliable
    assert str(result).startswith("NOT RELIABLE")


@pytest.mark.parametrize(("known", "error", "message"), [
    ({"a": 1}, TypeError, "`known` must be a DataTree of `fold_correlation`, but got dict"),
    (known_correlations(statistic="error"), ValueError, "with statistic='difference' or 'disagreement'"),
    (known_correlations(experiments=1), ValueError, "must be of several experiments"),
])  # fmt: skip
def test_knowledge_that_does_not_fit_is_refused(known, error, message):
    with pytest.raises(error, match=message):
        bc.compare(TABLES, method=bc.methods.FoldCorrelation(known=known))


def test_other_designs_are_refused():
    hold_out = table(2, 4, 18, 76)
    with pytest.raises(ValueError, match="`method` must be 'auto' or 'paired'"):
        bc.compare(hold_out, method=FOLDS)
    with pytest.raises(ValueError, match="`method` must be 'auto' or 'paired'"):
        bc.compare(hold_out, method=bc.methods.FoldCorrelation(known=known_correlations()))
