"""How often answers over data sets hold: `python docs/results/datasets.py > docs/results/datasets.csv` (minutes).

Real populations are the differences of every two classifiers on data sets: three on the 53 of `accuracies.csv.gz` (10 x
10-fold), six on the 20 of `experiment.csv` (5 x 2), nine on the 10 of `frontier.csv` (5 x 2, 304 records). Worlds are
normal and t distributed (3 degrees of freedom) of scale .02, exponential of mean .03, lognormal (.02 times exp of a
standard normal one), each less its mean, and differences of which four in five are exactly 0, the others normal. A
sample is `q` of a population with replacement, of `frontier` each with the noise of a posterior, .5 to 2 times the
usual one, without which a sample of three of its ten data sets often holds one twice.

Rows of the kind "average": `size` is how often either classifier is called better where the population is recentred,
`power` how often the better one is where its mean is what a z test that knew the deviation would find in .8; `covered`
how often 95 % intervals hold the mean (1 - size), and those of 50 and 80 %. "normal" is what the package does; "c = 0"
and "c = 1" have that number in 1 + c/q; "weighted" is a random-effects mean by Hartung and Knapp; "z" takes normal
quantiles, the negative control. Kind "next": what is said of another data set of the population as it is, and with a
rope of .01 the logarithmic score of its region; `decided` at .975, and how often that was `right`. "normal" is what the
package does, "t" the predictive t distribution, "scale of the data" a base with the root mean square as its scale. Kind
"best": what the largest probability of being the best claims and how often it is so, in bins and over all, also of two
nearly equal classifiers among ten that are worse ("ten losers"); "one covariance" is that of the data sets as it is.
"""

import sys
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pandas as pd
import xarray as xr
from scipy import special

from bayescmp.datasets._joint_population import joint_average
from bayescmp.posteriors import JointStudent
from bayescmp.posteriors._laws_over_datasets import BASE_DF, BASE_SCALE, MASS, WIDER, base_regions, mean_posterior

HERE = Path(__file__).parent
SIZES, ROPE, THRESHOLD, LEVELS = (3, 5, 8, 15, 30, 54), 0.01, 0.975, {"_50": 0.5, "_80": 0.8, "": 0.95}
BINS, SEED, KNOWN = (0.0, 0.35, 0.5, 0.65, 0.8, 1.0), 73, 200_000
WORLDS = {
    "normal": lambda rng: rng.normal(0, 0.02, KNOWN),
    "t, 3 df": lambda rng: 0.02 * rng.standard_t(3, KNOWN),
    "exponential": lambda rng: rng.exponential(0.03, KNOWN),
    "lognormal": lambda rng: 0.02 * rng.lognormal(size=KNOWN),
    "four of five are 0": lambda rng: rng.normal(0, 0.02, KNOWN) * (rng.random(KNOWN) < 0.2),
}


def tables():
    """Return losses of classifiers on data sets, and the deviation of the noise that is added to a difference."""
    frame = pd.read_csv(HERE / "accuracies.csv.gz").drop_duplicates(["classifier", "dataset"])
    errors = (1 - frame.set_index(["classifier", "dataset"]).mean(axis=1) / 100).reset_index(name="error")
    found = {"accuracies": (errors.pivot_table(index="dataset", columns="classifier", values="error"), 0.0)}
    errors = pd.read_csv(HERE / "experiment.csv").pivot_table(index="dataset", columns="classifier", values="error")
    found["experiment"] = errors, 0.0
    table = pd.read_csv(HERE / "frontier.csv").query("method == 'crossed-effects'")
    names = list(dict.fromkeys([*table["first"], *table["second"]]))
    losses = pd.DataFrame(0.0, index=list(dict.fromkeys(table["data"])), columns=names)
    for row in table.itertuples():  # those less their mean follow from the differences
        losses.loc[row.data, row.first] += row.difference / len(names)
        losses.loc[row.data, row.second] -= row.difference / len(names)
    return found | {"frontier": (losses, float(table["width"].median() / 3.92))}


def populations():
    """Yield kind, population, pair, differences, and the noise of a data set."""
    for name, world in WORLDS.items():
        yield "world", name, "", world(np.random.default_rng(SEED)), 0.0
    for name, (losses, noise) in tables().items():
        for a, b in combinations(losses, 2):
            yield "real", name, f"{a} - {b}", (losses[a] - losses[b]).dropna().to_numpy(), noise


