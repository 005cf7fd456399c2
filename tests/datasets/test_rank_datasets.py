"""Several classifiers over several data sets."""

import json

import numpy as np
import pytest

import bayescmp as bc
from bayescmp.datasets._moments import arrays_of_losses, losses_of
from bayescmp.evidence import evidence_of
from bayescmp.metrics._of_data import without_bounds

SAMPLING = {"draws": 1500, "tune": 700, "chains": 4}


def scores(seed, names=("tree", "svm", "knn"), shift=(0.0, -0.02, 0.03)):
    rng = np.random.default_rng(seed)
    base = rng.normal(0.8, 0.03, 20)
    found = {
        name: base + rng.normal(by, 0.015) + rng.normal(0, 0.01, 20)
        for name, by in zip(("tree", "svm", "knn"), shift, strict=True)
    }
    return bc.scores_from_arrays(
        {name: found[name] for name in names}, n_train=90, n_test=10, n_repeats=2, noun="accuracy"
    )


DATA = {f"set {seed}": scores(seed) for seed in range(12)} | {"without": scores(20, ("tree", "knn"))}


@pytest.fixture(scope="module")
def ranking():
    return bc.rank_datasets(DATA, prior="default", **SAMPLING)


def test_the_best_is_found_for_both_questions(ranking):
    assert ranking.best == "knn"
    frame = ranking.classifiers
    for question in ("next_dataset", "average"):
        assert frame[f"{question}_prob_best"].sum() == pytest.approx(1)
        assert frame[f"{question}_expected_rank"].sum() == pytest.approx(6)
    assert frame.loc["knn", "average_prob_best"] > frame.loc["knn", "next_dataset_prob_best"] > 0.6
    assert frame["estimate"].sum() == pytest.approx(0, abs=1e-9)
    assert ranking.trust.reliable


def test_a_pair_agrees_with_the_comparison_of_two(ranking):
    row = ranking.pairs.query("first == 'tree' and second == 'knn'").iloc[0]
    pair = bc.compare_datasets(DATA, first="tree", second="knn", prior="default")
    assert row["average_estimate"] == pytest.approx(pair.average.estimate, abs=0.006)
    assert row["next_dataset_prob_second_better"] == pytest.approx(pair.next_dataset.prob_second_better, abs=0.08)


def test_a_missing_classifier_is_used_where_it_is_and_said(ranking):
    assert ranking.classifiers["n_datasets"].to_dict() == {"tree": 13, "svm": 12, "knn": 13}
    assert "svm (12)" in " ".join(ranking.notes)
    assert np.isnan(ranking.losses.sel(dataset="without", classifier="svm"))
    assert np.isfinite(ranking.shrunken).all()
    assert "on 12 data sets" in " ".join(str(ranking).split())


def test_mean_ranks_stand_beside_it(ranking):
    from bayescmp.frequentist import friedman, holm_against_control

    complete = ranking.losses.dropna("dataset")
    row = ranking.tests.set_index("test").loc["friedman"]
    assert row["pvalue"] == pytest.approx(friedman(complete).pvalue)
    expected = holm_against_control(complete, control="knn").to_series()
    assert ranking.against_control["pvalue_holm"].to_dict() == pytest.approx(expected.to_dict())


def test_the_screen_is_one_screen(ranking):
    text = str(ranking)
    assert max(map(len, text.splitlines())) <= 80
    assert text.startswith("On the next data set knn is best with probability")
    assert ranking._repr_html_().startswith("<div>")
    assert ranking.summary()["classifier"].iloc[0] == "knn"


def test_files(ranking, tmp_path):
    ranking.save(tmp_path / "a.nc")
    read = bc.load(tmp_path / "a.nc")
    assert read.to_json() == ranking.to_json()
    assert str(read) == str(ranking)


@pytest.mark.parametrize(
    "forge",
    [
        lambda text: text["classifiers"][0].update(next_dataset_prob_best=0.999),
        lambda text: text["pairs"][0].update(average_decision="equivalent"),
        lambda text: text.update(best="svm"),
        lambda text: text["against_control"][0].update(pvalue_holm=0.0),
        lambda text: text.update(control="nobody"),
        lambda text: text.update(levels={"x": ["paired", 3.0]}),
        lambda text: text["losses"]["without"].update(svm=0.1),
    ],
)
def test_forged_numbers_are_refused(ranking, tmp_path, forge):
    from bayescmp._netcdf import write_netcdf

    text = json.loads(ranking.to_json())
    forge(text)
    write_netcdf(ranking._arrays().assign_attrs(result=json.dumps(text)), tmp_path / "b.nc")
    with pytest.raises(ValueError, match="must"):
        bc.load(tmp_path / "b.nc")


def test_draws_that_do_not_mix_are_not_relied_on():
    found = bc.rank_datasets(DATA, prior="default", draws=20, tune=5, chains=4)
    assert not found.trust.reliable
    assert str(found).startswith("NOT RELIABLE")


