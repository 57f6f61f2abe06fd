"""Runs `rehearsal verify` beside busy loops, and reads the results from its reports."""

import json
import signal
import statistics
import subprocess
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path

from servers import Failure, progress

# In seconds; longer than any run that makes progress.
LIMIT = 1_200


class BusyLoops:
    """Busy loops of shells that run for the duration of the block."""

    def __init__(self, count):
        self.count, self.processes = count, []

    def __enter__(self):
        try:
            for _ in range(self.count):
                # Linux divides the processors among sessions first (autogroup), so each loop gets a session.
                loop = ["sh", "-c", "while :; do :; done"]
                self.processes.append(subprocess.Popen(loop, stdin=subprocess.DEVNULL, start_new_session=True))
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.wait()


@dataclass
class Run:
    """One run of `rehearsal verify`."""

    subject: str
    loops: int
    exit: int
    seconds: float
    # The clauses of the report: id → verdict, and id → findings of those that did not pass.
    verdicts: dict = field(default_factory=dict)
    findings: dict = field(default_factory=dict)
    # Each rule of the report and the rules that it depends on.
    rules: dict = field(default_factory=dict)
    # The reason why the run has no report; None if it has one.
    lost: str | None = None

    def ids(self, verdict):
        return [id for id, found in self.verdicts.items() if found == verdict]

    @property
    def judged(self):
        return sum(verdict != "notApplicable" for verdict in self.verdicts.values())

    def summary(self):
        if self.lost:
            return f"no report: {self.lost}"
        counts = Counter(self.verdicts.values())
        words = [f"{counts[verdict]} {verdict}" for verdict in ("pass", "fail", "blocked", "inconclusive", "notJudged")]
        return f"{', '.join(words)}; exit {self.exit}, {self.seconds:.1f} s"


class Verifier:
    """Runs `rehearsal verify` several times at once, and ends the started runs when it is interrupted."""

    def __init__(self, binary, folder, jobs):
        self.binary, self.folder, self.jobs = Path(binary), Path(folder), jobs
        self.lock, self.running, self.count, self.is_over = threading.Lock(), set(), 0, False

    def all(self, tasks, loops):
        """Runs tasks (subject, command, options) beside a number of busy loops, and returns the runs in their order."""
        results = [None] * len(tasks)
        with BusyLoops(loops), ThreadPoolExecutor(self.jobs) as pool:
            futures = {pool.submit(self.run, loops, *task): index for index, task in enumerate(tasks)}
            try:
                for number, future in enumerate(as_completed(futures), 1):
                    run = results[futures[future]] = future.result()
                    progress(f"{loops} loops, run {number} of {len(tasks)}: {run.subject}: {run.summary()}")
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                self.stop()
                raise
        return results

    def stop(self):
        """Interrupts every run, which then ends its subjects, and waits for it."""
        with self.lock:
            self.is_over = True
            running = list(self.running)
        for process in running:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
        for process in running:
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()

    def run(self, loops, subject, command, options=()):
        with self.lock:
            self.count += 1
            stem = self.folder / f"run{self.count}"
        report = stem.with_suffix(".json")
        words = [str(self.binary / "rehearsal"), "verify", "--timing", "on", "--report", f"json={report}"]
        words += [*options, "--", *command]
        start = time.monotonic()
        with open(stem.with_suffix(".txt"), "wb") as output:
            status = self.finish(words, output)
        run = Run(subject, loops, status, time.monotonic() - start)
        try:
            document = json.loads(report.read_text())
            report.unlink()
        except (OSError, ValueError):
            output = stem.with_suffix(".txt").read_text(errors="replace").strip()
            run.lost = f"exit {status} after {run.seconds:.1f} s: {output[-300:]}"
            return run
        for clause in document["clauses"]:
            run.verdicts[clause["id"]] = clause["verdict"]
            if clause["verdict"] not in ("pass", "notApplicable"):
                reason = [clause["reason"]] if clause["reason"] else []
                run.findings[clause["id"]] = [*reason, *clause["findings"]]
        run.rules = {rule["id"]: rule["dependsOn"] for rule in document["rules"]}
        return run

    def finish(self, words, output):
        with self.lock:
            if self.is_over:
                raise Failure("interrupted")
            process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)
            self.running.add(process)
        try:
            return process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()
        finally:
            with self.lock:
                self.running.discard(process)


@dataclass
class Row:
    """The runs of one subject beside one number of busy loops."""

    subject: str
    loops: int
    runs: list
    # Clauses that are expected to fail, because the client is at fault.
    expected: frozenset = frozenset()

    @property
    def complete(self):
        return [run for run in self.runs if not run.lost]

    def clauses(self, verdict):
        """Returns the number of runs with this verdict, by clause."""
        counts = Counter(id for run in self.complete for id in run.ids(verdict))
        if verdict == "fail":
            return Counter({id: count for id, count in counts.items() if id not in self.expected})
        return counts

    @property
    def share(self):
        """The share of inconclusive clauses among those that were judged."""
        return self.clauses("inconclusive").total() / max(1, sum(run.judged for run in self.complete))

    @property
    def hidden(self):
        """The number of expected failures that passed."""
        return sum(run.verdicts.get(id) == "pass" for run in self.complete for id in self.expected)

    def findings(self, verdict):
        """Returns each clause with this verdict, the number of runs, and at most three different findings."""
        lines = []
        for id, count in sorted(self.clauses(verdict).items()):
            texts = {tuple(run.findings[id]): None for run in self.complete if run.verdicts.get(id) == verdict}
            lines.append((id, count, [list(text) for text in texts][:3]))
        return lines

    def cells(self):
        seconds = [run.seconds for run in self.runs]
        inconclusive = self.clauses("inconclusive").total()
        exits = sorted(Counter(run.exit for run in self.runs).items())
        codes = ", ".join(f"{code} × {count}" for code, count in exits)
        return [
            self.subject, str(len(self.runs)), str(self.loops), str(self.clauses("fail").total()),
            f"{inconclusive} ({self.share:.2%})", str(self.clauses("blocked").total()),
            str(self.clauses("notJudged").total()), codes, f"{statistics.median(seconds):.1f}", f"{max(seconds):.1f}",
        ]

    def json(self):
        def listed(verdict):
            return [{"clause": id, "runs": runs, "findings": texts} for id, runs, texts in self.findings(verdict)]

        seconds = [round(run.seconds, 3) for run in self.runs]
        return {
            "subject": self.subject, "loops": self.loops, "runs": len(self.runs), "expected": sorted(self.expected),
            "fail": listed("fail"), "inconclusive": listed("inconclusive"), "inconclusiveShare": self.share,
            "blocked": listed("blocked"), "notJudged": listed("notJudged"), "hidden": self.hidden,
            "lost": [run.lost for run in self.runs if run.lost], "exit": [run.exit for run in self.runs],
            "seconds": {"each": seconds, "median": statistics.median(seconds), "max": max(seconds)},
        }


def table(titles, rows):
    widths = [max(len(line[column]) for line in [titles, *rows]) for column in range(len(titles))]
    for line in [titles, *rows]:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip(), flush=True)
