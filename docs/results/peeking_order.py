"""What looking costs where a log has tasks: how often equal systems are decided, by the order in which tasks come.

    python docs/results/peeking_order.py [runs] [processes] > docs/results/peeking_order.csv  # ten minutes on one core

Two systems disagree on three in ten records. Their differences on the tasks are normal with mean `difference` over
exactly these tasks and a standard deviation `sd`; each task has `records` records. A look is taken after every `look`
records, in one of these orders:

"file": task by task; "file, 20 first": with one look after 20 records before the others. "shuffled": at random. "in
turn": one record of each task after the other. "mixed batches": a look is at a hundred records at random. "a task that
is late": all tasks but one at random, then that one. `decided`: share of logs that the e-value decides at any look, and
`wrong`, in the wrong direction, or at all where there is no difference; `decided_without`, `wrong_without`: the same if
tasks in blocks are decided as well. `held`: share of looks at which tasks stand in blocks, and `ever_held` of logs with
any such look from the tenth on; `records_to` and `records_to_without`: mean number of records until a decision, those
without one counted whole.
"""

import math

import numpy as np
from in_cells import write_rows
from scipy import special
from threadpoolctl import threadpool_limits

from bayescmp.sequential._task_order import TaskOrder

ALPHA, DISAGREEMENT, PRIOR, AT_ONCE = 0.05, 0.3, 10.0, 250
FILE, FIRST, SHUFFLED, TURN, BATCHES, LATE = (
    "file", "file, 20 first", "shuffled", "in turn", "mixed batches", "a task that is late",
)  # fmt: skip
TASKS = [(57, 100), (20, 100), (10, 300)]
SDS = (0.03, 0.05, 0.1)


def tasks_in_order(order, n_tasks, records, logs, rng):
    """Return the tasks of logs, record by record; one row where all logs have them alike."""
    sorted_by_task = np.repeat(np.arange(n_tasks), records)
    if order in {FILE, FIRST}:
        return sorted_by_task[None]
    if order == TURN:
        return np.tile(np.arange(n_tasks), records)[None]
    last = records if order == LATE else 0
    shuffled = np.tile(sorted_by_task, (logs, 1))
    shuffled[:, : shuffled.shape[1] - last] = rng.permuted(shuffled[:, : shuffled.shape[1] - last], axis=1)
    return shuffled


def of_logs(n_tasks, records, sd, difference, order, look, logs, rng):
    """Return for some logs, look by look, the e-value's log, whether the first errs more, and whether it is held."""
    apart = rng.normal(0, sd, (logs, n_tasks))
    apart = np.clip(apart - apart.mean(axis=1, keepdims=True) + difference, -DISAGREEMENT, DISAGREEMENT)
    tasks = tasks_in_order(order, n_tasks, records, logs, rng)
    of_first = (DISAGREEMENT + np.take_along_axis(apart, np.broadcast_to(tasks, (logs, tasks.shape[1])), 1)) / 2
    u = rng.random(of_first.shape)
    first = [20] if order == FIRST else []
    ends = np.unique([*first, *np.arange(look, u.shape[1], look) + sum(first), u.shape[1]]) - 1
    a = np.cumsum(u < of_first, axis=1)[:, ends]
    b = np.cumsum((u >= of_first) & (u < DISAGREEMENT), axis=1)[:, ends]
    log_e = (a + b) * math.log(2) + special.betaln(a + PRIOR, b + PRIOR) - special.betaln(PRIOR, PRIOR)
    state, held, begin = TaskOrder(counts=np.zeros(n_tasks), left=np.zeros(n_tasks)), [], 0
    for end in ends + 1:
        state = state.with_look((tasks[:, begin:end, None] == np.arange(n_tasks)).sum(1).astype(float))
        held.append(np.broadcast_to(state.in_blocks, logs))
        begin = end
    return log_e >= -math.log(ALPHA), a > b, np.transpose(held), ends + 1


def rows_of(n_tasks, records, sd, difference, order, look, *, runs):
    """Measure one cell."""
    rng = np.random.default_rng([n_tasks, records, int(1000 * sd), int(1000 * abs(difference)), look, len(order)])
    found = []
    with threadpool_limits(1):
        for begin in range(0, runs, AT_ONCE):
            logs = min(AT_ONCE, runs - begin)
            enough, turned, held, ends = of_logs(n_tasks, records, sd, difference, order, look, logs, rng)
            found.append({"held": held.mean(axis=1), "ever_held": held[:, 9:].any(axis=1)})
            for name, decided in (("", enough & ~held), ("_without", enough)):
                first, ever = decided.argmax(axis=1), decided.any(axis=1)
                found[-1] |= {
                    f"decided{name}": ever,
                    f"wrong{name}": ever & ((difference == 0) | turned[np.arange(logs), first]),
                    f"records_to{name}": np.where(ever, ends[first], ends[-1]),
                }
    yield {
        "tasks": n_tasks, "records": records, "sd": sd, "difference": difference, "order": order, "look": look,
        **{name: np.concatenate([one[name] for one in found]).mean() for name in found[0]}, "runs": runs,
    }  # fmt: skip


LOOKS = [(FILE, 20), (FILE, 500), (FIRST, 500), (SHUFFLED, 20), (TURN, 20), (BATCHES, 100), (LATE, 20)]
EQUAL = [(*tasks, sd, 0.0, *looks) for looks in LOOKS for tasks in TASKS for sd in SDS]
APART = [(*tasks, 0.05, -0.03, SHUFFLED, look) for tasks in [*TASKS, (2, 1000)] for look in (1, 20, 100)]


if __name__ == "__main__":
    write_rows(rows_of, [*EQUAL, *APART], runs=2_000)
