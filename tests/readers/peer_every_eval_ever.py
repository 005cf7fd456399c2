"""Run with a Python that has every_eval_ever: convert logs of lm-evaluation-harness, print what they say."""

import json
import sys
from pathlib import Path

from every_eval_ever.cli import main

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.readers.written import lm_eval_row, write_lm_eval

folder = Path(sys.argv[1])
told = {}
for name, wrong in (("a", {1, 4, 7}), ("b", {4})):
    rows = [lm_eval_row(n, float(n not in wrong), acc_norm=n % 3 / 2, metrics=["acc", "acc_norm"]) for n in range(12)]
    write_lm_eval(folder / "logs" / name, "quiz", rows, model=f"org/{name}")
    results = folder / "logs" / name / "results_2026-01-01T00-00-00.000000.json"
    about = json.loads(results.read_text()) | {
        "results": {"quiz": {"alias": "quiz", "acc,none": 1 - len(wrong) / 12, "acc_norm,none": 0.5}},
        "configs": {"quiz": {"task": "quiz", "dataset_path": "org/quiz", "num_fewshot": 0}},
        "higher_is_better": {"quiz": {"acc": True, "acc_norm": True}},
        "n-samples": {"quiz": {"original": 12, "effective": 12}},
        "config": {"model": "hf", "model_args": f"pretrained=org/{name}"},
        "date": 1767225600.0,
    }
    results.write_text(json.dumps(about))
    told[f"org/{name}"] = [[row["doc_id"], row["acc"], row["acc_norm"]] for row in rows]
    sys.argv[1:] = [
        "convert", "lm_eval", "--log_path", str(results), "--output_dir", str(folder / "data"), "--include_samples",
        "--source_organization_name", "org", "--eval_library_name", "lm_eval", "--eval_library_version", "0.4.9",
    ]  # fmt: skip
    main()
sys.stdout.write("\n" + json.dumps(told) + "\n")
