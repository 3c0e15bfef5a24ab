"""A seat at a browser: a line to the server, a context and its tab, where one person after another can sit."""

import functools

from playwright.sync_api import Error

from .line import Line
from .session import KeptSession

# What is set by these outlasts the page on which, or for which, it was set.
LASTING_IN_CONTEXT = (
    "add_init_script", "expose_binding", "expose_function", "grant_permissions", "new_cdp_session", "on", "once", "route", "route_from_har",
    "route_web_socket", "set_default_navigation_timeout", "set_default_timeout", "set_extra_http_headers", "set_geolocation", "set_offline")
LASTING_IN_PAGE = (
    "add_init_script", "add_locator_handler", "emulate_media", "expose_binding", "expose_function", "on", "once", "route", "route_from_har",
    "route_web_socket", "set_default_navigation_timeout", "set_default_timeout", "set_extra_http_headers", "set_viewport_size")


class Seat:
    """``keeps_shell``: with the service worker, which costs as much as everything else of a page's first load. Without it the client is as
    in a browser that has none, such as a private window of Firefox."""

    def __init__(self, browser, line, keeps_shell=False, **options):
        self.line = line
        self.options = options
        self.is_shared = False
        self.is_as_made = True
        # What is told of what the page says.
        self.heard = lambda text: None
        # Nobody watches what moves, and a click waits until it has come to rest.
        self.context = browser.new_context(base_url=line.address, locale="en-GB", **{"reduced_motion": "reduce", **options})
        self.context.set_default_timeout(20_000)
        if not keeps_shell:
            self.context.add_init_script("delete Navigator.prototype.serviceWorker;")
        self.page = self.tab()
        self.devtools = self.context.new_cdp_session(self.page)
        self.session = KeptSession(self.devtools)
        self.page.on("crash", self._change)
        self._watch(self.context, LASTING_IN_CONTEXT)
        self._watch(self.page, LASTING_IN_PAGE)

    def tab(self):
        """One more tab."""
        page = self.context.new_page()
        page.on("console", lambda message: self.heard(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.heard(f"uncaught: {error}"))
        return page

    def clear(self):
        """Removes everything of who sat here but the client's files, which the browser keeps for good; whether that was possible."""
        self.heard = lambda text: None
        if not self.is_as_made or self.page.is_closed():
            return False
        try:
            for page in self.context.pages:
                if page is not self.page:
                    page.close()
            self.session.forget()
            self.line.restore()
            # Ends the client, and keeps the process of the page with the files that it has compiled.
            self.page.goto("/favicon.svg", timeout=5_000)
            self.line.cut()
            # A clock of Playwright's is as lasting as a script.
            if self.page.evaluate("'__pwClock' in globalThis"):
                return False
            self.page.evaluate("() => { sessionStorage.clear(); window.name = ''; }")
            self.page.mouse.move(-1, -1)
            self.devtools.send("Page.resetNavigationHistory")
            self.devtools.send("Storage.clearDataForOrigin", {"origin": self.line.address, "storageTypes": "all"})
            self.context.clear_cookies()
        except Error:
            return False
        return self.is_as_made

    def close(self):
        self.context.close()
        self.line.close()

    def _change(self, *_):
        self.is_as_made = False

    def _watch(self, owner, names):
        for name in names:
            setattr(owner, name, self._changing(getattr(owner, name)))

    def _changing(self, method):
        @functools.wraps(method)
        def changing(*arguments, **options):
            self._change()
            return method(*arguments, **options)
        return changing


class Seats:
    """Those of one browser that nobody sits at. To load the client on a seat that has loaded it before costs a third."""

    # A test with more people of one kind is rare.
    MOST = 4

    def __init__(self, browser):
        self.browser = browser
        self.free = {}

    def take(self, port, **options):
        """A seat with these options of a context, whose line leads to a port."""
        free = self.free.get(repr(options), [])
        if not free:
            seat = Seat(self.browser, Line(port), **options)
            seat.is_shared = True
            return seat
        seat = free.pop()
        seat.line.lead_to(port)
        return seat

    def give_back(self, seat):
        free = self.free.setdefault(repr(seat.options), [])
        if seat.is_shared and len(free) < Seats.MOST and seat.clear():
            free.append(seat)
        else:
            seat.close()
