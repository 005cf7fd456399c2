"""Runs of algorithms: unequal ones, with several answers, paired, and what does not go with them."""

import numpy as np
import pandas as pd
import pytest
import xarray as xr

import bayescmp as bc

N, R = 8, 3
RECORD, RUN = np.tile(np.arange(N), R), np.repeat(np.arange(R), N)
RNG = np.random.default_rng(0)
Y = RNG.integers(0, 2, N)[RECORD]
PRED = {name: np.where(RNG.random(N * R) < rate, 1 - Y, Y) for name, rate in (("a", 0.2), ("b", 0.5))}
WIDE = pd.DataFrame({"q": RECORD, "seed": RUN, "y": Y, **PRED})
LONG = WIDE.melt(id_vars=["q", "seed", "y"], var_name="model", value_name="said")
OF_LONG = {"classifier": "model", "record": "q"}


def labelled(pred=PRED, *, run=RUN, record=RECORD, y=Y, paired_runs=False, **options):
    return bc.labels(y, pred, record=record, how=bc.runs(run, paired_runs=paired_runs), **options)


def test_a_run_is_a_repeat_that_has_its_name():
    data = labelled(run=np.array(["u", "v", "w"])[RUN])
    assert data["run"].to_numpy().tolist() == ["u", "v", "w"]
    for name, values in PRED.items():
        assert data["y_pred"].sel(classifier=name).to_numpy().tolist() == values.reshape(R, N).tolist()
    in_order = bc.labels(Y, PRED, how=bc.runs(RUN))  # rows in the same order in each run
    xr.testing.assert_identical(in_order.drop_attrs(), labelled().drop_attrs())


def test_classifiers_may_have_other_runs_and_fewer():
    fewer = LONG[~(LONG["model"].eq("b") & LONG["seed"].eq(2))]
    apart = fewer.assign(seed=fewer["seed"] + 10 * fewer["model"].eq("b"))
    found = [bc.compare(bc.labels("y", "said", data=one, **OF_LONG, how=bc.runs("seed"))) for one in (fewer, apart)]
    for result in found:
        assert (result.design.runs.smallest, result.design.runs.largest) == (2, 3)
        assert result.observed["b"] == pytest.approx((PRED["b"] != Y)[RUN < 2].mean())
    assert found[0].difference.sd == pytest.approx(found[1].difference.sd)


def test_one_of_one_run_is_taken_as_it_is():
    single = LONG[~(LONG["model"].eq("b") & LONG["seed"].gt(0))]
    result = bc.compare(bc.labels("y", "said", data=single, **OF_LONG, how=bc.runs("seed")))
    assert "; b has one run, and is taken as this one fitted classifier" in result.notes[0]


def test_answers_of_a_run_count_by_their_mean():
    run, answer, record = (one.ravel() for one in np.indices((R, 2, N)))
    loss = {name: RNG.normal(size=run.size) for name in "ab"}
    several = bc.losses(loss, record=record, how=bc.runs(run, answer=answer))
    assert several["run"].to_numpy().tolist() == [0, 0, 1, 1, 2, 2]
    means = {name: own.reshape(R, 2, N).mean(1).ravel() for name, own in loss.items()}
    one, other = (bc.compare(data) for data in (several, bc.losses(means, record=RECORD, how=bc.runs(RUN))))
    assert (one.interval.low, one.interval.high) == pytest.approx((other.interval.low, other.interval.high))
    assert one.prob_one_run_better == pytest.approx(other.prob_one_run_better)


def without(classifier, run, record):
    """Return labels of which one is missing."""
    said = {name: own.tolist() for name, own in PRED.items()}
    said[classifier][run * N + record] = None
    return said


@pytest.mark.parametrize(("make", "message"), [
    (lambda: labelled(run=[*RUN, 0]), "`run` must have an entry for each of the 24 rows, but got 25"),
    (lambda: labelled(run=range(3), record=None), r"must have the shape \(n_repeats, n_records\) = \(3, 24\) of `how`"),
    (lambda: labelled(run=5), "`run` must be a list or an array, one entry per record, but got 5"),
    (lambda: labelled(run=RUN + 0.5), "`run` must hold labels, but got 0.5 at row 0"),
    (lambda: labelled(run=[None] * (N * R)), "`run` must have no missing values"),
    (lambda: labelled(run=RUN // 2), "`record` must hold each key once in a repeat, but record 0 occurs twice"),
    (lambda: labelled(paired_runs=1), "`paired_runs` must be True or False, but got 1"),
    (lambda: labelled(without("a", 1, 3)), "run 1 of a has none to record 3. Take the record out of the data"),
    (lambda: labelled(without("a", 1, 3), on_missing="wrong"), "`on_missing` must be 'error' or 'drop' for runs"),
    (lambda: bc.compare(labelled().reset_coords("run")), "`run` of `predictions` must be a coordinate"),
    (lambda: bc.compare(labelled().assign_coords(run=("repeat", [0.5, 1, 2]))), "text or whole numbers"),
    (lambda: bc.compare(bc.labels("y", "said", data=LONG.assign(seed=LONG["model"] + LONG["seed"].astype(str)),
                                  **OF_LONG, how=bc.runs("seed", paired_runs=True))),
     "must be those of all classifiers, but not all have run a0"),
    (lambda: bc.verdicts({k: v == Y for k, v in PRED.items()}, judge={k: v == Y for k, v in PRED.items()},
                         record=RECORD, how=bc.runs(RUN)), "`judge` must be of one answer"),
])  # fmt: skip
def test_what_does_not_go_with_runs_is_refused(make, message):
    with pytest.raises((TypeError, ValueError), match=message):
        make()


def test_a_grid_has_an_id_for_each_run():
    grid = {name: np.reshape(own, (R, N)) for name, own in PRED.items()}
    found = bc.labels(Y[:N], grid, record=RECORD[:N], how=bc.runs(range(R)))
    assert found.equals(labelled().assign_coords(run=found["run"]))


def test_copies_of_runs_are_named():
    again = {"a": np.tile(PRED["a"][:N], R), "b": PRED["b"]}
    notes = " ".join(bc.compare(labelled(again)).notes)
    assert f"{R} runs of a are 1 and copies of these" in notes
    assert "runs of b are" not in notes


def test_scores_of_runs_alone_are_of_one_test_set():
    with pytest.raises(ValueError, match="of scores on one test set give `how=one_test_set"):
        bc.scores({"a": [0.8, 0.7], "b": [0.7, 0.6]}, how=bc.runs(range(2)))
