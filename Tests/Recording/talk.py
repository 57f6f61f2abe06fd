"""A scenario with replies of every kind, and the requests for them; run as a program, it sends them to a URL."""

import base64
import contextlib
import gzip
import http.client
import json
import re
import sys
from collections import defaultdict
from pathlib import Path
from urllib.parse import urlsplit

import tools

BINARY = bytes(range(256)) * 8
TEXT = "Grüße, 世界 🎈\n" * 40
PAGE = """<!doctype html><meta charset="utf-8"><title>waits</title><link rel="stylesheet" href="/style.css">
<img src="/image" alt=""><script>
const ask = (method, path, body, type) => fetch(path, {method, body, headers: type ? {"Content-Type": type} : {}});
(async () => {
  for (const path of ["/json?page=2&q=%C3%A4", "/text", "/gzip", "/nothing", "/missing", "/broken", "/moved"]) await ask("GET", path);
  await ask("HEAD", "/text");
  await ask("POST", "/orders", '{"name":"Zoë"}', "application/json");
  await ask("POST", "/form", "a=1&b=%C3%A9+f", "application/x-www-form-urlencoded");
  await ask("PUT", "/orders/7", '{"state":"paid"}', "application/json");
  await ask("DELETE", "/orders/7");
  document.title = "done";
})();
</script>"""

JSON_TYPE = {"Content-Type": "application/json"}
REQUESTS = [
    ("GET", "/json?page=2&q=%C3%A4", {}, b""),
    ("GET", "/json?page=3", {"Accept": "application/json"}, b""),
    ("GET", "/text", {"Accept-Language": "de"}, b""),
    ("GET", "/latin", {}, b""),
    ("GET", "/image", {}, b""),
    ("GET", "/gzip", {"Accept-Encoding": "gzip"}, b""),
    ("GET", "/empty", {}, b""),
    ("GET", "/nothing", {}, b""),
    ("GET", "/cached", {"If-None-Match": '"1"'}, b""),
    ("GET", "/missing", {}, b""),
    ("GET", "/broken", {}, b""),
    ("GET", "/moved", {}, b""),
    ("GET", "/cookies", {}, b""),
    ("GET", "/turns", {}, b""),
    ("GET", "/turns", {}, b""),
    ("GET", "/chunked", {}, b""),
    ("HEAD", "/text", {}, b""),
    ("POST", "/orders", JSON_TYPE, '{"name":"Zoë"}'.encode()),
    ("POST", "/form", {"Content-Type": "application/x-www-form-urlencoded"}, b"a=1&b=%C3%A9+f"),
    ("POST", "/upload", {"Content-Type": "application/octet-stream"}, BINARY),
    ("PUT", "/orders/7", JSON_TYPE, b'{"state":"paid"}'),
    ("PATCH", "/orders/7", {"Content-Type": "application/merge-patch+json"}, b'{"state":null}'),
    ("DELETE", "/orders/7", {}, b""),
    ("OPTIONS", "/orders", {}, b""),
]


def bytes_reply(body, kind, **headers):
    fields = {"Content-Type": kind, **{name.replace("_", "-"): value for name, value in headers.items()}}
    return {"headers": fields, "base64": base64.b64encode(body).decode()}


