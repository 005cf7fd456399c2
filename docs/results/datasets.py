"""How often answers over data sets hold: simulated worlds, and real populations that are drawn from with replacement.

    python docs/results/datasets.py [worlds] [processes] > docs/results/datasets.csv  # half an hour on one core

Worlds: `q` hold-outs of 60 to 3,000 records (60 to 300 in the world of equal classifiers) with true differences that
are t distributed with 4 degrees of freedom about `average` with the scale .02 or .06, or Gamma distributed (shape .35,
scale .1) less what makes `average` their mean, or all 0. Real populations: differences of every two classifiers on
the data sets of `accuracies.csv.gz` (10 x 10-fold cross-validations) and of `frontier.csv` (5 x 2, 304 records), as the
truth; a sample has `q` of them with replacement, each seen with the noise of its own posterior. One row a
population and number of data sets, and one a pair of classifiers.

The average and the next data set are drawn, as by `bayescmp.posteriors.DirichletPopulation`, with 2,000 draws: the
package has the same ones without. The columns are shares: decisions on the average at .975 and no rope (`decided`,
where the average is 0 the size), how often 95 % intervals hold the average and a further data set, and how wide the
latter are; and how often 50 and 80 % intervals hold them. Methods: "dirichlet", the default; "learned", the scale of
the base from the data; "mass 1"; "student", the t population, the negative control.
Rows of the kind "best" have what the probability of being the best claims and how often it is true, in bins of the
claims for the classifier that has the largest one, and the mean logarithm of the probability of the true best.
"""

import sys
from itertools import combinations, pairwise
from pathlib import Path

import joblib
import numpy as np
import pandas as pd
import xarray as xr
from threadpoolctl import threadpool_limits

import bayescmp as bc
from bayescmp._population_priors import DirichletPrior, StudentPrior
from bayescmp.posteriors import DirichletPopulation, StudentPopulation
from bayescmp.posteriors._likelihood import likelihood_cells
from bayescmp.posteriors._population_grid import population_grid

HERE = Path(__file__).parent
DRAWS, STUDENT_SHARE = 2000, 10  # the t population is computed in every tenth world
LEVELS = {"": 0.95, "_50": 0.5, "_80": 0.8}
HELD = [f"{asked}_covered{end}" for end in LEVELS for asked in ("average", "next")]
MEASURES = ["decided", "next_width", *HELD]
WORLDS = {
    "t .02": (0.02, 0.0),
    "t .06": (0.06, 0.0),
    "skewed": (None, 0.0),
    "equal": (0.0, 0.0),
    "t .02, apart": (0.02, 0.02),
    "skewed, apart": (None, 0.035),
}
SHAPE, SCALE = 0.35, 0.1
BINS = (0.0, 0.35, 0.5, 0.65, 0.8, 1.0)


def truth_of(kind, q, rng):
    """Draw true differences."""
    spread, average = WORLDS[kind]
    if spread is None:
        return rng.gamma(SHAPE, SCALE, q) - SHAPE * SCALE + average
    return average + spread * rng.standard_t(4, q)


def seen(kind, truth, rng):
    """Draw a hold-out of every data set, and return draws of their posteriors, means and standard deviations."""
    most = 300 if kind == "equal" else 3000
    records = np.exp(rng.uniform(np.log(60), np.log(most), truth.size)).astype(int)
    truth = np.clip(truth, -0.9, 0.9)
    disagreement = np.minimum(np.abs(truth) + rng.uniform(0.04, 0.3, truth.size), 0.98)
    cells = np.array([
        rng.multinomial(n, [(p + d) / 2, (p - d) / 2, 1 - p])
        for n, p, d in zip(records, disagreement, truth, strict=True)
    ])  # fmt: skip
    zero = np.zeros(truth.size, int)
    counts = {"only_first_wrong": cells[:, 0], "only_second_wrong": cells[:, 1], "both_right": cells[:, 2]}
    tables = bc.paired_table(both_wrong=zero, **counts, dims=("dataset",))
    found = bc.posteriors.paired_posterior(tables).difference
    return found.draw(DRAWS, rng).to_numpy(), found.mean.to_numpy(), found.sd.to_numpy()


def learned(means):
    """Return the prior whose scale is that of the differences."""
    df = 3 + means.size
    return DirichletPrior(mass=1.0, scale=float(np.sqrt((3 * 0.15**2 + (means**2).sum()) / df)), df=df)


