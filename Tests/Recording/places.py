#!/usr/bin/env python3
"""Sends requests with each secret and each harmless value of planted.json, and searches all output for them.

The requests go to `serve --har --journal --log --trace` and to `record`. The script searches the HAR, the journal, the
log, the trace, the state files, the standard streams, the recording, and the replies of the control API. No output may
contain a secret, and each output must contain the harmless values unchanged.
"""

import base64
import collections
import http.client
import http.server
import json
import pathlib
import sys
import tempfile
import threading
import urllib.request
from urllib.parse import unquote, unquote_plus

from programs import Program, binary_of, check

LIST = pathlib.Path(__file__).resolve().parent / "planted.json"


def read():
    """Returns the places and the innocents; the file splits each secret with "¦", so that it contains none itself."""
    document = json.loads(LIST.read_text(encoding="utf-8").replace("¦", ""))
    return document["places"], document["innocents"]


def body_of(place):
    if "base64" in place:
        return base64.b64decode(place["base64"])
    return place.get("body", "").encode()


def fields_of(place, is_reply):
    fields = {}
    if "header" in place and (place.get("side") == "reply") == is_reply:
        fields[place["header"][0]] = place["header"][1]
    for member, name in (("type", "Content-Type"), ("coding", "Content-Encoding")):
        if member in place:
            fields[name] = place[member]
    return fields


def ask(base, place, number, path=None):
    """Sends a request with the value of a place; the header X-Place has its number."""
    body = body_of(place)
    connection = http.client.HTTPConnection(base.removeprefix("http://"), timeout=60)
    connection.putrequest("POST", path or place.get("target", "/planted"), skip_accept_encoding=True)
    for name, value in {**fields_of(place, False), "X-Place": str(number), "Content-Length": str(len(body))}.items():
        connection.putheader(name, value)
    connection.endheaders(body)
    reply = connection.getresponse()
    reply.read()
    connection.close()
    return reply.status


def scenario(places):
    """Returns a scenario that answers `/reply/N` with the value of the place N."""
    endpoints = []
    for number, place in enumerate(places):
        reply = {"headers": fields_of(place, True), "base64": base64.b64encode(body_of(place)).decode()}
        endpoints.append({"post": f"/reply/{number}", "replies": [reply]})
    return {"endpoints": endpoints}


def control(state, path):
    """Returns a reply of the control API, requested with the token of the state file."""
    server = json.loads(state.read_text())
    request = urllib.request.Request(server["control"] + path, headers={"Authorization": f"Bearer {server['token']}"})
    with urllib.request.urlopen(request, timeout=60) as reply:
        return reply.read().decode()


def served(binary, folder, places):
    """Returns all output of a server that receives the requests, by the name of the output."""
    folder = pathlib.Path(folder)
    folder.mkdir()
    (folder / "tmp").mkdir(mode=0o700)
    (folder / "planted.json").write_text(json.dumps(scenario(places)))
    words = [word for name in ("har", "journal", "log", "trace") for word in (f"--{name}", str(folder / f"planted.{name}"))]
    # Lint reports the secrets in these replies; `serve` plays them nevertheless.
    server = Program(binary, "serve", *words, str(folder / "planted.json"), environment={"TMPDIR": str(folder / "tmp")})
    try:
        for number, place in enumerate(places):
            ask(server.base, place, number)
            ask(server.base, place, number, f"/reply/{number}")
        states = list((folder / "tmp").glob("rehearsal-*/*.json"))
        shown = {"control journal": control(states[0], "/v1/sessions/main/journal")}
        shown["findings"] = control(states[0], "/v1/sessions/main/findings")
        shown["state files"] = "\n".join(state.read_text() for state in states)
        _, _, errors = server.stop()
    finally:
        server.end()
    shown["standard error"] = errors
    return shown | {name: (folder / f"planted.{name}").read_text() for name in ("har", "journal", "log", "trace")}


