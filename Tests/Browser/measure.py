"""Measures the web client: what a first visit transfers, how soon it is usable offline, and what a long conversation costs.

Run by scripts/measure-web.sh. Prints one line for each figure and exits with 1 where a limit is passed.
"""

import json
import pathlib
import statistics
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from parts.chromium import launch  # noqa: E402
from parts.line import Line  # noqa: E402
from parts.person import Person  # noqa: E402
from parts.seed import Seeder  # noqa: E402
from parts.server import Server  # noqa: E402
from playwright.sync_api import expect, sync_playwright  # noqa: E402

MESSAGES = 10_000
ROUNDS = 25
FIRST_USABLE = """
    new MutationObserver((changes, observer) => {
        if (!document.querySelector(".row-link")) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => { window.usableAt = performance.now(); }));
    }).observe(document, { childList: true, subtree: true });
"""


class Figures:
    def __init__(self):
        self.rows = []

    def add(self, name, value, unit, limit=None):
        self.rows.append({"name": name, "value": round(value, 1), "unit": unit, "limit": limit})
        if "--json" not in sys.argv:
            bound = f"  (limit {limit:g} {unit})" if limit is not None else ""
            mark = "✗" if limit is not None and value > limit else "✓"
            print(f"{mark} {name}: {value:,.1f} {unit}{bound}", flush=True)

    def finish(self):
        if "--json" in sys.argv:
            print(json.dumps(self.rows, indent=2))
        return any(row["limit"] is not None and row["value"] > row["limit"] for row in self.rows)


def measure_first_visit(browser, server, figures):
    line = Line(server.port)
    context = browser.new_context(base_url=line.address)
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="Sign in").wait_for()
    settle(lambda: line.received)
    first = line.received
    figures.add("first visit, everything the server sent", first / 1024, "KB", 300)
    page.get_by_role("link", name="Create an account").click()
    page.get_by_label("Your name").fill("Hedy")
    page.get_by_label("E-mail").fill("hedy@example.org")
    page.get_by_label("Password", exact=True).fill("a long password")
    page.get_by_role("button", name="Create account").click()
    page.get_by_role("heading", name="Chats").wait_for()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    settle(lambda: line.received)
    figures.add("and what the first sign-in adds: the work, and keeping it for offline", (line.received - first) / 1024, "KB")
    context.close()
    line.close()


def settle(value):
    """Until a number has not changed for a second."""
    before, since = value(), time.monotonic()
    while time.monotonic() - since < 1:
        time.sleep(0.1)
        if value() != before:
            before, since = value(), time.monotonic()


def measure_offline_start(person, figures):
    person.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    person.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    person.line.cut()
    times = []
    for _ in range(7):
        page = person.context.new_page()
        page.add_init_script(FIRST_USABLE)
        page.goto("/")
        page.wait_for_function("() => window.usableAt > 0")
        times.append(page.evaluate("window.usableAt"))
        page.close()
    person.line.restore()
    figures.add("first usable screen from cache, offline (median of 7)", statistics.median(times), "ms", 500)
    figures.add("the slowest of them", max(times), "ms")


def main_thread(session):
    """Seconds that the main thread has worked so far."""
    values = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return values["TaskDuration"]


def load_everything(page, first):
    """Scrolls up until the first message is in the page."""
    page.evaluate("""async (first) => {
        const scroller = document.querySelector(".timeline-scroller");
        const isThere = () => [...document.querySelectorAll(".words")].some((one) => one.textContent === first);
        while (!isThere()) {
            scroller.scrollTop = -scroller.scrollHeight;
            await new Promise((resolve) => setTimeout(resolve, 20));
        }
    }""", first)


def measure_long_conversation(browser, server, figures):
    ada = Person(browser, Line(server.port), "Ada", "ada@example.org", [], keeps_shell=True).sign_up()
    grace = Person(browser, Line(server.port), "Grace", "grace@example.org", [], keeps_shell=True).sign_up()
    ada.start_direct(grace)
    ada.send("The first message")
    ada.context.close()
    seeder = Seeder(server.port, ada.email)
    conversation = seeder.conversation()
    grace.open(ada.name)
    measure_offline_start(grace, figures)
    for number in range(2, MESSAGES + 1):
        seeder.post(conversation, f"Message {number}: the build is green, the tests are green, and lunch is at noon.")
    grace.page.reload()
    expect(grace.page.get_by_text(f"Message {MESSAGES}:").first).to_be_visible(timeout=120_000)
    grace.page.set_default_timeout(600_000)
    load_everything(grace.page, "The first message")
    grace.page.get_by_role("button", name="Jump to the newest message").click()
    expect(grace.page.locator(".message").get_by_text(f"Message {MESSAGES}:")).to_be_in_viewport()
    session = grace.context.new_cdp_session(grace.page)
    # Processor time of the thread: what else this machine does meanwhile is not the page's cost.
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    measure_incoming(browser, grace, seeder, conversation, session, figures)
    measure_memory(session, figures)
    return grace


