"""Starts, measures and ends the servers under load. It sends signals to no other process."""

import json
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

HIT = "/api/v1/items%d/detail"
MISS = "/api/v1/itemz%d/detail"
# The same bytes from every server: 1 KB, compact, members in order.
BODY = json.dumps(
    {
        "id": 4711,
        "name": "Window seat, left",
        "tags": ["quiet", "upper deck", "table"],
        "price": {"amount": "129.90", "currency": "EUR"},
        "legs": [
            {"from": f"Station {leg}", "to": f"Station {leg + 1}", "minutes": 25 + leg, "platform": f"{leg}a", "late": False}
            for leg in range(11)
        ],
    },
    separators=(",", ":"),
)

LENGTH = re.compile(rb"(?i)\r\ncontent-length: *(\d+)")


class Failure(Exception):
    """An error that prevents the measurement, with a text for the terminal."""


def progress(text):
    print(text, file=sys.stderr, flush=True)


def compile_c(source, program, *options):
    command = ["cc", "-O2", "-Wall", "-Werror", *options, str(source), "-o", str(program)]
    subprocess.run(command, check=True, timeout=60)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def is_complete(reply):
    """Whether the bytes of a reply have its declared length; False without one."""
    head, end, body = reply.partition(b"\r\n\r\n")
    length = LENGTH.search(head) if end else None
    return length is not None and len(body) >= int(length[1])


def ask(port, path, timeout=5.0):
    """Returns the status and the body of a GET on a new connection."""
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout) as connection:
        connection.settimeout(timeout)
        connection.sendall(request.encode())
        received = b""
        while not is_complete(received) and (piece := connection.recv(65536)):
            received += piece
    head, _, body = received.partition(b"\r\n\r\n")
    fields = head.split(None, 2)
    if len(fields) < 2 or not fields[1].isdigit():
        raise OSError("closed without a reply")
    return int(fields[1]), body


class Server:
    """A started server; `process` is the started process, `workers` the pids of the processes that do the work."""

    running = []

    def __init__(self, name, command, port, stop=signal.SIGTERM, environment=None, output=subprocess.DEVNULL):
        self.name, self.port, self.stop_signal = name, port, stop
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.PIPE if output == subprocess.PIPE else subprocess.DEVNULL,
            env={**os.environ, **(environment or {})},
            start_new_session=True,
        )
        self.workers = [self.process.pid]
        Server.running.append(self)

    def wait_for_200(self, path, seconds=30.0, interval=0.005):
        """Returns the seconds from just before the start to the first 200."""
        while True:
            try:
                if ask(self.port, path)[0] == 200:
                    return time.perf_counter() - self.started
            except OSError:
                pass
            if self.process.poll() is not None:
                raise Failure(f"{self.name} ended with status {self.process.returncode} before its first reply")
            if time.perf_counter() - self.started > seconds:
                raise Failure(f"{self.name} did not answer {path} with 200 within {seconds:g} s")
            time.sleep(interval)

    def wait_until_ready(self, seconds):
        """Reads the port from the line of JSON that the server prints when it is ready."""
        deadline, line = time.monotonic() + seconds, b""
        while not line.endswith(b"\n"):
            left = max(0, deadline - time.monotonic())
            piece = b""
            if select.select([self.process.stdout], [], [], left)[0]:
                piece = os.read(self.process.stdout.fileno(), 65536)
            if not piece:
                self.stop()
                errors = (self.process.stderr.read() or b"").decode(errors="replace").strip()
                raise Failure(f"{self.name} was not ready within {seconds} s: {errors or 'no output'}")
            line += piece
        self.ready = json.loads(line.splitlines()[0])
        self.port, self.workers = self.ready["port"], [self.ready["pid"]]
        return self

    def cpu_seconds(self):
        """Returns the processor time of all threads, including ended ones, in seconds: clock_getcpuclockid(3)."""
        return sum(time.clock_gettime((~worker << 3) | 2) for worker in self.workers)

    def memory(self, field="VmRSS"):
        """Returns the resident bytes (`VmRSS`) or their maximum (`VmHWM`) of the process and its workers."""
        total = 0
        for pid in {self.process.pid, *self.workers}:
            for line in Path(f"/proc/{pid}/status").read_text().splitlines():
                if line.startswith(field + ":"):
                    total += int(line.split()[1]) * 1024
        return total

    def check(self, path, status, body=None):
        answered, bytes_ = ask(self.port, path)
        if answered != status:
            raise Failure(f"{self.name} answered {path} with {answered}, not {status}")
        if body is not None and bytes_ != body.encode():
            raise Failure(f"{self.name} answered {path} with other bytes than nginx: {bytes_[:80]!r}…")

    def stop(self):
        """Ends the server, and returns its exit status."""
        workers = set(self.workers) - {self.process.pid}
        if self.process.poll() is None:
            self.process.send_signal(self.stop_signal)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                for pid in workers:
                    if parent(pid) == self.process.pid:
                        os.kill(pid, signal.SIGKILL)
                self.process.kill()
                self.process.wait()
        if self in Server.running:
            Server.running.remove(self)
        return self.process.returncode

    @classmethod
    def stop_all(cls):
        """Ends all servers, even if one fails, and ignores signals meanwhile; each takes at most ten seconds."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM):
            signal.signal(number, signal.SIG_IGN)
        failures = []
        for server in list(cls.running):
            try:
                server.stop()
            except Failure as failure:
                failures.append(failure)
        if failures:
            raise failures[0]


def parent(pid):
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except (FileNotFoundError, ProcessLookupError):
        return None


class Nginx(Server):
    """nginx with `return` for every path, and the same body as a file under /static."""

    STATIC = "/static/body.json"

    def __init__(self, folder, port=None, count=1):
        port = port or free_port()
        home, self.count = Path(folder, f"nginx{port}"), count
        configuration = home / "nginx.conf"
        if not home.exists():
            (home / "static").mkdir(parents=True)
            (home / "static" / "body.json").write_text(BODY)
            configuration.write_text(self.configuration(home, port, count))
        super().__init__("nginx", ["nginx", "-p", str(home), "-e", str(home / "error.log"), "-c", str(configuration)], port)

    def find_workers(self, seconds=5):
        """Waits until nginx has started each worker, and records their pids."""
        children, deadline = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children"), time.monotonic() + seconds
        while len(found := children.read_text().split()) != self.count:
            if time.monotonic() > deadline:
                raise Failure(f"nginx has {len(found)} workers, not {self.count}")
            time.sleep(0.005)
        self.workers = [int(child) for child in found]

    @staticmethod
    def configuration(home, port, count):
        temporary = "".join(
            f"    {kind}_temp_path {home}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        return f"""{"user root;" if os.getuid() == 0 else ""}
