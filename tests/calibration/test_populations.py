"""How often answers over data sets hold, in a small run of the study; the t population is the negative control."""

import runpy
from pathlib import Path

import numpy as np
import pytest

SCRIPT = Path(__file__).parents[2] / "docs" / "results" / "datasets.py"
WORLDS, OF_STUDENT = 35, 10


@pytest.fixture(scope="module")
def study():
    return runpy.run_path(str(SCRIPT), run_name="study")


def shares(study, kind, q, method, seeds):
    found = [study["world"](kind, q, seed) for seed in seeds]
    return dict(zip(study["MEASURES"], np.mean([one[method] for one in found], axis=0), strict=True))


def test_equal_classifiers_are_seldom_decided_and_the_mean_is_held(study):
    size = shares(study, "skewed", 10, "dirichlet", range(1, WORLDS + 1))
    assert size["decided"] <= 0.12  # .011 in 2,000 worlds
    assert size["average_covered"] >= 0.85
    apart = shares(study, "skewed, apart", 30, "dirichlet", range(1, WORLDS + 1))
    assert apart["average_covered"] >= 0.85  # .96 in 2,000 worlds
    assert apart["decided"] >= 0.7


def test_the_t_population_does_not_hold_the_mean_of_a_skewed_one(study):
    every = range(0, OF_STUDENT * study["STUDENT_SHARE"], study["STUDENT_SHARE"])
    assert shares(study, "skewed, apart", 30, "student", every)["average_covered"] <= 0.8  # .54 in 200 worlds
