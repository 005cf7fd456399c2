"""A saved comparison is held against what follows from its tables."""

import json
import shutil

import numpy as np
import pytest

import bayescmp as bc
from bayescmp._netcdf import read_netcdf, write_netcdf

N = 60


def predictions(identical=False):
    rng = np.random.default_rng(3)
    y = rng.integers(0, 2, N)
    splits = list(bc.BlockRegularizedCV(random_state=0).split(np.zeros((N, 1))))
    labels = {name: np.where(rng.random((5, N)) < error, 1 - y, y) for name, error in (("tree", 0.2), ("svm", 0.3))}
    if identical:
        labels["svm"] = labels["tree"]
    return bc.predictions_from_arrays(y, labels, splits=splits)


@pytest.fixture(scope="module", params=["crossed-effects", "effective-table", "fold-correlation", "paired"])
def made(request, tmp_path_factory):
    path = tmp_path_factory.mktemp("made") / "result.nc"
    if request.param == "paired":
        data = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
        bc.compare(data, first="tree", second="svm", rope=0.01).save(path)
    else:
        bc.compare(predictions(), inference=request.param, rope=0.01).save(path)
    return path


@pytest.fixture
def saved(made, tmp_path):
    return shutil.copy(made, tmp_path)


def rewritten(path, change):
    data = read_netcdf(path)
    text = json.loads(data.attrs["result"])
    change(text)
    write_netcdf(data.assign_attrs(result=json.dumps(text)), path)


def test_untouched_files_are_loaded(saved):
    rewritten(saved, lambda text: None)
    assert bc.load(saved).first == "tree"


