"""A server that is pinned to a core, its clients, and measurements of both."""

import os
import signal
import statistics
import subprocess
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from servers import Failure, Server

MB = 1 << 20
JOURNAL = 4 * MB
SCRIPT = """
math.randomseed(os.time())
delay = function() return math.random(5, 15) end
done = function(summary, latency)
    local errors = summary.errors
    print(string.format("figures %d %d %d %d", summary.requests, latency:percentile(50), latency:percentile(99),
        errors.connect + errors.read + errors.write + errors.timeout + errors.status))
end
"""


def pin(core):
    """Returns a function that pins a child process to a core; None on a machine with one core."""
    return (lambda: os.sched_setaffinity(0, {core})) if os.cpu_count() > 1 else None


class Played(Server):
    """A `rehearsal serve` on the first core, with limits."""

    binary = None

    def __init__(self, folder, *options):
        scenario = str(Path(folder, "scenario.jsonc"))
        command = ["taskset", "-c", "0", str(self.binary), "serve", scenario, "--port", "0", "--json"]
        command += ["--journal-size", f"{JOURNAL}B", "--max-connections", "30000", *options]
        super().__init__("rehearsal", command, 0, signal.SIGINT, None, subprocess.PIPE)
        self.wait_until_ready(30)
        self.base = self.descriptors()

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.workers[0]}/fd"))

    def left_over(self, seconds=8):
        """Waits until connections have closed, and returns the number of descriptors beyond those at the start."""
        deadline = time.monotonic() + seconds
        while self.descriptors() > self.base and time.monotonic() < deadline:
            time.sleep(0.1)
        return self.descriptors() - self.base


def give_way():
    """Pins hostile clients to the core of wrk with a lower priority, as real ones would run on other machines."""
    if (pinned := pin(1)) is not None:
        pinned()
    os.nice(10)


class Crowd:
    """Clients of one kind that run for the duration of the block."""

    program = None

    def __init__(self, kind, port, count, seconds, rate=None):
        words = [str(self.program), kind, str(port), str(count), str(seconds), *([str(rate)] if rate else [])]
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "text": True, "preexec_fn": give_way}
        self.process = subprocess.Popen(words, **options)
        if kind == "idle" and self.process.stdout.readline() != "held\n":
            raise Failure("the idle clients could not connect")

    def finish(self, seconds):
        """Returns connections, pieces, bytes, connections the server closed, and the milliseconds in which it closed them."""
        output, _ = self.process.communicate(timeout=seconds)
        if self.process.returncode != 0:
            raise Failure("the hostile clients failed")
        return [int(word) for word in output.split()]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


@dataclass
class Pieces:
    """Figures of wrk over several pieces; latencies in microseconds."""

    requests: int = 0
    p50: float = 0
    p99: float = 0
    errors: int = 0


def healthy(folder, server, pieces, seconds=2):
    """Runs wrk for a number of pieces, and returns median latencies and the sums of requests and errors."""
    script = Path(folder, "paced.lua")
    script.write_text(SCRIPT)
    command = ["wrk", "-t2", "-c16", f"-d{seconds}s", "-s", str(script), f"http://127.0.0.1:{server.port}/well"]
    rows = []
    for _ in range(max(1, pieces)):
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + 20, preexec_fn=pin(1))
        line = next((line for line in done.stdout.splitlines() if line.startswith("figures ")), None)
        if done.returncode != 0 or line is None:
            raise Failure(f"wrk failed: {done.stderr.strip() or done.stdout.strip()}")
        row = [int(word) for word in line.split()[1:]]
        # wrk counts a missing reply neither as an error nor as a latency.
        rows.append(row if row[0] else [0, seconds * 10**6, seconds * 10**6, max(1, row[3])])
    requests, p50, p99, errors = zip(*rows)
    return Pieces(sum(requests), statistics.median(p50), statistics.median(p99), sum(errors))


class Samples:
    """Resident megabytes of a server, sampled each second for the duration of the block."""

    def __init__(self, server):
        self.server, self.values, self.is_over = server, [], threading.Event()

    def __enter__(self):
        self.thread = threading.Thread(target=self.sample)
        self.thread.start()
        return self

    def sample(self):
        while not self.is_over.wait(1):
            self.values.append(self.server.memory() / MB)

    def __exit__(self, *_):
        self.is_over.set()
        self.thread.join()

    def halves(self):
        middle = max(1, len(self.values) // 2)
        return statistics.median(self.values[:middle]), statistics.median(self.values[middle:] or self.values)


def kernel_memory():
    """Returns the bytes in the kernel's send and receive buffers of all TCP connections of this machine."""
    line = next(line for line in Path("/proc/net/sockstat").read_text().splitlines() if line.startswith("TCP:"))
    return int(line.split()[-1]) * os.sysconf("SC_PAGE_SIZE")


def dropped_segments():
    """Returns the segments that the kernel dropped for lack of memory; each is sent again after at least 200 ms."""
    lines = [line.split() for line in Path("/proc/net/netstat").read_text().splitlines() if line.startswith("TcpExt:")]
    counters = dict(zip(*lines))
    return int(counters.get("TCPRcvQDrop", 0)) + int(counters.get("RcvPruned", 0))