def priors_of(means):
    """Return the priors by the names of the methods."""
    found = {"dirichlet": DirichletPrior(), "mass 1": DirichletPrior(mass=1.0)}
    return found | ({"learned": learned(means)} if means.size >= 10 else {})


def ends_of(posterior, level):
    """Return the ends of an interval."""
    interval = posterior.interval(level)
    return np.asarray(interval.low).item(), np.asarray(interval.high).item()


def judged(average, following, population):
    """Return `MEASURES` of a population whose average and further data set are known."""
    below = np.asarray(population.average.cdf(0.0)).item()
    held = []
    for level in LEVELS.values():
        for posterior, truth in ((population.average, average), (population.next_dataset, following)):
            low, high = ends_of(posterior, level)
            held.append(low <= truth <= high)
    low, high = ends_of(population.next_dataset, 0.95)
    return [max(below, 1 - below) >= 0.975, high - low, *held]


def student_of(means, sds):
    """Return the t population of differences that are known so well, their likelihoods taken as normal."""
    middles = np.linspace(-1, 1, 2001)
    found = [
        likelihood_cells(lambda x, m=mean, s=sd: np.exp(-0.5 * ((x - m) / s) ** 2), mean, sd, middles)
        for mean, sd in zip(means, sds, strict=True)
    ]
    cells = xr.DataArray(np.array(found), dims=("dataset", "difference"), coords={"difference": middles})
    prior = StudentPrior()
    return StudentPopulation(grid=population_grid(cells, prior, max(float(means.std()), 0.02)), prior=prior)


def all_methods(own, means, sds, average, following, *, with_student):
    """Return `MEASURES` by every method."""
    found = {
        name: judged(
            average, following, DirichletPopulation(own=own[..., None], prior=prior, root=np.array([[prior.scale]]))
        )
        for name, prior in priors_of(means).items()
    }
    return found | ({"student": judged(average, following, student_of(means, sds))} if with_student else {})


def world(kind, q, seed):
    """Simulate one world."""
    rng = np.random.default_rng([list(WORLDS).index(kind), q, seed])
    truth, following = truth_of(kind, q, rng), truth_of(kind, 1, rng)[0]
    return all_methods(*seen(kind, truth, rng), WORLDS[kind][1], following, with_student=seed % STUDENT_SHARE == 0)


def sample(differences, sds, q, seed):
    """Draw a sample of a real population."""
    rng = np.random.default_rng([len(differences), q, seed])
    chosen, following = rng.integers(len(differences), size=q), differences[rng.integers(len(differences))]
    means = differences[chosen] + sds[chosen] * rng.standard_normal(q)
    own = means[:, None] + sds[chosen][:, None] * rng.standard_normal((q, DRAWS))
    student = seed % (10 * STUDENT_SHARE) == 0
    return all_methods(own, means, sds[chosen], differences.mean(), following, with_student=student)


def accuracies():
    """Return losses of the classifiers on every data set and the deviations of their pairs, by scores."""
    frame = pd.read_csv(HERE / "accuracies.csv.gz").drop_duplicates(["classifier", "dataset"])
    scores = 1 - frame.set_index(["classifier", "dataset"]).to_numpy().reshape(3, -1, 100) / 100
    names = frame["classifier"].unique().tolist()
    wide = np.sqrt(1 / 100 + 1 / 9)
    pairs = {
        f"{names[a]} - {names[b]}": (
            (scores[a] - scores[b]).mean(axis=1), wide * (scores[a] - scores[b]).std(axis=1, ddof=1)
        )
        for a, b in combinations(range(3), 2)
    }  # fmt: skip
    return scores.mean(axis=2).T, pairs


def frontier():
    """Return the same of the frontier; losses less their mean follow from the differences."""
    table = pd.read_csv(HERE / "frontier.csv").query("method == 'crossed-effects'")
    table = table.assign(pair=table["first"] + " - " + table["second"], sd=table["width"] / 3.92)
    difference, sd = (table.pivot_table(index="data", columns="pair", values=name) for name in ("difference", "sd"))
    pairs = {name: (difference[name].to_numpy(), sd[name].to_numpy()) for name in difference}
    names = list(dict.fromkeys([*table["first"], *table["second"]]))
    losses = np.zeros((len(difference), len(names)))
    for _, row in table.iterrows():
        place = list(difference.index).index(row["data"])
        losses[place, names.index(row["first"])] += row["difference"] / len(names)
        losses[place, names.index(row["second"])] -= row["difference"] / len(names)
    return losses, pairs


