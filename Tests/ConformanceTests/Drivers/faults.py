#!/usr/bin/env python3
"""faults.py CLIENT URL METHOD TIMEOUT UPLOAD REQUESTS PAUSE continue|-: prints the reports of a Python client.

CLIENT is `urllib3` or `httpx`. UPLOAD is in bytes, PAUSE between requests in milliseconds. Each request prints one line
of JSON: `status` and `bytes`, or `error` with the name of its class. The client does not retry, and follows at most
twenty redirects.
"""

import json
import sys
import time

MOST_REDIRECTS = 20


def with_urllib3(timeout):
    import urllib3

    urllib3.disable_warnings()
    # False raises the original error; a number would wrap it.
    policy = urllib3.Retry(total=None, connect=False, read=False, redirect=MOST_REDIRECTS, status=0, other=0)
    pool = urllib3.PoolManager(cert_reqs="CERT_NONE")

    def ask(method, url, body, headers):
        reply = pool.request(method, url, body=body, headers=headers, timeout=timeout, retries=policy)
        return reply.status, len(reply.data)

    return ask


def with_httpx(timeout):
    import httpx

    client = httpx.Client(
        timeout=timeout, follow_redirects=True, max_redirects=MOST_REDIRECTS, trust_env=False, verify=False
    )

    def ask(method, url, body, headers):
        reply = client.request(method, url, content=body, headers=headers)
        return reply.status_code, len(reply.content)

    return ask


def cause(error):
    """The name of an error's class, with that of the wrapped error."""
    wrapped = [getattr(error, "reason", None), *error.args[1:2]]
    names = [type(inner).__name__ for inner in wrapped if isinstance(inner, Exception)]
    return f"{type(error).__name__}({names[0]})" if names else type(error).__name__


def main():
    client, url, method, timeout, upload, requests, pause, expect = sys.argv[1:]
    ask = {"urllib3": with_urllib3, "httpx": with_httpx}[client](float(timeout))
    body = b"a" * int(upload) if int(upload) else None
    headers = {"Content-Type": "application/octet-stream"} if body else {}
    if expect == "continue":
        headers["Expect"] = "100-continue"
    for number in range(int(requests)):
        if number:
            time.sleep(int(pause) / 1000)
        try:
            status, count = ask(method, url, body, headers)
            outcome = {"status": status, "bytes": count}
        except Exception as error:  # noqa: BLE001: the class is the result
            outcome = {"error": cause(error)}
        print(json.dumps(outcome), flush=True)


if __name__ == "__main__":
    main()
