"""The ticket of a tester: the page alone makes an app fail, and saves what happened as a scenario."""

import json
import pathlib
import re
import subprocess
import sys

from checks import equal, expect, shows

APP = str(pathlib.Path(__file__).parent / "app.py")
STEPS = ["login", "orders", "orders", "refresh"]


class App:
    """The app under test, which sends a request when its user taps."""

    def __init__(self, server):
        pipes = dict(stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.process = subprocess.Popen([sys.executable, APP, server.base], **pipes)

    def tap(self, step):
        self.process.stdin.write(f"{step}\n")
        self.process.stdin.flush()

    def result(self):
        """Returns the status of the next reply, as a text."""
        return self.process.stdout.readline().split(" ")[2]

    def close(self):
        self.process.kill()
        self.process.communicate()


def save(room, name, verb):
    """Saves a document of the part Save, and returns its file."""
    with room.page.expect_download() as download:
        room.page.click(f"[aria-label='Save {name}']")
    file = room.server.folder / f"{verb}.json"
    download.value.save_as(file)
    return file


def play_again(server, file, *steps):
    """Runs the app with a saved scenario. Returns the results and the seconds of its requests."""
    equal(server.run("lint", str(file)).returncode, 0)
    again = server.run("run", str(file), "--", sys.executable, APP, "{url}", *steps)
    lines = re.findall(r"^(GET|POST) (/\w+) (\w+) ([0-9.]+)$", again.stdout, re.MULTILINE)
    expect(len(lines) == len(steps), f"the app did not send its requests: {again.stdout}{again.stderr}")
    return [line[2] for line in lines], [float(line[3]) for line in lines]


def the_ticket(make, server):
    """The page alone plays a scenario, sees a token expire, makes the refresh fail, releases a reply and saves."""
    room = make()
    page = room.page
    app = App(server)
    try:
        room.tab("acts")
        page.click("[aria-label='Play ticket']")
        page.wait_for_function("() => document.getElementById('announcer').textContent === 'ticket plays'")
        room.tab("scenario")
        for step in STEPS[:3]:
            app.tap(step)
        equal([app.result() for _ in STEPS[:3]], ["200", "200", "401"])
        shows(page, "[aria-label=tokens]", "expired\n1", "the page does not show that the token has expired")
        # The scenario accepts the refresh token. Only the page makes the refresh fail.
        page.locator("#part-scenario tr", has_text="post /refresh").get_by_text("Fail next…").click()
        page.wait_for_selector("#next-fault option[value=F52b]", state="attached")
        page.select_option("#next-fault", "F52b")
        page.click("[data-key=next-set]")
        page.wait_for_selector("text=post /refresh: F52b")
        app.tap("refresh")
        equal(app.result(), "401")
        room.tab("scenario")
        app.tap("profile")
        page.wait_for_selector("text=a reply waits")
        room.tab("save")
        waiting = save(room, "Scenario", "waiting")
        room.tab("scenario")
        page.wait_for_timeout(700)
        page.click("text=Release profile")
        equal(app.result(), "200")
        room.tab("save")
        room.shot("save")
        files = {verb: save(room, name, verb) for verb, name in [("ticket", "Scenario"), ("journal", "Journal"), ("har", "HAR")]}
        app.tap("refresh")
        equal(app.result(), "200")
    finally:
        app.close()
    lines = [json.loads(line) for line in files["journal"].read_text().splitlines()]
    equal([line["status"] for line in lines if "target" in line], [200, 200, 401, 401, 200])
    har = json.loads(files["har"].read_text())
    equal([entry["response"]["status"] for entry in har["log"]["entries"]], [200, 200, 401, 401, 200])
    # The reply was held for more than 0.7 s. The saved scenario has a delay of that time.
    results, seconds = play_again(server, files["ticket"], *STEPS, "profile")
    equal(results, ["200", "200", "401", "401", "200"])
    expect(seconds[4] >= 0.6, f"the reply that was held was sent after {seconds[4]} s")
    # The scenario that was saved while the reply waited keeps the hold: the reply waits until someone releases it.
    results, _ = play_again(server, waiting, *STEPS, "profile:2")
    equal(results, ["200", "200", "401", "401", "timeout"])


ALL = [the_ticket]
