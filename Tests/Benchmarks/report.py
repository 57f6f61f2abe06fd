"""The figures as a table and as JSON, and their targets."""

import os
import platform
import statistics
from dataclasses import dataclass
from pathlib import Path

CAP = 64 << 20
MB = 1_000_000


def machine():
    model = "unknown processor"
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.partition(":")[2].strip()
            break
    return {
        "processor": model,
        "cores": os.cpu_count(),
        "kernel": platform.release(),
        "architecture": platform.machine(),
        "load": round(os.getloadavg()[0], 2),
    }


@dataclass
class Target:
    """A bound of a figure: the shown, rounded figure must not exceed `bound`."""

    name: str
    figure: float
    bound: float
    unit: str = ""
    digits: int = 2
    aim: float | None = None

    @property
    def is_held(self):
        return round(self.figure, self.digits) <= self.bound

    @property
    def text(self):
        shown = f"{self.figure:.{self.digits}f}{self.unit}, at most {self.bound:.{self.digits}f}{self.unit}"
        if self.aim is not None:
            shown += f", aim {self.aim:g} " + ("reached" if round(self.figure, self.digits) <= self.aim else "not reached")
        return f"{'met' if self.is_held else 'missed'}  {self.name}: {shown}"


def summary(rounds):
    """Returns the medians of the pairs of one load."""
    ours, nginx = zip(*rounds)

    def ratios(field):
        return [getattr(a, field) / getattr(b, field) for a, b in rounds]

    return {
        field: {
            "value": statistics.median(getattr(piece, field) for piece in ours),
            "nginx": statistics.median(getattr(piece, field) for piece in nginx),
            "ratio": statistics.median(ratios(field)),
            "low": min(ratios(field)),
            "high": max(ratios(field)),
        }
        for field in ("cpu", "rate", "p50", "p99")
    }


def growth(rounds, large, small):
    """Returns the processor time per request with many endpoints ÷ with few, in the same round."""
    pairs = zip(rounds[large], rounds[small])
    return statistics.median(a.cpu / b.cpu for (a, _), (b, _) in pairs)


def targets(figures):
    loads, grown, memory = figures["loads"], figures["growth"], figures["memory"]
    cpu = "processor time a request ÷ nginx return"
    return [
        Target(f"{cpu}, 1 endpoint", loads["hit, 1 endpoint"]["cpu"]["ratio"], 1.0, aim=0.85),
        Target(f"{cpu}, 1,000 endpoints", loads["hit, 1,000 endpoints"]["cpu"]["ratio"], 1.0, aim=0.85),
        Target("hit, processor time, 1,000 ÷ 10 endpoints", grown["hit, 1,000"], 1.2),
        Target("hit, processor time, 10,000 ÷ 10 endpoints", grown["hit, 10,000"], 1.2),
        Target("miss, processor time, 10,000 ÷ 10 endpoints", grown["miss, 10,000"], 2.0),
        Target("start to first 200, median", figures["first"]["rehearsal"], 20, " ms", 1),
        Target("resident, idle", memory["idle"] / MB, 20, " MB", 1),
        Target("resident after a million requests", memory["after"] / MB, (memory["idle"] + CAP * 1.1) / MB, " MB", 1),
        Target("heap allocations a hit", figures["allocations"]["hit"], 2),
    ]


def columns(rows):
    widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))]
    for row in rows:
        first, *rest = (cell.ljust(width) if not index else cell.rjust(width) for index, (cell, width) in enumerate(zip(row, widths)))
        yield "  ".join([first, *rest]).rstrip()


def table(figures):
    """Returns the lines of the table."""
    here, first, memory, heap = (figures[key] for key in ("machine", "first", "memory", "allocations"))
    yield f"{here['processor']}, {here['cores']} cores, {here['architecture']}, Linux {here['kernel']}"
    yield (
        f"1 KB of JSON, keep-alive, wrk -t1 -c64, medians of {figures['pairs']} interleaved pairs of one second; "
        "× is ÷ nginx return in the same pair"
    )
    if here["load"] > 0.5:
        yield f"the machine was not idle: the load average was {here['load']} before the first piece"
    yield ""
    rows = [["", "CPU µs", "×", "range", "requests/s", "×", "p50 ms", "×", "p99 ms", "×"]]
    base = next(iter(figures["loads"].values()))
    rows.append(["nginx return", *cells({key: {**base[key], "value": base[key]["nginx"]} for key in base}, is_base=True)])
    rows += [[name, *cells(load)] for name, load in figures["loads"].items()]
    yield from columns(rows)
    for name in figures["notMeasured"]:
        yield f"{name}: not measured"
    yield ""
    yield from columns(
        [
            ["", "rehearsal", "nginx", "×"],
            ["start to first 200, ms", f"{first['rehearsal']:.1f}", f"{first['nginx']:.1f}", f"{first['rehearsal'] / first['nginx']:.2f}"],
            ["resident idle, MB", f"{memory['idle'] / MB:.1f}", f"{memory['nginx'] / MB:.1f}", f"{memory['idle'] / memory['nginx']:.2f}"],
            ["  with 10,000 endpoints", f"{memory['idle10000'] / MB:.1f}", "", ""],
            [f"  after {memory['requests']:,} requests", f"{memory['after'] / MB:.1f}", "", ""],
            ["  at most", f"{memory['most'] / MB:.1f}", "", ""],
            ["heap allocations a hit", f"{heap['hit']:.2f}", "", ""],
            ["  a miss", f"{heap['miss']:.2f}", "", ""],
        ]
    )
    yield ""
    for target in figures["targets"]:
        yield target.text


def cells(load, is_base=False):
    cpu, rate, p50, p99 = (load[key] for key in ("cpu", "rate", "p50", "p99"))
    ratio = (lambda _: "1.00") if is_base else (lambda field: f"{field['ratio']:.2f}")
    spread = "" if is_base else f"{cpu['low']:.2f}–{cpu['high']:.2f}"
    latencies = [cell for field in (p50, p99) for cell in (f"{field['value'] / 1e3:.2f}", ratio(field))]
    return [f"{cpu['value']:.2f}", ratio(cpu), spread, f"{rate['value']:,.0f}", ratio(rate), *latencies]
