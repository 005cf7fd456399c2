"""A run extends a study, refuses a changed one, finds the same in any number of processes, and fills no memory."""

import subprocess
import sys
from dataclasses import replace

import cloudpickle
import numpy as np
import pytest
import xarray as xr
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.neighbors import KNeighborsClassifier
from threadpoolctl import threadpool_info, threadpool_limits

from bayescmp.studies import (
    STUDY_METHODS,
    Cell,
    Epsilon,
    Population,
    Simple,
    Study,
    StudyMethod,
    method_named,
    read_study,
    run_study,
)
from bayescmp.studies._run import chunk_units


def study_of(*cells, methods=("bcv_mcnemar",), trials=15, truth_draws=4, **parameters):
    methods = [method_named(method) if isinstance(method, str) else method for method in methods]
    return Study(name="mine", cells=cells, methods=methods, trials=trials, truth_draws=truth_draws, **parameters)


def files(out):
    return {path.name: path.stat().st_mtime_ns for path in out.glob("chunks/*")}


def population(estimator):
    X, y = load_iris(return_X_y=True)
    return Population(X=X, y=y, classifiers={"first": estimator, "second": DummyClassifier()})


MEAN = StudyMethod(name="mean", plan="10-fold", assess=lambda outcomes, alpha: {"estimate": 0})


class TestExtension:
    def test_more_trials_are_added_and_the_old_ones_are_unchanged(self, tmp_path):
        scenario, counts = Simple(n_records=20), (15, 35)
        for trials in counts:
            run_study(study_of(scenario, methods=("holdout_mcnemar",), trials=trials), tmp_path / "grown")
            if trials == counts[0]:
                before, whole = read_study(tmp_path / "grown"), files(tmp_path / "grown")
        run_study(study_of(scenario, methods=("holdout_mcnemar",), trials=counts[1]), tmp_path / "once")
        grown = read_study(tmp_path / "grown")
        assert grown.identical(read_study(tmp_path / "once"))
        assert grown.isel(trial=slice(counts[0])).identical(before)
        first = "000-t000000000.csv"
        assert files(tmp_path / "grown")[first] == whole[first]
        assert files(tmp_path / "grown").keys() == files(tmp_path / "once").keys()

    def test_fewer_trials_later_find_all_that_are_there(self, tmp_path):
        study = study_of(Simple(n_records=20), methods=("holdout_mcnemar",), trials=35)
        summary, before = run_study(study, tmp_path), files(tmp_path)
        assert run_study(replace(study, trials=3), tmp_path).equals(summary)
        assert files(tmp_path) == before


class TestRefusal:
    STUDY = study_of(Epsilon(n_records=20), trials=10)

    @pytest.mark.parametrize(("other", "named"), [
        ({"seed": 1, "alpha": 0.1}, "must hold the same study, but it differs in: alpha, seed"),
        ({"methods": [STUDY_METHODS["kfold_t"]], "truth_draws": 5}, "differs in: truth_draws, methods"),
        ({"cells": [Cell(scenario=Simple(n_records=20), name="Epsilon")]}, "differs in: cells"),
    ])  # fmt: skip
    def test_another_study_in_the_folder_is_refused_and_named(self, other, named, tmp_path):
        run_study(self.STUDY, tmp_path)
        before = files(tmp_path)
        with pytest.raises(ValueError, match=named):
            run_study(replace(self.STUDY, **other), tmp_path)
        assert files(tmp_path) == before

    def test_another_size_of_chunks_is_refused(self, tmp_path, monkeypatch):
        run_study(self.STUDY, tmp_path)
        monkeypatch.setattr(Epsilon, "trials_per_chunk", 7)
        with pytest.raises(ValueError, match="differs in: cells"):
            run_study(self.STUDY, tmp_path)

    def test_a_function_in_an_estimator_is_the_same_again_and_a_change_of_a_long_one_is_seen(self):
        def scenario():
            def metric(a, b):
                return abs(a - b).sum()

            return population(KNeighborsClassifier(metric=metric))

        first, second = scenario(), scenario()
        assert first.parameters() == second.parameters()
        long = [population(DummyClassifier(constant="a" * 2000 + middle + "a" * 2000)) for middle in "bc"]
        assert long[0].parameters() != long[1].parameters()

    def test_an_unknown_plan_and_repeated_names_are_refused(self):
        with pytest.raises(ValueError, match=r"`plan` must be one of .*, but got '11-fold'"):
            StudyMethod(name="mine", plan="11-fold", assess=lambda outcomes, alpha: {})
        with pytest.raises(ValueError, match=r"`methods` must have distinct names, but got \['mean'\]"):
            study_of(Epsilon(), methods=(MEAN, MEAN))
        with pytest.raises(ValueError, match=r"`cells` must have distinct names, but got \['Epsilon'\]"):
            study_of(Epsilon(), Epsilon(n_records=20))
        close = [Cell(scenario=Epsilon(), name="e", varied={"shift": shift}) for shift in (0.12341, 0.12342)]
        with pytest.raises(ValueError, match=r"'e, shift 0\.1234'\]"):
            study_of(*close)


