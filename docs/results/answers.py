"""How often 95 % intervals hold the true difference where systems answer the same records several times.

    python docs/results/answers.py [runs] [others] [processes] > docs/results/answers.csv  # an hour on one core

`runs` of the error, 1,000 if left out, and of `others`, 400. Records: 30, 100 or 300, with 1, 3 or 10 answers of each
of two systems, or "1 to 5", drawn for each record and system. The logit of being right is 1 and a normal effect of the
record of scale 1.5, half of its variance in common and half of each system. Partial credit is a number from 0 to 1
about the probability of being right; classes are two of equal size, and scores of order normal variates about that
logit. Both systems are alike.

One row a cell and a method: `covered`, how often the interval holds the truth, and `width`, its mean; `covered_50` and
`covered_80` are of 50 and 80 % intervals. Methods:
"answers", the package; "pooled", the negative control, which takes every answer as a record.
"""

from functools import partial
from itertools import product

import numpy as np
import pandas as pd
from in_cells import write_rows
from scipy import special
from threadpoolctl import threadpool_limits

import bayescmp as bc

RECORDS, ANSWERS = (30, 100, 300), (1, 3, 10, "1 to 5")
LEVELS = {"covered": 0.95, "covered_50": 0.5, "covered_80": 0.8}
METRICS = {
    "error": "error",
    "partial_credit": None,
    "f1_macro": "f1_macro",
    "roc_auc": "roc_auc",
    "pass@3": "pass@3",
}
DOORS = {
    "error": partial(bc.verdicts, "right"),
    "partial_credit": partial(bc.scores, "credit"),
    "f1_macro": partial(bc.labels, "y", "label"),
    "roc_auc": partial(bc.decision_values, "y", "score"),
    "pass@3": partial(bc.verdicts, "right"),
}


def effects(n, rng):
    """Draw the logits of being right of two systems on records, (2, n)."""
    return 1 + 1.5 * np.sqrt(0.5) * (rng.normal(size=n) + rng.normal(size=(2, n)))


def rows_of_answers(n, answers, rng):
    """Return record, answer and system of every answer, with as many as there are."""
    count = rng.integers(1, 6, (2, n)) if answers == "1 to 5" else np.full((2, n), answers)
    system, record = (np.repeat(place.ravel(), count.ravel()) for place in np.indices((2, n)))
    return record, np.concatenate([np.arange(one) for one in count.ravel()]), system


def data_of(n, answers, rng):
    """Return the answers of two alike systems, a row each."""
    logit = effects(n, rng)
    record, answer, system = rows_of_answers(n, answers, rng)
    own = logit[system, record]
    right = rng.random(own.size) < special.expit(own)
    y = rng.integers(0, 2, n)
    frame = pd.DataFrame({"record": record, "answer": answer, "system": np.array(["a", "b"])[system], "y": y[record]})
    frame["right"] = right.astype(int)
    frame["label"] = np.where(right, y[record], 1 - y[record])
    frame["credit"] = np.clip(special.expit(own) + 0.2 * rng.normal(size=own.size), 0, 1)
    frame["score"] = (2 * y[record] - 1) * own / 2 + rng.normal(size=own.size)
    return frame


def rows_of(metric, n, answers, *, runs, others):
    """Measure one cell, with the negative control in every fifth run."""
    rng = np.random.default_rng([n, ANSWERS.index(answers), len(metric)])
    found = {"answers": [], "pooled": []}
    with threadpool_limits(1):
        for run in range(runs if metric == "error" else others):
            frame = data_of(n, answers, rng)
            ways = {"answers": {"record": "record", "how": bc.answers("answer")}}
            if run % 5 == 0 and metric != "pass@3" and answers != "1 to 5":
                frame["row"] = frame["record"] * 100 + frame["answer"]
                ways["pooled"] = {"record": "row", "how": bc.hold_out()}
            for name, keys in ways.items():
                predictions = DOORS[metric](data=frame, classifier="system", **keys)
                difference = bc.compare(predictions, metric=METRICS[metric]).difference
                intervals = [difference.interval(level) for level in LEVELS.values()]
                found[name].append([(one.low, one.high) for one in intervals])
    of_cell = {"metric": metric, "records": n, "answers": answers}
    for name, ends in found.items():
        if ends:
            low, high = np.moveaxis(ends, -1, 0)
            held = dict(zip(LEVELS, ((low <= 0) & (high >= 0)).mean(axis=0), strict=True))
            yield of_cell | {"method": name, **held, "width": (high - low)[:, 0].mean(), "runs": len(ends)}


def cells():
    """Yield all cells: metric, records and answers."""
    for metric, n, answers in product(METRICS, RECORDS, ANSWERS):
        is_whole = metric not in {"f1_macro", "roc_auc"} or answers != "1 to 5"
        if is_whole and (metric != "pass@3" or answers in {3, 10}):
            yield metric, n, answers


if __name__ == "__main__":
    write_rows(rows_of, cells(), runs=1000, others=400)
