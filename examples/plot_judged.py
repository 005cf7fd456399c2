"""
A judge, and a hundred labels by people
========================================

Two language models answered 1,938 questions, and a rule judged every answer: whether a known answer stands in it.
People read a hundred of them. That tells what the judge is worth, and with it the difference, more surely than the
labels alone.
"""

# %%
# Questions of TriviaQA, and the verdicts of people on the answers, from EVOUNA (Wang et al. 2023, arXiv:2305.12421,
# Apache License 2.0). People read all answers there; here they read those on a list, which at first is drawn at
# random.
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import bayescmp as bc

verdicts = pd.read_csv("judged_trivia.csv", index_col="question")
looked_at = np.random.default_rng(2).choice(verdicts.index, size=60, replace=False).tolist()


# %%
# A row per question: 1 and 0 by people, empty where they have not looked, and by the judge everywhere.
def once_read(questions):
    """Compare by what is known once people have read the answers to some questions."""
    known = verdicts.copy()
    known.loc[~known.index.isin(questions), ["chatgpt_human", "gpt4_human"]] = np.nan
    people, judge = ({name: f"{name}_{by}" for name in ("chatgpt", "gpt4")} for by in ("human", "lexical"))
    return bc.compare(bc.verdicts(people, judge=judge, data=known.reset_index(), record="question"))


result = once_read(looked_at)
print(result)

# %%
# The judge misses right answers that are worded otherwise; whether it does so of both systems alike, sixty labels
# hardly tell.
print(result.judge.classifiers[["sensitivity", "specificity"]].round(2))

# %%
# How many labels would decide, if people read on where labels tell most.
bc.plan(result).plot()
plt.show()

# %%
# The next forty are drawn so, mostly where the judge calls one right and the other wrong.
looked_at += result.next_labels(40)
second = once_read(looked_at)
print(second.decision, second.interval)

# %%
# What people say of all 1,938 questions, which nobody would know. The interval holds it.
print((verdicts["chatgpt_human"] - verdicts["gpt4_human"]).mean().round(3))

# %%
# A page to show, with what the judge is worth and a paragraph on methods.
with tempfile.TemporaryDirectory() as folder:
    report = Path(folder, "report.html")
    bc.write_report(second, report)
    print(report.stat().st_size > 10_000)
