"""What holds over several data sets: on the next one, and on average."""

from bayescmp.datasets._compare_datasets import compare_datasets
from bayescmp.datasets._datasets_comparison import DatasetsComparison
from bayescmp.datasets._datasets_ranking import DatasetsRanking
from bayescmp.datasets._rank_datasets import rank_datasets
from bayescmp.results import Answer

__all__ = ["Answer", "DatasetsComparison", "DatasetsRanking", "compare_datasets", "rank_datasets"]
