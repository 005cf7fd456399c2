"""What compare refuses, and what it says."""

import re

import numpy as np
import pytest

import bayescmp as bc
from tests.data import gathered, table

N = 40
Y = np.arange(N) % 2


def hold_out(*names, **options):
    return gathered(y_true=Y, y_pred=dict.fromkeys(names or ("tree", "svm"), Y), **options)


def ten(**unequal):
    counts = np.full((5, 2), 3)
    other = counts.copy()
    other[-1, -1] += unequal.get("more", 0)
    return table(counts, counts, counts, other, dims=("repeat", "fold"))


def dimmed(*dims):
    counts = np.full((3,) * len(dims), 2)
    return table(counts, counts, counts, counts, dims=dims)


ARGUMENTS = [
    ({"rope": 5}, ValueError,
     "`rope` must contain 0 and lie between -1 and 1 (a proportion), but got 5. 5 per cent is"),
    ({"rope": (0.01, 0.02)}, ValueError, "`rope` must contain 0"),
    ({"ci_prob": 95}, ValueError, "`ci_prob` must be a proportion between 0 and 1, but got 95. 95 per cent is 0.95."),
    ({"threshold": 0.05}, ValueError, "0.05. It is the probability that a decision needs: 0.975 for a two-sided level"),
    ({"method": "crossed"}, ValueError,
     ("`method` must be one of 11 names, but got 'crossed'. Did you mean 'crossed-effects'?")),
    ({"method": 3}, TypeError, "`method` must be a name or a method, such as `methods.Paired()`, but got 3."),
    ({"method": bc.methods.Paired}, TypeError, "must be a name or an object, but got a class. Call it: `Paired()`."),
    ({"ci_kind": "equal"}, ValueError, "`ci_kind` must be one of 'eti', 'hdi', but got 'equal'."),
]  # fmt: skip
DATA = {
    "same name": (hold_out, {"first": "svm", "second": "svm"}, "must be two classifiers, but both are 'svm'."),
    "unknown name": (hold_out, {"first": "forest"},
     "`first` must be one of the classifiers ['tree', 'svm'], but got 'forest'."),
    "three, one named": (lambda: hold_out("a", "b", "c"), {"first": "a"}, "there are 3 classifiers: ['a', 'b', 'c']."),
    "one": (lambda: hold_out("a"), {}, "There must be two classifiers to compare, but there is one, 'a'."),
    "one group": (lambda: hold_out(group=np.zeros(N, int)), {}, "must hold two groups or more (`group`)"),
    "weight": (lambda: hold_out().assign(weight=("record", np.ones(N))), {}, "must have no `weight`"),
    "other dim": (lambda: dimmed("dataset"), {}, "but got the dims {'dataset': 3}. Compare several experiments"),
    "three folds": (lambda: dimmed("repeat", "fold"), {}, "the dims repeat and fold (of size 2), but got the dims"),
    "more dims": (lambda: ten().expand_dims(dataset=2), {}, "but got the dims"),
    "unequal totals": (lambda: ten(more=1), {}, "the totals are [24, 24, 24, 24, 25]."),
    "empty": (lambda: table(0, 0, 0, 0), {}, "A table must hold at least one record, but all counts are 0."),
    "one name for both": (lambda: table(3, 1, 2, 4), {"first": "a", "second": "a"}, "but both are 'a'."),
    "hold-out as cross-validation": (hold_out, {"method": "effective-table"},
     f"must be 'auto' or 'paired' for one hold-out of {N} records, but got 'effective-table'."),
    "cross-validation as hold-out": (ten, {"method": "paired"},
     ("must be 'auto' or 'effective-table' or 'fold-correlation' for 5 x 2 block-regularized cross-validation of "
     "24 records, but got")),
}  # fmt: skip


@pytest.mark.parametrize(("options", "error", "message"), ARGUMENTS, ids=lambda value: str(value)[:30])
def test_arguments_out_of_range_are_refused(options, error, message):
    with pytest.raises(error, match=re.escape(message)):
        bc.compare(table(3, 1, 2, 4), **options)


@pytest.mark.parametrize("case", DATA)
def test_data_that_no_inference_fits_are_refused(case):
    build, options, message = DATA[case]
    with pytest.raises(ValueError, match=re.escape(message)):
        bc.compare(build(), **options)


@pytest.mark.parametrize("use", [bc.compare, bc.paired_tables])
def test_scores_where_predictions_belong_name_the_way_in(use):
    with pytest.raises(
        TypeError,
        match=r"`bayescmp\.labels`, `verdicts`, `losses` .*`paired_table` of four counts",
    ):
        use({"a": [0.9, 0.8], "b": [0.7, 0.8]})


GROUPED = "`labels(..., group=...)` or `probabilities(..., group=...)` takes it."
OF_COMPARE = ["first", "second", "metric", "pos_label", "method", "rope", "ci_prob", "ci_kind", "threshold", "rng"]


@pytest.mark.parametrize(("argument", "hint"), [
    ("candidate", " It is called `first`."), ("cv", " `cross_val_predictions(..., cv=...)` takes it."),
    ("tau", " `method=methods.Auto(tau=...)` takes it."), ("runs", " `runs(...)` takes it."),
    ("groups", f" `cross_val_predictions(..., groups=...)` or {GROUPED}"), ("cluster", f" {GROUPED}"),
    ("test", f" It has {', '.join(f'`{name}`' for name in OF_COMPARE)}."),
])  # fmt: skip
@pytest.mark.parametrize("metric", [None, ["accuracy", "error"]])
def test_an_argument_of_another_name_or_function_leads_there(argument, hint, metric):
    with pytest.raises(TypeError, match=re.escape(f"no argument `{argument}`.{hint}") + "$"):
        bc.compare([0, 1], {"a": [0, 1], "b": [1, 1]}, metric=metric, **{argument: 1})


@pytest.mark.parametrize("kind", [int, bool])
def test_labels_are_no_scores(kind):
    y = np.array([0, 1] * 20, dtype=kind)
    with pytest.raises(ValueError, match="those of 'a' are whole numbers, 0 and 1, as labels are"):
        bc.compare(y, {"a": y, "b": y}, metric="roc_auc")
    whole = {"a": y.astype(float), "b": np.linspace(0, 1, 40)}  # as a tree gives probabilities
    assert bc.compare(y, whole, metric="roc_auc").observed["a"] == 1


def test_metrics_of_risks_lead_to_what_has_them():
    for name, home in (("net_benefit", "Cost"), ("calibration_slope", "calibration")):
        with pytest.raises(ValueError, match=f"but got '{name}'. It is `bayescmp.metrics.{home}`"):
            bc.compare([0, 1], {"a": [0.2, 0.8], "b": [0.1, 0.7]}, metric=name)


def test_the_cut_off_is_said_where_labels_follow_from_probabilities():
    y, p = np.array([0, 1] * 20), {"a": np.linspace(0.1, 0.9, 40), "b": np.linspace(0.9, 0.1, 40)}
    given = {name: (one > 0.3).astype(int) for name, one in p.items()}
    for predictions, is_said in ((bc.probabilities(y, p), True), (bc.probabilities(y, p, y_pred=given), False)):
        result = bc.evaluate(predictions, metric="sensitivity", pos_label=1)
        assert ("above 0.5" in next(result.content.lines())[1]) == is_said
        assert str(result).count("above 0.5") == is_said
