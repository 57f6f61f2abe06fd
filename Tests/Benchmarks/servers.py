"""The servers that are compared: each is started on a free port of 127.0.0.1 and ended by its own process id."""

import http.client
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SCRATCH = ROOT / ".build-bench"
# 1 KB of JSON, the size of an ordinary reply.
BODY = json.dumps(
    {"items": [{"id": n, "spot": f"A-{n:02}", "status": "active", "total_price": "7.50"} for n in range(15)]},
    separators=(",", ":"),
)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A running server: where it answers, and the process whose work counts."""

    def __init__(self, command, port, path, env=None, patience=20.0):
        self.port, self.path = port, path
        self.log = open(SCRATCH / f"server-{port}.log", "w+")
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, env=env
        )
        self.first_reply = self.wait_for_reply(patience) - self.started

    def wait_for_reply(self, patience):
        """Asks until something answers; the moment of the first reply."""
        request = f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode()
        while time.perf_counter() - self.started < patience:
            if self.process.poll() is not None:
                break
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
                    connection.sendall(request)
                    if connection.recv(12).startswith(b"HTTP/1.1"):
                        return time.perf_counter()
            except OSError:
                time.sleep(0.0002)
        self.stop()
        sys.exit(f"error: {self.process.args[0]} did not answer; its output is in {self.log.name}")

    @property
    def workers(self):
        """The processes that answer: nginx's answer in a child."""
        pid = self.process.pid
        children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [pid] + [int(child) for child in children]

    def cpu_seconds(self):
        """What all threads have spent on a processor, to the nanosecond."""
        total = 0
        for pid in self.workers:
            for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
                total += int((task / "schedstat").read_text().split()[0])
        return total / 1e9

    def resident_bytes(self):
        pages = sum(int(pathlib.Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in self.workers)
        return pages * os.sysconf("SC_PAGE_SIZE")

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(5)
        self.log.close()


def nginx(path):
    """One worker; `/return` comes from its configuration, `/static` from a file."""
    port = free_port()
    folder = SCRATCH / f"nginx-{port}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "static").write_text(BODY)
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(f"""
        {user} worker_processes 1; daemon off; pid {folder}/pid; error_log {folder}/errors;
        events {{ worker_connections 4096; }}
        http {{
            access_log off; keepalive_requests 1000000000; sendfile on; tcp_nopush on;
            client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f;
            uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
            server {{
                listen 127.0.0.1:{port} backlog=4096;
                location = /return {{ default_type application/json; return 200 '{BODY}'; }}
                location = /static {{ default_type application/json; root {folder}; }}
            }}
        }}""")
    return Server(["nginx", "-p", str(folder), "-c", "nginx.conf", "-e", str(folder / "errors")], port, path)


def scenario(endpoints):
    """A scenario of so many endpoints, each with its own path and the same body."""
    file = SCRATCH / f"endpoints-{endpoints}.jsonc"
    lines = [
        f'{{ "get": "/api/v1/items/{n:05}", "replies": [{{ "json": {BODY} }}] }},' for n in range(endpoints)
    ]
    file.write_text('{ "scenario": "benchmark", "endpoints": [\n' + "\n".join(lines) + "\n] }\n")
    return file


def rehearsal(binary, endpoints, miss=False, env=None):
    """`rehearsal serve` as it is: journal on, in memory, one loop."""
    port = free_port()
    path = "/api/v1/items/nobody" if miss else f"/api/v1/items/{endpoints // 2:05}"
    return Server([str(binary), "serve", str(scenario(endpoints)), "--port", str(port), "--json"], port, path, env)


def wiremock():
    """WireMock with one stub and its own defaults, from the jar inside the PyPI package; None without Java."""
    if not shutil.which("java"):
        return None
    jar = next(SCRATCH.glob("wiremock*.jar"), None)
    if jar is None:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "-d", str(SCRATCH), "wiremock"]
        subprocess.run(command, check=True, timeout=300)
        with zipfile.ZipFile(next(SCRATCH.glob("wiremock*.whl"))) as wheel:
            member = next(name for name in wheel.namelist() if name.endswith(".jar"))
            jar = SCRATCH / "wiremock.jar"
            jar.write_bytes(wheel.read(member))
    port = free_port()
    folder = SCRATCH / "wiremock"
    folder.mkdir(exist_ok=True)
    command = ["java", "-jar", str(jar), "--port", str(port), "--root-dir", str(folder), "--disable-banner"]
    server = Server(command, port, "/__admin/", patience=60)
    stub = {
        "request": {"method": "GET", "urlPath": "/stub"},
        "response": {"status": 200, "body": BODY, "headers": {"Content-Type": "application/json"}},
    }
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("POST", "/__admin/mappings", json.dumps(stub), {"Content-Type": "application/json"})
    connection.getresponse().read()
    server.path = "/stub"
    return server
