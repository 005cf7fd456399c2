"""Compare two classifiers: the decision, in numbers and in words."""

from bayescmp.comparison._assurance import Assurance
from bayescmp.comparison._compare import compare
from bayescmp.comparison._comparison import Comparison
from bayescmp.comparison._evaluate import evaluate
from bayescmp.comparison._evaluation import Evaluation
from bayescmp.comparison._foreseen import needed_records
from bayescmp.comparison._plan import plan
from bayescmp.comparison._plan_hold_out import plan_hold_out
from bayescmp.comparison._ropes import Ropes
from bayescmp.comparison._sensitivity import correlation_sensitivity
from bayescmp.comparison._several_metrics import SeveralMetrics
from bayescmp.comparison._stated import Stated

__all__ = [
    "Assurance", "Comparison", "Evaluation", "Ropes", "SeveralMetrics", "compare", "correlation_sensitivity",
    "evaluate", "plan", "plan_hold_out",
]  # fmt: skip
