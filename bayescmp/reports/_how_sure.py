"""How sure the difference is, and what is assumed."""

from bayescmp.comparison import Comparison
from bayescmp.reports._parts import Body
from bayescmp.reports._section import ReportSection
from bayescmp.words import how_sure, repeats_words, tipping_words


def _write(comparison: Comparison) -> Body:
    assumption = f"Assumed: {comparison.levels['assumes'].iloc[0]}."
    tipping = f"The decision holds {tipping_words(comparison)}."
    if comparison.tipping_point is not None:
        tipping = f"Tipping point: {tipping_words(comparison)}."
    safer = repeats_words(comparison)
    more = ((f"More repeats: {safer}.",),) if safer else ()
    return Body(paragraphs=((how_sure(comparison),), (assumption,), (tipping,), *more))


HOW_SURE = ReportSection(name="how-sure", heading="How sure", needs=("difference", "levels"), write=_write)
