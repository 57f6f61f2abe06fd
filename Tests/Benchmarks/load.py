"""Load on a server, and the time and memory that it uses under the load."""

import statistics
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from servers import HIT, MISS, Failure, Nginx, Rehearsal, compile_c, free_port, progress

# wrk cycles through all paths, so that a server cannot answer from one warm cache entry.
SCRIPT = """
local pattern, paths, requests, last = "{pattern}", {paths}, {{}}, -1
if paths > 1 then
    init = function()
        for index = 0, paths - 1 do requests[index] = wrk.format("GET", string.format(pattern, index)) end
    end
    request = function()
        last = (last + 1) % paths
        return requests[last]
    end
end
done = function(summary, latency)
    local errors = summary.errors
    local broken = errors.connect + errors.read + errors.write + errors.timeout
    print(string.format("figures %d %d %d %d %d %d", summary.requests, summary.duration, latency:percentile(50),
        latency:percentile(99), errors.status, broken))
end
"""
# Each thread of wrk sends its requests to another of these ports.
SPREAD = """
local ports, threads = {{{ports}}}, 0
setup = function(thread)
    thread.addr = wrk.lookup("127.0.0.1", tostring(ports[threads % #ports + 1]))[1]
    threads = threads + 1
end
"""


@dataclass
class Piece:
    requests: int
    seconds: float
    cpu_seconds: float
    p50: float
    p99: float

    @property
    def cpu(self):
        """Processor time per request, in microseconds."""
        return self.cpu_seconds / self.requests * 1e6

    @property
    def rate(self):
        return self.requests / self.seconds


class Load:
    """Requests for paths of one form to one server, from a number of wrk's threads."""

    def __init__(self, folder, server, pattern=HIT, paths=1, is_miss=False, threads=1, ports=()):
        self.server, self.is_miss, self.threads = server, is_miss, threads
        self.url = f"http://127.0.0.1:{server.port}" + (pattern % 0 if "%d" in pattern else pattern)
        self.script = Path(folder, f"load-{paths}-{abs(hash((pattern, ports)))}.lua")
        spread = SPREAD.format(ports=", ".join(map(str, ports))) if ports else ""
        self.script.write_text(SCRIPT.format(pattern=pattern, paths=paths) + spread)

    def run(self, seconds=1, connections=64):
        command = ["wrk", f"-t{self.threads}", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", str(self.script), self.url]
        before = self.server.cpu_seconds()
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + 20)
        cpu = self.server.cpu_seconds() - before
        line = next((line for line in done.stdout.splitlines() if line.startswith("figures ")), None)
        if done.returncode != 0 or line is None:
            raise Failure(f"wrk failed on {self.server.name}: {done.stderr.strip() or done.stdout.strip()}")
        requests, duration, p50, p99, refused, broken = (int(field) for field in line.split()[1:])
        if requests == 0 or broken or refused != (requests if self.is_miss else 0):
            raise Failure(
                f"{self.server.name} under load: {requests} replies, {refused} of them 4xx or 5xx, {broken} socket errors"
            )
        return Piece(requests, duration / 1e6, cpu, p50, p99)


def interleaved(loads, references, pairs):
    """Returns by name a pair for each round: a piece, and one of nginx under the same load. Odd rounds run backwards."""
    rounds = {name: [] for name in loads}
    for load in [*loads.values(), *references.values()]:
        load.run()
    for number in range(pairs):
        names = list(loads)
        for name in names if number % 2 == 0 else reversed(names):
            pair = [loads[name], references[name]]
            pieces = [load.run() for load in (pair if number % 2 == 0 else reversed(pair))]
            rounds[name].append(tuple(pieces if number % 2 == 0 else reversed(pieces)))
        mine = statistics.median(ours.cpu / nginx.cpu for ours, nginx in rounds[names[0]])
        progress(f"pair {number + 1} of {pairs}: {names[0]} at {mine:.2f} of nginx's processor time a request")
    return rounds


def first_replies(folder, port_of, times):
    """Returns two lists of milliseconds from the start of a process to its first 200: of nginx and of rehearsal."""
    nginx, ours = [], []
    for _ in range(times):
        for figures, start in (
            (nginx, lambda: Nginx(folder, port_of["nginx"])),
            (ours, lambda: Rehearsal(folder, 1, port_of["rehearsal"])),
        ):
            server = start()
            figures.append(server.wait_for_200(HIT % 0, seconds=10, interval=0.0001) * 1e3)
            server.stop()
    return nginx, ours


def million(folder, requests=1_000_000, limit=90):
    """Returns the resident bytes of a server after its first reply, after a million replies, and their maximum."""
    server = Rehearsal(folder, 1)
    server.check(HIT % 0, 200)
    time.sleep(0.2)
    idle, done, deadline = server.memory(), 0, time.monotonic() + limit
    load = Load(folder, server)
    while done < requests:
        if time.monotonic() > deadline:
            raise Failure(f"only {done:,} of {requests:,} requests in {limit} s")
        done += load.run(seconds=2).requests
    after, most = server.memory(), server.memory("VmHWM")
    server.stop()
    return {"idle": idle, "requests": done, "after": after, "most": most}


def allocations(folder, source, requests=200_000, limit=60):
    """Returns the heap allocations per hit and per miss on one connection, with a full journal."""
    library, total = Path(folder, "allocations.so"), Path(folder, "allocations")
    compile_c(source, library, "-shared", "-fPIC")
    total.write_bytes(bytes(8))
    server = Rehearsal(folder, 1, environment={"LD_PRELOAD": str(library), "ALLOCATIONS": str(total)})
    Load(folder, server).run(seconds=2)

    def counted():
        return int.from_bytes(total.read_bytes(), "little")

    # A server allocates memory when it starts.
    if counted() == 0:
        raise Failure("the preloaded library does not count the allocations of rehearsal")

    def each(load, requests):
        done, spent, deadline = 0, 0, time.monotonic() + limit
        while done < requests:
            if time.monotonic() > deadline:
                raise Failure(f"only {done:,} of {requests:,} requests in {limit} s")
            before = counted()
            done += load.run(connections=1).requests
            spent += counted() - before
        return spent / done

    figures = {"hit": each(Load(folder, server), requests), "miss": each(Load(folder, server, MISS, is_miss=True), requests / 10)}
    server.stop()
    return figures
