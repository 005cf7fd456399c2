"""What looking costs: how often equal systems are decided, and how many records a decision takes.

    python docs/results/peeking.py [runs] [processes] > docs/results/peeking.csv  # two minutes on one core

Records come one by one, up to 5,000, from two systems that disagree on a share of them (`disagreement`), the first
more often right by -`difference`. One row a cell, of 10,000 streams:

`decided`: share of streams that the e-value ever decides, looked at after every record; `wrong`: in the wrong
direction, or at all where there is no difference. `missed`: share of the first fifth of the streams in which the
confidence sequence leaves out the true difference at any of the looks, after every fifth record, `missed_50` and
`missed_80` those of levels of 50 and 80 %. `posterior_20` and
`posterior_1`: share that P > .975, in either direction, decides at a look after every 20 records up to 2,000, and
after every record; `posterior_wrong`, wrongly at the latter. `median`: records until half of the streams are decided
by the e-value; `hedged_50`, `hedged_75`: the same by hedged capital (Waudby-Smith and Ramdas 2024, theta 1/2, bets cut
at 1/2 or 3/4 of the largest). `fixed`: records of one planned look for a power of one half. `width`: of the confidence
sequence after 1,000 records over that of the interval of `compare`, mean.
"""

import math

import numpy as np
from in_cells import write_rows
from scipy import special
from threadpoolctl import threadpool_limits

import bayescmp as bc
from bayescmp.frequentist._e_value import confidence_sequence, log_e_values

N, ALPHA, THRESHOLD = 5000, 0.05, 0.975
ALPHAS = {"missed": ALPHA, "missed_50": 0.5, "missed_80": 0.2}
EQUAL = [(0.0, disagreement) for disagreement in (0.02, 0.05, 0.1, 0.3, 0.8)]
APART = [(-0.02, 0.06), (-0.04, 0.16), (-0.03, 0.3), (-0.1, 0.5), (-0.1, 0.2), (-0.05, 0.07)]


