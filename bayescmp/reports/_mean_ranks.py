"""Mean ranks over data sets, and the tests on them."""

from bayescmp._bibliography import Cite, Sentence
from bayescmp._text import counted
from bayescmp.datasets import DatasetsRanking
from bayescmp.reports._parts import Body
from bayescmp.reports._section import ReportSection
from bayescmp.reports._tables_of_datasets_ranking import table_of_mean_ranks
from bayescmp.words import complete_datasets, equals, name_text, pvalue_text, unit_of


def _write(result: DatasetsRanking) -> Body:
    complete = counted(complete_datasets(result), unit_of(result))
    if result.tests.empty:
        return Body(paragraphs=((f"There are no tests of mean ranks: {complete} with all classifiers.",),))
    ranks = result.against_control["mean_rank"]
    control = str(ranks.idxmin()) if result.control is None else result.control
    chosen = ", which has the least mean rank" if result.control is None else ""
    counts = f"Ranks are on {complete} with all classifiers; they count orders, not sizes (", Cite("demsar2006"), ")."
    adjusted = f"The p-values are those of differences to {name_text(control)}{chosen}, after Holm's procedure."
    return Body(paragraphs=(counts, _of_all(result), (adjusted,)), tables=(table_of_mean_ranks(result),))


def _of_all(result: DatasetsRanking) -> Sentence:
    friedman, iman_davenport, nemenyi = result.tests.itertuples()
    return (
        f"Equality of all classifiers: Friedman's test p {equals(pvalue_text(friedman.pvalue))} (",
        Cite("friedman1937"),
        f"), in the form of Iman and Davenport p {equals(pvalue_text(iman_davenport.pvalue))} (",
        Cite("iman1980"),
        f"). Two mean ranks that differ by less than {nemenyi.statistic:.2f} cannot be told apart by Nemenyi's test (",
        Cite("nemenyi1963"),
        ").",
    )


MEAN_RANKS = ReportSection(name="mean-ranks", heading="Mean ranks", needs=("tests", "against_control"), write=_write)
