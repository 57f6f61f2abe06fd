"""What is measured of a running server, and how."""

import mmap
import os
import pathlib
import re
import socket
import statistics
import subprocess
import time

import servers

UNITS = {"us": 1e-3, "ms": 1.0, "s": 1e3, "m": 6e4}


def milliseconds(text):
    number, unit = re.fullmatch(r"([\d.]+)(\w+)", text).groups()
    return float(number) * UNITS[unit]


def load(server, seconds=1):
    """wrk for so long, one thread, 64 connections: CPU a request, rate and latency."""
    before = server.cpu_seconds()
    url = f"http://127.0.0.1:{server.port}{server.path}"
    output = subprocess.run(
        ["wrk", "-t1", "-c64", f"-d{seconds}s", "--latency", url],
        capture_output=True, text=True, check=True, timeout=seconds + 30,
    ).stdout
    cpu = server.cpu_seconds() - before
    requests = int(re.search(r"(\d+) requests in", output).group(1))
    errors = re.search(r"Socket errors: (.*)", output)
    if errors:
        raise RuntimeError(f"socket errors at {url}: {errors.group(1)}")
    return {
        "cpu_us": cpu / requests * 1e6,
        "rate": float(re.search(r"Requests/sec:\s+([\d.]+)", output).group(1)),
        "p50_ms": milliseconds(re.search(r"(?m)^ +50% +(\S+)", output).group(1)),
        "p99_ms": milliseconds(re.search(r"(?m)^ +99% +(\S+)", output).group(1)),
        "requests": requests,
    }


def pairs(baseline, subjects, rounds, report):
    """Rounds of one second of the baseline and one of the subject, back to back; medians of each and of the ratios."""
    runs = {name: [] for name in subjects}
    for server in {id(s): s for s in [baseline, *subjects.values()]}.values():
        load(server)
    for turn in range(rounds):
        for name, server in subjects.items():
            order = (baseline, server) if turn % 2 == 0 else (server, baseline)
            first, second = load(order[0]), load(order[1])
            runs[name].append((first, second) if turn % 2 == 0 else (second, first))
        report(f"round {turn + 1} of {rounds}")
    return {name: summary(taken) for name, taken in runs.items()}


def summary(taken):
    middle = lambda key, side: statistics.median(pair[side][key] for pair in taken)
    ratio = lambda key: statistics.median(pair[1][key] / pair[0][key] for pair in taken)
    result = {key: middle(key, 1) for key in ("cpu_us", "rate", "p50_ms", "p99_ms")}
    result |= {f"nginx_{key}": middle(key, 0) for key in ("cpu_us", "rate", "p50_ms", "p99_ms")}
    return result | {"cpu_ratio": ratio("cpu_us"), "rate_ratio": ratio("rate"), "pairs": len(taken)}


def first_reply(start, times):
    """From exec to the first byte of the first reply, in milliseconds: the median of so many starts."""
    taken = []
    for _ in range(times):
        server = start()
        taken.append(server.first_reply * 1e3)
        server.stop()
    return statistics.median(taken)


def memory(server, requests):
    """Resident bytes before the first request of a load and after so many."""
    idle, sent, began = server.resident_bytes(), 0, time.monotonic()
    while sent < requests and time.monotonic() - began < 180:
        sent += load(server, 5)["requests"]
    return {"idle": idle, "after": server.resident_bytes(), "requests": sent}


def allocations(binary, hits=100_000, batch=50):
    """Heap allocations a hit, on one connection that is already open."""
    library, counter = servers.SCRATCH / "allocations.so", servers.SCRATCH / "allocations.count"
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", str(library), str(servers.HERE / "allocations.c")],
                   check=True, timeout=60)
    counter.write_bytes(bytes(8))
    env = os.environ | {"LD_PRELOAD": str(library), "ALLOCATIONS": str(counter)}
    server = servers.rehearsal(binary, 10, env=env)
    try:
        with open(counter, "r+b") as file, mmap.mmap(file.fileno(), 8) as page:
            read = lambda: int.from_bytes(page[:8], "little")
            with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
                ask(connection, server.path, 5_000, batch)
                before = read()
                if before == 0:
                    raise RuntimeError("the allocation counter did not count")
                ask(connection, server.path, hits, batch)
                return (read() - before) / hits
    finally:
        server.stop()


def ask(connection, path, count, batch):
    """So many pipelined requests, a batch at a time, each reply read whole."""
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    connection.sendall(request)
    reply = b""
    while b"\r\n\r\n" not in reply:
        reply += connection.recv(65536)
    head, _, rest = reply.partition(b"\r\n\r\n")
    length = int(re.search(rb"content-length: (\d+)", head, re.IGNORECASE).group(1))
    size, got = len(head) + 4 + length, len(reply)
    while got < size:
        got += len(connection.recv(65536))
    for _ in range(count // batch):
        connection.sendall(request * batch)
        got = 0
        while got < size * batch:
            piece = connection.recv(1 << 20)
            if not piece:
                raise RuntimeError("the connection was closed under the load")
            got += len(piece)


def machine():
    model = re.search(r"model name\s*:\s*(.*)", pathlib.Path("/proc/cpuinfo").read_text())
    return f"{model.group(1) if model else os.uname().machine}, {os.cpu_count()} cores, Linux {os.uname().release}"