def measure_incoming(browser, grace, seeder, conversation, session, figures):
    page = grace.page
    idle, busy = [], []
    for number in range(ROUNDS):
        page.wait_for_timeout(1_200)  # The receipt of the last one, and everything that follows from it, is through.
        before = main_thread(session)
        page.wait_for_timeout(400)
        quiet = main_thread(session)
        idle.append(quiet - before)
        seeder.post(conversation, f"Incoming {number}")
        page.wait_for_timeout(400)
        busy.append(main_thread(session) - quiet)
        expect(page.locator(".message").get_by_text(f"Incoming {number}", exact=True)).to_be_in_viewport()
    everything = (statistics.median(busy) - statistics.median(idle)) * 1_000
    painted = trace_incoming(browser, page, seeder, conversation)
    figures.add(
        f"main thread from an incoming message to its picture, all {MESSAGES:,} loaded (median of {ROUNDS})",
        statistics.median(painted), "ms", 16)
    figures.add("the same with its receipts, the list and all else that follows", everything, "ms")


def trace_incoming(browser, page, seeder, conversation):
    """Milliseconds of the main thread's processor time between a frame's arrival and the end of the picture that shows it."""
    page.evaluate("""() => new MutationObserver((changes) => {
        const isTraced = (one) => one.textContent.includes("Traced ");
        if (!changes.some(({ addedNodes }) => [...addedNodes].some(isTraced))) return;
        // A message to oneself from within a picture's callbacks comes when that picture is done.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => performance.mark("painted");
        requestAnimationFrame(() => port2.postMessage(null));
    }).observe(document.querySelector(".timeline-rows"), { childList: true })""")
    session = browser.new_browser_cdp_session()
    events, ends = [], []
    session.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    session.on("Tracing.tracingComplete", lambda end: ends.append(end))
    session.send("Tracing.start", {"traceConfig": {
        "includedCategories": ["toplevel", "devtools.timeline", "blink.user_timing", "__metadata"]}})
    for number in range(ROUNDS):
        seeder.post(conversation, f"Traced {number}")
        page.wait_for_timeout(1_200)
    session.send("Tracing.end")
    while not ends:
        page.wait_for_timeout(50)
    marks = [one for one in events if one["name"] == "painted"]
    thread = (marks[0]["pid"], marks[0]["tid"])
    own = [one for one in events if (one["pid"], one["tid"]) == thread]
    arrivals = sorted(one["ts"] for one in own if one["name"] == "WebSocketReceive")
    tasks = [one for one in own if one["name"].endswith("RunTask") and one.get("ph") == "X"]
    # Tasks are told under two names, one within the other: the outer ones are counted.
    outer = max({one["name"] for one in tasks}, key=lambda name: sum(one["tdur"] for one in tasks if one["name"] == name))
    times = []
    for mark in marks:
        begun = max(ts for ts in arrivals if ts < mark["ts"])
        spent = [one["tdur"] for one in tasks
                 if one["name"] == outer and one["ts"] + one["dur"] > begun and one["ts"] < mark["ts"]]
        times.append(sum(spent) / 1_000)
    assert len(times) == ROUNDS, f"{len(times)} of {ROUNDS} pictures were seen"
    return times


def measure_memory(session, figures):
    session.send("HeapProfiler.collectGarbage")
    values = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    figures.add(f"JavaScript heap with {MESSAGES:,} messages loaded", values["JSHeapUsedSize"] / 2**20, "MB", 150)
    figures.add("elements in the page", values["Nodes"], "nodes")


def main():
    figures = Figures()
    server = Server()
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright)
            measure_first_visit(browser, server, figures)
            measure_long_conversation(browser, server, figures)
            browser.close()
    finally:
        server.stop()
    return 1 if figures.finish() else 0


if __name__ == "__main__":
    sys.exit(main())
