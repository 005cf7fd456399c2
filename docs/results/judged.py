"""How posteriors of judged evaluations hold: coverage and width beside PPI++, labels alone and the judge as truth.

    python docs/results/judged.py [runs] [processes] > docs/results/judged.csv  # a quarter of an hour on one core

Two systems answer 2,000 records, a judge rates all, and people label `labels` at random. Errors are .05 and .08, .15
and .18, .25 for both, or .05 for both, half of the records hard for both. Judges are right with a probability: "fair"
ones with .95, .8 or .65 for either system; "biased", .95 for the first and .7 where the second is right; "hostile", .3;
"one coin", .8 and wrong for both at once; "together", wrong on hard records of both; "drift", from .95 at the start of
the file to .6 at its end; "longer", wrong where the worse answer is the longer one; "excuses", never wrong but that it
misses 60 % of the errors of the first. One row a cell: `coverage` and mean `width` of 95 % intervals (for ours
`covered_50` and `covered_80` of others) and `decided` at .975, in the wrong direction or at all where errors are equal
(`wrong`), then the same of PPI++ (Angelopoulos et al. 2023, normal, power tuned), of the labels alone, of the judge as
truth, and where 60 labels at random were followed by the rest where `next_labels` puts them (`staged`).
"""

from itertools import product

import numpy as np
import xarray as xr
from in_cells import write_rows
from threadpoolctl import threadpool_limits

import bayescmp as bc
from bayescmp.comparison._judge import allotted, spread_of_labels
from bayescmp.posteriors._drawn_records import DIFFERENCE, JudgedPosterior

N, DRAWS, FIRST = 2000, 2000, 60
ERRORS = {"rare": (0.05, 0.08), "apart": (0.15, 0.18), "equal": (0.25, 0.25), "rare, equal": (0.05, 0.05)}
JUDGES = ("fair .95", "fair .8", "fair .65", "biased", "hostile", "one coin", "together", "drift", "longer", "excuses")
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
        "excuses": np.stack([np.where(wrong[0], 0.4, 1.0), np.ones(N)]),
        "longer": np.where(np.stack([longer, ~longer]) == wrong, 0.65, 0.95),
    }.get(judge)
    skill = np.full((2, N), float(judge.split()[-1])) if skill is None else skill
    u = u[[0, 0]] if judge in {"one coin", "together"} else u
    return np.where(u < skill, wrong, ~wrong)


def counted(patterns, judged, seen):
    """Count records of each run by what the judge says, and the labelled ones by what people say as well."""
    totals = np.stack([np.bincount(one, minlength=4) for one in judged])
    codes = (4 * judge[here] + people[here] for judge, people, here in zip(judged, patterns, seen, strict=True))
    return totals, np.stack([np.bincount(one, minlength=16).reshape(4, 4) for one in codes])


def posteriors_of(totals, cells, rng):
    """Return the posteriors of all runs."""
    given = {"judged": (("run", "judge"), totals), "labelled": (("run", "judge", "people"), cells)}
    return JudgedPosterior(
        **{name: xr.DataArray(data, dims=dims) for name, (dims, data) in given.items()}, rng=rng, draws=DRAWS
    )


def at_random(shape, labels, rng):
    """Label some records of each run at random."""
    seen = np.zeros(shape, bool)
    np.put_along_axis(
        seen, rng.permuted(np.tile(np.arange(shape[1]), (shape[0], 1)), axis=1)[:, :labels], values=True, axis=1
    )
    return seen


def staged(patterns, judged, labels, rng, first):
    """Label some at random, and then where labels tell most."""
    seen = at_random(patterns.shape, first, rng)
    spreads = spread_of_labels(posteriors_of(*counted(patterns, judged, seen), rng))
    for spread, judge, here in zip(spreads, judged, seen, strict=True):
        left = np.array([np.count_nonzero((judge == one) & ~here) for one in range(4)])
        for one, count in enumerate(allotted(left * spread, left, labels - first)):
            here[rng.choice(np.flatnonzero((judge == one) & ~here), size=count, replace=False)] = True
    return posteriors_of(*counted(patterns, judged, seen), rng)


