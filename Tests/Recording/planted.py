"""Records a backend whose requests and replies contain secrets; neither the files nor the terminal may contain one."""

import base64
import gzip
import http.client
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote_plus

import services
from programs import Program, check, until_ready

PROGRAM = """
import gzip, http.server, json, sys

class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self):
        length = int(self.headers.get("Content-Length") or 0)
        self.rfile.read(length)
        if self.path.startswith("/login"):
            return self.log_in()
        body = {"mail": "dora.planted@corp.io", "numbers": [5105105105105100], "kept": "PAGE-2", "note": "of CUST-00421337"}
        kind, body = "application/json", json.dumps(body).encode()
        if self.path.startswith("/text"):
            kind, body = "text/plain", b"for dora.planted@corp.io: dora.planted%40corp.io"
        if self.path.startswith("/keys"):
            kind, body = "text/xml", b"<Keys><SecretKey>3lement-Key-12345</SecretKey></Keys>"
        if self.path.startswith("/script"):
            kind, body = "text/javascript", b'start({"token": "scr1pt-T0ken-12345"});'
        if self.path.startswith("/archive"):
            kind, body = "application/gzip", gzip.compress(b'{"session_token": "4rchive-T0ken-12345"}')
        if self.path.startswith("/packed"):
            body = gzip.compress(json.dumps({"session_token": "p4cked-T0ken-12345"}).encode())
        self.send_response(200)
        self.send_header("Content-Type", kind)
        if self.path.startswith("/packed"):
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Link", '<http://a.example/n?token=l1nk-T0ken-12345>; rel="next"')
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = answer

    def log_in(self):
        body = json.dumps({"user": {"access_token": "acc3ss-T0ken-12345", "reset_token": "r3set-T0ken-12345"}}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Set-Cookie", "sid=c00kie-T0ken-12345; Path=/")
        self.send_header("Location", "/next?code=l0cation-C0de-12345")
        self.send_header("Trailer", "X-Auth-Token")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.write(b"%x\\r\\n%b\\r\\n0\\r\\nX-Auth-Token: tr4iler-T0ken-12345\\r\\n\\r\\n" % (len(body), body))

    def log_message(self, *words): pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
"""
SECRETS = [
    "dora.planted@corp.io", "5105105105105100", "p4cked-T0ken-12345", "l1nk-T0ken-12345", "acc3ss-T0ken-12345",
    "r3set-T0ken-12345", "c00kie-T0ken-12345", "l0cation-C0de-12345", "tr4iler-T0ken-12345", "b4sic-Passw0rd-12345",
    "qu3ry-Key-12345", "f0rm-Passw0rd-12345", "p4rt-Passw0rd-12345", "ref3rer-C0de-12345", "j5on-Passw0rd-12345",
    "CUST-00421337", "p4ir-Passw0rd-12345", "4rchive-T0ken-12345", "3lement-Key-12345", "scr1pt-T0ken-12345",
    base64.b64encode(b"dora:b4sic-Passw0rd-12345").decode(), base64.b64encode(b"mail dora.planted@corp.io").decode(),
]
# The rule for a secret that cannot be recognized by its name or form.
RULE = ["--redact", r"pattern:CUST-\d{8}"]
BASIC = "Basic " + base64.b64encode(b"dora:b4sic-Passw0rd-12345").decode()
PART = '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\np4rt-Passw0rd-12345\r\n--b--\r\n'
HIDDEN = base64.b64encode(b"mail dora.planted@corp.io").decode()
# The first path contains a secret that only the later login reveals.
REQUESTS = [
    ("GET", "/reset/r3set-T0ken-12345/now", None, {}),
    ("POST", "/login?api_key=qu3ry-Key-12345&page=2", '{"password": "j5on-Passw0rd-12345"}', {"Content-Type": "application/json", "Authorization": BASIC}),
    ("GET", "/me", None, {"Cookie": "sid=c00kie-T0ken-12345", "Authorization": "Bearer acc3ss-T0ken-12345", "Referer": "http://a.example/?code=ref3rer-C0de-12345"}),
    ("GET", "/users/dora.planted%40corp.io?dora.planted%40corp.io=1", None, {"X-acc3ss-T0ken-12345": "1"}),
    ("POST", "/form", "password=f0rm-Passw0rd-12345&mail=dora.planted%40corp.io", {"Content-Type": "application/x-www-form-urlencoded"}),
    ("POST", "/part", PART, {"Content-Type": "multipart/form-data; boundary=b"}),
    ("POST", "/named", json.dumps({"acc3ss-T0ken-12345": 1, "blob": HIDDEN, "fields": [{"name": "password", "value": "p4ir-Passw0rd-12345"}]}), {"Content-Type": "application/json"}),
    ("GET", "/text", None, {}),
    ("GET", "/archive", None, {}),
    ("GET", "/keys", None, {}),
    ("GET", "/script", None, {}),
    ("GET", "/packed", None, {"Accept-Encoding": "gzip"}),
]


