"""A saved ranking is computed again from its predictions, and held against its numbers."""

import json

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import bayescmp as bc
from bayescmp._netcdf import read_netcdf, write_netcdf


@pytest.mark.parametrize("data", ["hold-out", "5 x 2"])
@pytest.mark.parametrize("options", [{}, {"rope": 0.02, "ci_kind": "hdi", "strength": 0.5, "tau": 0.2}])
def test_a_ranking_is_loaded_as_it_was_saved(ranked, tmp_path, data, options):
    ranking = ranked(data, **options)
    ranking.save(tmp_path / "r.nc")
    loaded = bc.load(tmp_path / "r.nc")
    assert loaded.to_json() == ranking.to_json()
    assert str(loaded) == str(ranking)
    pd.testing.assert_frame_equal(loaded.summary(), ranking.summary())


def test_a_distribution_of_tau_is_kept_as_its_grid(data_of, tmp_path):
    asked = {"tau": stats.gamma(2, scale=0.1), "draws": 200}
    ranking = bc.rank(data_of("5 x 2"), **asked)
    ranking.save(tmp_path / "r.nc")
    loaded = bc.load(tmp_path / "r.nc")
    assert loaded.to_json() == ranking.to_json()
    assert loaded.provenance["tau"] == "gamma(2, scale=0.1)"
    compared = bc.compare(data_of("5 x 2"), first="c0", second="c1", prior="dirichlet", tau=asked["tau"])
    assert loaded.comparison("c0", "c1").interval.low == compared.interval.low


def test_a_generator_gives_a_seed_that_files_keep(data_of, tmp_path):
    ranking = bc.rank(data_of("hold-out"), draws=200, rng=np.random.default_rng(5))
    ranking.save(tmp_path / "r.nc")
    assert bc.load(tmp_path / "r.nc").to_json() == ranking.to_json()


def forged(ranking, path, change):
    """Save a ranking whose JSON is changed."""
    ranking.save(path)
    data = read_netcdf(path)
    text = json.loads(data.attrs["result"])
    change(text)
    write_netcdf(data.assign_attrs(result=json.dumps(text)), path)
    return path


CHANGES = {
    r"classifiers\[0\]\['prob_best'\]": lambda text: text["classifiers"][0].update(prob_best=0.1),
    r"pairs\[0\]\['decision'\] is 'second better'": lambda text: text["pairs"][0].update(decision="second better"),
    r"unbeaten\[0\]|unbeaten is": lambda text: text.update(unbeaten=["c3"]),
    "tiers": lambda text: text.update(tiers=[["c3", "c0"]]),
    "best is 'c3'": lambda text: text.update(best="c3"),
    r"rank_probabilities\['c0'\]\[0\]": lambda text: text["rank_probabilities"].update(c0=[0, 0, 0, 1.0]),
    "`threshold` must be": lambda text: text.update(threshold=0.2),
    "`draws` must be": lambda text: text.update(draws=0),
    "`tau` must be": lambda text: text.update(tau={"tau": [0.1], "weights": [2.0], "words": "x"}),
    "`provenance` must be": lambda text: text.update(provenance=3),
    r"`provenance\['versions'\]` must be": lambda text: text["provenance"].update(versions=5),
    "`rng` must be": lambda text: text.update(rng=None),
    "`draws` must be at most": lambda text: text.update(draws=3 * 10**9),
    "`tau` must hold words": lambda text: text.update(tau={"tau": [0.1], "weights": [1.0], "words": [1]}),
    "schema 3, but got 99": lambda text: text.update(schema=99),
    "must hold one of Comparison, Ranking": lambda text: text.update(result="Verdict"),
    "a ranking|a saved result": lambda text: text.pop("rope"),
}


@pytest.mark.parametrize("message", CHANGES)
def test_what_does_not_follow_from_the_predictions_is_refused(ranked, tmp_path, message):
    path = forged(ranked("hold-out"), tmp_path / "forged.nc", CHANGES[message])
    with pytest.raises((ValueError, TypeError), match=message):
        bc.load(path)


def test_draws_have_the_form_of_arviz(ranked):
    tree = ranked("5 x 2").to_datatree(draws=50, rng=1)
    assert dict(tree["posterior"]["loss"].sizes) == {"chain": 4, "draw": 50, "classifier": 4}
    assert json.loads(tree.attrs["result"])["result"] == "Ranking"
