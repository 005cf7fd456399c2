"""What is documented of metrics of probabilities, and that the scripts of docs/results still compute it."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_breast_cancer

from bayescmp.evidence._facts_of_metric import FEW_TO
from bayescmp.metrics import METRICS, LogLoss
from tests.data import module_at

RESULTS = Path(__file__).parents[2] / "docs" / "results"


@pytest.fixture(scope="module")
def held_out():
    return pd.read_csv(RESULTS / "probabilities.csv")


@pytest.fixture(scope="module")
def cross_validated():
    return pd.read_csv(RESULTS / "probabilities-frontier.csv")


@pytest.fixture(scope="module")
def few_records():
    return pd.read_csv(RESULTS / "few-records.csv")


@pytest.fixture(scope="module")
def module():
    found = module_at(RESULTS / "probabilities_frontier.py")
    found.CLASSIFIERS = {name: found.CLASSIFIERS[name] for name in ("naive Bayes", "9-NN", "tree")}
    found.NAMES = list(found.CLASSIFIERS)
    found.PAIRS = list(combinations(range(3), 2))
    return found


class TestHoldOuts:
    def test_cells_are_computed_as_they_were(self, held_out):
        module = module_at(RESULTS / "probabilities.py")
        found = pd.DataFrame(module.cell(3, 0.5, 100, (0.8, 0.8), 3))
        kept = held_out[(held_out["prevalence"] == 0.5) & (held_out["n"] == 100) & (held_out["first"] == 0.8)]
        both = found.merge(kept, on=["method", "metric"])
        assert len(both) == len(found) == len(kept)
        np.testing.assert_allclose(both["width_x"], both["width_y"], rtol=0.25)
        np.testing.assert_allclose(both["difference_x"], both["difference_y"], atol=1e-4)

    def test_means_hold_where_there_are_twenty_records_and_the_control_does_not(self, held_out):
        enough = held_out[held_out["prevalence"] * held_out["n"] >= 20].groupby("metric")["coverage"]
        for name in ("neg_brier_score", "LogLoss(0.02)"):
            of_t = held_out[(held_out["metric"] == name) & (held_out["method"] == "mean-loss")]
            of_t = of_t[of_t["prevalence"] * of_t["n"] >= 20]["coverage"]
            assert of_t.between(0.93, 0.97).all()
        assert enough.min()["neg_log_loss"] < 0.91

    def test_areas_hold_nearly_and_not_with_five_records(self, held_out):
        drawn = held_out[(held_out["metric"] == "roc_auc") & (held_out["method"] == "bayesian-bootstrap")]
        enough = drawn["prevalence"] * drawn["n"] >= 20
        assert drawn.loc[enough, "coverage"].min() > 0.9
        assert drawn.loc[enough, "coverage"].mean() > 0.93
        assert drawn.loc[~enough, "coverage"].min() < 0.88


class TestFewRecords:
    def test_cells_are_computed_as_they_were(self, few_records):
        module = module_at(RESULTS / "few_records.py")
        for metric, pair in (
            (module.AREA, "5-NN, 5-NN"),
            (module.PRECISION, "tree, 5-NN"),
            (module.MEANS[0], "5-NN, LDA"),
        ):
            rows = module.cell(1, metric, pair, 0.1, 10, 60)
            found = pd.DataFrame(rows, columns=list(few_records)).set_index("method")
            asked = {"metric": metric.name, "pair": pair, "share": 0.1, "records": 10}
            kept = few_records[(few_records[list(asked)] == pd.Series(asked)).all(axis=1)].set_index("method")
            assert len(found) == len(kept)
            np.testing.assert_allclose(found["width"], kept["width"], rtol=0.25)

    def test_intervals_by_class_cover_areas_as_often_as_draws_and_are_hardly_wider(self, few_records):
        """With ties as without; DeLong's, which are normal, are the control that covers less."""
        of = few_records[few_records["metric"] == "roc_auc"].assign(ties=~few_records["pair"].str.startswith("normal"))
        covered, width = (of.pivot_table(what, ["ties", "records"], "method") for what in ("coverage", "width"))
        assert (covered["plain"] >= covered["bayesian-bootstrap"] - 0.001).all()
        assert (covered["plain"] >= covered["delong"]).all()
        assert (covered["delong"] < 0.93).any()
        assert (width["plain"] <= 1.01 * width["bayesian-bootstrap"]).all()

    def test_the_notes_on_few_records_have_what_was_measured(self, few_records):
        by = few_records.groupby(["metric", "method", "records"])["coverage"]
        order, average = FEW_TO["order in a hold-out"], FEW_TO["average"]
        of_pairs = pd.read_csv(RESULTS / "few-positives.csv").groupby(["method", "records"])["coverage"].min()
        assert listed(of_pairs["mean-loss"].loc[[3, 5, 8, 12, 20]]) in order
        for name in ("neg_brier_score", "LogLoss(0.02)"):
            assert listed(by.min()[name, "mean-loss"].loc[[5, 10, 20, 30]]) in average


def listed(shares):
    *most, last = (f"{share:.3f}" for share in shares)
    return f"{', '.join(most)} and {last}"


class TestCrossValidations:
    def test_trials_run_and_intervals_of_validations_as_records_are_narrow(self, module):
        X, y = load_breast_cancer(return_X_y=True)
        trials = [module.judged(*module.fitted(X, y, np.unique(y), [3, number])) for number in range(2)]
        widths = pd.DataFrame(module.rows_of("cancer", np.array(trials))).groupby("metric")["width"].mean()
        assert widths["neg_brier_score"] > 2 * widths[module.CONTROL]
        assert widths["error, correlated t"] == pytest.approx(widths["error, corrected resampled t"])

    def test_every_metric_keeps_the_mean_size_and_the_control_does_not(self, cross_validated):
        size = cross_validated.groupby("metric")["size"].mean()
        assert (size.drop("neg_brier_score, validations as records") <= 0.065).all()
        assert size["neg_brier_score, validations as records"] > 0.3

    def test_what_runs_without_a_note_is_about_as_good_as_the_error(self, cross_validated):
        by_metric = cross_validated.groupby("metric")["size"]
        for name in ("neg_brier_score", "neg_log_loss", "LogLoss(0.02)", "roc_auc_ovr"):
            within = by_metric.mean()[name] <= 0.055 and by_metric.max()[name] <= by_metric.max()["error"] + 0.05
            assert (METRICS.get(name) or LogLoss(0.02)).measured == within

    def test_the_note_on_the_log_loss_has_the_sizes_that_were_measured(self, few_records, cross_validated):
        sizes = cross_validated.loc[cross_validated["metric"] == "neg_log_loss", "size"]
        enough = few_records[(few_records["metric"] == "neg_log_loss") & (few_records["records"] >= 20)]
        missed = 1 - enough["coverage"]
        for found in (sizes, missed):
            assert f"{found.mean():.3f} on average and {found.max():.3f} at worst" in " ".join(
                METRICS["neg_log_loss"].note.split()
            )

    def test_scores_are_those_of_the_corrected_test_to_a_percentage_point(self, cross_validated):
        wide = cross_validated.pivot_table(index=["data", "first", "second"], columns="metric", values="size")
        np.testing.assert_allclose(wide["error, correlated t"], wide["error, corrected resampled t"], atol=0.01)
