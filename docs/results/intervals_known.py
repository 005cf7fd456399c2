"""Coverage of 50, 80 and 95 % intervals of `fold-correlation` where correlations are known from other data sets.

    python docs/results/intervals_known.py OUT FOLDER [trials] [jobs] > docs/results/intervals-known.csv

OUT, FOLDER and the runs are those of `frontier.py`, with 100 trials if left out; the truth of a pair is the mean of
its estimates. One row a data set and pair whose estimates vary.
"""

import sys

import pandas as pd
from frontier import interval_of_folds, run
from pairs import TrialsOfPair, outside, results_of_pairs

TRIALS = 100
PROBABILITIES = (50, 80, 95)


def rows_of(frontier, known):
    """Yield a row a data set and pair."""
    for names, results in results_of_pairs(frontier):
        trials = TrialsOfPair(results)
        if trials.sd > 0:
            row = names | {"trials": trials.means.size}
            for percent in PROBABILITIES:
                asked = TrialsOfPair(results.assign_attrs(alpha=1 - percent / 100))
                missed = outside(*interval_of_folds(asked, known[names["data"]]), trials.mean)
                row[f"covered_{percent}"] = 1 - missed.mean()
            yield row


if __name__ == "__main__":
    out, folder, *numbers = sys.argv[1:]
    trials, jobs = [int(one) for one in numbers] + [TRIALS, 1][len(numbers) :]
    pd.DataFrame(rows_of(*run(out, folder, trials, jobs))).round(4).to_csv(sys.stdout, index=False)
