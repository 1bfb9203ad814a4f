#!/usr/bin/env python3
"""Look at HTML reports in a real browser.

    check_report.py REPORT.html... [--screenshots DIR]

Opens each page in a headless Chromium on a desktop, a tablet and a phone, light and dark,
and on paper, and sees that

  1. nothing goes wrong: no exception, no message on the console, no request for anything
     but the page itself;
  2. nothing is wider than the window, with all findings open as well;
  3. every text has a contrast of at least 4.5 to what is behind it;
  4. every control has a name, no id is used twice, no level of heading is skipped;
  5. the filter filters, and the page can be read without scripts.

The exit code is 0 if all is well, 1 if something is wrong, and 77 if there is no Chromium
(set CHROMIUM to its path if it is not found).
"""

import argparse
import base64
import json
import os
import pathlib
import select
import shutil
import subprocess
import sys
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
WINDOWS = {"desktop": (1280, 900), "tablet": (768, 1024), "phone": (360, 740)}
ANSWER_LIMIT_S = 120
NO_BROWSER = 77

# Texts whose contrast to the nearest background that is not transparent is too low.
CONTRAST = """
(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const paint = (colors) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const color of colors) { canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1); }
    return Array.from(canvas.getImageData(0, 0, 1, 1).data);
  };
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const low = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let looked = 0;
  while (walker.nextNode() && looked < 1500) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || element.closest("script, style, svg, .skip, .finding:not([open]) > .body")) continue;
    if (!element.checkVisibility()) continue;
    looked += 1;
    const behind = [];
    for (let at = element; at; at = at.parentElement) behind.unshift(getComputedStyle(at).backgroundColor);
    const back = luminance(paint(["white", ...behind]));
    const front = luminance(paint(["white", ...behind, getComputedStyle(element).color]));
    const contrast = (Math.max(back, front) + 0.05) / (Math.min(back, front) + 0.05);
    if (contrast < 4.5) low.add(contrast.toFixed(2) + " " + element.outerHTML.slice(0, 80));
  }
  return [...low];
})()
"""

# All findings opened, but of many only some: laying out a thousand takes minutes and shows nothing new.
OPEN = "[...document.querySelectorAll('.finding')].slice(0, 25).forEach((finding) => { finding.open = true; })"

# What is wider than the window. What scrolls by itself may have wide parts.
WIDE = """
(() => {
  // What is out of sight is laid out piece by piece as it is asked for, which takes half a minute for a thousand findings.
  const style = document.head.appendChild(document.createElement("style"));
  style.textContent = ".finding { content-visibility: visible !important; }";
  const width = document.documentElement.clientWidth;
  const wide = [];
  if (document.documentElement.scrollWidth > width) wide.push("the page: " + document.documentElement.scrollWidth + " of " + width);
  for (const element of document.querySelectorAll("body *")) {
    // What is closed has no place; to ask for it would make the browser lay it out all the same.
    if (element.closest("pre, svg, .skip, thead, .finding:not([open]) > .body")) continue;
    const box = element.getBoundingClientRect();
    if (box.width > 0 && box.right > width + 1) wide.push(element.outerHTML.slice(0, 80) + ": " + Math.round(box.right));
  }
  style.remove();
  return wide.slice(0, 10);
})()
"""

# Faults in the structure.
STRUCTURE = """
(() => {
  const faults = [];
  const seen = new Set();
  for (const element of document.querySelectorAll("[id]")) {
    if (seen.has(element.id)) faults.push("id used twice: " + element.id);
    seen.add(element.id);
  }
  for (const control of document.querySelectorAll("button, input, select, a, [role=img], [role=region]")) {
    const name = control.getAttribute("aria-label") || control.textContent.trim() || (control.labels && control.labels.length);
    if (!name) faults.push("no name: " + control.outerHTML.slice(0, 80));
  }
  for (const link of document.querySelectorAll("a[href^='#']")) {
    if (!document.getElementById(link.hash.slice(1))) faults.push("leads nowhere: " + link.hash);
  }
  let level = 0;
  for (const heading of document.querySelectorAll("h1, h2, h3, h4")) {
    const next = Number(heading.tagName[1]);
    if (next > level + 1) faults.push("heading too deep: " + heading.textContent.trim());
    level = next;
  }
  if (document.querySelectorAll("h1").length !== 1) faults.push("not one h1");
  return faults.slice(0, 10);
})()
"""

# The filter, used: what is shown for a kind is of that kind, and nonsense finds nothing.
FILTER = """
(() => {
  const findings = [...document.querySelectorAll(".finding")];
  const filter = document.getElementById("filter");
  if (findings.length < 2) return [];
  if (filter.hidden) return ["the filter is hidden"];
  const faults = [];
  const set = (name, value) => {
    const field = document.getElementById("filter-" + name);
    field.value = value;
    field.dispatchEvent(new Event("input"));
    return findings.filter((finding) => finding.checkVisibility()).length;
  };
  const kind = findings.at(-1).dataset.kind;
  const expected = findings.filter((finding) => finding.dataset.kind === kind).length;
  if (set("kind", kind) !== expected) faults.push("the filter of kinds");
  set("kind", "");
  if (set("text", "no text has this in it 4711") !== 0) faults.push("the search finds nonsense");
  if (set("text", "") !== findings.length) faults.push("the filter does not end");
  if (document.querySelectorAll(".copy").length !== document.querySelectorAll(".block").length) faults.push("no copy button");
  return faults;
})()
"""


