"""The app under test of the checks: it sends a request when its user taps.

usage: app.py URL [STEP…]
Without steps, it reads one step from each line of its input. The steps are login, orders, refresh and profile; with
profile:SECONDS it does not wait longer for the profile. It prints the method, the path, the result and the seconds.
"""

import http.client
import json
import sys
import time
import urllib.parse


class App:
    def __init__(self, url):
        self.address = urllib.parse.urlsplit(url).netloc
        self.tokens = {}

    def step(self, name):
        name, _, limit = name.partition(":")
        bearer = {"Authorization": f"Bearer {self.tokens.get('access_token', '')}"}
        if name == "login":
            return self.send("POST", "/login", {}, keeps=True)
        if name == "refresh":
            return self.send("POST", "/refresh", {"refresh_token": self.tokens.get("refresh_token", "")}, keeps=True)
        return self.send("GET", f"/{name}", headers=bearer, limit=float(limit or 60))

    def send(self, method, path, document=None, headers=None, keeps=False, limit=60):
        """Sends a request. If `keeps` is set, the tokens of a successful reply replace those of the app."""
        begin = time.monotonic()
        connection = http.client.HTTPConnection(self.address, timeout=limit)
        body = None if document is None else json.dumps(document)
        try:
            connection.request(method, path, body, {"Content-Type": "application/json", **(headers or {})})
            reply = connection.getresponse()
            content, result = reply.read(), reply.status
            if keeps and result == 200:
                self.tokens = json.loads(content)
        except TimeoutError:
            result = "timeout"
        finally:
            connection.close()
        print(f"{method} {path} {result} {time.monotonic() - begin:.3f}", flush=True)


def main():
    app = App(sys.argv[1])
    for step in sys.argv[2:] or sys.stdin:
        app.step(step.strip())


if __name__ == "__main__":
    main()