def need_of_posterior(numbers):
    """Return of how many disagreements on one side the posterior probability exceeds the threshold."""
    low, high = numbers // 2, numbers + 1
    while (high - low > 1).any():
        middle = np.where(high - low > 1, (low + high) // 2, high)
        other = np.maximum(numbers - middle, 0)
        enough = special.betainc(other + 1.0, middle + 1.0, 0.5) >= THRESHOLD
        low, high = np.where(enough, low, np.minimum(middle, high - 1)), np.where(enough, middle, high)
    return high


def need_of_e_value(numbers):
    """Return of how many the e-value reaches 1 / alpha."""
    found = np.empty(numbers.size, dtype=int)
    for place, number in enumerate(numbers):
        sides = np.arange(number // 2, number + 1)
        enough = log_e_values(sides, number - sides, 0, 0.0) >= -math.log(ALPHA)
        found[place] = sides[enough.argmax()] if enough.any() else number + 1
    return found


def first_true(hits):
    """Return after how many records, and infinity where never."""
    return np.where(hits.any(axis=1), hits.argmax(axis=1) + 1.0, np.inf)


def hedged(outcomes, cut):
    """Return after how many records the hedged capital against a mean of 1/2 reaches 1 / alpha."""
    x, m = (outcomes + 1) / 2, 0.5
    runs = len(x)
    up, down, sums, squares = np.zeros(runs), np.zeros(runs), np.zeros(runs), np.zeros(runs)
    stopped, variance = np.full(runs, np.inf), np.full(runs, 0.25)
    for t in range(1, x.shape[1] + 1):
        bet = np.sqrt(2 * math.log(2 / ALPHA) / (variance * t * math.log(1 + t)))
        own = x[:, t - 1]
        up += np.log1p(np.minimum(bet, cut / m) * (own - m))
        down += np.log1p(-np.minimum(bet, cut / (1 - m)) * (own - m))
        crossed = np.maximum(up, down) + math.log(0.5) >= -math.log(ALPHA)
        stopped = np.where(crossed & np.isinf(stopped), t, stopped)
        sums += own
        mean = (0.5 + sums) / (t + 1)
        squares += (own - mean) ** 2
        variance = (0.25 + squares) / (t + 1)
    return stopped


def rows_of(difference, disagreement, *, runs):
    """Measure one cell."""
    rng = np.random.default_rng([int(1000 * disagreement), int(1000 * abs(difference))])
    of_first = (disagreement + difference) / 2
    numbers = np.arange(N + 1)
    needs = need_of_e_value(numbers), need_of_posterior(numbers)
    found = {name: [] for name in ("e", "e_wrong", "p20", "p1", "p_wrong", *ALPHAS, "h50", "h75", "width")}
    with threadpool_limits(1):
        for begin in range(0, runs, 500):
            u = rng.random((min(500, runs - begin), N))
            first, second = u < of_first, (u >= of_first) & (u < disagreement)
            a, b = np.cumsum(first, axis=1), np.cumsum(second, axis=1)
            s, most = a + b, np.maximum(a, b)
            wrong_side = (a > b) | (difference == 0)
            by_e, by_p = most >= needs[0][s], most >= needs[1][s]
            at, at_p = first_true(by_e), first_true(by_p)
            rows = np.arange(len(u))
            found["e"].append(at)
            for name, stopped in (("e_wrong", at), ("p_wrong", at_p)):
                place = np.minimum(stopped, N).astype(int) - 1
                found[name].append(np.isfinite(stopped) & wrong_side[rows, place])
            found["p1"].append(np.isfinite(at_p))
            found["p20"].append(by_p[:, 19:2000:20].any(axis=1))
            fifth = slice(0, math.ceil(len(u) / 5))
            looks = slice(4, N, 5)
            of = a[fifth, looks], b[fifth, looks]
            rest = np.arange(1, N + 1)[looks] - of[0] - of[1]
            most_evidence = log_e_values(*of, rest, difference).max(axis=1)
            for name, alpha in ALPHAS.items():
                found[name].append(most_evidence >= -math.log(alpha))
            outcomes = first.astype(float) - second
            found["h50"].append(hedged(outcomes, 0.5))
            found["h75"].append(hedged(outcomes, 0.75))
            if begin == 0:
                found["width"].append(widths(a[:100, 999], b[:100, 999]))
    joined = {name: np.concatenate(parts) for name, parts in found.items()}
    median = {name: float(np.quantile(joined[name], 0.5, method="inverted_cdf")) for name in ("e", "h50", "h75")}
    fixed = bc.plan_sequential(difference, disagreement, power=0.5, draws=100).fixed
    yield {
        "difference": difference, "disagreement": disagreement, "decided": np.isfinite(joined["e"]).mean(),
        "wrong": joined["e_wrong"].mean(), **{name: joined[name].mean() for name in ALPHAS},
        "posterior_20": joined["p20"].mean(),
        "posterior_1": joined["p1"].mean(), "posterior_wrong": joined["p_wrong"].mean(), "median": median["e"],
        "hedged_50": median["h50"], "hedged_75": median["h75"], "fixed": fixed, "width": joined["width"].mean(),
        "runs": runs,
    }  # fmt: skip


def widths(a, b):
    """Return widths of confidence sequences over those of credible intervals, after 1,000 records."""
    low, high = confidence_sequence(a, b, 1000 - a - b, ALPHA)
    tables = bc.paired_table(
        both_wrong=np.zeros_like(a), only_first_wrong=a, only_second_wrong=b, both_right=1000 - a - b, dims=("stream",)
    )
    interval = bc.posteriors.paired_posterior(tables).difference.interval(0.95)
    return (high - low) / (interval.high - interval.low).to_numpy()


if __name__ == "__main__":
    write_rows(rows_of, [*EQUAL, *APART], runs=10_000)
