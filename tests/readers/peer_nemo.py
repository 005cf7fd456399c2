"""Run with a Python that has nemo_evaluator: evaluate two solvers into a folder, print the rewards that it returns."""

import asyncio
import json
import sys
from pathlib import Path

from nemo_evaluator.engine.artifacts import write_all
from nemo_evaluator.engine.eval_loop import run_evaluation
from nemo_evaluator.environments.base import EvalEnvironment, SeedResult, VerifyResult
from nemo_evaluator.errors import GracefulError, InfraError
from nemo_evaluator.solvers.base import SolveResult

folder = Path(sys.argv[1])


class Sums(EvalEnvironment):
    """Sums of two equal numbers."""

    name = "sums"

    async def dataset_size(self):
        """Return the number of problems."""
        return 12

    async def seed(self, idx):
        """Return a problem."""
        return SeedResult(prompt=f"{idx} + {idx}", expected_answer=str(2 * idx), metadata={"page": idx // 3})

    async def verify(self, response, expected, sandbox=None, **metadata):
        """Reward the right answer."""
        return VerifyResult(reward=float(response == expected), extracted_answer=response)


class Solver:
    """Answers that are wrong, or fail, at some problems."""

    def __init__(self, wrong, graceful, infra):
        """Keep where."""
        self.wrong, self.graceful, self.infra = wrong, graceful, infra

    async def solve(self, task):
        """Answer a problem."""
        number = int(task.prompt.split()[0])
        if number in self.graceful:
            raise GracefulError("out of turns")
        if number in self.infra:
            raise InfraError("unreachable")
        return SolveResult(response=str(2 * number + (number in self.wrong)))


told = {}
for name, solver in (("a", Solver({1, 4}, {7}, ())), ("b", Solver({4}, (), {9}))):
    config = {"model": f"org/{name}", "repeats": 2, "scorers": ["exact_match"]}
    bundle = asyncio.run(run_evaluation(Sums(), solver, n_repeats=2, config=config, max_system_retries=1))
    write_all(bundle, folder / name)
    told[f"org/{name}"] = [
        [one["problem_idx"], one["repeat"], one["reward"], one["scoring_details"].get("error_category", "")]
        for one in bundle["_results"]
    ]
sys.stdout.write("\n" + json.dumps(told) + "\n")