class TestSameResults:
    def test_methods_find_the_same_alone_and_in_a_batch(self, tmp_path):
        scenario = Epsilon(n_records=60)
        of_f1 = {"bootstrap_f1", "posterior_f1", "proportions_f1"}
        labelled = {"bootstrap_percentile", "permutation", "bootstrap_error", *of_f1}
        methods = [method for name, method in STUDY_METHODS.items() if name not in labelled]
        for trials in (1, 2):
            run_study(study_of(scenario, methods=methods, trials=trials), tmp_path / str(trials))
        whole = read_study(tmp_path / "2")
        # A batch adds up in another order than a single experiment.
        xr.testing.assert_allclose(read_study(tmp_path / "1"), whole.isel(trial=slice(1)), rtol=1e-9, atol=1e-12)

    def test_numbers_of_numpy_are_those_of_python(self, tmp_path):
        numbers = {"trials": np.int64(4), "seed": np.int64(3), "alpha": np.float64(0.05)}
        run_study(study_of(Simple(n_records=np.int64(20)), methods=(MEAN,), **numbers), tmp_path)
        before = files(tmp_path)
        run_study(study_of(Simple(n_records=20), methods=(MEAN,), trials=4, seed=3), tmp_path)
        assert files(tmp_path) == before


def test_cells_of_the_same_kind_draw_trials_of_their_own(tmp_path):
    cells = [Cell(scenario=Simple(n_records=40), name=name) for name in ("one", "other")]
    run_study(study_of(*cells, methods=("holdout_mcnemar",)), tmp_path)
    one, other = (read_study(tmp_path, number)["estimate"].to_numpy() for number in range(2))
    assert (one != other).mean() > 0.5


def test_a_chunk_is_sent_without_the_data_of_other_cells(folder_of, tmp_path):
    X, y = load_iris(return_X_y=True)
    classifiers = {"first": KNeighborsClassifier(), "second": DummyClassifier()}
    cells = [
        Cell(scenario=Population(X=X + k, y=y, classifiers=classifiers), name=str(k), varied={"k": k}) for k in range(9)
    ]
    chunks = chunk_units(study_of(*cells), cells, folder_of(tmp_path))
    assert max(len(cloudpickle.dumps(chunk.work)) for chunk in chunks) < X.nbytes + y.nbytes + 3000


def test_fits_and_methods_have_one_thread(tmp_path):
    def threads():
        return max(library["num_threads"] for library in threadpool_info())

    class Counting(DummyClassifier):
        def fit(self, X, y):
            fits.append(threads())
            return super().fit(X, y)

    fits = []
    counting = StudyMethod(name="threads", plan="10-fold", assess=lambda outcomes, alpha: {"estimate": threads()})
    with threadpool_limits(2):
        summary = run_study(study_of(population(Counting()), methods=(counting,), trials=2), tmp_path)
    assert set(fits) == {1}
    assert summary["estimate"].tolist() == [1]


SCALE = """
import resource
import sys
from dataclasses import replace

from bayescmp.studies import Epsilon, Study, method_named, run_study

methods = [method_named("bcv_mcnemar")]
study = Study(name="scale", cells=[Epsilon(n_records=2000)], methods=methods, trials=500)
most = []
for trials in (500, 10_000):
    run_study(replace(study, trials=trials), sys.argv[1])
    most.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
sys.stdout.write(f"{most[1] - most[0]}")
"""


def output_of(code, tmp_path, *arguments):
    script = tmp_path / "script.py"
    script.write_text(code, encoding="utf-8")
    command = [sys.executable, "-W", "error", str(script), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own script
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.external
def test_memory_does_not_grow_with_the_number_of_trials(tmp_path):
    grown = int(output_of(SCALE, tmp_path, str(tmp_path / "out")))
    assert grown < 30  # megabytes; the losses of all trials have 38
