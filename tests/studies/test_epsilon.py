"""The Epsilon scenario has the error rates that it states."""

import numpy as np
import pytest
from scipy import stats

from bayescmp.studies import Epsilon, Truth


def test_defaults_are_those_of_the_paper():
    scenario = Epsilon()
    assert (scenario.n_records, scenario.epsilon, scenario.truth(150)) == (300, 0.1, Truth(first=0.1, second=0.1))


@pytest.mark.parametrize("scenario", [Epsilon(n_records=40, epsilon=0.4)])
class TestFrequencies:
    EXPERIMENTS = 20_000

    def rates(self, scenario):
        losses = scenario.draw(self.EXPERIMENTS, rng=0).transpose("classifier", "record", "experiment").values
        return losses.reshape(2, 2, scenario.n_records // 2, -1)  # classifier, half, record of the half, experiment

    def error(self, rate, scenario, halves=1):
        return 4 * np.sqrt(rate * (1 - rate) / (self.EXPERIMENTS * scenario.n_records / 2 * halves))

    def test_errors_have_their_rates_in_each_half_and_are_independent_and_exchangeable(self, scenario):
        found = self.rates(scenario).mean(axis=(1, 2, 3))
        truth = scenario.truth(n_train=1)
        np.testing.assert_allclose(found, (truth.first, truth.second), atol=self.error(scenario.epsilon, scenario, 2))
        low, high = scenario.epsilon / 2, 3 * scenario.epsilon / 2
        found = self.rates(scenario).mean(axis=(2, 3))
        np.testing.assert_allclose(found, [[low, high], [high, low]], atol=self.error(high, scenario))
        first, second = self.rates(scenario)
        rate = 0.75 * scenario.epsilon**2
        found = (first & second).mean(axis=(1, 2))
        np.testing.assert_allclose(found, rate, atol=self.error(rate, scenario))
        counts = self.rates(scenario).sum(axis=3)[0, 1]
        # Chi-squared of the records' binomial counts about the half's rate.
        rate = 1.5 * scenario.epsilon
        statistic = ((counts - self.EXPERIMENTS * rate) ** 2).sum() / (self.EXPERIMENTS * rate * (1 - rate))
        assert 0.001 < stats.chi2.sf(statistic, counts.size) < 0.999


def test_dims_and_coordinates_of_a_draw_and_its_seed():
    losses = Epsilon(n_records=10).draw(3, rng=0)
    assert dict(losses.sizes) == {"experiment": 3, "classifier": 2, "record": 10}
    assert losses["classifier"].values.tolist() == ["first", "second"]
    assert losses.dtype == bool
    draws = [Epsilon().draw(2, rng=rng) for rng in (1, np.random.default_rng(1), 2)]
    assert draws[0].identical(draws[1])
    assert not draws[0].equals(draws[2])


@pytest.mark.parametrize(("epsilon", "errs"), [(0, 0), (2 / 3, 1)])
def test_extreme_rates_are_certain_on_the_bad_half(epsilon, errs):
    losses = Epsilon(n_records=20, epsilon=epsilon).draw(50, rng=0)
    assert (losses.isel(classifier=0, record=slice(10, None)) == errs).all()
