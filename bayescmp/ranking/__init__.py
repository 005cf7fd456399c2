"""Several classifiers at once: who is best, how sure that is, and who cannot be told apart."""

from bayescmp.ranking._rank import rank
from bayescmp.ranking._ranking import Ranking

__all__ = ["Ranking", "rank"]
