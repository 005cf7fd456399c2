"""A headless Chromium, spoken to through a pipe: no driver, no port and no further package."""

import base64
import json
import os
import select
import shutil
import subprocess
import time

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
TIMEOUT = 120


def executable():
    """Return the path of a browser, None where none is installed."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Browser:
    """One browser process; `open` gives pages."""

    def __init__(self, profile):
        to_browser, self._write = os.pipe()
        self._read, from_browser = os.pipe()
        arguments = [
            executable(), "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--disable-background-networking", f"--user-data-dir={profile}", "--no-first-run",
            "--remote-debugging-pipe", "about:blank",
        ]  # fmt: skip
        # The browser reads at 3 and writes at 4.
        command = ["bash", "-c", f'exec "$@" 3<&{to_browser} 4>&{from_browser}', "bash", *arguments]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(command, pass_fds=(to_browser, from_browser), **quiet)  # noqa: S603
        os.close(to_browser)
        os.close(from_browser)
        self._number, self._rest, self.events = 0, b"", []

    def close(self):
        try:
            self.ask("Browser.close")
        finally:
            self.process.wait(TIMEOUT)
            os.close(self._write)
            os.close(self._read)

    def ask(self, method, session=None, **params):
        """Send a command and return its result; what the browser tells meanwhile is kept in `events`."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + TIMEOUT
        while (found := self._next(until)).get("id") != self._number:
            self.events.append(found)
        if "error" in found:
            raise RuntimeError(f"{method}: {found['error']}")
        return found["result"]

    def _next(self, until):
        while b"\0" not in self._rest:
            if not select.select([self._read], [], [], max(0, until - time.monotonic()))[0]:
                raise TimeoutError("The browser does not answer.")
            more = os.read(self._read, 1 << 16)
            if not more:
                raise ConnectionError("The browser has ended.")
            self._rest += more
        text, _, self._rest = self._rest.partition(b"\0")
        return json.loads(text)

    def open(self, path, *, width, scheme):
        return Page(self, path, width, scheme)


class Page:
    """A page of the browser."""

    def __init__(self, browser, path, width, scheme):
        self.browser = browser
        target = browser.ask("Target.createTarget", url="about:blank")["targetId"]
        self.target = target
        self.session = browser.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=width < 500)
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        browser.events.clear()
        self.ask("Page.navigate", url=path.resolve().as_uri())
        until = time.monotonic() + TIMEOUT
        while self.run("document.readyState + location.protocol") != "completefile:":
            if time.monotonic() > until:
                raise TimeoutError("The page does not load.")
            time.sleep(0.05)

    def ask(self, method, **params):
        return self.browser.ask(method, session=self.session, **params)

    def run(self, code):
        """Run JavaScript and return its value."""
        found = self.ask("Runtime.evaluate", expression=code, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in found:
            raise RuntimeError(found["exceptionDetails"])
        return found["result"].get("value")

    def requests(self):
        """Return what the page asked for besides itself."""
        return [e["params"]["request"]["url"] for e in self._told("Network.requestWillBeSent")][1:]

    def complaints(self):
        """Return errors and messages of the console."""
        return self._told("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded")

    def _told(self, *methods):
        return [
            event
            for event in self.browser.events
            if event.get("sessionId") == self.session and event.get("method") in methods
        ]

    def screenshot(self, path):
        shot = self.ask("Page.captureScreenshot", captureBeyondViewport=True, format="png")
        path.write_bytes(base64.b64decode(shot["data"]))

    def close(self):
        self.browser.ask("Target.closeTarget", targetId=self.target)