daemon off;
worker_processes {count};
pid {home}/pid;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    keepalive_requests 1000000000;
    keepalive_timeout 600;
    sendfile on;
    tcp_nodelay on;
    default_type application/json;
{temporary}    server {{
        listen 127.0.0.1:{port}{" reuseport" if count > 1 else ""};
        location / {{ return 200 '{BODY}'; }}
        location /static/ {{ root {home}; }}
    }}
}}
"""


class Rehearsal(Server):
    """`rehearsal serve` with the default journal.

    All endpoints have the same body, or `differing` ones of about the same size. `before` are the words of a command
    that runs the server."""

    binary = None

    def __init__(self, folder, endpoints, port=0, environment=None, before=(), options=(), differing=False):
        file = Path(folder, f"endpoints-{endpoints}{'-differing' * differing}.json")
        if not file.exists():
            body = json.loads(BODY)
            bodies = [{**body, **({"number": index} if differing else {})} for index in range(endpoints)]
            declared = [{"get": HIT % index, "replies": [{"json": each}]} for index, each in enumerate(bodies)]
            file.write_text(json.dumps({"scenario": "bench", "endpoints": declared}))
        output = subprocess.PIPE if port == 0 else subprocess.DEVNULL
        command = [*before, str(self.binary), "serve", str(file), "--port", str(port), "--json", *options]
        super().__init__(f"rehearsal with {endpoints:,} endpoint{'s' * (endpoints > 1)}", command, port, signal.SIGINT, environment, output)
        if port == 0:
            self.wait_until_ready(60)

    def stop(self):
        # SIGINT ends a process with its default action until the server is ready.
        was_ready = self.port != 0 and self.process.poll() is None
        status = super().stop()
        if was_ready and status != 0:
            raise Failure(f"{self.name} ended with status {status} after SIGINT, not 0")
        return status


class BareLoop(Server):
    """The server of loop.c, with the reply of the others."""

    def __init__(self, folder, source):
        program, body = Path(folder, "loop"), Path(folder, "loop.json")
        compile_c(source, program)
        body.write_text(BODY)
        super().__init__("bare loop", [str(program), "0", str(body)], 0, output=subprocess.PIPE)
        self.wait_until_ready(10)


class WireMock(Server):
    """WireMock with its default, unlimited request journal and 4 GB of heap, from a Python package."""

    def __init__(self, folder):
        if not shutil.which("java"):
            raise Failure("WireMock needs Java: install default-jre-headless, or omit --with-wiremock")
        home = Path(folder, "wiremock")
        (home / "root" / "mappings").mkdir(parents=True)
        progress("WireMock: downloading the package")
        subprocess.run([sys.executable, "-m", "venv", str(home / "venv")], check=True, timeout=120)
        install = [str(home / "venv/bin/python"), "-m", "pip", "install", "--quiet", "--no-deps", "wiremock==2.7.0"]
        subprocess.run(install, check=True, timeout=180, stdout=sys.stderr)
        jar = next(home.glob("venv/lib/*/site-packages/wiremock/server/*.jar"))
        headers = {"Content-Type": "application/json"}
        mapping = {"request": {"method": "GET", "url": HIT % 0}, "response": {"status": 200, "headers": headers, "body": BODY}}
        (home / "root/mappings/item.json").write_text(json.dumps(mapping))
        port = free_port()
        options = ["--port", str(port), "--bind-address", "127.0.0.1", "--root-dir", str(home / "root")]
        super().__init__("WireMock", ["java", "-Xmx4g", "-jar", str(jar), *options], port)
        self.version = jar.stem.rpartition("-")[2]
