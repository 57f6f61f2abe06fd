#!/usr/bin/env python3
"""clients.py URL CLIENT TIMEOUT RETRIES STEP...: runs a third-party client through the steps of a scenario.

CLIENT is `curl` or `requests`. A STEP is `METHOD /path` or `METHOD /path BODY`. Each step prints one line: the status
of the reply, with the error of decoding its body as JSON, or the client's own name of its error.
"""

import subprocess
import sys

STATUSES_TO_RETRY = [429, 502, 503, 504]


def curl(url, method, path, body, timeout, retries):
    command = ["curl", "-sS", "-w", "%{http_code}", "-X", method]
    command += ["--max-time", str(timeout), "--retry", str(retries), "-H", "Authorization: Bearer access-1"]
    if body is not None:
        command += ["-H", "Content-Type: application/json", "--data-binary", body]
    run = subprocess.run(command + [url + path], capture_output=True, timeout=230, check=False)
    # The status is the last output, after the bodies of all attempts.
    return f"curl {run.returncode}" if run.returncode != 0 else run.stdout[-3:].decode()


def requests_session(retries):
    import requests
    import urllib3

    policy = urllib3.Retry(
        total=retries,
        status_forcelist=STATUSES_TO_RETRY,
        respect_retry_after_header=True,
        raise_on_status=False,
    )
    session = requests.Session()
    session.trust_env = False
    session.mount("http://", requests.adapters.HTTPAdapter(max_retries=policy))
    return session


def requests_client(session, url, method, path, body, timeout):
    import requests

    headers = {"Authorization": "Bearer access-1", "Content-Type": "application/json"}
    try:
        reply = session.request(method, url + path, data=body, headers=headers, timeout=timeout)
    except requests.RequestException as error:
        return type(error).__name__
    if not reply.content:
        return str(reply.status_code)
    try:
        reply.json()
    except requests.JSONDecodeError as error:
        return f"{reply.status_code} {type(error).__name__}"
    return str(reply.status_code)


def main():
    url, client, timeout, retries, *steps = sys.argv[1:]
    session = requests_session(int(retries)) if client == "requests" else None
    for step in steps:
        method, path, body = (step.split(" ", 2) + [None])[:3]
        if client == "curl":
            outcome = curl(url, method, path, body, float(timeout), int(retries))
        else:
            outcome = requests_client(session, url, method, path, body, float(timeout))
        print(outcome, flush=True)


if __name__ == "__main__":
    main()
