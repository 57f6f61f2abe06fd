"""The figures as a table and as JSON, and their targets."""

import os
import platform
import statistics
from dataclasses import dataclass
from pathlib import Path

CAP = 64 << 20
MB = 1_000_000
# The numbers of endpoints for which a hit is compared with nginx and the bare loop.
COMPARED = (1, 1000, 10_000)


def hit(endpoints):
    """The name of the load that requests each of a number of endpoints."""
    return f"hit, {endpoints:,} endpoint{'s' * (endpoints > 1)}"


def bare_loop(paths):
    """The name of the same load on the bare loop."""
    return f"bare loop, {paths:,} path{'s' * (paths > 1)}"


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
    """A bound of a figure: the shown, rounded figure must not exceed `bound`, and never `floor`."""

    name: str
    figure: float
    bound: float
    unit: str = ""
    digits: int = 2
    # The larger bound below which the target is not missed; None if that is `bound` itself.
    floor: float | None = None

    @property
    def state(self):
        shown = round(self.figure, self.digits)
        if shown <= self.bound:
            return "met"
        return "floor met" if self.floor is not None and shown <= self.floor else "missed"

    @property
    def is_held(self):
        return self.state != "missed"

    @property
    def json(self):
        return {**vars(self), "state": self.state, "held": self.is_held}

    @property
    def text(self):
        shown = f"{self.figure:.{self.digits}f}{self.unit}, at most {self.bound:.{self.digits}f}{self.unit}"
        if self.floor is not None:
            shown += f", floor {self.floor:.{self.digits}f}{self.unit}"
        return f"{self.state:<9}  {self.name}: {shown}"


def verdict(targets):
    """Returns a line with the number of targets in each state, and the names of those that are met only at the floor."""
    met, at_floor, missed = ([target.name for target in targets if target.state == state] for state in ("met", "floor met", "missed"))
    names = f" ({'; '.join(at_floor)})" if at_floor else ""
    return f"{len(met)} of {len(targets)} targets met, {len(at_floor)} only at the floor{names}, {len(missed)} missed"


def summary(rounds, reference="nginx"):
    """Returns the medians of the pairs of one load; the second of a pair is a piece of the reference."""
    ours, theirs = zip(*rounds)

    def ratios(field):
        return [getattr(a, field) / getattr(b, field) for a, b in rounds]

    return {
        field: {
            "value": statistics.median(getattr(piece, field) for piece in ours),
            reference: statistics.median(getattr(piece, field) for piece in theirs),
            "ratio": statistics.median(ratios(field)),
            "low": min(ratios(field)),
            "high": max(ratios(field)),
        }
        for field in ("cpu", "rate", "p50", "p99")
    }


def comparison(rounds, name, other):
    """Returns the medians of one load ÷ those of another in the same round, without their pieces of nginx."""
    return summary([(a, b) for (a, _), (b, _) in zip(rounds[name], rounds[other])], "reference")


def growth(rounds, large, small):
    """Returns the processor time per request with many endpoints ÷ with few, in the same round."""
    pairs = zip(rounds[large], rounds[small])
    return statistics.median(a.cpu / b.cpu for (a, _), (b, _) in pairs)


def targets(figures):
    loads, grown, memory = figures["loads"], figures["growth"], figures["memory"]

    def nginx(name, bound, floor=None):
        ratio = loads[name]["cpu"]["ratio"]
        return Target(f"{name}, processor time a request ÷ nginx return", ratio, bound, floor=floor)

    return [
        *(nginx(hit(count), 0.85, floor=0.92) for count in COMPARED),
        nginx("miss, 10 endpoints", 1.5),
        nginx("miss, 10,000 endpoints", 1.5),
        *(
            Target(f"{hit(count)}, processor time a request ÷ bare loop", figures["bareLoop"][bare_loop(count)]["cpu"]["ratio"], 1.25)
            for count in COMPARED
        ),
        Target("hit, processor time, 1,000 ÷ 10 endpoints", grown["hit, 1,000"], 1.2),
        Target("hit, processor time, 10,000 ÷ 10 endpoints", grown["hit, 10,000"], 1.2),
        Target("miss, processor time, 10,000 ÷ 10 endpoints", grown["miss, 10,000"], 2.0),
        Target("start to first 200, median", figures["first"]["rehearsal"], 20, " ms", 1),
        Target("resident, idle", memory["idle"] / MB, 20, " MB", 1),
        Target("resident after a million requests", memory["after"] / MB, (memory["idle"] + CAP * 1.1) / MB, " MB", 1),
        Target("heap allocations a hit", figures["allocations"]["hit"], 0),
        Target("heap allocations a miss", figures["allocations"]["miss"], 8),
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
        "× is ÷ nginx return in the same pair, or ÷ the bare loop in the rows of both"
    )
    if here["load"] > 0.5:
        yield f"the machine was not idle: the load average was {here['load']} before the first piece"
    yield ""
    rows = [["", "CPU µs", "×", "range", "requests/s", "×", "p50 ms", "×", "p99 ms", "×"]]
    base = next(iter(figures["loads"].values()))
    rows.append(["nginx return", *cells({key: {**base[key], "value": base[key]["nginx"]} for key in base}, is_base=True)])
    for name, load in figures["loads"].items():
        rows.append([name, *cells(load)])
        if name in figures["bareLoop"]:
            rows.append([f"rehearsal / {name}", *cells(figures["bareLoop"][name], shows_values=False)])
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
    yield ""
    yield verdict(figures["targets"])


def cells(load, is_base=False, shows_values=True):
    cpu, rate, p50, p99 = (load[key] for key in ("cpu", "rate", "p50", "p99"))
    ratio = (lambda _: "1.00") if is_base else (lambda field: f"{field['ratio']:.2f}")
    spread = "" if is_base else f"{cpu['low']:.2f}–{cpu['high']:.2f}"
    latencies = [cell for field in (p50, p99) for cell in (f"{field['value'] / 1e3:.2f}", ratio(field))]
    row = [f"{cpu['value']:.2f}", ratio(cpu), spread, f"{rate['value']:,.0f}", ratio(rate), *latencies]
    return row if shows_values else ["", *row[1:3], "", row[4], "", row[6], "", row[8]]