class TestLosses:
    @staticmethod
    def of(data):
        from bayescmp._settings import Settings

        return losses_of(data, metric="error", pos_label=None, inference="auto", settings=Settings(prior="dirichlet"))

    def test_covariances_of_differences_are_those_of_pairs(self):
        rng = np.random.default_rng(0)
        y = rng.integers(0, 2, 200)
        given = {name: np.where(rng.random(200) < p, 1 - y, y) for name, p in (("a", 0.1), ("b", 0.2), ("c", 0.3))}
        found = self.of({"x": bc.predictions_from_arrays(y, given)})["x"]
        pair = bc.compare(bc.predictions_from_arrays(y, given), first="a", second="c", prior="dirichlet")
        variance = found.covariance[0, 0] + found.covariance[2, 2] - 2 * found.covariance[0, 2]
        assert np.sqrt(variance) == pytest.approx(pair.difference.sd, rel=0.02)
        assert found.mean[0] == pytest.approx(np.mean(given["a"] != y))

    def test_scores_have_the_variance_of_the_correlated_t_test(self):
        one = self.of({"x": scores(1)})["x"]
        pair = bc.compare(scores(1), first="tree", second="svm")
        variance = one.covariance[0, 0] + one.covariance[1, 1] - 2 * one.covariance[0, 1]
        assert np.sqrt(variance) == pytest.approx(pair.difference.sd)

    def test_a_place_without_a_validation_set_does_not_count(self):
        plain = scores(1)
        wider = plain.pad(fold=(0, 1), constant_values=0.5).assign_coords(
            {size: plain[size].pad(fold=(0, 1), constant_values=0) for size in ("n_train", "n_test")}
        )
        one, other = (self.of({"x": given})["x"] for given in (plain, wider))
        assert other.mean == pytest.approx(one.mean)
        assert other.covariance == pytest.approx(one.covariance)

    def test_a_table_has_that_of_its_difference(self):
        table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
        one = self.of({"x": table})["x"]
        assert one.covariance[0, 0] + one.covariance[1, 1] == pytest.approx(
            bc.compare(table, prior="dirichlet").difference.sd ** 2
        )
        assert one.mean == pytest.approx(evidence_of(table).errors)

    def test_of_other_metrics_do_not_mix(self):
        with pytest.raises(ValueError, match="of one metric"):
            arrays_of_losses(
                self.of(
                    {
                        "x": scores(1),
                        "y": bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76),
                    }
                )
            )


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"rope": (-0.1, 0.2)}, "symmetric"),
        ({"control": "nobody"}, "`control`"),
        ({"prior": "baycomp"}, "flat|finite|proper"),
        ({"draws": 1}, "`draws`"),
        ({"nonsense": 1}, "nonsense"),
    ],
)
def test_arguments(asked, words):
    with pytest.raises((TypeError, ValueError), match=words):
        bc.rank_datasets(DATA, **{"prior": "default"} | asked)


def test_losses_without_bounds_need_a_prior():
    told = {name: without_bounds(one) for name, one in DATA.items()}
    with pytest.raises(ValueError, match="PopulationPrior"):
        bc.rank_datasets(told)


def test_scores_between_0_and_1_need_no_prior():
    found = bc.rank_datasets({f"set {seed}": scores(seed) for seed in range(4)}, draws=20, tune=5, chains=4)
    assert found.prior == bc.PopulationPrior()
    assert any("taken as their bounds" in note for note in found.notes)


def table_of(data):
    """Return the scores of data sets as a table."""
    import pandas as pd

    rows = [
        {"dataset": name, "classifier": str(classifier)}
        | {
            f"s{place}": 1 - float(loss)
            for place, loss in enumerate(scored.sel(classifier=classifier).to_numpy().ravel())
        }
        for name, scored in data.items()
        for classifier in scored["classifier"].to_numpy()
    ]
    return pd.DataFrame(rows)


def test_on_the_command_line(ranking, tmp_path):
    from typer.testing import CliRunner

    from bayescmp.cli import app

    table_of(DATA).to_csv(tmp_path / "scores.csv", index=False)
    asked = [
        "--n-train",
        "90",
        "--n-test",
        "10",
        "--prior",
        "default",
        "--draws",
        "1000",
        "--json",
        str(tmp_path / "a.json"),
    ]
    found = CliRunner().invoke(app, ["datasets", "rank", str(tmp_path / "scores.csv"), *asked])
    assert found.exit_code == 0, found.output
    assert "knn is best with probability" in found.output
    text = json.loads((tmp_path / "a.json").read_text())
    assert text["best"] == ranking.best
    assert text["tiers"] == [list(tier) for tier in ranking.tiers]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--prior", "baycomp"], "prior"),
        (["--inference", "correlated-t"], "--inference"),
        (["--draws", "1"], "--draws"),
    ],
)
def test_what_the_command_line_refuses(tmp_path, options, words):
    from typer.testing import CliRunner

    from bayescmp.cli import app

    table_of({"a": scores(0)}).to_csv(tmp_path / "scores.csv", index=False)
    asked = ["--n-train", "90", "--n-test", "10", *([] if "--prior" in options else ["--prior", "default"]), *options]
    found = CliRunner().invoke(app, ["datasets", "rank", str(tmp_path / "scores.csv"), *asked])
    assert found.exit_code == 2 or isinstance(found.exception, ValueError), found.output
    assert words in found.output + str(found.exception)
