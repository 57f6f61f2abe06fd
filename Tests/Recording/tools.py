"""Runs mitmproxy and a browser, and reads the HARs that they write."""

import base64
import contextlib
import hashlib
import json
import os
import shutil
import socket
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

NEEDED = ["mitmproxy", "playwright"]
BROWSERS = ["chromium", "google-chrome"]


class CannotTry(Exception):
    pass


def python_with_tools():
    """Returns a Python with the tools, in a virtual environment that is created once and kept."""
    own = Path(tempfile.gettempdir(), f"rehearsal-circle-{os.getuid()}")
    python = str(own / "bin" / "python")
    probe = [python, "-c", "import mitmproxy.version, playwright.sync_api"]
    if Path(python).exists() and subprocess.run(probe, capture_output=True).returncode == 0:
        return python
    try:
        subprocess.run([sys.executable, "-m", "venv", str(own)], check=True, timeout=600, capture_output=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *NEEDED], check=True, timeout=300, capture_output=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise CannotTry(f"{', '.join(NEEDED)} are not installed and cannot be installed: {error}")
    return python


def run(command, seconds=60):
    """Runs a command that must succeed, and returns its output."""
    done = subprocess.run(command, capture_output=True, timeout=seconds, text=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise CannotTry(f"{' '.join(command)} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


class Program:
    """A running `rehearsal serve` or `rehearsal record`."""

    def __init__(self, binary, *words):
        command = [binary, *words, "--port", "0", "--json"]
        pipes = dict(stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
        self.process = subprocess.Popen(command, **pipes)
        line = self.process.stdout.readline()
        if '"ready"' not in line:
            self.process.kill()
            raise CannotTry(f"{' '.join(command)}: {self.process.stderr.read()}")
        self.base = json.loads(line)["baseURL"]

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        try:
            errors = self.process.communicate(timeout=20)[1]
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        if self.process.returncode != 0:
            raise CannotTry(f"{self.process.args} ended with {self.process.returncode}: {errors}")


class Proxy:
    """A mitmdump in front of a backend, which writes a HAR when it ends."""

    def __init__(self, python, upstream, path):
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        self.base = f"http://127.0.0.1:{port}"
        self.address = ("127.0.0.1", port)
        program = str(Path(python).parent / "mitmdump")
        options = ["--mode", f"reverse:{upstream}", "--listen-host", "127.0.0.1", "-p", str(port), "-q"]
        # With `keep_host_header` the HAR has the host that the client requested.
        options += ["--set", f"hardump={path}", "--set", "keep_host_header=true", "--set", f"confdir={path}.conf"]
        self.process = subprocess.Popen([program, *options], stdin=subprocess.DEVNULL)

    def __enter__(self):
        end = time.monotonic() + 30
        while time.monotonic() < end and self.process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(self.address) == 0:
                    return self
            time.sleep(0.05)
        self.process.kill()
        raise CannotTry("mitmdump does not listen on its port")

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise


VISIT = """
import sys
from playwright.sync_api import sync_playwright
browser, url, path = sys.argv[1:]
with sync_playwright() as playwright:
    chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
    context = chromium.new_context(record_har_path=path, record_har_content="embed", record_har_mode="full")
    page = context.new_page()
    page.goto(url)
    page.wait_for_function("document.title === 'done'", timeout=20000)
    context.close()
    chromium.close()
"""


def visit(python, url, path):
    """Loads a page in a headless browser, which writes a HAR of all requests."""
    browser = next((found for found in map(shutil.which, BROWSERS) if found), None)
    if not browser:
        raise CannotTry(f"no browser was found: install {' or '.join(BROWSERS)}")
    run([python, "-c", VISIT, browser, url, path])


def entries(path):
    return json.loads(Path(path).read_text())["log"]["entries"]


def digest(body):
    return hashlib.sha256(body).hexdigest()[:16] if body else "-"


def content(part):
    """Returns the bytes of `content` or `postData` in the HAR."""
    text = part.get("text") or ""
    if part.get("encoding") == "base64":
        return base64.b64decode(text)
    kind = part.get("mimeType") or ""
    # mitmproxy decodes a body without a charset as ISO 8859-1; then its size equals its characters.
    is_western = "charset" not in kind and "size" in part and len(text) == part["size"] != len(text.encode())
    return text.encode("latin-1" if is_western or "iso-8859-1" in kind else "utf-8")


def sent(data):
    """Returns the bytes that mitmproxy reads for a request body: text in the charset of its media type."""
    text, kind = data.get("text") or "", data.get("mimeType") or ""
    if "json" not in kind and "utf-8" not in kind:
        with contextlib.suppress(UnicodeEncodeError):
            return text.encode("latin-1")
    return text.encode()


def header_lines(headers, without=()):
    lines = [[header["name"].lower(), header["value"]] for header in headers]
    return [line for line in lines if line[0] not in without]


def summary(entry):
    """Returns the flow that mitmproxy must read from an entry."""
    request, response = entry["request"], entry["response"]
    return {
        "method": request["method"],
        "url": request["url"],
        "status": response["status"],
        # mitmproxy computes the Content-Length of a request again.
        "request": header_lines(request["headers"], without=("content-length",)),
        "reply": header_lines(response["headers"]),
        "sent": digest(sent(request.get("postData") or {})),
        "got": digest(content(response["content"])),
    }


ADDON = """
import hashlib, json, os
def digest(body):
    return hashlib.sha256(body).hexdigest()[:16] if body else "-"
def lines(headers):
    return [[name.decode().lower(), value.decode()] for name, value in headers.fields]
def response(flow):
    with open(os.environ["FLOWS"], "a") as out:
        print(json.dumps({
            "method": flow.request.method, "url": flow.request.url, "status": flow.response.status_code,
            "request": [line for line in lines(flow.request.headers) if line[0] != "content-length"],
            "reply": lines(flow.response.headers), "sent": digest(flow.request.raw_content), "got": digest(flow.response.content),
        }), file=out)
"""


def flows(python, path):
    """Returns the flows that mitmproxy reads from a HAR."""
    with tempfile.TemporaryDirectory() as folder:
        addon = Path(folder, "addon.py")
        addon.write_text(ADDON)
        out = Path(folder, "flows")
        program = str(Path(python).parent / "mitmdump")
        command = [program, "-n", "-q", "-r", path, "-s", str(addon), "--set", f"confdir={folder}"]
        environment = {**os.environ, "FLOWS": str(out)}
        done = subprocess.run(command, capture_output=True, timeout=60, text=True, env=environment, stdin=subprocess.DEVNULL)
        if done.returncode != 0 or not out.exists():
            raise CannotTry(f"mitmdump cannot read {path}: {done.stdout}{done.stderr}")
        return [json.loads(line) for line in out.read_text().splitlines()]