def write_scenario(folder):
    def get(path, *replies):
        return {"get": path, "replies": list(replies)}

    moved = {"status": 302, "headers": {"Location": "/json?page=3"}}
    endpoints = [
        get("/page", {"headers": {"Content-Type": "text/html; charset=utf-8"}, "text": PAGE}),
        get("/style.css", {"headers": {"Content-Type": "text/css"}, "text": "body { color: #123 }"}),
        get("/favicon.ico", {"status": 404}),
        get("/json", {"json": {"items": [{"id": 1, "name": "Zoë"}, {"id": 2, "name": None}], "next": 1.5}}),
        get("/text", {"headers": {"Content-Type": "text/plain; charset=utf-8"}, "text": TEXT}),
        get("/latin", bytes_reply("Grüße".encode("latin-1"), "text/plain; charset=iso-8859-1")),
        get("/image", bytes_reply(BINARY, "image/png")),
        get("/gzip", bytes_reply(gzip.compress(TEXT.encode() * 5, mtime=0), "text/plain; charset=utf-8", Content_Encoding="gzip")),
        get("/empty", {"status": 200}),
        get("/nothing", {"status": 204}),
        get("/cached", {"status": 304, "headers": {"ETag": '"1"'}}),
        get("/missing", {"status": 404, "json": {"error": "no such thing"}}),
        get("/broken", {"status": 500, "text": "broken"}),
        get("/moved", moved),
        get("/cookies", {"headers": {"Set-Cookie": ["theme=dark; Path=/", "lang=de; Path=/; HttpOnly"]}, "text": "two"}),
        get("/turns", {"json": {"turn": 1}}, {"json": {"turn": 2}}),
        get("/chunked", {"headers": {"Transfer-Encoding": "chunked"}, "text": "in pieces " * 300}),
        get("/lost", {"fault": {"effect": "reset", "at": "beforeHead"}}),
        get("/cut", {"text": "half of it", "fault": {"effect": "close", "at": {"body": 4}}}),
        {"post": "/orders", "replies": [{"status": 201, "headers": {"Location": "/orders/7"}, "json": {"id": 7}}]},
        {"post": "/form", "replies": [{"text": "taken"}]},
        {"post": "/upload", "replies": [{"status": 202}]},
        {"put": "/orders/7", "replies": [{"json": {"id": 7, "state": "paid"}}]},
        {"patch": "/orders/7", "replies": [{"json": {"id": 7}}]},
        {"delete": "/orders/7", "replies": [{"status": 204}]},
        {"options": "/orders", "replies": [{"status": 204, "headers": {"Allow": "GET, POST"}}]},
    ]
    path = Path(folder, "circle.json")
    path.write_text(json.dumps({"scenario": "circle", "endpoints": endpoints}))
    return str(path)


def ask(base, requests):
    """Sends requests on one connection, and returns the status, the media type and the body of each reply."""
    connection = http.client.HTTPConnection(urlsplit(base).netloc, timeout=20)
    answers = []
    for method, target, headers, body in requests:
        connection.request(method, target, body or None, headers)
        reply = connection.getresponse()
        answers.append((reply.status, reply.getheader("Content-Type") or "", reply.read()))
    connection.close()
    return answers


def lose(base):
    """Sends requests that get no complete reply or no endpoint."""
    for target in ("/lost", "/cut", "/nowhere"):
        with contextlib.suppress(OSError, http.client.HTTPException):
            ask(base, [("GET", target, {}, b"")])


def run(base):
    answers = ask(base, REQUESTS)
    lost = [request[:2] for request, answer in zip(REQUESTS, answers) if answer[0] == 501]
    if lost:
        raise tools.CannotTry(f"the scenario does not answer {lost}")


def recorded_body(part, folder):
    name = part.get("_file")
    if not name:
        return tools.content(part)
    body = Path(folder, name).read_bytes()
    # A JSON body is pretty-printed in its file, so it is compared without white space.
    return json.dumps(json.loads(body)).encode() if "_spacing" in part else body


def neutral(kind, body):
    """Returns a body without the white space between JSON tokens."""
    if "json" in kind and body:
        return json.dumps(json.loads(body)).encode()
    return body


def again(base, entries, folder):
    """Returns the recorded replies of entries, and the current replies to their requests."""
    requests, expected = [], []
    for entry in entries:
        request, response = entry["request"], entry["response"]
        parts = urlsplit(request["url"])
        # Entries without a reply cannot be compared, and schemes such as `data:` reach no server.
        if response["status"] == 0 or parts.scheme not in ("http", "https"):
            continue
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        data = request.get("postData") or {}
        headers = {"Content-Type": data["mimeType"]} if data.get("mimeType") else {}
        requests.append((request["method"], target, headers, recorded_body(data, folder)))
        kind = next((header["value"] for header in response["headers"] if header["name"].lower() == "content-type"), "")
        body = recorded_body(response["content"], folder)
        if request["method"] == "HEAD":
            body = b""
        expected.append((request["method"], target, response["status"], kind, tools.digest(neutral(kind, body))))
    found = []
    for request, (status, kind, body) in zip(requests, ask(base, requests)):
        found.append((*request[:2], status, kind, tools.digest(neutral(kind, body))))
    return expected, found


if __name__ == "__main__":
    run(sys.argv[1])
