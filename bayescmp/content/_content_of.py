"""The content of a result, by its class."""

from functools import singledispatch

from bayescmp.comparison import Comparison
from bayescmp.content._content import Content
from bayescmp.content._of_looks import ContentOfLooks
from bayescmp.content._of_several import ContentOfSeveral
from bayescmp.content._of_several_over_datasets import ContentOfSeveralOverDatasets
from bayescmp.content._of_two import ContentOfTwo
from bayescmp.content._of_two_over_datasets import ContentOfTwoOverDatasets
from bayescmp.datasets import DatasetsComparison, DatasetsRanking
from bayescmp.ranking import Ranking
from bayescmp.sequential import SequentialComparison


@singledispatch
def content_of(result: object) -> Content:
    """Return what a result says."""
    raise TypeError(f"`result` must be one of bayescmp, but got {type(result).__name__}.")


content_of.register(Comparison)(ContentOfTwo)
content_of.register(Ranking)(ContentOfSeveral)
content_of.register(DatasetsComparison)(ContentOfTwoOverDatasets)
content_of.register(DatasetsRanking)(ContentOfSeveralOverDatasets)
content_of.register(SequentialComparison)(ContentOfLooks)
