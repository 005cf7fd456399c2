"""Looking before the end: evidence that stays valid under peeking, the plan of it, and all pairs of several systems."""

from bayescmp.sequential._pairs import e_values_of_pairs
from bayescmp.sequential._plan_sequential import SequentialPlan, plan_sequential
from bayescmp.sequential._sequential_comparison import SequentialComparison

__all__ = ["SequentialComparison", "SequentialPlan", "e_values_of_pairs", "plan_sequential"]
