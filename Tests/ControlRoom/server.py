"""Runs `rehearsal serve` for the checks, and sends requests to it."""

import http.client
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import urllib.request

TOKEN = "token-of-the-control-room-checks"
HERE = pathlib.Path(__file__).parent
OTHER = '{ "scenario": "other", "summary": "the other scenario", "endpoints": [{ "get": "/other", "replies": [{}] }] }\n'


class Server:
    """A running `rehearsal serve` with a folder of its own."""

    def __init__(self, binary, folder=None, control=0, port=0):
        self.binary = binary
        self.folder = pathlib.Path(folder or tempfile.mkdtemp(prefix="rehearsal-room-"))
        scenarios = self.folder / "Scenarios"
        scenarios.mkdir(exist_ok=True)
        shutil.copy(HERE / "scenario.jsonc", scenarios / "ticket.jsonc")
        (scenarios / "other.json").write_text(OTHER)
        (scenarios / "broken.json").write_text('{ "endpoint": [] }\n')
        words = ["serve", str(scenarios / "ticket.jsonc"), "--port", str(port), "--control-port", str(control), "--json"]
        words += ["--add-missing", str(self.folder / "added.jsonc")]
        self.environment = dict(os.environ, TMPDIR=str(self.folder), REHEARSAL_TOKEN=TOKEN)
        self.errors = open(self.folder / "errors", "a")
        pipes = dict(stdout=subprocess.PIPE, stderr=self.errors, stdin=subprocess.DEVNULL, text=True)
        self.process = subprocess.Popen([binary, *words], env=self.environment, **pipes)
        line = json.loads(self.process.stdout.readline())
        self.base, self.control, self.port = line["baseURL"], line["control"], line["port"]

    @property
    def url(self):
        return f"{self.control}/#token={TOKEN}"

    def stop(self, keeps=False):
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=30)
        self.errors.close()
        if not keeps:
            shutil.rmtree(self.folder, ignore_errors=True)

    def get(self, path, method="GET", body=None, headers=None):
        """Returns the status and the body of a reply. Without a reply, the name of the error replaces the status."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(method, path, body, headers or {})
            reply = connection.getresponse()
            return reply.status, reply.read()
        except (OSError, http.client.HTTPException) as error:
            return type(error).__name__, b""
        finally:
            connection.close()

    def raw(self, data, seconds=3):
        """Sends bytes and returns what the server sends until it closes the connection."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=seconds) as connection:
            received = b""
            try:
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
                while piece := connection.recv(65536):
                    received += piece
            except OSError:
                pass
            return received

    def ask(self, method, path, body=None):
        """Sends an operation of the control API and returns its document."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
        request = urllib.request.Request(self.control + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as reply:
            content = reply.read()
        return json.loads(content) if content else None

    def run(self, *words, seconds=60):
        """Runs another command of the program."""
        return subprocess.run([self.binary, *words], capture_output=True, text=True, timeout=seconds, env=self.environment,
                              stdin=subprocess.DEVNULL, cwd=self.folder)