def ask_all(base):
    """Sends all requests, and returns the statuses of their replies."""
    connection = http.client.HTTPConnection(base.removeprefix("http://"), timeout=20)
    statuses = []
    for method, target, body, fields in REQUESTS:
        connection.request(method, target, body, fields)
        reply = connection.getresponse()
        reply.read()
        statuses.append(reply.status)
    return statuses


def found(text):
    """Returns the secrets that a text contains, unescaped or percent-encoded, in upper or lower case."""
    readings = (text.lower(), unquote_plus(text).lower())
    return [secret for secret in SECRETS if any(secret.lower() in reading for reading in readings)]


def content(path):
    """Returns the bytes of a file as text, decompressed if they are compressed."""
    if not path.is_file():
        return ""
    written = path.read_bytes()
    return (gzip.decompress(written) if written.startswith(b"\x1f\x8b") else written).decode("latin-1")


def on_disk(folder):
    """Returns the files whose name or content contains secrets."""
    return {str(path): secrets for path in Path(folder).rglob("*") if (secrets := found(f"{path.name}\n{content(path)}"))}


def recorded(binary, origin, path):
    """Records the backend, and returns the output on a terminal."""
    command = [binary, "record", "--upstream", origin, "--into", path, "--port", "0", *RULE]
    recorder = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, "TERM": "xterm"})
    try:
        first, base = until_ready(recorder)
        ask_all(base)
        recorder.send_signal(signal.SIGINT)
        return first + recorder.communicate(timeout=20)[0]
    finally:
        if recorder.poll() is None:
            recorder.kill()


def hides_secrets(binary, folder):
    """A recording contains no secret, even if the recorder is killed, and answers requests with the real secrets."""
    path = f"{folder}/planted/Recordings/planted"
    killed = f"{folder}/killed/Recordings/planted"
    service = services.Service([sys.executable, "-c", PROGRAM])
    try:
        recorder = Program(binary, "record", "--upstream", service.origin, "--into", killed, *RULE)
        statuses = ask_all(recorder.base)
        recorder.process.kill()
        output = recorder.process.communicate(timeout=20)
        held = check(statuses == [200] * len(REQUESTS) and not on_disk(f"{folder}/killed"), f"a killed recorder left none of {len(SECRETS)} secrets on disk {on_disk(f'{folder}/killed') or ''}")
        screen = recorded(binary, service.origin, path)
    finally:
        service.stop()
    held &= check(Path(path + ".har").exists() and not on_disk(f"{folder}/planted"), f"no file contains a secret in its name or content {on_disk(f'{folder}/planted') or ''}")
    held &= check("GET" in screen and not found(screen + "".join(output)), f"the terminal shows no secret {found(screen + ''.join(output)) or ''}")
    linted = subprocess.run([binary, "lint", path + ".har"], capture_output=True, timeout=20, text=True)
    held &= check(linted.returncode == 0, f"lint reports nothing in the recording {linted.stdout if linted.returncode else ''}")
    server = Program(binary, "serve", "--no-control", path + ".har")
    try:
        again = ask_all(server.base)
    finally:
        server.end()
    return held & check(again == statuses, f"the recording answers requests with the real secrets {again if again != statuses else ''}")
