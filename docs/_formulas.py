"""Formulas as docutils writes them right."""

import re

_ACCENTED = re.compile(r"\\(?:hat|bar|tilde)\s*(?:\\[A-Za-z]+|[A-Za-z])(?=_)")


def indices_beside(source: str) -> str:
    """Close letters with an accent off from their index, which docutils would put under the letter."""
    return _ACCENTED.sub(r"{\g<0>{}}", source)
