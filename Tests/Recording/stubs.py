"""Runs WireMock as a program, and sends requests to it and to a scenario."""

import contextlib
import http.client
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from services import CannotTry

PACKAGE = "wiremock==2.7.0"


def jar():
    """Returns the path of WireMock 2.35.1, from a package of PyPI that is installed once and kept."""
    own = Path(tempfile.gettempdir(), f"rehearsal-wiremock-{os.getuid()}")
    found = lambda: next(own.glob("lib/*/site-packages/wiremock/server/*.jar"), None)
    if found():
        return str(found())
    try:
        subprocess.run([sys.executable, "-m", "venv", str(own)], check=True, timeout=600, capture_output=True)
        pip = [str(own / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-deps", PACKAGE]
        subprocess.run(pip, check=True, timeout=300, capture_output=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise CannotTry(f"{PACKAGE} is not installed and cannot be installed: {error}")
    if not found():
        raise CannotTry(f"{PACKAGE} does not contain a jar")
    return str(found())


def java():
    """Returns the path of java, and installs Debian's if there is none."""
    if not shutil.which("java"):
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            install = ["apt-get", "install", "--yes", "--quiet", "default-jre-headless"]
            subprocess.run(install, timeout=600, capture_output=True, stdin=subprocess.DEVNULL)
    found = shutil.which("java")
    if not found:
        raise CannotTry("java was not found: run apt-get install default-jre-headless")
    return found


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


class WireMock:
    """A WireMock on 127.0.0.1 that loads the mappings of one unit after another."""

    def __init__(self, folder):
        self.root = Path(folder)
        # Another program may take the free port before WireMock does. WireMock then exits.
        for _ in range(5):
            self.start()
            if self.is_ready():
                return
            self.stop()
        raise CannotTry("WireMock does not answer on its port")

    def start(self):
        self.port = free_port()
        command = [java(), "-Xmx512m", "-jar", jar(), "--port", str(self.port), "--bind-address", "127.0.0.1"]
        command += ["--root-dir", str(self.root), "--local-response-templating", "--disable-banner"]
        quiet = dict(stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.process = subprocess.Popen(command, **quiet)

    def is_ready(self):
        """Waits until WireMock answers; returns False if it exits or does not answer in time."""
        end = time.monotonic() + 120
        while self.process.poll() is None and time.monotonic() < end:
            with contextlib.suppress(OSError, http.client.HTTPException):
                if self.admin("GET", "/mappings")[0] == 200:
                    return True
            time.sleep(0.1)
        return False

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(20)

    def admin(self, method, path, document=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        body = None if document is None else json.dumps(document)
        connection.request(method, "/__admin" + path, body, {"Content-Type": "application/json"})
        reply = connection.getresponse()
        text = reply.read().decode(errors="replace")
        connection.close()
        return reply.status, text

    def refusal(self, mapping):
        """Returns the reason why WireMock rejects a mapping; None if it accepts it."""
        status, text = self.admin("POST", "/mappings", mapping)
        if status < 300:
            return None
        with contextlib.suppress(ValueError, LookupError, TypeError):
            return json.loads(text)["errors"][0]["detail"].splitlines()[0]
        return text.strip().splitlines()[0] if text.strip() else f"status {status}"

    def load(self):
        """Replaces all mappings with those in the root folder."""
        for method, path in (("POST", "/mappings/reset"), ("POST", "/scenarios/reset")):
            status, text = self.admin(method, path)
            if status >= 300:
                raise CannotTry(f"WireMock cannot read the mappings: {text[:300]}")


class Request:
    """A request, parsed from a text of its line, its fields, an empty line and its body."""

    def __init__(self, text):
        head, _, body = text.partition("\n\n")
        line, *fields = head.split("\n")
        self.method, self.target = line.split(" ", 1)
        self.fields = [tuple(part.strip() for part in field.split(":", 1)) for field in fields if field.strip()]
        self.body = body.encode()

    def with_(self, **changes):
        other = Request.__new__(Request)
        other.method, other.target, other.fields, other.body = self.method, self.target, list(self.fields), self.body
        for name, value in changes.items():
            setattr(other, name, value)
        return other

    def __str__(self):
        fields = "".join(f" [{name}: {value}]" for name, value in self.fields)
        return f"{self.method} {self.target}{fields} {self.body.decode(errors='replace')!r}"

    @property
    def key(self):
        return (self.method, self.target, tuple(self.fields), self.body)


class Reply:
    """A reply with the mark of its mapping, its status, headers and body, or the error that ended the connection."""

    MARK = "X-Mapping"

    def __init__(self, request, port):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        self.mark, self.status, self.headers, self.body, self.end = None, 0, {}, b"", None
        try:
            connection.putrequest(request.method, request.target, skip_host=True, skip_accept_encoding=True)
            names = {name.lower() for name, _ in request.fields}
            if "host" not in names:
                connection.putheader("Host", "localhost:80")
            for name, value in request.fields:
                connection.putheader(name, value)
            if "content-length" not in names and (request.body or request.method in ("POST", "PUT", "PATCH")):
                connection.putheader("Content-Length", str(len(request.body)))
            connection.endheaders()
            if request.body:
                connection.send(request.body)
            reply = connection.getresponse()
            self.status, self.headers = reply.status, {}
            for name, value in reply.getheaders():
                self.headers.setdefault(name.lower(), []).append(value)
            self.mark = reply.getheader(self.MARK)
            self.body = reply.read()
        except (http.client.HTTPException, OSError) as error:
            self.end = "no valid reply" if isinstance(error, http.client.HTTPException) else "connection reset"
            if isinstance(error, TimeoutError):
                self.end = "timed out"
        finally:
            connection.close()

    def __str__(self):
        if self.end:
            return self.end
        return f"{self.status} from {self.mark or 'no mapping'}: {self.body[:120]!r}"
