#!/usr/bin/env python3
"""Runs a subject, and replaces its promises with the questions below.

    rehearsal verify --only 'ASK-DATE/**' -- python3 Tests/Clients/questions.py python3 subject.py

Every outcome keeps such a promise, and the report shows the outcome. The script forwards all other lines of the protocol
unchanged, except for the promises in the reply to `hello` and the operation of a case.
"""

import base64
import gzip
import json
import subprocess
import sys

PATH = "/api/v1/reservations"
RECORDED = {
    "id": 42, "user_id": 5, "status": "confirmed", "starts_at": "2026-03-02T08:00:00Z", "total_price": 7.5,
}
PACKED = gzip.compress(json.dumps([RECORDED]).encode(), mtime=0)


def packed(content):
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    return {"headers": headers, "base64": base64.b64encode(content).decode()}


QUESTIONS = {
    "ASK-SECONDS": (
        "The client is asked to wait for 3 seconds.",
        [{"status": 503, "headers": {"Retry-After": "3"}, "times": 1}, {"json": [RECORDED]}],
    ),
    "ASK-DATE": (
        "The client is asked to wait until a date 5 seconds from now.",
        [
            {"status": 503, "headers": {"Retry-After": "{{now + 5s | http-date}}"}, "times": 1},
            {"json": [RECORDED]},
        ],
    ),
    "ASK-HALF-GZIP": ("The client is sent half of a gzip member.", [packed(PACKED[: len(PACKED) // 2])]),
    "ASK-NO-TRAILER": ("The client is sent a gzip member without its checksum and length.", [packed(PACKED[:-8])]),
    "ASK-GZIP": ("The client is sent a whole gzip member.", [packed(PACKED)]),
    "ASK-TYPE": (
        "The client is sent JSON that is declared to be HTML.",
        [{"headers": {"Content-Type": "text/html"}, "text": json.dumps([RECORDED])}],
    ),
}


def promise(name):
    says, replies = QUESTIONS[name]
    scenario = {"endpoints": [{"get": PATH, "replies": replies}]}
    return {"id": name, "says": says, "op": "fetchReservations", "scenario": scenario}


def main(command):
    subject = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    for line in sys.stdin:
        question = json.loads(line)
        if question.get("op") in QUESTIONS:
            question["op"] = "fetchReservations"
        subject.stdin.write(json.dumps(question) + "\n")
        subject.stdin.flush()
        reply = subject.stdout.readline()
        if not reply:
            break
        if "hello" in question:
            reply = json.dumps({**json.loads(reply), "promises": [promise(name) for name in QUESTIONS]}) + "\n"
        sys.stdout.write(reply)
        sys.stdout.flush()
    subject.stdin.close()
    return subject.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