def best(losses, noise, q, seed):
    """Draw a sample of several classifiers, and return what is claimed of the likeliest best, and what is true."""
    rng = np.random.default_rng([len(losses), q, seed, 1])
    chosen = rng.integers(len(losses), size=q)
    seen_losses = losses[chosen] + noise * rng.standard_normal((q, losses.shape[1]))
    own = seen_losses[:, None] + noise * rng.standard_normal((q, DRAWS, losses.shape[1]))
    own -= own.mean(axis=2, keepdims=True)
    population = DirichletPopulation(own=own, prior=DirichletPrior())
    truths = losses[rng.integers(len(losses))].argmin(), losses.mean(axis=0).argmin()
    rows = []
    for posterior, true in zip((population.next_dataset, population.average), truths, strict=True):
        draws = posterior.draws.to_numpy().reshape(-1, losses.shape[1])
        shares = np.bincount(draws.argmin(axis=1), minlength=losses.shape[1]) / len(draws)
        rows.append((shares.max(), shares.argmax() == true, np.log(max(shares[true], 1 / len(draws)))))
    return rows


def together(function, jobs, processes):
    """Call a function many times on one thread each."""

    def some(part):
        with threadpool_limits(1):
            return [function(*one) for one in part]

    parts = [jobs[begin : begin + 50] for begin in range(0, len(jobs), 50)]
    return [one for part in joblib.Parallel(processes)(joblib.delayed(some)(part) for part in parts) for one in part]


def rows_of(found, **about):
    """Return a row per method: means of `MEASURES` and their standard errors."""
    for method in ("dirichlet", "mass 1", "learned", "student"):
        values = np.array([one[method] for one in found if method in one], dtype=float)
        if len(values):
            row = about | {"method": method, "worlds": len(values)}
            for place, name in enumerate(MEASURES):
                row[name] = round(float(values[:, place].mean()), 4)
                row[f"{name}_se"] = round(float(values[:, place].std() / np.sqrt(len(values))), 4)
            yield row


def of_best(name, losses, noise, worlds, processes):
    """Yield rows of what P(best) claims, in bins, and its mean log score."""
    for q in (6, 10, 15, 30):
        found = np.array(together(best, [(losses, noise, q, seed) for seed in range(worlds)], processes), dtype=float)
        for place, question in enumerate(("next", "average")):
            claimed, true, score = found[:, place].T
            about = {"kind": "best", "population": name, "q": q, "method": question}
            yield about | {"worlds": worlds, "pair": "all", "claimed": claimed.mean(), "happened": true.mean(),
                           "log_score": score.mean(), "uniform": -np.log(losses.shape[1])}  # fmt: skip
            for low, high in pairwise(BINS):
                inside = (claimed > low) & (claimed <= high)
                if inside.sum() >= 20:
                    yield about | {"worlds": int(inside.sum()), "pair": f"{low:g} to {high:g}",
                                   "claimed": claimed[inside].mean(), "happened": true[inside].mean()}  # fmt: skip


def table(worlds, processes):
    """Yield all rows."""
    for kind in WORLDS:
        for q in (5, 10, 30):
            found = together(world, [(kind, q, seed) for seed in range(worlds)], processes)
            yield from rows_of(found, kind="world", population=kind, q=q, pair="")
    for name, read in (("accuracies", accuracies), ("frontier", frontier)):
        losses, pairs = read()
        for q in (5, 6, 15, 30):
            every = []
            for pair, (differences, sds) in pairs.items():
                count = worlds // (1 if len(pairs) < 10 else 5)
                found = together(sample, [(differences, sds, q, seed) for seed in range(count)], processes)
                every += found
                yield from rows_of(found, kind="real", population=name, q=q, pair=pair)
            yield from rows_of(every, kind="real", population=name, q=q, pair="all")
        noise = np.median([np.median(sds) for _, sds in pairs.values()]) / np.sqrt(2)
        yield from of_best(name, losses, noise, worlds, processes)


def main(worlds=2000, processes=2):
    """Print the table, every row as soon as it is done."""
    measured = [f"{name}{end}" for name in MEASURES for end in ("", "_se")]
    about = ["kind", "population", "pair", "q", "method", "worlds"]
    columns = [*about, *measured, "claimed", "happened", "log_score", "uniform"]
    for place, row in enumerate(table(worlds, processes)):
        pd.DataFrame([row], columns=columns).round(4).to_csv(sys.stdout, index=False, header=place == 0)
        sys.stdout.flush()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
