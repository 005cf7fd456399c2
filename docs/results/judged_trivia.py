"""How posteriors of judged evaluations hold on real verdicts, of which people gave all.

    python docs/results/judged_trivia.py FILE [runs] [processes] > docs/results/judged_trivia.csv  # two minutes

FILE has the columns question, system, human and lexical: 1,938 questions of TriviaQA that five systems answered, what
people say of each answer, and a judge, whether a golden answer stands in it (verdicts of EVOUNA, Wang et al. 2023,
arXiv 2305.12421). 1,000 questions are drawn with replacement, and of them so many labels, again and again; the truth
is the difference by people on all. One row a pair and number of labels, with the columns of `judged.py`; `staged` has
half of the labels at random.
"""

import sys
from functools import partial
from itertools import combinations, product

import numpy as np
import pandas as pd
from in_cells import write_rows
from judged import DIFFERENCE, measured

N, LABELS = 1000, (30, 100, 300)


def rows_of(pair, labels, *, patterns, runs):
    """Measure one pair."""
    of_people, of_judge = patterns[pair]
    rng = np.random.default_rng([labels, *map(ord, "".join(pair))])

    def world():
        chosen = rng.integers(of_people.size, size=N)
        return of_people[chosen], of_judge[chosen]

    row = {"first": pair[0], "second": pair[1], "labels": labels}
    truth = DIFFERENCE[of_people].mean()
    yield row | {"truth": truth} | measured(world, truth, labels, rng, runs, labels // 2)


if __name__ == "__main__":
    frame = pd.read_csv(sys.argv.pop(1)).pivot_table(index="question", columns="system", values=["human", "lexical"])

    def pattern(who, first, second):
        return (3 - 2 * frame[who][first] - frame[who][second]).to_numpy(int)

    pairs = combinations(frame["human"].columns, 2)
    patterns = {pair: (pattern("human", *pair), pattern("lexical", *pair)) for pair in pairs}
    write_rows(partial(rows_of, patterns=patterns), product(patterns, LABELS), runs=1000)
