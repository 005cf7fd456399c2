"""What holds on the next data set, on average, and on these: three questions that are not the same."""

from bayescmp._results import CI_KINDS
from bayescmp.datasets import DatasetsComparison
from bayescmp.reports._parts import Body, Cell, Table
from bayescmp.reports._section import ReportSection
from bayescmp.words import difference_words, has_rope, name_text, question_rows, questions_of, unit_of


def _write(result: DatasetsComparison) -> Body:
    unit = unit_of(result)
    settings = result.settings
    answers = {f"the next {unit}": result.next_dataset.decision, "average": result.average.decision}
    decided = "; ".join(f"on {which}, {decision}" for which, decision in answers.items())
    following = (
        f"The next {unit} is another one of the population that these come from: its answer holds for what differs "
        f"between {unit}s as well as for what is not known of each."
    )
    centre = "mean" if result.is_dirichlet else "centre"
    average = f"On average is the {centre} of that population; it may be decided while the next {unit} is not."
    these = f"The last row is the mean over the {unit}s at hand and says nothing of others."
    decision = f"A decision needs a probability of {settings.threshold:g}: {decided}."
    return Body(paragraphs=((following,), (average,), (these,), (decision,)), tables=(_table(result),))


def _table(result: DatasetsComparison) -> Table:
    heads, texts = question_rows(result)
    rows = []
    for answer, row in zip(questions_of(result).values(), texts, strict=True):
        first, even, second = answer.probabilities
        shown = (first, even, second) if has_rope(result) else (first, second)
        values = (None, answer.estimate, answer.interval.low, *shown, None)
        rows.append(tuple(Cell(text=text, value=value) for text, value in zip(row, values, strict=True)))
    interval = f"{100 * result.settings.ci_prob:g} % {CI_KINDS[result.settings.ci_kind]}"
    caption = (
        f"Differences {difference_words(result)}, negative where {name_text(result.first)} "
        f"{result.metric.better_words()}, with {interval} credible intervals, and the probabilities of each outcome"
    )
    return Table(key="questions", caption=caption, heads=heads, rows=tuple(rows))


THREE_QUESTIONS = ReportSection(
    name="three-questions",
    heading="Three questions",
    needs=("next_dataset", "average", "these"),
    write=_write,
)
