"""How often intervals hold on few records, summed over all samples: `python small_samples.py`.

Three minutes on a core. Writes small-samples.csv beside this file: coverage and mean width of intervals of 95 % of the
difference of two systems that were asked the same questions, and of the rate of one, fixed or drawn from a prior as by
Bowyer et al. (2025): uniform, Beta(10, 10) or Beta(100, 20); Beta(20, 100) is its mirror image. Nothing is simulated:
the probabilities of all tables, or of all counts, are summed, and the bootstrap of a mean of -1, 0 and 1 has its exact
distribution. "normal" is the mean and 1.96 standard errors of Miller (2024), "bootstrap" the percentile bootstrap that
MLflow documents; "dirichlet 1" is what `compare` does, "dirichlet 0.5" and "dirichlet 0.25" the same with that many
records in each cell.
"""

from pathlib import Path

import numpy as np
import pandas as pd
from scipy import stats

import bayescmp as bc
from bayescmp.posteriors import paired_posterior

SIZES = (15, 30, 50, 100, 200, 500)
SHARES = (
    (0.02, 0.02), (0.05, 0.05), (0.1, 0.1), (0.2, 0.2), (0.02, 0.06), (0.05, 0.15), (0.1, 0.2), (0.1, 0.3), (0.0, 0.1),
)  # fmt: skip
"""How often the first alone errs, and the second alone."""
RATES = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5)
DRAWN = ((1, 1), (10, 10), (100, 20))
"""Beta distributions from which true rates are drawn; fixed rates of Bowyer et al. are .05, .2 and .5 above."""
STRENGTHS = (1.0, 0.5, 0.25)
PRIORS = {"beta 2, 2": 2.0, "beta 1, 1": 1.0, "beta 1/2, 1/2": 0.5}
TAILS = np.array([0.025, 0.975])
LEAST = 1e-9  # of the probability of a table, below which it is left out


def tables_of(n, first, second):
    """Return the counts of records that one alone gets wrong, (n_tables, 2), and their probabilities."""
    counts = np.array([(one, other) for one in range(n + 1) for other in range(n + 1 - one)])
    whole = np.column_stack([counts, n - counts.sum(1)])
    probability = stats.multinomial.pmf(whole, n, [first, second, 1 - first - second])
    return counts[probability > LEAST], probability[probability > LEAST]


def of_posterior(n, counts, strength):
    first, second = counts.T
    tables = bc.paired_table(
        both_wrong=0 * first, only_first_wrong=first, only_second_wrong=second, both_right=n - first - second,
        dims=("table",),
    )  # fmt: skip
    found = paired_posterior(tables, strength=strength).difference.interval(0.95, "eti")
    return np.asarray(found.low), np.asarray(found.high)


def of_normal(n, counts):
    first, second = counts.T / n
    mean, error = first - second, np.sqrt((first + second - (first - second) ** 2) / (n - 1))
    return mean - 1.96 * error, mean + 1.96 * error


def of_bootstrap(n, counts):
    """Return the quantiles of the mean of n draws from -1, 0 and 1 with the observed shares."""
    shares = np.column_stack([counts[:, 1], n - counts.sum(1), counts[:, 0]]) / n
    found = np.fft.irfft(np.fft.rfft(shares, 2 * n + 2, axis=1) ** n, 2 * n + 2, axis=1)[:, : 2 * n + 1]
    below = np.cumsum(found, axis=1)
    ends = [(below < tail - 1e-12).sum(1) for tail in TAILS]
    return tuple((end - n) / n for end in ends)


def of_two():
    methods = {f"dirichlet {strength:g}": strength for strength in STRENGTHS} | {"normal": None, "bootstrap": None}
    for n in SIZES:
        for first, second in SHARES:
            counts, probability = tables_of(n, first, second)
            for name, strength in methods.items():
                find = {"normal": of_normal, "bootstrap": of_bootstrap}.get(name)
                low, high = of_posterior(n, counts, strength) if find is None else find(n, counts)
                holds = (low <= first - second + 1e-12) & (first - second - 1e-12 <= high)
                yield "two", n, first, second, name, probability @ holds, probability @ (high - low)


def of_one():
    for n in SIZES:
        k = np.arange(n + 1)
        z, rate = 1.96, k / n
        middle, half = (rate + z**2 / (2 * n)) / (1 + z**2 / n), z * np.sqrt(rate * (1 - rate) / n + z**2 / (4 * n**2))
        error = np.sqrt(rate * (1 - rate) / n)
        found = {name: stats.beta.ppf(TAILS[:, None], k + a, n - k + a) for name, a in PRIORS.items()}
        found |= {
            "wilson": np.array([middle - half / (1 + z**2 / n), middle + half / (1 + z**2 / n)]),
            "normal": np.array([rate - z * error, rate + z * error]),
            "bootstrap": stats.binom.ppf(TAILS[:, None], n, rate) / n,
        }
        for of in RATES:
            probability = stats.binom.pmf(k, n, of)
            for name, (low, high) in found.items():
                holds = (low <= of + 1e-12) & (of - 1e-12 <= high)
                yield "one", n, of, np.nan, name, probability @ holds, probability @ (high - low)
        for a, b in DRAWN:
            probability, rates = stats.betabinom.pmf(k, n, a, b), stats.beta(k + a, n - k + b)
            for name, (low, high) in found.items():
                holds = rates.cdf(high) - rates.cdf(low)  # of the rates from which such a count comes
                yield "drawn", n, a, b, name, probability @ holds, probability @ (high - low)


def main():
    columns = ["systems", "n", "first", "second", "method", "coverage", "width"]
    rows = pd.DataFrame([*of_two(), *of_one()], columns=columns)
    rows.round({"coverage": 4, "width": 5}).to_csv(Path(__file__).parent / "small-samples.csv", index=False)


if __name__ == "__main__":
    main()
