"""What papers report: a verdict from two numbers, and what they leave untold."""

from bayescmp.claims._claim import Claim
from bayescmp.claims._claims import Claims
from bayescmp.claims._reported import reported

__all__ = ["Claim", "Claims", "reported"]