class Browser:
    """A headless Chromium, spoken to over a pair of pipes."""

    def __init__(self, program, profile):
        to_browser, ours_out = os.pipe()
        ours_in, from_browser = os.pipe()

        # The browser reads from descriptor 3 and writes to descriptor 4.
        redirect = ["sh", "-c", f'exec "$@" 3<&{to_browser} 4>&{from_browser}', "sh"]
        arguments = [
            program, "--headless=new", "--remote-debugging-pipe", f"--user-data-dir={profile}",
            "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
            "--disable-background-networking", "about:blank",
        ]
        if os.geteuid() == 0:
            arguments.insert(1, "--no-sandbox")
        self.process = subprocess.Popen(
            redirect + arguments, pass_fds=(to_browser, from_browser), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self.out, self.incoming = ours_out, ours_in
        self.buffer = b""
        self.number = 0
        self.events = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = None
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def message(self, deadline):
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.incoming], [], [], max(0, deadline - time.monotonic()))
            data = os.read(self.incoming, 1 << 16) if ready else b""
            if not data:
                raise SystemExit("check_report: the browser does not answer")
            self.buffer += data
        line, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(line)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if getattr(self, "session", None):
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.out, data):]
        deadline = time.monotonic() + ANSWER_LIMIT_S
        while True:
            answer = self.message(deadline)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise SystemExit(f"check_report: {method}: {answer['error']['message']}")
                return answer["result"]
            if "method" in answer:
                self.events.append(answer)

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise SystemExit(f"check_report: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def open(self, url, scripts=True):
        self.events.clear()
        self.call("Page.navigate", url=url)
        deadline = time.monotonic() + ANSWER_LIMIT_S
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self.events.append(self.message(deadline))
        # Two frames, so that styles and layout are those of the end. Only a script can wait for them.
        if scripts:
            self.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def complaints(self, url):
        """What went wrong since the page was opened."""
        found = []
        for event in self.events:
            method, details = event["method"], event.get("params", {})
            if method == "Runtime.exceptionThrown":
                found.append("exception: " + details["exceptionDetails"]["text"])
            elif method == "Runtime.consoleAPICalled":
                found.append("console: " + str(details["args"]))
            elif method == "Log.entryAdded":
                found.append("log: " + details["entry"]["text"])
            elif method == "Network.requestWillBeSent" and details["request"]["url"].split("#")[0] != url:
                found.append("request: " + details["request"]["url"])
        return found

    def screenshot(self, path, width, most=5000):
        height = self.evaluate("Math.ceil(document.documentElement.getBoundingClientRect().height)")
        clip = {"x": 0, "y": 0, "width": width, "height": min(height, most), "scale": 1}
        shot = self.call("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
        path.write_bytes(base64.b64decode(shot["data"]))

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.out)
        os.close(self.incoming)


def check(browser, page, shots):
    """Everything about one page; the faults."""
    url = page.resolve().as_uri()
    faults = []

    def note(where, found):
        faults.extend(f"{page.name}, {where}: {fault}" for fault in found)

    def shoot(name, width):
        if shots:
            browser.screenshot(shots / f"{page.stem}-{name}.png", width)

    browser.call("Emulation.setScriptExecutionDisabled", value=False)
    for window, (width, height) in WINDOWS.items():
        browser.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=window == "phone"
        )
        for scheme in ("light", "dark"):
            where = f"{window} {scheme}"
            features = [{"name": "prefers-color-scheme", "value": scheme}]
            browser.call("Emulation.setEmulatedMedia", media="", features=features)
            browser.open(url)
            note(where, browser.evaluate(WIDE))
            shoot(f"{window}-{scheme}", width)
            browser.evaluate(OPEN)
            note(where + ", opened", browser.evaluate(WIDE))
            note(where + ", contrast", browser.evaluate(CONTRAST))
            shoot(f"{window}-{scheme}-opened", width)
            note(where, browser.complaints(url))
    browser.open(url)
    note("structure", browser.evaluate(STRUCTURE))
    note("filter", browser.evaluate(FILTER))
    note("filter", browser.complaints(url))

    # Without scripts everything is still there, and nothing is shown that would do nothing.
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    browser.open(url, scripts=False)
    tree = browser.call("DOM.getDocument", depth=0)["root"]["nodeId"]
    for selector in (".copy", "#filter:not([hidden])"):
        if browser.call("DOM.querySelectorAll", nodeId=tree, selector=selector)["nodeIds"]:
            note("without scripts", [selector + " is there"])
    browser.call("Emulation.setScriptExecutionDisabled", value=False)

    # On paper closed findings are printed as well: the cases are in the pages.
    browser.open(url)
    if shots:
        paper = browser.call("Page.printToPDF", printBackground=True)["data"]
        (shots / f"{page.stem}.pdf").write_bytes(base64.b64decode(paper))
    browser.call("Emulation.setEmulatedMedia", media="print", features=[])
    hidden = browser.evaluate(
        "[...document.querySelectorAll('.finding:not([open]) pre')]"
        ".filter((pre) => !pre.checkVisibility()).length"
    )
    if hidden:
        note("print", [f"{hidden} blocks are not printed"])
    browser.call("Emulation.setEmulatedMedia", media="", features=[])
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("reports", nargs="+", type=pathlib.Path, metavar="REPORT.html")
    parser.add_argument("--screenshots", type=pathlib.Path, metavar="DIR", help="keep pictures of the pages here")
    arguments = parser.parse_args()
    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if not program:
        print("check_report: there is no Chromium: install the Debian package chromium.", file=sys.stderr)
        return NO_BROWSER
    for page in arguments.reports:
        if not page.is_file():
            print(f"check_report: {page} is no file", file=sys.stderr)
            return 2
    if arguments.screenshots:
        arguments.screenshots.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(program, profile)
        try:
            faults = [fault for page in arguments.reports for fault in check(browser, page, arguments.screenshots)]
        finally:
            browser.close()
    for fault in faults:
        print(fault)
    print(f"{len(arguments.reports)} pages, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