CHANGES = {
    "decision": (lambda t: t.update(decision="second better"), "the decision is 'second better'"),
    "probability": (lambda t: t.update(prob_equivalent=t["prob_equivalent"] + 1e-4), "prob_equivalent is"),
    "error": (lambda t: t["errors"].update(tree=0.01), "the error of 'tree' is 0.01"),
    "missing probability": (lambda t: t.update(prob_first_better=None), "prob_first_better is None"),
    "interval": (lambda t: t["levels"][0].update(high=0.5), "high of the first level is 0.5"),
    "effective size": (lambda t: t.update(effective_size=9999.0), "the logarithm of the effective size"),
    "Bayes factor": (lambda t: t.update(bayes_factor=1e9), "the logarithm of the Bayes factor"),
    "rope": (lambda t: t.update(rope=[-0.1, 0.1]), "must hold what follows from its tables, but prob_"),
    "no rope": (lambda t: t.update(rope=[0.1, 0.2]), "must hold the settings of a comparison, but: `rope`"),
    "threshold": (lambda t: t.update(threshold=0.3), "must hold the settings of a comparison, but: `threshold`"),
    "ci_prob": (lambda t: t.update(ci_prob=0.5), "of the first level"),
    "ci_kind": (lambda t: t.update(ci_kind="hpd"), "must hold the settings of a comparison, but: `ci_kind`"),
    "other names": (lambda t: t["errors"].update(forest=0.2), "must hold the errors of 'tree' and 'svm'"),
    "exchanged names": (
        lambda t: t.update(
            first="svm", second="tree", errors=dict(zip(["svm", "tree"], t["errors"].values(), strict=True))
        ),
        r"by them the classifiers are \['tree', 'svm'\], not \['svm', 'tree'\]",
    ),
    "identical": (lambda t: t.update(identical=True), "the predictions differ, and are not identical"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_does_not_follow_is_refused(saved, name):
    change, message = CHANGES[name]
    rewritten(saved, change)
    with pytest.raises(ValueError, match=message):
        bc.load(saved)


@pytest.mark.parametrize(
    ("name", "value"), [("tau", 50.0), ("tau", "Infinity"), ("share_above", 0.0), ("prob_above", 0.0)]
)
def test_another_tipping_point_is_refused(tmp_path, name, value):
    bc.compare(predictions()).save(tmp_path / "r.nc")
    rewritten(tmp_path / "r.nc", lambda text: text["tipping_point"].update({name: value}))
    with pytest.raises(ValueError, match=f"{name}.* of the tipping point is"):
        bc.load(tmp_path / "r.nc")


def test_an_infinite_tipping_point_is_loaded(tmp_path):
    result = bc.compare(predictions(identical=True), rope=0.97)
    assert result.tipping_point.tau == np.inf
    result.save(tmp_path / "r.nc")
    assert bc.load(tmp_path / "r.nc").tipping_point == result.tipping_point


def test_a_cross_validation_is_not_read_as_a_hold_out(tmp_path):
    bc.compare(predictions(), inference="effective-table").save(tmp_path / "r.nc")

    def change(text):
        text["inference"] = text["levels"][0]["level"] = "paired"

    rewritten(tmp_path / "r.nc", change)
    with pytest.raises(ValueError, match="'paired' is no inference for a two-fold"):
        bc.load(tmp_path / "r.nc")


def as_schema_1(text, off=1e-3):
    """Write a file as the first schema did, its numbers off by so much."""
    text["schema"] = 1
    for name in ("notes", "identical", "facts", "design", "metric", "result", "observed"):
        text.pop(name)
    text["crossed_effects"] = text.pop("posterior")
    for row in text["levels"]:
        for name in ("prob_equivalent", "prob_second_better"):
            row.pop(name)
    crossed = text["crossed_effects"]
    table = text["tables"]
    counts = {name: np.sum(values) for name, values in table.items() if name != "dims"}
    total = sum(counts.values())
    p01, p10 = counts["only_first_wrong"] / total, counts["only_second_wrong"] / total
    per_record = p01 + p10 - (p01 - p10) ** 2
    size = crossed.pop("inverse_size")
    crossed["components"] |= {"variance": per_record * size["fixed"], "variance_per_tau": per_record * size["per_tau"]}
    text["tipping_point"].pop("prob_above")
    text["prob_first_better"] -= off
    text["prob_second_better"] += off


def test_a_file_of_the_first_schema_has_new_numbers_and_a_note(tmp_path):
    result, path = bc.compare(predictions()), tmp_path / "r.nc"
    result.save(path)
    rewritten(path, as_schema_1)
    loaded = bc.load(path)
    assert loaded.prob_first_better == pytest.approx(result.prob_first_better, abs=1e-12)
    assert loaded.tipping_point.prob_above == pytest.approx(result.tipping_point.prob_above)
    assert "read from a file of an earlier version" in loaded.notes[-1]
    assert "differ from those in the file by at most 0.001" in loaded.notes[-1]
    assert "earlier version" in " ".join(str(loaded).split())


def test_a_file_of_the_first_schema_is_refused_where_it_is_further_off(tmp_path):
    bc.compare(predictions()).save(tmp_path / "r.nc")
    rewritten(tmp_path / "r.nc", lambda text: as_schema_1(text, off=5e-3))
    with pytest.raises(ValueError, match="must hold what follows from its tables, but prob_first_better"):
        bc.load(tmp_path / "r.nc")


def test_identical_predictions_are_loaded_as_such(tmp_path):
    result = bc.compare(predictions(identical=True))
    result.save(tmp_path / "r.nc")
    loaded = bc.load(tmp_path / "r.nc")
    assert loaded.identical
    assert str(loaded) == str(result)
    assert str(loaded).startswith("tree and svm make identical predictions.")


FORGED = {
    "a number of a test": (lambda t: t["levels"][1].update(pvalue=0.7), "pvalue of 'holdout_mcnemar_exact' is 0.7"),
    "an impossible p-value": (lambda t: t["levels"][1].update(pvalue=7), "pvalue of 'holdout_mcnemar_exact' is 7"),
    "a test that there is not": (lambda t: t["levels"][1].update(level="<b>x"), "is no test that is registered here"),
    "a kind that there is not": (lambda t: t["levels"][1].update(kind="bogus"), "is no bogus that is registered here"),
    "a level of other designs": (
        lambda t: t["levels"].append(t["levels"][0] | {"level": "crossed-effects"}), "'crossed-effects' is none for a"
    ),
    "a row twice": (lambda t: t["levels"].append(t["levels"][0]), "has a row twice"),
    "other sizes": (lambda t: t["design"].update(n_records=1e300), "the design has n_records"),
    "a text for a size": (lambda t: t["design"]["train"].update(mean="x"), "`mean` is 'x'"),
    "more folds": (lambda t: t["design"].update(n_folds=7), "they have the shape"),
    "a Monte Carlo error": (lambda t: t.update(prob_error=0.3), "it is not as reliable as it says"),
    "not reliable": (lambda t: t.update(reliable=False), "it is not as reliable as it says"),
    "a schema that is true": (lambda t: t.update(schema=True), "with schema 1 to 3, but got True"),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGED)
@pytest.mark.parametrize("made", ["paired"], indirect=True)
def test_forged_files_are_refused(saved, name):
    change, message = FORGED[name]
    rewritten(saved, change)
    with pytest.raises(ValueError, match=message):
        bc.load(saved)
