"""Tiers: runs of neighbours, no pair of which is decided."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from bayescmp.ranking._tiers import beaten_by, order_of, tiers_of


def test_by_hand():
    beats = np.zeros((4, 4), bool)
    beats[0, 2] = beats[0, 3] = beats[1, 3] = True
    assert tiers_of(np.arange(4), beats) == [[0, 1], [1, 2], [2, 3]]


@given(hnp.arrays(float, st.integers(1, 8), elements=st.floats(0, 1)), st.data())
def test_no_tier_covers_a_decided_pair_none_could_be_longer_and_everyone_has_one(losses, data):
    k = len(losses)
    decided = data.draw(hnp.arrays(bool, (2, k * (k - 1) // 2)))
    beats = beaten_by(decided[0], decided[1] & ~decided[0], k)
    order = np.argsort(losses, kind="stable").tolist()
    tiers = tiers_of(np.array(order), beats)
    either = beats | beats.T
    for tier in tiers:
        assert not either[np.ix_(tier, tier)].any()
        begin = order.index(tier[0])
        assert tier == order[begin : begin + len(tier)]
        for more in ([*tier, *order[begin + len(tier) :][:1]], [*order[max(begin - 1, 0) : begin], *tier]):
            assert more == tier or either[np.ix_(more, more)].any()
    assert {place for tier in tiers for place in tier} == set(range(k))


def test_losses_that_are_equal_but_for_rounding_stand_in_the_order_of_their_names():
    losses = np.array([0.1 + 0.2, 0.3, np.nextafter(0.3, 0), 0.2])
    assert len({*losses}) == 4
    assert order_of(losses, ["c", "b", "a", "d"]).tolist() == [3, 2, 1, 0]
    assert order_of(losses, ["b", "a", "c", "d"]).tolist() == [3, 1, 0, 2]
