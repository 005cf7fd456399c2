"""Scenarios with a known truth."""

from bayescmp.studies._epsilon import Epsilon

__all__ = ["Epsilon"]
