"""A user at a browser: actions and checks in the words of the screen."""

import re

from playwright.sync_api import expect

from .seat import Seat

PASSWORD = "a password of tests"
# What the menu of a message offers before the server has the message.
UNSENT = ("Reply", "React", "Select messages", "Send without the picture")


class Person:
    """``seat``: a free one, in place of a new one with these options at the line."""

    def __init__(self, browser, line, name, email, log, seat=None, **options):
        self.name, self.email, self.log = name, email, log
        self.browser = browser
        self.seat = seat or Seat(browser, line, **options)
        self.seat.heard = lambda text: log.append(f"{name}: {text}")
        self.line, self.context, self.page = self.seat.line, self.seat.context, self.seat.page

    def tab(self):
        """One more tab of theirs."""
        return self.seat.tab()

    # Accounts

    def sign_up(self):
        """Signs up over HTTP and opens the client, as on a device where the form was filled in before."""
        self.begin("/v1/accounts", name=self.name)
        return self.arrived()

    def sign_in(self, password=PASSWORD):
        """Signs in over HTTP and opens the client."""
        self.begin("/v1/sessions", password=password)
        return self.arrived()

    def begin(self, path, password=PASSWORD, **account):
        """Begins a session of this browser at the server, and to open the client; ``arrived`` waits for it."""
        answer = self.page.context.request.post(
            path, headers={"Nexus-Session": "cookie", "Origin": self.line.address},
            data={"email": self.email, "password": password, "device": "Chromium", **account})
        assert answer.ok, answer.text()
        assert self.page is self.seat.page
        self.seat.session.keep(answer.json())
        self.page.goto("/", wait_until="commit")

    def arrived(self):
        expect(self.list_heading()).to_be_visible()
        return self

    def sign_up_on_screen(self):
        self.page.goto("/sign-up")
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_label("E-mail").fill(self.email)
        self.page.get_by_label("Password", exact=True).fill(PASSWORD)
        self.page.get_by_role("button", name="Create account").click()
        return self.arrived()

    def sign_in_on_screen(self, password=PASSWORD):
        self.page.goto("/sign-in")
        self.page.get_by_label("E-mail").fill(self.email)
        self.page.get_by_label("Password", exact=True).fill(password)
        self.page.get_by_role("button", name="Sign in", exact=True).click()
        return self.arrived()

    def list_heading(self):
        return self.page.get_by_role("heading", name=re.compile("^Chats"))

    # Conversations

    def start_direct(self, other):
        self.page.get_by_role("button", name="New conversation").first.click()
        self.page.get_by_role("combobox").fill(other.name)
        self.page.get_by_role("option", name=other.name).click()
        expect(self.chat_title()).to_have_text(other.name)

    def start_group(self, title, others):
        self.page.get_by_role("button", name="New conversation").first.click()
        self.page.get_by_role("button", name="New group").click()
        self.page.get_by_label("Name of the group").fill(title)
        for other in others:
            self.page.get_by_role("combobox").fill(other.name)
            self.page.get_by_role("option", name=other.name).click()
        self.page.get_by_role("button", name="Create group").click()
        expect(self.chat_title()).to_have_text(title)

    def row(self, title):
        return self.page.locator(".row-link").filter(has=self.page.locator(".row-title", has_text=title))

    def open(self, title):
        self.row(title).click()
        expect(self.chat_title()).to_have_text(title)

    def chat_title(self):
        return self.page.locator(".chat .chat-title")

    def chat_state(self):
        return self.page.locator(".chat .chat-state")

    # Messages

    def composer(self):
        return self.page.get_by_role("textbox", name="Message")

    def send(self, text):
        self.composer().fill(text)
        self.composer().press("Enter")
        expect(self.message(text)).to_be_visible()

    def message(self, text, page=None):
        page = page or self.page
        return page.locator(".message").filter(has=page.locator(".words", has_text=re.compile(f"^{re.escape(text)}$")))

    def message_with(self, text):
        """A message by a part of its text."""
        return self.page.locator(".message").filter(has=self.page.locator(".words", has_text=text))

    def texts(self, page=None):
        """Every message on the screen, top to bottom."""
        return (page or self.page).locator(".message .words").all_inner_texts()

    def expect_texts(self, *texts, page=None):
        """Waits until exactly these messages are on the screen, top to bottom."""
        expect((page or self.page).locator(".message .words")).to_have_text(list(texts))

    def expect_status(self, text, status):
        expect(self.message(text).locator(".tick")).to_have_attribute("data-status", status)

    def expect_sent(self, *texts):
        """Waits until the server has the user's own messages: until then they cannot be edited, pinned or deleted."""
        for text in texts:
            self.expect_status(text, re.compile("^(sent|delivered|read)$"))

    def act(self, text, action):
        """Chooses from the menu of a message."""
        if action not in UNSENT:
            expect(self.message(text).locator(".tick:is([data-status=pending], [data-status=sending])")).to_have_count(0)
        self.message(text).hover()
        self.message(text).locator(".message-more").click()
        self.page.get_by_role("menuitem", name=action).click()

    # The network

    def expect_worker(self):
        """Waits until the service worker has the shell: from then on a reload needs no network."""
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self.page.wait_for_function("() => navigator.serviceWorker.controller !== null")

    def close(self):
        self.seat.close()
