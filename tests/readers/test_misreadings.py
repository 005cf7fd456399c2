"""What would be misread in silence: each is refused, or read right and said."""

import json
import os
import zipfile
from copy import copy

import numpy as np
import pytest
import zstandard

import bayescmp as bc
from tests.readers.written import (
    inspect_header,
    inspect_sample,
    lm_eval_row,
    said_of,
    write_helm,
    write_inspect,
    write_lm_eval,
    wrong_of,
)


class TestLmEval:
    def test_a_log_that_is_given_twice_is_named(self, tmp_path):
        write_lm_eval(tmp_path / "a", "quiz", [lm_eval_row(n, 1.0) for n in range(3)])
        with pytest.raises(ValueError, match=r"each given once, but got '.*a' twice\.$"):
            bc.read_lm_eval([tmp_path / "a", tmp_path / "a"])
        with pytest.raises(ValueError, match="but got none"):
            bc.read_lm_eval([])

    def test_tasks_with_filters_and_scores_of_their_own_are_read_together(self, tmp_path):
        for name in "ab":
            write_lm_eval(tmp_path / name, "mmlu", [lm_eval_row(n, 1.0, doc={"m": n}) for n in range(3)])
            rows = [
                lm_eval_row(n, 0.0, metric="exact_match", doc={"g": n}) | {"filter": kind}
                for n in range(3)
                for kind in ("strict-match", "flexible-extract")
            ]
            write_lm_eval(tmp_path / name, "gsm8k", rows)
        asked = {"score": ["acc", "exact_match"], "filter": ["none", "strict-match"]}
        predictions = bc.read_lm_eval(tmp_path, **asked)
        assert predictions.sizes["record"] == 6
        assert wrong_of(predictions) == {"a": 3, "b": 3}
        assert "(lm-evaluation-harness, exact_match, strict-match, acc)" in " ".join(bc.compare(predictions).notes)
        assert bc.read_lm_eval(tmp_path, task="gsm*", filter="strict-match").sizes["record"] == 3

    def test_a_name_is_that_of_the_results_of_its_own_run(self, tmp_path):
        for model, task, stamp in (("small", "quiz", "2026-01-01"), ("large", "quiz", "2026-02-01")):
            rows = [lm_eval_row(n, 1.0, doc={"t": task, "n": n}) for n in range(3)]
            (tmp_path / f"samples_{task}_{stamp}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
            told = {"model_name": model, "higher_is_better": {task: {"acc": True}}}
            (tmp_path / f"results_{stamp}.json").write_text(json.dumps(told))
        found = bc.read_lm_eval(tmp_path, on_missing="drop")
        assert sorted(found["classifier"].values.tolist()) == ["large", "small"]
        (tmp_path / "results_2026-01-01.json").unlink()
        (tmp_path / "results_2026-03-01.json").write_text(json.dumps({"model_name": "other"}))
        with pytest.raises(ValueError, match=r"must have 'results_2026-01-01.json' beside it, for other results there"):
            bc.read_lm_eval(tmp_path)

    def test_the_end_of_a_task_is_no_time(self, tmp_path):
        for task in ("arc_easy", "arc_challenge"):
            (tmp_path / f"samples_{task}.jsonl").write_text(json.dumps(lm_eval_row(1, 1.0, doc={"t": task})))
        assert bc.read_lm_eval(tmp_path)["task"].values.tolist() == ["arc_challenge", "arc_easy"]

    def test_no_file_is_passed_over_for_its_length_or_its_first_bytes(self, tmp_path):
        for name in "ab":
            write_lm_eval(tmp_path / name, "quiz", [lm_eval_row(n, 1.0) for n in range(3)])
            long = [lm_eval_row(n, 1.0, doc={"context": "x" * 600_000, "n": n}) for n in range(2)]
            path = write_lm_eval(tmp_path / name, "long", long)
            path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
        assert bc.read_lm_eval(tmp_path).sizes["record"] == 5
        (tmp_path / "b" / "samples_quiz_2026-01-01T00-00-00.000000.jsonl").write_text("broken\n")
        with pytest.raises(ValueError, match="line 1 is not"):
            bc.read_lm_eval(tmp_path)

    def test_linked_folders_are_read_once_and_circles_end(self, tmp_path):
        for name in "abc":
            write_lm_eval(tmp_path / ("else" if name == "c" else "here") / name, "quiz", [lm_eval_row(0, 1.0)])
        (tmp_path / "here" / "c").symlink_to(tmp_path / "else" / "c")
        (tmp_path / "here" / "a" / "again").symlink_to(tmp_path / "here")
        assert bc.read_lm_eval(tmp_path / "here")["classifier"].values.tolist() == ["a", "b", "c"]


class TestInspect:
    def write(self, tmp_path, a, b):
        write_inspect(tmp_path / "a.json", a, model="a")
        write_inspect(tmp_path / "b.json", b, model="b")

    def test_numbers_of_shuffled_samples_are_positions(self, tmp_path):
        def samples(order, ids, question="question {}"):
            return [
                inspect_sample(ids(place), "C", target="", input=question.format(n)) for place, n in enumerate(order, 1)
            ]

        for ids in (int, "id{}".format, str):
            self.write(tmp_path, samples(range(9), ids), samples(range(8, -1, -1), ids))
            with pytest.raises(ValueError, match="must be the same question for all systems, but"):
                bc.read_inspect(tmp_path)
        self.write(tmp_path, samples(range(9), str), samples(range(9), str, "user: {}"))
        assert any("prompts of 9 of 9 records differ" in note for note in bc.compare(bc.read_inspect(tmp_path)).notes)

    def test_invalidated_samples_have_no_judgement(self, tmp_path):
        whole = [inspect_sample(n, "C") for n in range(9)]
        self.write(tmp_path, [inspect_sample(0, "C", invalidation={"reason": "leak"}), *whole[1:]], whole)
        with pytest.raises(ValueError, match="1 answer unscored of 'a'"):
            bc.read_inspect(tmp_path)
        log = json.loads((tmp_path / "b.json").read_text())
        (tmp_path / "b.json").write_text(json.dumps(log | {"invalidated": True}))
        with pytest.raises(ValueError, match=r"'b.json' says that samples were invalidated, but not which"):
            bc.read_inspect(tmp_path)

    def test_values_of_other_names_are_not_one_score(self, tmp_path):
        self.write(tmp_path, [inspect_sample(1, {"harm": 1})], [inspect_sample(1, {"help": 1})])
        with pytest.raises(ValueError, match=r"has 'match, harm' and .* 'match, help'"):
            bc.read_inspect(tmp_path)
        mixed = [inspect_sample(1, {"harm": 1}), inspect_sample(2, {"help": 0})]
        self.write(tmp_path, mixed, mixed)
        with pytest.raises(ValueError, match=r"`filter` must name one of the values of 'a.json', 'harm', 'help'"):
            bc.read_inspect(tmp_path)
        self.write(tmp_path, [inspect_sample(1, {"harm": 1}), inspect_sample(2, 1)], mixed)
        with pytest.raises(ValueError, match="must give several values in all samples, or one in all"):
            bc.read_inspect(tmp_path, filter="harm")

    def test_epochs_without_a_judgement_are_refused_and_never_run_ones_are_no_wrong_answers(self, tmp_path):
        failed = [inspect_sample(n, "C" if e == 1 else None, epoch=e) for n in range(9) for e in (1, 2, 3)]
        asked_less = [inspect_sample(n, "C", epoch=e) for n in range(9) for e in (1, 2)]
        self.write(tmp_path, failed, asked_less)
        with pytest.raises(ValueError, match=r"9 of 9 records are in all logs: 18 answers unscored of 'a'\. Give"):
            bc.read_inspect(tmp_path)
        counted = bc.read_inspect(tmp_path, on_missing="wrong")
        values = bc.compare(counted, metric="accuracy").classifiers["observed"]
        assert values.tolist() == pytest.approx([1 / 3, 1])
        notes = " ".join(bc.compare(counted).notes)
        assert "missing answers count as wrong, as asked: a 18" in notes
        assert bc.compare(bc.read_inspect(tmp_path, on_missing="drop")).classifiers["observed"].tolist() == [1, 1]

    def test_summaries_that_shorten_texts_are_matched_with_whole_logs(self, tmp_path):
        long = "word " * 3000
        short = " ".join(long.split())[:5100] + "..."
        write_inspect(tmp_path / "a.json", [inspect_sample("x", "C", input=long, target=long)], model="a")
        write_inspect(tmp_path / "b.eval", [inspect_sample("x", "C", input=short, target=short)], model="b")
        assert said_of(bc.read_inspect(tmp_path))["prompts_differ"] == 0

    def test_messages_are_the_same_whatever_their_ids(self, tmp_path):
        asked = [[{"id": name, "role": "user", "content": "question"}] for name in "xy"]
        self.write(tmp_path, *([inspect_sample("s", "C", input=one)] for one in asked))
        assert said_of(bc.read_inspect(tmp_path))["prompts_differ"] == 0

    @pytest.mark.parametrize(("samples", "said"), [
        ([{"id": 1}, {"id": "1", "input": "another"}], "'1' has two judgements"),
        ([{"id": True}], "must have an id, a text or a whole number"),
        ([{"id": 1, "epoch": 1.5}], "must have an epoch, 1 or more"),
        ([{"id": "\ud800"}], "must be text that files can hold"),
        ([{"scores": [1]}], "must have objects as scores and metadata"),
    ])  # fmt: skip
    def test_samples_of_another_shape_are_refused(self, tmp_path, samples, said):
        write_inspect(tmp_path / "a.json", [inspect_sample(1, "C") | one for one in samples])
        with pytest.raises(ValueError, match=said):
            bc.read_inspect(tmp_path)

    def test_samples_without_what_they_ask_and_logs_that_were_not_scored_are_none(self, tmp_path):
        self.write(tmp_path, [inspect_sample(1, "C")], [inspect_sample(1, None)])
        with pytest.raises(ValueError, match=r"'b.json' .* was not scored"):
            bc.read_inspect(tmp_path)
        write_inspect(tmp_path / "a.json", [{"id": 1, "epoch": 1, "scores": {"match": {"value": "C"}}}])
        with pytest.raises(ValueError, match="each sample must have its input and target"):
            bc.read_inspect(tmp_path)

    @pytest.mark.parametrize(("text", "said"), [
        ("{0} {0}", "Extra data"),
        ('{{"status": "error", {1}', "a key is there twice"),
        ("[{0}]", "it must be an object, but is"),
        ('{{"eval": {{}}, "samples": {{}}}}', "samples must be an array, but are {}"),
    ])  # fmt: skip
    def test_what_is_not_one_object_with_its_keys_once_is_no_log(self, tmp_path, text, said):
        path = write_inspect(tmp_path / "a.json", [inspect_sample(1, "C")])
        whole = path.read_text()
        path.write_text(text.format(whole, whole[1:]))
        with pytest.raises(ValueError, match=rf"'a.json' must be a log of Inspect, .*{said}"):
            bc.read_inspect(path)

    def test_bytes_of_a_member_that_parts_share_count_as_they_come_out(self, tmp_path):
        packed = zstandard.ZstdCompressor().compress(b"[" + b" " * 1_000_000 + b"]")
        with zipfile.ZipFile(tmp_path / "a.eval", "w") as archive:
            archive.writestr("header.json", json.dumps(inspect_header()))
            archive.writestr("_journal/summaries/1.json", packed)
            first = archive.filelist[-1]
            first.compress_type, first.file_size = 93, 2
            for number in range(2, 31):
                archive.filelist.append(copy(first))
                archive.filelist[-1].filename = f"_journal/summaries/{number}.json"
        assert (tmp_path / "a.eval").stat().st_size < 20_000
        with pytest.raises(ValueError, match="must hold at most 3,000,000 bytes once it is unpacked, but holds more"):
            bc.read_inspect(tmp_path, max_bytes=3_000_000)


class TestGroups:
    def test_are_others_in_each_task(self, tmp_path):
        for name in "ab":
            for task in ("law", "art"):
                rows = [lm_eval_row(n, float(n % 2), doc={"q": f"{task} {n}", "page": n // 5}) for n in range(20)]
                write_lm_eval(tmp_path / name, task, rows)
        assert len(np.unique(bc.read_lm_eval(tmp_path, group="page")["group"])) == 8

    def test_must_be_known_of_every_record(self, tmp_path):
        rows = [lm_eval_row(n, 1.0, doc={"q": n} | ({"page": 1} if n else {})) for n in range(3)]
        write_lm_eval(tmp_path / "a", "quiz", rows)
        with pytest.raises(ValueError, match="`group` must be known of every record, but the log of 'a' tells none of"):
            bc.read_lm_eval(tmp_path, group="page")
        with pytest.raises(ValueError, match="no record has 'chapter'"):
            bc.read_lm_eval(tmp_path, group="chapter")

    def test_are_texts_or_numbers(self, tmp_path):
        write_lm_eval(tmp_path / "a", "quiz", [lm_eval_row(0, 1.0, doc={"g": ["x"]})])
        with pytest.raises(ValueError, match=r"`group` must be a text or a number of each record, but .* is \['x'\]"):
            bc.read_lm_eval(tmp_path, group="g")


def test_a_record_without_answers_is_wrong_as_often_as_others_answered_it(tmp_path):
    for name, records in (("a", range(6)), ("b", range(1, 6))):
        samples = [inspect_sample(n, "C", epoch=epoch) for n in records for epoch in (1, 2)]
        write_inspect(tmp_path / f"{name}.eval", samples, model=name)
    data = bc.read_inspect(tmp_path, on_missing="wrong")
    assert json.loads(data.attrs["provenance"])["counted_wrong"] == {"b": 2}
    assert bc.compare(data, metric="pass@2").observed == {"a": 1.0, "b": pytest.approx(5 / 6)}


class TestFolders:
    """What stands in a folder is read, or said not to be."""

    @staticmethod
    def two(folder):
        for name in "ab":
            write_lm_eval(folder / name, "quiz", [lm_eval_row(n, float(n % 2)) for n in range(6)])
        return folder

    def test_a_log_of_another_name_is_said_not_to_be_read(self, tmp_path):
        (own,) = (self.two(tmp_path) / "b").glob("samples*")
        write_lm_eval(tmp_path / "c", "quiz", [lm_eval_row(n, 1.0) for n in range(6)])
        own.rename(own.with_name("quiz.jsonl"))
        with pytest.warns(UserWarning, match=r"\['quiz.jsonl'\]"):
            assert bc.read_lm_eval(tmp_path)["classifier"].to_numpy().tolist() == ["a", "c"]

    def test_a_log_under_two_names_is_refused(self, tmp_path):
        self.two(tmp_path)
        for paths, names in (
            ([tmp_path, tmp_path / "b"], {tmp_path / "b": "again"}),
            ([tmp_path / "a", tmp_path / "b" / ".." / "a"], None),
        ):
            with pytest.raises(ValueError, match="Each log must be given once, but 'samples_quiz"):
                bc.read_lm_eval(paths, names=names)

    def test_a_folder_that_cannot_be_read_is_no_empty_one(self, tmp_path, monkeypatch):
        self.two(tmp_path)
        scan = os.scandir

        def refused(path):
            if str(path).endswith("b"):
                raise PermissionError(13, "Permission denied", str(path))
            return scan(path)

        monkeypatch.setattr(os, "scandir", refused)
        with pytest.raises(PermissionError):
            bc.read_lm_eval(tmp_path)

    def test_a_key_that_is_there_twice_is_refused(self, tmp_path):
        (own,) = (self.two(tmp_path) / "b").glob("samples*")
        own.write_text(own.read_text().replace('"acc": 1.0', '"acc": 1.0, "acc": 0.0'))
        with pytest.raises(ValueError, match="line 2 is not: a key is there twice"):
            bc.read_lm_eval(tmp_path)


@pytest.mark.parametrize("name", [None, "", ["x"]])
def test_systems_are_named_by_texts(tmp_path, name):
    write_inspect(tmp_path / "a.json", [inspect_sample(1, "C")], model=name)
    with pytest.raises(ValueError, match=r"must name its system by a text, but 'a.json' has .* names={path: name}"):
        bc.read_inspect(tmp_path)
    assert bc.read_inspect(tmp_path, names={tmp_path: "a"})["classifier"].item() == "a"


def test_helm_has_one_value_of_a_metric_and_says_what_trials_share(tmp_path):
    twice = [{"name": {"name": "exact_match", "split": split}, "count": 1, "sum": 1} for split in ("test", "valid")]
    write_helm(tmp_path / "a", "a", [1, 0, 1], more=[{"instance_id": "x", "stats": twice}])
    with pytest.raises(ValueError, match="must have one value of a metric, but 'x' has several of 'exact_match'"):
        bc.read_helm(tmp_path)
    for name, values in (("a", [1, 0, 1, 0]), ("b", [1, 1, 1, 0])):
        more = [
            {"instance_id": f"id{n}", "train_trial_index": 1, "stats": [twice[0] | {"sum": v}]}
            for n, v in enumerate(values)
        ]
        write_helm(tmp_path / name, name, values, more=more)
    assert any(
        "2 trials with other examples in the prompt" in note for note in bc.compare(bc.read_helm(tmp_path)).notes
    )


def test_systems_without_common_records_are_refused_whatever_is_missing(tmp_path):
    for name, task in (("a", "x"), ("b", "y")):
        write_helm(tmp_path / name, name, [1.0, 0.0], scenario=task)
    for on_missing in ("error", "drop", "wrong"):
        with pytest.raises(ValueError, match=r"no record of 'a' is one of 'b': that has the tasks \['x"):
            bc.read_helm(tmp_path, on_missing=on_missing)
