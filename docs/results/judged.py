"""How posteriors of judged evaluations hold: coverage and width beside PPI++, labels alone and the judge as truth.

    python docs/results/judged.py [runs] [processes] > docs/results/judged.csv  # half an hour on one core

Two systems answer 2,000 records, a judge rates all, and people label `labels` at random. Errors are .05 and .08, .15
and .18, or .25 for both, half of the records hard for both. Judges are right with a probability: "fair" ones with
.95, .8 or .65 for either system; "biased", .95 for the first and .7 where the second is right; "hostile", .3; "one
coin", .8 and wrong for both at once; "together", wrong on hard records of both; "drift", from .95 at the start of the
file to .6 at its end; "longer", wrong where the worse answer is the longer one. One row a cell: `coverage` and mean
`width` of 95 % intervals and `decided` at .975, in the wrong direction or at all where errors are equal (`wrong`),
then the same of PPI++ (Angelopoulos et al. 2023, normal, power tuned), of the labels alone, of the judge as truth,
and where 60 labels at random were followed by the rest where `next_labels` puts them (`staged`).
"""

from itertools import product

import numpy as np
import xarray as xr
from in_cells import write_rows
from threadpoolctl import threadpool_limits

import bayescmp as bc
from bayescmp.comparison._judge import allotted
from bayescmp.posteriors._judged import DIFFERENCE, JudgedPosterior

N, DRAWS, FIRST = 2000, 2000, 60
ERRORS = {"rare": (0.05, 0.08), "apart": (0.15, 0.18), "equal": (0.25, 0.25)}
JUDGES = ("fair .95", "fair .8", "fair .65", "biased", "hostile", "one coin", "together", "drift", "longer")
LABELS = (20, 50, 150, 400)


def records(errors, rng):
    """Draw who is wrong on each record, and how hard the records are."""
    hard = rng.random(N) < 0.5
    rates = np.array([np.where(hard, 1.5 * error, 0.5 * error) for error in errors])
    return rng.random((2, N)) < rates, hard


def verdicts(judge, wrong, hard, rng):
    """Draw whom the judge calls wrong."""
    u, place = rng.random((2, N)), np.arange(N) / N
    longer = rng.random(N) < 0.5  # the first answer is the longer one
    skill = {
        "biased": np.stack([np.full(N, 0.95), np.where(wrong[1], 0.95, 0.7)]),
        "hostile": np.full((2, N), 0.3),
        "one coin": np.full((2, N), 0.8),
        "together": np.where(hard, 0.6, 0.95) * np.ones((2, 1)),
        "drift": (0.95 - 0.35 * place) * np.ones((2, 1)),
        "longer": np.where(np.stack([longer, ~longer]) == wrong, 0.65, 0.95),
    }.get(judge)
    skill = np.full((2, N), float(judge.split()[-1])) if skill is None else skill
    u = u[[0, 0]] if judge in {"one coin", "together"} else u
    return np.where(u < skill, wrong, ~wrong)


def posterior_of(pattern, judged, seen, run):
    """Return the posterior of patterns by people, where they have looked, and by the judge."""
    totals = np.bincount(judged, minlength=4)
    cells = np.bincount(4 * judged[seen] + pattern[seen], minlength=16).reshape(4, 4)
    given = {"judged": xr.DataArray(totals, dims="judge"), "labelled": xr.DataArray(cells, dims=("judge", "people"))}
    return JudgedPosterior(**given, rng=run, draws=DRAWS)


def staged(pattern, judged, labels, rng, run):
    """Label some at random, and then where labels tell most."""
    seen = np.zeros(N, bool)
    seen[rng.permutation(N)[:FIRST]] = True
    share = posterior_of(pattern, judged, seen, run).shares
    spread = np.sqrt(share @ np.square(DIFFERENCE) - (share @ DIFFERENCE) ** 2)
    left = np.array([np.count_nonzero((judged == one) & ~seen) for one in range(4)])
    for one, count in enumerate(allotted(left * spread, left, labels - FIRST)):
        seen[rng.choice(np.flatnonzero((judged == one) & ~seen), size=count, replace=False)] = True
    return posterior_of(pattern, judged, seen, run)


def tuned(people, judged, seen):
    """Return estimate and standard error of PPI++, whose power is tuned."""
    y, f, rest = people[seen], judged[seen], judged[~seen]
    n, m = y.size, rest.size
    variance = np.var(judged, ddof=1)
    power = np.clip(np.cov(y, f)[0, 1] / ((1 + n / m) * variance), 0, 1) if variance else 0.0
    error = np.sqrt(np.var(y - power * f, ddof=1) / n + power**2 * np.var(rest, ddof=1) / m)
    return (y - power * f).mean() + power * rest.mean(), error


def rows_of(errors, judge, labels, *, runs):
    """Measure one cell."""
    rng = np.random.default_rng([labels, JUDGES.index(judge), list(ERRORS).index(errors)])
    truth = ERRORS[errors][0] - ERRORS[errors][1]
    ends = {name: [] for name in ("judged", "tuned", "labels", "judge", "staged")}
    tables = {"labels": [], "judge": []}
    with threadpool_limits(1):
        for run in range(runs):
            wrong, hard = records(ERRORS[errors], rng)
            called = verdicts(judge, wrong, hard, rng)
            pattern, judged = (2 * one[0] + one[1] for one in (wrong, called))
            seen = np.zeros(N, bool)
            seen[rng.permutation(N)[:labels]] = True
            interval = posterior_of(pattern, judged, seen, run).difference.interval(0.95)
            ends["judged"].append((interval.low, interval.high))
            estimate, error = tuned(DIFFERENCE[pattern], DIFFERENCE[judged], seen)
            ends["tuned"].append((estimate - 1.959964 * error, estimate + 1.959964 * error))
            tables["labels"].append(np.bincount(pattern[seen], minlength=4))
            tables["judge"].append(np.bincount(judged, minlength=4))
            if labels > FIRST and run % 2 == 0:
                interval = staged(pattern, judged, labels, rng, run).difference.interval(0.95)
                ends["staged"].append((interval.low, interval.high))
        for name, counts in tables.items():
            none, second, first, both = np.array(counts).T
            cells = {"both_right": none, "only_second_wrong": second, "only_first_wrong": first, "both_wrong": both}
            found = bc.posteriors.paired_posterior(bc.paired_table(**cells, dims=("run",))).difference.interval(0.95)
            ends[name] = list(zip(found.low.to_numpy(), found.high.to_numpy(), strict=True))
    row = {"errors": errors, "judge": judge, "labels": labels}
    for name, found in ends.items():
        low, high = np.array(found).reshape(-1, 2).T
        decided = (low > 0) | (high < 0)
        row |= {
            f"{name}_coverage": ((low <= truth) & (truth <= high)).mean() if low.size else np.nan,
            f"{name}_width": (high - low).mean() if low.size else np.nan,
            f"{name}_decided": decided.mean() if low.size else np.nan,
            f"{name}_wrong": (decided if truth == 0 else low > 0).mean() if low.size else np.nan,
        }
    yield row | {"runs": runs}


if __name__ == "__main__":
    write_rows(rows_of, product(ERRORS, JUDGES, LABELS), runs=2000)
