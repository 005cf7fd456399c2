"""A design in words: how records were split, which question it answers, and which it does not."""

from bayescmp._support._text import counted, cut, one_line
from bayescmp.design import ANSWERS, CROSS_VALIDATION, EFFECTIVE, HOLD_OUT, RUNS, TWO_FOLD, Design, Sizes
from bayescmp.evidence import Evidence, PairEvidence
from bayescmp.evidence._fact import JUDGED, LOG, PREFERENCES
from bayescmp.metrics import is_of_answers

_LONGEST_NAME = 160


def records_words(design: Design) -> str:
    """Say how many records there are, with how many answers each, in how many groups."""
    answers = f" with {design.answers.counted('answer')} each" if design.answers.largest > 1 else ""
    groups = f" in {counted(design.n_groups, 'group')}" if design.has_groups else ""
    return f"{counted(f'{design.n_records:,.0f}', 'record')}{answers}{groups}"


def resampling_words(design: Design) -> str:
    """Say how records were split."""
    records = records_words(design)
    if design.n_judged:
        records = f"{counted(design.n_judged, 'record')} that a judge rated"
    test_set = f"hold-out of {records}"
    if not design.has_records:
        test_set = f"test set of {records}" if design.n_records else "test set"
    words = {
        HOLD_OUT: f"one hold-out of {records}",
        TWO_FOLD: f"{design.n_repeats} x 2 block-regularized cross-validation of {records}",
        CROSS_VALIDATION: f"{_how(design)}{f' of {records}' * (design.n_records > 0)}",
        ANSWERS: f"{design.n_repeats} answers to each of {records}",
        RUNS: f"{design.runs.counted('run')} of each algorithm on one {test_set}",
        EFFECTIVE: f"an effective table of {counted(f'{design.n_records:.4g}', 'record')}",
    }
    return words[design.kind]


def estimand_words(evidence: PairEvidence) -> str:
    """Say which quantity is estimated, with the training size."""
    names = (cut(one_line(name), _LONGEST_NAME) for name in (evidence.first, evidence.second))
    return f"{' - '.join(map(evidence.metric.of, names))} {subjects_words(evidence.design, 2, evidence)}"


def subjects_words(design: Design, count: int, evidence: Evidence | PairEvidence) -> str:
    """Say of which classifiers, systems, or algorithms with the training size, something is estimated."""
    several = "s" * (count > 1)
    n = {1: "", 2: "two "}.get(count, f"{count} ")
    these = f"these {n}" if several else "this "
    if design.kind != RUNS and _are_systems(evidence):
        return f"of {these}system{several}, as {'they were' if several else 'it was'} asked, on new records"
    if design.kind in {HOLD_OUT, ANSWERS}:
        trained = f", trained{_records(design, ' on ')}," if design.train.largest else ""
        return f"of {these}fitted classifier{several}{trained} on new records"
    if design.kind == RUNS:
        one = f"one training set{_records(design, ' of ')}"
        where = "on new records" if design.has_records else "on this test set"
        return f"of the {n}algorithm{several} on {one}, over the randomness of training, {where}"
    if design.kind == EFFECTIVE:
        return f"of the {n}algorithm{several} as trained for the table, on new records"
    return f"of the {n}algorithm{several} trained on {_trained_on(design)}, on new records"


def not_answered_words(design: Design, evidence: Evidence | PairEvidence) -> str:
    """Say what the analysis says nothing about."""
    if design.kind != RUNS and _are_systems(evidence):
        return "how they would answer to other prompts, with other settings, or trained anew"
    if design.kind in {HOLD_OUT, ANSWERS}:
        return "how the algorithms would differ when trained on other data: training variance is not included"
    if design.kind == RUNS:
        new = "" if design.has_records else "on new records, and "
        return f"how they would differ {new}when trained on other data, of which a cross-validation tells"
    if design.kind == EFFECTIVE:
        return "whether the correlations that the effective table was made with are right"
    every = f"{design.n_records:,.0f} " if design.n_records else ""
    return f"how they would differ when trained on all {every}records, or on another kind of data"


def _are_systems(evidence: Evidence | PairEvidence) -> bool:
    """Tell whether answers are judged, several, from logs or sampled, of systems not known to be trained."""
    kinds = {fact.kind for fact in evidence.facts}
    has_answers = is_of_answers(evidence.metric.name) or evidence.design.answers.largest > 1
    return has_answers or not kinds.isdisjoint((LOG, JUDGED, PREFERENCES))


def _how(design: Design) -> str:
    if design.n_folds == 1 and not design.has_records:
        size = f" of {_range(design.validation)}" if design.n_records else ""
        return f"scores of {design.n_repeats} validation sets{size}"
    if design.n_folds == 1:
        return f"{design.n_repeats} hold-outs of {_range(design.validation)}"
    if design.n_sets < design.n_repeats * design.n_folds:
        return f"cross-validation of {design.n_repeats} repeats with up to {design.n_folds} folds"
    return f"{f'{design.n_repeats} x ' if design.n_repeats > 1 else ''}{design.n_folds}-fold cross-validation"


def _records(design: Design, word: str) -> str:
    """Say how many records were trained on, where that is known."""
    return word + counted(f"{design.train.largest:,.0f}", "record") if design.train.largest else ""


def _range(sizes: Sizes) -> str:
    """Return a size; a range where sizes differ by more than the remainder of a division."""
    if sizes.largest - sizes.smallest <= 1:
        return f"{sizes.mean:.0f}"
    return f"{sizes.smallest:.0f} to {sizes.largest:.0f}"


def _trained_on(design: Design) -> str:
    if design.kind == TWO_FOLD:
        return counted(f"{design.train.mean // 1:,.0f}", "record")  # few repeats, if any, are not halved evenly
    if not design.n_records:
        return f"{design.train.mean:.4g} of every {design.train.mean + design.validation.mean:.4g} records"
    text = _range(design.train)
    return counted(text, "record") + (" (an average over these sizes)" if "to" in text else "")
