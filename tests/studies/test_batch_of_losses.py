"""Losses without fits: every trial's records are dealt at random to the folds of every plan."""

import numpy as np
import xarray as xr
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.random import SeedSequence

from bayescmp.model_selection import PLANS
from bayescmp.studies import Epsilon, LossScenario
from bayescmp.tables import tables_of_losses

losses_arrays = hnp.arrays(bool, st.tuples(st.integers(1, 4), st.just(2), st.integers(24, 40)))


def dealt(losses, plan, stream, trials):
    """A batch of a scenario that has these losses."""

    class Given(LossScenario):
        def draw(self, n, rng=None):
            return losses

        def truth(self, n_train, *, draws, seed):
            raise NotImplementedError

    return Given().batch([plan], [stream] * trials)


class TestBatchOfLosses:
    @given(losses_arrays, st.sampled_from(list(PLANS)), st.integers(0, 99))
    def test_tables_count_every_record_as_often_as_it_is_validated(self, losses, plan, seed):
        data = xr.DataArray(losses, dims=("experiment", "classifier", "record"))
        outcomes = dealt(data, plan, SeedSequence(seed), len(losses)).outcomes[plan]
        sizes = outcomes.tables.sum(("first", "second"))
        held = np.reshape(
            [len(test) for _, test in PLANS[plan].splitter(0).split(np.zeros((losses.shape[-1], 1)))], sizes.shape[-2:]
        )
        # How unequal the folds of a block-regularized plan are, and which is the larger, depends on what was dealt.
        assert (np.abs(np.sort(sizes.values) - np.sort(held)) <= 2).all()
        assert (sizes.sum("fold").values == held.sum(axis=-1)).all()
        if PLANS[plan].n_folds > 1:  # each repeat validates all records
            wrong = outcomes.tables.sum("fold")
            for k, name in enumerate(("first", "second")):
                errors = wrong.sel({name: "wrong"}).sum({"first", "second"} - {name})
                assert (errors == losses[:, k].sum(-1)[:, None]).all()

    def test_records_are_dealt_at_random(self):
        scenario, stream = Epsilon(n_records=60, epsilon=0.4), SeedSequence(1)
        losses = scenario.draw(4000, np.random.default_rng(0))
        random = dealt(losses, "hold-out 2/3", stream, 4000).outcomes["hold-out 2/3"]
        fixed = tables_of_losses(losses.isel(classifier=0), losses.isel(classifier=1), random.fold)

        def score(tables):  # of the mean difference, which is 0
            difference = tables.sel(first="wrong").sum("second") - tables.sel(second="wrong").sum("first")
            return float(difference.mean() / difference.std() * np.sqrt(4000))

        assert abs(score(random.tables)) < 4
        assert abs(score(fixed)) > 4  # undealt, the hold-out has more records of one half

    def test_depends_on_the_stream_alone(self):
        stream, losses = SeedSequence(1), Epsilon(n_records=30).draw(5, rng=0)
        one, two = (dealt(losses, "10-fold", stream, 5).outcomes["10-fold"] for _ in range(2))
        xr.testing.assert_identical(one.tables, two.tables)
        turned = dealt(losses.transpose("record", ...), "10-fold", stream, 5).outcomes["10-fold"]
        xr.testing.assert_identical(one.tables, turned.tables)
        fewer = dealt(losses, "10-fold", stream, 3)
        xr.testing.assert_identical(one.tables.isel(experiment=slice(0, 3)), fewer.outcomes["10-fold"].tables)
        assert (fewer.done, fewer.fits, fewer.failures) == ([0, 1, 2], [0, 0, 0], {})
