"""Mean squares of runs and records, against loops and mixed models; runs that are one hold-out."""

import warnings

import numpy as np
import pandas as pd
import pytest

import bayescmp as bc
from bayescmp.evidence import Evidence
from bayescmp.evidence._runs import RunSums
from bayescmp.metrics import metric_of_data

N, RUNS = 12, (3, 4, 1)
RNG = np.random.default_rng(0)
RECORD = RNG.normal(size=N)
TABLES = {
    name: RECORD + 0.4 * RNG.normal(size=(r, 1)) + RNG.normal(size=(r, N))
    for name, r in zip("abc", RUNS, strict=True)
}  # fmt: skip
GROUPS = np.array([0, 0, 0, 1, 1, 2, 2, 2, 2, 3, 4, 4])


def losses(tables=TABLES, *, paired=False, **records):
    """Return predictions of tables of runs and records, of which some have fewer runs."""
    many = max(map(len, tables.values()))
    n = next(iter(tables.values())).shape[1]
    padded = {
        name: np.pad(x, ((0, many - len(x)), (0, 0)), constant_values=np.nan).ravel() for name, x in tables.items()
    }
    run, record = np.repeat(np.arange(many), n), np.tile(np.arange(n), many)
    more = {name: np.asarray(values)[record] for name, values in records.items()}
    return bc.losses(padded, record=record, how=bc.runs(run, paired_runs=paired), **more)


def sums_of(data):
    return RunSums.of(Evidence.of(data, metric_of_data(data, None)).predictions)


def mean_squares(x):
    """Return the variance of the means of runs, and what records and runs add together of it."""
    r, n = x.shape
    grand = sum(x[k, i] for k in range(r) for i in range(n)) / (r * n)
    runs, records = [sum(own) / n for own in x], [sum(own) / r for own in x.T]
    between = sum((m - grand) ** 2 for m in runs) / (r - 1)
    rest = sum((x[k, i] - runs[k] - records[i] + grand) ** 2 for k in range(r) for i in range(n))
    return between, rest / ((r - 1) * (n - 1) * n)


def test_they_are_those_of_loops_and_none_of_one_run():
    found = sums_of(losses())
    assert found.count.tolist() == [*RUNS, 1]
    for place, name in enumerate("ab"):
        expected = mean_squares(TABLES[name])
        assert (found.between[place, place], found.rest[place, place]) == pytest.approx(expected)
    assert not found.between[2:].any()
    assert not found.rest[2:].any()
    assert not found.between[0, 1]


def test_of_groups_they_are_those_of_their_sums():
    found = sums_of(losses(group=GROUPS))
    for place, name in enumerate("ab"):
        x = TABLES[name] - TABLES[name].mean(1, keepdims=True)
        sums = np.stack([x[:, g == GROUPS].sum(1) for g in range(5)], axis=1) * 5 / N
        expected = mean_squares(TABLES[name])[0], mean_squares(sums)[1]
        assert (found.between[place, place], found.rest[place, place]) == pytest.approx(expected)


def test_runs_that_differ_by_a_constant_have_no_rest_however_groups_differ_in_size():
    table = np.zeros((3, N)) + [[0.1], [0.4], [0.2]] + TABLES["a"][0]
    found = sums_of(losses({"a": table, "b": TABLES["b"]}, group=GROUPS))
    assert found.rest[0, 0] == pytest.approx(0, abs=1e-20)


def test_of_paired_runs_they_are_those_of_their_differences():
    tables = {"a": TABLES["a"], "b": TABLES["b"][:3]}
    found = sums_of(losses(tables, paired=True)).difference(0, 1)
    expected = mean_squares(tables["a"] - tables["b"])
    assert (found["between"].item(), found["rest"].item()) == pytest.approx(expected)
    assert found["count"].to_numpy().tolist() == [3]


def test_variances_are_those_of_a_mixed_model_of_crossed_records_and_runs():
    regression = pytest.importorskip("statsmodels.regression.mixed_linear_model")
    rng = np.random.default_rng(2)
    r, n = 6, 30
    x = rng.normal(size=n) + 0.7 * rng.normal(size=(r, 1)) + 0.8 * rng.normal(size=(r, n))
    frame = pd.DataFrame({"x": x.ravel(), "run": np.repeat(np.arange(r), n), "record": np.tile(np.arange(n), r)})
    with warnings.catch_warnings(action="ignore"):  # of how its optimiser ended
        fit = regression.MixedLM.from_formula(
            "x ~ 1", groups=np.ones(r * n), vc_formula={"run": "0 + C(run)", "record": "0 + C(record)"}, data=frame
        ).fit(reml=True)
    of = dict(zip(fit.model.exog_vc.names, fit.vcomp, strict=True))
    found = sums_of(losses({"a": x, "b": TABLES["a"][:1].repeat(n // N + 1, 1)[:, :n]}))
    between, rest = found.between[0, 0], found.rest[0, 0]
    assert between - rest == pytest.approx(of["run"], rel=0.02)
    assert rest * n == pytest.approx(fit.scale, rel=0.02)