def centres(seen, noise):
    """Yield the name, middle, scale and distribution function of each answer on average."""
    q, own = seen.shape[1], np.full(seen.shape, noise)
    shipped = mean_posterior(seen, own)
    middle, scale = shipped.location.to_numpy(), shipped.scale.to_numpy()
    of_t = lambda z: special.stdtr(q - 1, z)  # noqa: E731
    yield "normal", middle, scale, of_t
    for factor in (0, 1):
        yield f"c = {factor}", middle, scale * np.sqrt((1 + factor / q) / (1 + WIDER / q)), of_t
    yield "z", middle, scale / np.sqrt(1 + WIDER / q), special.ndtr
    if noise:  # each data set known otherwise well: by a factor of .5 to 2
        yield "weighted", *weighted(seen, noise * precision(q)), of_t


def precision(q):
    """Return how well data sets are known, relative to the usual one."""
    return np.geomspace(0.5, 2.0, q)


def weighted(seen, sds):
    """Return middle and scale of a random-effects mean, DerSimonian and Laird's variance, Hartung and Knapp's scale."""
    weights = 1 / sds**2
    mean = (seen @ weights / weights.sum())[:, None]
    spread = (((seen - mean) ** 2) @ weights - (len(sds) - 1)) / (weights.sum() - (weights**2).sum() / weights.sum())
    weights = 1 / (sds**2 + np.maximum(spread, 0)[:, None])
    total = weights.sum(axis=1)
    mean = (seen * weights).sum(axis=1) / total
    variance = (weights * (seen - mean[:, None]) ** 2).sum(axis=1) / (total * (len(sds) - 1))
    return mean, np.sqrt(variance * (1 + WIDER / len(sds)))


def averages(values, noise, q, trials, rng):
    """Yield a row per method of the average."""
    centred = values - values.mean()
    noises = noise * precision(q)
    seen = centred[rng.integers(len(values), size=(trials, q))] + noises * rng.standard_normal((trials, q))
    apart = 2.8016 * np.sqrt((centred.var() + np.mean(noises**2)) / q)  # the quantiles of .975 and .8
    for name, middle, scale, below in centres(seen, noise):
        with np.errstate(divide="ignore", invalid="ignore"):  # samples of nothing but ties, whose scale is infinite
            null, found = below(middle / scale), below((middle + apart) / scale)
        held = {f"covered{end}": np.mean(np.abs(null - 0.5) <= level / 2) for end, level in LEVELS.items()}
        size = np.mean((null >= THRESHOLD) | (null <= 1 - THRESHOLD))
        yield {"method": name, "size": size, "size_se": error(size, trials),
               "power": np.mean(found >= THRESHOLD)} | held  # fmt: skip


def regions_of(seen, method, rope):
    """Return probabilities of the regions of another data set, (trials, 3)."""
    q = seen.shape[1]
    if method == "t":
        scale = np.sqrt(seen.var(axis=1, ddof=1) * (1 + 1 / q)) + 1e-12
        below, above = (special.stdtr(q - 1, (-rope - side * seen.mean(axis=1)) / scale) for side in (1, -1))
        return np.stack([below, 1 - below - above, above], axis=1)
    scale = np.full(len(seen), BASE_SCALE) if method == "normal" else np.sqrt((seen**2).mean(axis=1)) + 1e-12
    tied = 0.5 * (seen == 0).sum(axis=1) if rope == 0 else 0.0
    counts = np.stack([(seen < -rope).sum(axis=1) + tied, (seen > rope).sum(axis=1) + tied], axis=1)
    own = np.insert(counts, 1, q - counts.sum(axis=1), axis=1)
    return (own + MASS * base_regions(scale, -rope, rope)) / (q + MASS)


def following(values, q, trials, rng):
    """Yield a row per method of the next data set, whose differences are taken as known."""
    seen, true = values[rng.integers(len(values), size=(trials, q))], values[rng.integers(len(values), size=trials)]
    for name in ("normal", "t", "scale of the data"):
        row = {"method": name}
        for rope, end in ((0.0, ""), (ROPE, "_rope")):
            shares = np.clip(regions_of(seen, name, rope), 1e-4, 1)
            region = np.where(true < -rope, 0, np.where(true > rope, 2, 1))
            score = np.log(np.take_along_axis(shares, region[:, None], axis=1)[:, 0])
            tied = (region == 1) & (rope == 0)
            score = np.where(tied, np.log(shares[:, [0, 2]]).mean(axis=1), score)
            hit, led = np.where(tied, 0.5, shares.argmax(axis=1) == region), shares.max(axis=1)
            decided = led >= THRESHOLD
            right = hit[decided].mean() if decided.any() else np.nan
            row |= {f"log_score{end}": score.mean(), f"claimed{end}": led.mean(), f"happened{end}": hit.mean(),
                    f"decided{end}": decided.mean(), f"right{end}": right}  # fmt: skip
        scale = BASE_SCALE if name == "normal" else np.sqrt((seen**2).mean(axis=1)) + 1e-12
        below = ((seen < true[:, None]).sum(axis=1) + 0.5 * (seen == true[:, None]).sum(axis=1)
                 + MASS * special.stdtr(BASE_DF, true / scale)) / (q + MASS)  # fmt: skip
        if name == "t":
            spread = np.sqrt(seen.var(axis=1, ddof=1) * (1 + 1 / q)) + 1e-12
            below = special.stdtr(q - 1, (true - seen.mean(axis=1)) / spread)
        yield row | {f"covered{end}": np.mean(np.abs(below - 0.5) <= level / 2) for end, level in LEVELS.items()}