def tuned(people, judged, seen):
    """Return estimate and standard error of PPI++, whose power is tuned."""
    y, f, rest = people[seen], judged[seen], judged[~seen]
    n, m = y.size, rest.size
    variance = np.var(judged, ddof=1)
    power = np.clip(np.cov(y, f)[0, 1] / ((1 + n / m) * variance), 0, 1) if variance else 0.0
    error = np.sqrt(np.var(y - power * f, ddof=1) / n + power**2 * np.var(rest, ddof=1) / m)
    return (y - power * f).mean() + power * rest.mean(), error


def ends_of(posterior, level=0.95):
    """Return the ends of the intervals of all runs."""
    interval = posterior.difference.interval(level)
    return np.stack([np.asarray(interval.low), np.asarray(interval.high)], axis=-1)


def rows_of(errors, judge, labels, *, runs):
    """Measure one cell."""
    rng = np.random.default_rng([labels, JUDGES.index(judge), list(ERRORS).index(errors)])

    def world():
        wrong, hard = records(ERRORS[errors], rng)
        called = verdicts(judge, wrong, hard, rng)
        return tuple(2 * one[0] + one[1] for one in (wrong, called))

    row = {"errors": errors, "judge": judge, "labels": labels}
    yield row | measured(world, ERRORS[errors][0] - ERRORS[errors][1], labels, rng, runs, FIRST)


def measured(world, truth, labels, rng, runs, first):
    """Measure the methods on worlds, drawn again and again, of a known difference."""
    with threadpool_limits(1):
        patterns, judged = (
            np.stack(part).astype(np.int8) for part in zip(*(world() for _ in range(runs)), strict=True)
        )
        seen = at_random(patterns.shape, labels, rng)
        totals, cells = counted(patterns, judged, seen)
        posteriors = posteriors_of(totals, cells, rng)
        ends = {"judged": ends_of(posteriors)}
        narrower = {f"judged_covered_{100 * level:.0f}": ends_of(posteriors, level).T for level in (0.5, 0.8)}
        found = [
            tuned(DIFFERENCE[one], DIFFERENCE[other], here)
            for one, other, here in zip(patterns, judged, seen, strict=True)
        ]
        ends["tuned"] = np.array(found) @ [[1, 1], [-1.959964, 1.959964]]
        for name, counts in {"labels": cells.sum(axis=1), "judge": totals}.items():
            none, second, only_first, both = counts.T
            table = {
                "both_right": none,
                "only_second_wrong": second,
                "only_first_wrong": only_first,
                "both_wrong": both,
            }
            ends[name] = ends_of(bc.posteriors.paired_posterior(bc.paired_table(**table, dims=("run",))))
        half = slice(None, None, 2)
        two = labels > first
        ends["staged"] = ends_of(staged(patterns[half], judged[half], labels, rng, first)) if two else np.zeros((0, 2))
    row = {}
    for name, found in ends.items():
        low, high = found.T
        decided = (low > 0) | (high < 0)
        against = decided if truth == 0 else (high < 0 if truth > 0 else low > 0)
        row |= {
            f"{name}_coverage": ((low <= truth) & (truth <= high)).mean() if low.size else np.nan,
            f"{name}_width": (high - low).mean() if low.size else np.nan,
            f"{name}_decided": decided.mean() if low.size else np.nan,
            f"{name}_wrong": against.mean() if low.size else np.nan,
        }
    held = {name: ((low <= truth) & (truth <= high)).mean() for name, (low, high) in narrower.items()}
    return row | held | {"runs": runs}


if __name__ == "__main__":
    write_rows(rows_of, product(ERRORS, JUDGES, LABELS), runs=2000)
