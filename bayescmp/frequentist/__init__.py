"""Significance tests."""

from bayescmp.frequentist._mcnemar import bcv_mcnemar, mcnemar

__all__ = ["bcv_mcnemar", "mcnemar"]
