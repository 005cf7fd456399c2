"""Run with a Python that has lm_eval: evaluate its dummy model twice into a folder, print the means that it reports."""

import json
import sys
from pathlib import Path

from lm_eval import simple_evaluate
from lm_eval.loggers import EvaluationTracker
from lm_eval.tasks import TaskManager

folder = Path(sys.argv[1])
documents = [{"q": f"question {n}", "choices": ["a", "b", "c"], "gold": n % 3} for n in range(40)]
(folder / "data.jsonl").write_text("".join(json.dumps(one) + "\n" for one in documents))
metrics = [{"metric": name, "aggregation": "mean", "higher_is_better": True} for name in ("acc", "acc_norm")]
task = {
    "task": "quiz",
    "dataset_path": "json",
    "dataset_kwargs": {"data_files": {"test": str(folder / "data.jsonl")}},
    "output_type": "multiple_choice",
    "test_split": "test",
    "doc_to_text": "{{q}} A:",
    "doc_to_choice": "{{choices}}",
    "doc_to_target": "{{gold}}",
    "metric_list": metrics,
}
(folder / "quiz.yaml").write_text(json.dumps(task))  # which YAML is
means = {}
for name in ("one", "two"):
    tracker = EvaluationTracker(output_path=str(folder / "logs" / name))
    manager = TaskManager(include_path=str(folder), include_defaults=False)
    results = simple_evaluate(
        model="dummy", tasks=["quiz"], task_manager=manager, log_samples=True, evaluation_tracker=tracker,
        bootstrap_iters=0, cache_requests=False,
    )  # fmt: skip
    means[name] = {key: results["results"]["quiz"][f"{key},none"] for key in ("acc", "acc_norm")}
    rows = results.pop("samples")
    tracker.save_results_aggregated(results=results, samples=rows)
    tracker.save_results_samples(task_name="quiz", samples=rows["quiz"])
sys.stdout.write("\n" + json.dumps(means) + "\n")
