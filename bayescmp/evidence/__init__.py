"""What inference reads: tables and sums over training sets of all classifiers in one pass, and pairs of them."""

from bayescmp.evidence._crossed_sums import crossed_sums, crossed_sums_of_losses
from bayescmp.evidence._evidence import Evidence
from bayescmp.evidence._evidence_of import evidence_of
from bayescmp.evidence._fact import Fact
from bayescmp.evidence._pair import PairEvidence

__all__ = ["Evidence", "Fact", "PairEvidence", "crossed_sums", "crossed_sums_of_losses", "evidence_of"]