class Echo(http.server.BaseHTTPRequestHandler):
    """A backend that answers with the body of the request and the reply header of its place."""

    protocol_version = "HTTP/1.1"
    places = []

    def do_POST(self):
        place = self.places[int(self.headers["X-Place"])]
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.send_response(200)
        for name, value in {**fields_of(place, True), "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        pass


def recorded(binary, folder, places):
    """Returns the files of a recording as one text, and its entries."""
    Echo.places = places
    upstream = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Echo)
    threading.Thread(target=upstream.serve_forever, daemon=True).start()
    path = pathlib.Path(folder, "Recordings", "planted")
    recorder = Program(binary, "record", "--upstream", f"http://127.0.0.1:{upstream.server_port}", "--into", str(path))
    try:
        for number, place in enumerate(places):
            ask(recorder.base, place, number)
        last, _, errors = recorder.stop()
    finally:
        recorder.end()
        upstream.shutdown()
    files = [file for file in pathlib.Path(folder, "Recordings").rglob("*") if file.is_file()]
    text = "\n".join([errors, json.dumps(last)] + [f"{file.name}\n{readable(file.read_bytes())}" for file in files])
    return text, json.loads(path.with_suffix(".har").read_text())["log"]["entries"]


def readable(content):
    """Returns the bytes of a file as text and in Base64."""
    return content.decode("latin-1") + "\n" + base64.b64encode(content).decode()


def survivors(places, text):
    """Returns the places whose secrets a text contains in any spelling, by kind."""
    readings = (text, unquote(text), unquote_plus(text), text.replace('\\"', '"'))
    found = collections.defaultdict(list)
    for place in places:
        if any(secret in reading for secret in place["secrets"] for reading in readings):
            found[place["kind"]].append(place["place"])
    return dict(found)


def destroyed(innocents, text):
    """Returns the innocents that a text does not contain unchanged."""
    changed = []
    for place in innocents:
        pieces = [place.get("target", ""), *place.get("header", [])[1:], place.get("body", "")]
        if not all(json.dumps(piece, ensure_ascii=False)[1:-1] in text for piece in pieces):
            changed.append(place)
    return changed


def changed_entries(innocents, entries):
    """Returns the innocents that a recording does not contain unchanged."""
    changed = []
    for entry in entries:
        fields = {field["name"]: field["value"] for field in entry["request"]["headers"] + entry["response"]["headers"]}
        place = innocents[int(fields["X-Place"])]
        texts = [entry["response"]["content"].get("text", ""), entry["request"].get("postData", {}).get("text", "")]
        is_whole = entry["request"]["url"].endswith(place.get("target", ""))
        is_whole &= "header" not in place or fields.get(place["header"][0]) == place["header"][1]
        if not is_whole or (place.get("body") and place["body"] not in texts and "_file" not in entry["response"]["content"]):
            changed.append(place)
    return changed + innocents[len(entries):]


def hides_places(binary, folder):
    """Whether no output contains a secret of the list, and all outputs contain the innocents unchanged."""
    places, innocents = read()
    kinds = collections.Counter(place["kind"] for place in places)
    held = check(len(places) == 123 and len(innocents) == 60, f"planted: {len(places)} places, {dict(kinds)}; {len(innocents)} innocents")
    shown = served(binary, f"{folder}/served", places)
    shown["recording"], _ = recorded(binary, f"{folder}/recorded", places)
    for name, text in shown.items():
        found = survivors(places, text)
        count = sum(len(there) for there in found.values())
        held &= check(count == 0, f"{name}: {count} of {len(places)} secrets are readable {found or ''}")
    kept = served(binary, f"{folder}/kept", innocents)
    for name in ("har", "journal", "control journal"):
        # The journal does not contain replies.
        asked = [place for place in innocents if name == "har" or place.get("side") != "reply"]
        changed = destroyed(asked, kept[name])
        held &= check(not changed, f"{name}: {len(changed)} of {len(asked)} innocents are changed {changed or ''}")
    _, entries = recorded(binary, f"{folder}/whole", innocents)
    changed = changed_entries(innocents, entries)
    return held & check(not changed, f"recording: {len(changed)} of {len(innocents)} innocents are changed {changed or ''}")


def main():
    binary = binary_of(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        return 0 if hides_places(binary, folder) else 1


if __name__ == "__main__":
    sys.exit(main())
