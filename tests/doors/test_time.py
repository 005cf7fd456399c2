"""Records in the order of time, and blocks of them."""

import datetime as dt

import numpy as np
import pytest

import bayescmp as bc

N = 100
DAYS = np.datetime64("2026-01-01") + np.arange(N).astype("timedelta64[D]")
LOSS = dict(zip("ab", np.random.default_rng(0).normal(size=(2, N)), strict=True))
ORDER = np.random.default_rng(1).permutation(N)


def of(time, order=ORDER, **more):
    return bc.losses({name: one[order] for name, one in LOSS.items()}, how=bc.in_time(time), **more)


FORMS = {
    "texts of numbers": lambda: [str(one) for one in ORDER],
    "dates": lambda: DAYS[ORDER],
    "objects": lambda: [dt.date.fromisoformat(str(day)) for day in DAYS[ORDER]],
}


@pytest.mark.parametrize("form", FORMS)
def test_records_stand_in_their_order_and_blocks_are_the_units(form):
    data = of(FORMS[form]())
    for name, values in LOSS.items():
        assert data["loss"].sel(classifier=name).to_numpy().ravel().tolist() == values.tolist()
    groups = data["group"].to_numpy()
    assert (np.diff(groups) >= 0).all()
    assert sorted(set(np.bincount(groups))) == [14, 15]  # 7 blocks, the root of 100 over 1.5
    said = " ".join(str(bc.compare(data)).split())
    assert "blocks of some 14 that follow each other" in said


def test_records_of_one_time_share_a_block():
    data = of(np.arange(N) // 20, np.arange(N))
    assert data["group"].to_numpy().tolist() == np.repeat(np.arange(5), 20).tolist()


@pytest.mark.parametrize(("time", "more", "error", "said"), [
    (np.where(np.arange(N) == 4, np.inf, 1.0), {}, ValueError, "`time` must be finite numbers"),
    (["2026-01-01T00:00", "2026-01-01T00:01+05:00"] * 50, {}, ValueError, "a time zone everywhere or nowhere"),
    (["soon"] * N, {}, TypeError, "numbers, dates, or texts of dates such as '2026-03-31'"),
    (np.arange(N), {"group": np.arange(N) // 2}, ValueError, "`time` must be given without `group`"),
    (np.arange(N) // 50, {}, ValueError, "`time` must tell 4 blocks of records apart, but has 2 values"),
])  # fmt: skip
def test_refusals(time, more, error, said):
    with pytest.raises(error, match=said):
        of(time, **more)


def test_what_is_alike_in_time_is_decided_less_often():
    """Forecasters whose differences are an autoregression of .8 about 0: of 25 series, by records and by blocks."""
    noise = np.random.default_rng(0).standard_normal((25, 300))
    apart = noise.copy()
    for at in range(1, 300):
        apart[:, at] += 0.8 * apart[:, at - 1]
    decided = {"records": 0, "blocks": 0}
    for one in apart[:, 100:]:
        for units, how in (("records", None), ("blocks", bc.in_time(np.arange(200)))):
            data = bc.losses({"a": np.zeros(200), "b": one}, how=how)
            decided[units] += bc.compare(data).decision != "undecided"
    assert decided["records"] > 8
    assert decided["blocks"] < 7
