"""The summary of a study counts what its trials found."""

import numpy as np
import pytest

from bayescmp.studies import Cell, Epsilon, Simple, Study, StudyMethod, read_study, run_study, summarise_study

LOW, HIGH = -0.01, 0.01


def alternate(outcomes, alpha):
    """Reject every other trial; estimates 0 and 1 in turn; an interval that holds 0 half of the time."""
    odd = np.arange(outcomes.wrong.sizes["experiment"]) % 2
    return {"reject": odd, "estimate": odd, "low": np.where(odd, 0.005, LOW), "high": HIGH}


def study(**changes):
    methods = [
        StudyMethod(name="alternate", plan="hold-out 2/3", assess=alternate),
        StudyMethod(name="silent", plan="10-fold", assess=lambda outcomes, alpha: {}),
    ]
    given = {"name": "s", "cells": [Epsilon(n_records=40)], "methods": methods, "trials": 1200}
    return Study(**given | changes)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("study")
    run_study(study(), path)
    return path


def row(folder, name):
    return summarise_study(folder).set_index("method").loc[name]


def test_shares_means_and_spreads_are_those_of_the_trials(folder):
    found = row(folder, "alternate")
    assert (found.trials, found.failed, found.rejected, found.coverage) == (1200, 0, 0.5, 0.5)
    assert found.rejected_se == pytest.approx(np.sqrt(0.25 / 1200))
    found = row(folder, "alternate")
    estimates = read_study(folder)["estimate"].sel(method_name="alternate").to_numpy()
    assert found.estimate == pytest.approx(estimates.mean())
    assert found.estimate_sd == pytest.approx(estimates.std(ddof=1))
    assert found.width == pytest.approx((0.005 + 0.02) / 2)


def test_training_size_and_truth_belong_to_the_plan_and_what_finds_nothing_has_nan(folder):
    found = summarise_study(folder)
    assert found["n_train"].tolist() == [26, 36]
    assert found["true_difference"].tolist() == [0, 0]
    found = row(folder, "silent")
    assert found[["rejected", "estimate", "coverage", "width"]].isna().all()


def test_a_share_of_0_has_a_standard_error(tmp_path):
    never = StudyMethod(name="never", plan="10-fold", assess=lambda outcomes, alpha: {"pvalue": 1.0})
    (found,) = run_study(study(methods=[never], trials=500), tmp_path).itertuples()
    assert found.rejected == 0
    assert found.rejected_se == pytest.approx(np.sqrt(1 / 502 / 500), rel=0.01)


def test_cells_are_labelled_by_what_varies(tmp_path):
    cells = [Cell(scenario=Simple(n_records=40, shift=s), name="simple", varied={"shift": s}) for s in (0.0, 2.0)]
    methods = [StudyMethod(name="never", plan="10-fold", assess=lambda outcomes, alpha: {"pvalue": 1.0})]
    found = run_study(study(cells=cells, methods=methods, trials=3, truth_draws=5), tmp_path)
    assert found["label"].tolist() == ["simple, shift 0", "simple, shift 2"]
    assert found["shift"].tolist() == [0.0, 2.0]
    assert found["true_difference"][1] < -0.2


def test_seconds_and_versions_stand_beside_the_results(folder):
    attrs = summarise_study(folder).attrs
    assert attrs["seconds"] > 0
    assert "scikit-learn" in attrs["versions"]
    assert "versions" not in read_study(folder).attrs


def test_an_empty_folder_has_no_study(tmp_path):
    with pytest.raises(FileNotFoundError, match="There is no study in"):
        summarise_study(tmp_path)


def test_results_of_a_cell_that_is_not_there(folder):
    with pytest.raises(FileNotFoundError, match="There are no results of cell 7"):
        read_study(folder, cell=7)


def per_half(outcomes, alpha):
    """Estimate the error of either half of the records; fail on trials that begin with an error of the first."""
    wrong = outcomes.wrong.isel(classifier=0).to_numpy()
    if wrong[:, 0].any():
        raise ValueError("first record")
    return {"estimate": wrong.reshape(len(wrong), 2, -1).mean(2), "reject": [[0, 1]] * len(wrong)}


def test_what_a_method_finds_may_have_dims(tmp_path):
    method = StudyMethod(name="halves", plan="10-fold", assess=per_half, coords={"half": ["left", "right"]})
    found = run_study(study(methods=[method], trials=30), tmp_path).set_index("method")
    results = read_study(tmp_path)
    assert results["estimate"].dims == ("method_name", "trial", "half")
    assert found.index.tolist() == ["halves, left", "halves, right"]
    assert found["rejected"].tolist() == [0, 1]
    assert 0 < found["failed"].iloc[0] < 30
    assert (results["estimate"].isnull().sum("trial") == found["failed"].iloc[0]).all()
    expected = results["estimate"].sel(method_name="halves").mean("trial").to_numpy()
    np.testing.assert_allclose(found["estimate"], expected)


def test_methods_of_a_study_have_the_same_dims():
    methods = [
        StudyMethod(name=str(n), plan="10-fold", assess=per_half, coords={"half": list(range(n))}) for n in (1, 2)
    ]
    with pytest.raises(ValueError, match="`methods` must have the same `coords`, but they differ"):
        study(methods=methods)


def test_an_array_of_another_shape_is_a_failure(tmp_path):
    method = StudyMethod(name="halves", plan="10-fold", assess=lambda *_: {"estimate": [1.0]}, coords={"half": [1, 2]})
    assert run_study(study(methods=[method], trials=2), tmp_path)["failed"].tolist() == [2, 2]
    assert "must find arrays of shape (1, 2), but found" in read_study(tmp_path).attrs["failures"]


def test_a_study_in_which_every_trial_failed_ends_with_an_error(tmp_path, monkeypatch):
    from sklearn.datasets import load_iris
    from sklearn.naive_bayes import GaussianNB
    from sklearn.svm import SVC
    from typer.testing import CliRunner

    from bayescmp import studies
    from bayescmp.cli import app

    X, y = load_iris(return_X_y=True)
    cells = [studies.Population(X=X, y=y, classifiers={"svc": SVC(kernel="nope"), "bayes": GaussianNB()}, n_records=40)]
    study = Study(name="s", cells=cells, methods=[studies.method_named("bcv_mcnemar")], trials=2, truth_draws=2)
    monkeypatch.setattr(studies, "builtin_study", lambda *_, **__: study)
    found = CliRunner().invoke(app, ["study", "run", "s", "--out", str(tmp_path / "out")])
    assert found.exit_code != 0
    assert "Every trial failed, the first with" in str(found.exception)
    assert "are not run again: once the cause is mended, remove" in str(found.exception)
