"""
Reading a log
=============

The predictions of several models stand in a log, one line per model and record, in no particular order. The log is
read, and every pair of models is compared.
"""

# %%
# A log as an evaluation may leave it: JSON lines with the key of a question, the model, the right answer, and the
# answer of the model. This one is made up: the models err on 35, 24 and 22 % of all questions, and what is hard for one
# tends to be hard for the others.
import json
import tempfile
from itertools import combinations
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from scipy.stats import norm

import bayescmp as bc

rng = np.random.default_rng(3)
n_questions = 400
targets = rng.choice(list("ABCD"), n_questions)
hardness = rng.standard_normal(n_questions)
rows = []
for model, error_rate in {"small": 0.35, "medium": 0.24, "large": 0.22}.items():
    errs = np.sqrt(0.6) * hardness + np.sqrt(0.4) * rng.standard_normal(n_questions) > norm.isf(error_rate)
    for number, (target, is_wrong) in enumerate(zip(targets.tolist(), errs, strict=True)):
        answer = chr(ord("A") + (ord(target) - ord("A") + 1) % 4) if is_wrong else target
        rows.append({"id": f"q{number:03}", "model": model, "target": target, "answer": answer})
rng.shuffle(rows)

folder = tempfile.TemporaryDirectory()
log = Path(folder.name, "answers.jsonl")
log.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
print(*log.read_text(encoding="utf-8").splitlines()[:3], sep="\n")

# %%
# The columns are named; the rows of the models are matched by the key of the question.
predictions = bc.labels("target", "answer", data=log, record="id", classifier="model")
folder.cleanup()

# %%
# Every pair of models. :meth:`~bayescmp.Comparison.summary` is one row, so that rows can be put together. Three looks
# at the same log are three chances to be wrong; no correction is made for that.
results = [
    bc.compare(predictions, first=first, second=second)
    for first, second in combinations(["large", "medium", "small"], 2)
]
summary = pd.concat([result.summary() for result in results], ignore_index=True)
print(summary[["first", "second", "difference", "low", "high", "prob_first_better", "decision"]].round(3).to_string())

# %%
# The difference of each pair with its 95 % interval. A filled point is a decision, an open one is undecided.
figure, axes = plt.subplots(figsize=(7, 2.6), layout="constrained")
for place, row in enumerate(summary.itertuples()):
    axes.plot([row.low, row.high], [place, place], color="black", linewidth=1.5)
    face = "white" if row.decision == "undecided" else "black"
    axes.plot(row.difference, place, marker="o", markersize=8, markerfacecolor=face, markeredgecolor="black")
axes.axvline(0, color="0.5", linestyle="--", linewidth=1)
axes.set_yticks(range(len(summary)), summary["first"] + " - " + summary["second"])
axes.set_ylim(len(summary) - 0.5, -0.5)
axes.set_xlabel("difference of error rates, proportion of questions")
plt.show()

# %%
# One of them in words.
print(results[0])
