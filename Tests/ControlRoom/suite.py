"""Runs the checks, each with a server and a page of its own, and reports failures."""

import pathlib
import sys
import tempfile
import time
import traceback

from playwright.sync_api import sync_playwright

import checks
import hostile
import keyboard
import long_list
import origins
import ticket
from server import Server

CANARY = "window.canary = undefined; window.alert = () => { window.canary = 'alert'; };"


class Room:
    """A page with the control room of a server, and what the page did."""

    def __init__(self, browser, server, options, name, width=1280, height=860, scheme="light", url=None):
        self.server, self.options, self.name = server, options, name
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, accept_downloads=True,
            reduced_motion="reduce", permissions=["clipboard-read", "clipboard-write"])
        self.page = self.context.new_page()
        self.page.set_default_timeout(60000)
        self.problems, self.allowed = [], []
        self.page.on("console", self.console)
        self.page.on("pageerror", lambda error: self.problems.append(f"error of the page: {error}"))
        self.page.on("dialog", lambda dialog: (self.problems.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        self.page.on("request", self.requested)
        self.page.add_init_script(CANARY)
        self.page.goto(url or server.url)
        if url is None:
            self.page.wait_for_selector("#connection.live")

    def console(self, message):
        text = message.text
        if message.type in ("error", "warning") and not any(part in text for part in self.allowed):
            self.problems.append(f"console: {text}")

    def requested(self, request):
        if not request.url.startswith((self.server.control + "/", "blob:" + self.server.control)):
            self.problems.append(f"request to another origin: {request.url}")

    def tab(self, name):
        self.page.click(f"#tab-{name}")

    def rows(self):
        """Returns the texts of the visible rows, in order."""
        rows = self.page.evaluate("""() => Array.from(document.querySelectorAll('.rows .row:not([hidden])')).map((row) =>
            [Number(row.getAttribute('aria-rowindex')), ...Array.from(row.children).map((cell) => cell.textContent)])""")
        return [row[1:] for row in sorted(rows)]

    def wait_for_rows(self, count):
        self.page.wait_for_function("(count) => document.getElementById('list').getAttribute('aria-rowcount') === String(count + 1)", arg=count)

    def open(self, path):
        """Opens the detail of the latest exchange with a path."""
        self.page.locator(".rows .row:not([hidden])", has_text=path).last.click()
        self.page.wait_for_selector("#detail:not([hidden]) h2")

    def shot(self, name):
        self.page.screenshot(path=str(pathlib.Path(self.options.screenshots, f"{name}.png")))

    def close(self):
        canary = self.page.evaluate("window.canary")
        if canary is not None:
            self.problems.append(f"a script of a client was executed: {canary}")
        self.context.close()
        return self.problems


def run(options, browser_path):
    options.screenshots = options.screenshots or tempfile.mkdtemp(prefix="rehearsal-room-shots-")
    pathlib.Path(options.screenshots).mkdir(parents=True, exist_ok=True)
    failed, passed = [], 0
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-background-networking", "--enable-precise-memory-info", "--js-flags=--expose-gc",
                     f"--host-resolver-rules=MAP {origins.REBOUND} 127.0.0.1"]
        browser = playwright.chromium.launch(executable_path=browser_path, args=arguments)
        for check in checks.ALL + ticket.ALL + keyboard.ALL + origins.ALL + hostile.ALL + long_list.ALL:
            if options.only not in check.__name__:
                continue
            begin = time.monotonic()
            problems = attempt(check, browser, options)
            seconds = time.monotonic() - begin
            print(f"{'FAILED' if problems else 'passed'}  {check.__name__}  ({seconds:.1f} s)", flush=True)
            for problem in problems:
                print(f"    {problem}", flush=True)
            if problems:
                failed.append(check.__name__)
            else:
                passed += 1
        browser.close()
    print(f"{passed} checks passed, {len(failed)} failed; screenshots in {options.screenshots}")
    return 1 if failed or passed == 0 else 0


def explanation(failure):
    """Returns the error with the lines of the checks in which it occurred."""
    frames = [frame for frame in traceback.extract_tb(failure.__traceback__) if "ControlRoom" in frame.filename]
    places = ", ".join(f"{pathlib.Path(frame.filename).name}:{frame.lineno}" for frame in frames[1:])
    return f"{places}: {type(failure).__name__}: {failure}".replace("\n", "\n    ")


def attempt(check, browser, options):
    """Runs a check and returns its problems."""
    server = Server(options.binary)
    rooms, problems = [], []

    def make(**settings):
        room = Room(browser, settings.pop("server", server), options, check.__name__, **settings)
        rooms.append(room)
        return room

    try:
        check(make, server)
    except Exception as failure:
        problems.append(explanation(failure))
        for room in rooms:
            room.shot(f"failed-{check.__name__}")
    for room in rooms:
        try:
            problems += room.close()
        except Exception as error:
            problems.append(str(error))
    if server.process.poll() is not None and not getattr(server, "wasStopped", False):
        problems.append(f"the server ended with {server.process.returncode}")
    elif server.process.poll() is None:
        server.stop()
    return problems
