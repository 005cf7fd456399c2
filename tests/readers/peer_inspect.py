"""Run with a Python that has inspect_ai: evaluate two mock models into a folder, print the scores that it reads."""

import json
import sys
from pathlib import Path

import inspect_ai.model._model
from inspect_ai import Task, eval  # noqa: A004 - its name
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import read_eval_log
from inspect_ai.model import ModelOutput, get_model
from inspect_ai.scorer import Score, match, mean, scorer
from inspect_ai.solver import generate

folder = Path(sys.argv[1])
inspect_ai.model._model.count_text_tokens = lambda *_, **__: 1  # which would be downloaded otherwise
samples = [Sample(id=f"q{n}", input=f"What is {n}+{n}?", target=str(2 * n), metadata={"of": n // 3}) for n in range(12)]


@scorer(metrics=[mean()])
def credit():
    """Score from 0 to 1."""

    async def score(state, target):
        return Score(value=int(state.sample_id[1:]) % 5 / 4)

    return score


for name, wrong in (("a", {1, 4, 7}), ("b", {4})):

    def answered(messages, *_, wrong=wrong):
        """Answer some questions wrong."""
        number = int(messages[-1].text.split()[2].split("+")[0])
        return ModelOutput.from_content("mockllm/model", str(2 * number + (number in wrong)))

    model = get_model("mockllm/model", custom_outputs=answered, memoize=False)
    for kind in ("eval", "json"):
        task = Task(MemoryDataset(samples), solver=generate(), scorer=[match(), credit()], name="sums")
        eval(task, model=model, log_dir=str(folder / kind / name), log_format=kind, epochs=2, display="none")
read = {}
for path in [path for path in folder.rglob("*") if path.is_file()]:
    log = read_eval_log(str(path))
    read[str(path)] = [
        [one.id, one.epoch, {key: score.value for key, score in one.scores.items()}] for one in log.samples
    ]
sys.stdout.write("\n" + json.dumps(read) + "\n")
