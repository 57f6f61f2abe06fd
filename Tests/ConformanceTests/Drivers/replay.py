"""Sends every request of a HAR to a backend, in order, and prints how the replies differ from the recording.

usage: replay.py BASE_URL HAR {http.client|curl} {keep-alive|fresh} {exact|rewritten}
Prints one line per difference; exits with 1 if there is one.
"""

import base64
import http.client
import json
import pathlib
import subprocess
import sys
import tempfile
import urllib.parse

HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "te", "trailer", "upgrade", "proxy-connection"}


def recorded(entry, base, exact):
    """The status, the reason, the body and the end-to-end header lines that a replay at `base` must send."""
    response = entry["response"]
    content = response["content"]
    text = content.get("text", "")
    body = base64.b64decode(text) if content.get("encoding") == "base64" else text.encode()
    left_out = HOP_BY_HOP | {"content-length", "content-encoding"} | (set() if exact else {"date"})
    headers = [(h["name"], h["value"]) for h in response["headers"] if h["name"].lower() not in left_out]
    if not exact:
        origin = entry["request"]["url"].split("/", 3)[:3]
        body = body.replace("/".join(origin).encode(), base.encode())
        headers = [(name, value.replace("/".join(origin), base)) for name, value in headers]
    return response["status"], response["statusText"], body, headers


def request_of(entry):
    request = entry["request"]
    url = urllib.parse.urlsplit(request["url"])
    target = url.path + ("?" + url.query if url.query else "")
    post = request.get("postData")
    headers = {"Content-Type": post["mimeType"]} if post else {}
    return request["method"], target, headers, post["text"].encode() if post else None


def through_http_client(base, requests, fresh):
    host = urllib.parse.urlsplit(base).netloc
    connection = http.client.HTTPConnection(host, timeout=10)
    socket = None
    for method, target, headers, body in requests:
        if fresh:
            connection = http.client.HTTPConnection(host, timeout=10)
        connection.request(method, target, body=body, headers=headers)
        if not fresh:
            socket = socket or connection.sock
            assert socket is connection.sock, "the connection was not kept"
        response = connection.getresponse()
        yield response.status, response.reason, response.read(), response.getheaders()


def curl_arguments(base, request, folder, index):
    method, target, headers, body = request
    arguments = ["--silent", "--show-error", "--max-time", "10", "--path-as-is", "--request", method]
    for name, value in headers.items():
        arguments += ["--header", f"{name}: {value}"]
    if body is not None:
        arguments += ["--data-binary", body.decode()]
    arguments += ["--output", f"{folder}/{index}.body", "--dump-header", f"{folder}/{index}.head"]
    return arguments + ["--write-out", "%{num_connects}\n", base + target]


def through_curl(base, requests, fresh):
    with tempfile.TemporaryDirectory() as folder:
        runs = [curl_arguments(base, request, folder, index) for index, request in enumerate(requests)]
        if fresh:
            for run in runs:
                subprocess.run(["curl", *run], check=True, stdout=subprocess.DEVNULL)
        else:
            joined = runs[0] + [part for run in runs[1:] for part in ["--next", *run]]
            connects = subprocess.run(["curl", *joined], check=True, capture_output=True, text=True).stdout.split()
            assert sum(map(int, connects)) == 1, f"curl opened {connects} connections"
        for index in range(len(runs)):
            head = pathlib.Path(f"{folder}/{index}.head").read_bytes().decode("latin-1").split("\r\n")
            _, status, reason = (head[0].split(" ", 2) + [""])[:3]
            headers = [tuple(line.split(": ", 1)) for line in head[1:] if ": " in line]
            body = pathlib.Path(f"{folder}/{index}.body")
            yield int(status), reason, body.read_bytes() if body.exists() else b"", headers


def main():
    base, har, client, persistence, mode = sys.argv[1:]
    entries = json.loads(pathlib.Path(har).read_text("utf-8-sig"))["log"]["entries"]
    requests = [request_of(entry) for entry in entries]
    ask = through_curl if client == "curl" else through_http_client
    count = differences = 0
    for entry, answer in zip(entries, ask(base, requests, persistence == "fresh")):
        count += 1
        status, reason, body, headers = recorded(entry, base, mode == "exact")
        own = {"content-length"} | (set() if mode == "exact" else {"date"})
        seen = [(name, value) for name, value in answer[3] if name.lower() not in own]
        for what, expected, found in [
            ("status", status, answer[0]),
            ("reason", reason, answer[1]),
            ("body", body, answer[2]),
            ("headers", headers, seen),
        ]:
            if expected != found:
                differences += 1
                print(f"{entry['request']['method']} {entry['request']['url']}: {what}: "
                      f"recorded {expected!r:.300}, answered {found!r:.300}")
    print(f"{count} exchanges, {differences} differences")
    sys.exit(1 if differences or count != len(entries) else 0)


main()