def best(losses, q, trials, draws, rng):
    """Return claims of the likeliest best and whether it is so, by method: arrays (trials, 3) with the log score."""
    k, true = losses.shape[1], losses.mean(axis=0).argmin()
    found = {"average": [], "average, one covariance": [], "next": []}
    for _ in range(trials):
        seen = losses[rng.integers(len(losses), size=q)]
        seen = seen - seen.mean(axis=1, keepdims=True)
        one = JointStudent(
            mean=xr.DataArray(seen.mean(axis=0), dims="classifier"),
            scale=xr.DataArray(np.cov(seen.T) * (1 + WIDER / q) / q, dims=("classifier", "other")), df=q - 1.0,
        )  # fmt: skip
        following = losses[rng.integers(len(losses))].argmin()
        shares = {"next": (np.bincount(seen.argmin(axis=1), minlength=k) + MASS / k) / (q + MASS)}
        for name, joint in (("average", joint_average(seen, np.cov(seen.T))), ("average, one covariance", one)):
            drawn = joint.draw(draws, rng).to_numpy() if joint is not None else np.zeros((1, k))
            shares[name] = np.bincount(drawn.argmin(axis=1), minlength=k) / len(drawn)
        for name, own in shares.items():
            is_so = following if name == "next" else true
            found[name].append((own.max(), own.argmax() == is_so, np.log(max(own[is_so], 1 / draws))))
    return {name: np.array(rows, dtype=float) for name, rows in found.items()}


def with_losers():
    """Return losses of two that are nearly equal and vary, and of ten that are worse and hardly vary."""
    rng = np.random.default_rng(SEED)
    losses = np.hstack([rng.normal(0.2, 0.03, (KNOWN // 100, 2)), rng.normal(0.5, 0.001, (KNOWN // 100, 10))])
    losses[:, 0] += losses[:, 1].mean() - losses[:, 0].mean() - 1e-6
    return pd.DataFrame(losses)


def of_best(trials, draws):
    """Yield rows of what P(best) claims, over all samples and in bins."""
    for name, losses in [(name, one) for name, (one, _) in tables().items()] + [("ten losers", with_losers())]:
        for q in SIZES[:-1]:
            found = best(losses.to_numpy(), q, trials, draws, np.random.default_rng([SEED, q, len(losses)]))
            for method, rows in found.items():
                claimed, happened, score = rows.T
                source = "world" if name == "ten losers" else "real"
                about = {"kind": "best", "source": source, "population": name, "q": q, "method": method}
                yield about | {"trials": trials, "pair": "all", "claimed": claimed.mean(), "happened": happened.mean(),
                               "log_score": score.mean(), "uniform": -np.log(losses.shape[1])}  # fmt: skip
                for low, high in pairwise(BINS):
                    inside = (claimed > low) & (claimed <= high)
                    if inside.sum() >= 20:
                        shares = {"claimed": claimed[inside].mean(), "happened": happened[inside].mean()}
                        yield about | {"trials": int(inside.sum()), "pair": f"{low:g} to {high:g}"} | shares


def error(share, trials):
    """Return the standard error of a share."""
    return np.sqrt(share * (1 - share) / trials)


def measured(trials=4000, of_claims=1000, draws=1000):
    """Yield all rows."""
    for number, (source, population, pair, values, noise) in enumerate(populations()):
        for q in SIZES:
            rng = np.random.default_rng([SEED, number, q])
            about = {"source": source, "population": population, "pair": pair, "q": q, "trials": trials}
            for row in averages(values, noise, q, trials, rng):
                yield {"kind": "average"} | about | row
            for row in following(values, q, trials, rng):
                yield {"kind": "next"} | about | row
    yield from of_best(of_claims, draws)


if __name__ == "__main__":
    pd.DataFrame(list(measured(*map(int, sys.argv[1:])))).round(4).to_csv(sys.stdout, index=False)
