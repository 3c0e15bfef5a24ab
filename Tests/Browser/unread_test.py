"""Unread messages: where a conversation opens, and what counts as read."""

import re

import pytest
from playwright.sync_api import expect

COUNT = 120
LINE_TOP = """() => document.querySelector(".new-messages").getBoundingClientRect().top
    - document.querySelector(".timeline-scroller").getBoundingClientRect().top"""
LOOK_AWAY = "() => { document.hasFocus = () => false; dispatchEvent(new Event('blur')); }"
LOOK_AGAIN = "() => { delete document.hasFocus; dispatchEvent(new Event('focus')); }"


class Talk:
    """Two people; the second has read the first message, and then some more came while her browser showed the list."""

    def __init__(self, team, count):
        self.ada, grace = team.member("Ada"), team.member("Grace")
        self.conversation = self.ada.direct(grace)
        self.ada.post(self.conversation, "The first message")
        grace.read(self.conversation)
        self.grace = team.device(grace)
        expect(self.grace.row(self.ada.name)).to_contain_text("The first message")
        self.posted = 0
        self.post(count)

    def post(self, count):
        for _ in range(count):
            self.posted += 1
            self.ada.post(self.conversation, f"Message number {self.posted}")

    def badge(self):
        return self.grace.row(self.ada.name).locator(".unread-badge")

    def unread(self):
        """The text of the badge in the list."""
        texts = self.badge().all_inner_texts()
        return int(re.match(r"\d+", texts[0]).group()) if texts else 0

    def expect_unread(self, count):
        expect(self.badge()).to_contain_text(f"{count} unread")

    def newest(self):
        return self.grace.page.get_by_role("button", name="Jump to the newest message")


@pytest.fixture
def talk(team):
    talk = Talk(team, COUNT)
    talk.expect_unread(COUNT)
    return talk


def test_opens_at_the_first_unread_message(talk):
    """an unread conversation opens at its first unread message, and marks only visible messages as read"""
    grace = talk.grace
    grace.open(talk.ada.name)
    expect(grace.message("Message number 1")).to_be_in_viewport()
    expect(grace.message("The first message")).to_be_in_viewport()
    expect(grace.message(f"Message number {COUNT}")).not_to_be_in_viewport()
    assert 0 <= grace.page.evaluate(LINE_TOP) < 200
    expect(talk.newest()).to_contain_text("new")
    # What is in the window is read, and no more.
    expect(talk.badge()).not_to_contain_text(f"{COUNT} unread")
    grace.page.wait_for_function("""count => {
        const number = (one) => Number(one?.textContent.match(/\\d+/)?.[0] ?? 0);
        const bottom = document.querySelector(".timeline-scroller").getBoundingClientRect().bottom;
        const shown = [...document.querySelectorAll(".message")].filter((one) => one.getBoundingClientRect().top < bottom);
        const left = count - Math.max(...shown.map((one) => number(one.querySelector(".words"))));
        const unread = number(document.querySelector(".row .unread-badge"));
        return left <= unread && unread <= left + 2 && number(document.querySelector(".to-newest")) === unread;
    }""", arg=COUNT)


def test_the_badge_goes_down_as_one_scrolls(talk):
    """scrolling through unread messages lowers the badge step by step, to none at the end"""
    grace = talk.grace
    grace.open(talk.ada.name)
    expect(grace.message("Message number 1")).to_be_in_viewport()
    counts = [COUNT]
    scroller = grace.page.locator(".timeline-scroller")
    for _ in range(60):
        before = counts[-1]
        grace.page.wait_for_function(
            """before => Number((document.querySelector(".row .unread-badge")?.textContent ?? "0").match(/\\d+/)[0]) < before""",
            arg=before)
        counts.append(talk.unread())
        if counts[-1] == 0:
            break
        scroller.evaluate("one => { one.scrollTop += 600; }")
    assert counts[-1] == 0
    assert len(counts) > 5, "step by step, and not at once"
    expect(grace.message(f"Message number {COUNT}")).to_be_in_viewport()
    expect(talk.newest()).to_be_hidden()


def test_jump_to_newest_reads_all(talk):
    """the button with the unread count leads to the newest message and marks all as read"""
    grace = talk.grace
    grace.open(talk.ada.name)
    expect(talk.newest()).to_contain_text("new")
    talk.newest().click()
    expect(grace.message(f"Message number {COUNT}")).to_be_in_viewport()
    expect(talk.badge()).to_have_count(0)
    expect(talk.newest()).to_be_hidden()


def test_unread_history_that_is_not_held(talk, team):
    """a browser with only the newest page of the unread messages fetches the first one and opens there"""
    talk.grace.line.cut()
    talk.post(130)
    talk.grace = late = team.device(talk.grace)
    talk.expect_unread(COUNT + 130)
    late.open(talk.ada.name)
    expect(late.message("Message number 1")).to_be_in_viewport()
    expect(late.message("The first message")).to_be_in_viewport()
    expect(late.page.locator(".gap")).to_have_count(0)
    assert 0 <= late.page.evaluate(LINE_TOP) < 200
    expect(talk.badge()).not_to_contain_text(f"{COUNT + 130} unread")
    assert talk.unread() > COUNT
    talk.newest().click()
    expect(late.message(f"Message number {COUNT + 130}")).to_be_in_viewport()
    expect(talk.badge()).to_have_count(0)


def test_what_came_while_one_looked_elsewhere(team):
    """messages that come while another window is worked in are not read, and are shown from the first of them when one returns"""
    talk = Talk(team, 1)
    grace = talk.grace
    talk.expect_unread(1)
    grace.open(talk.ada.name)
    expect(talk.badge()).to_have_count(0)
    grace.page.evaluate(LOOK_AWAY)
    talk.post(60)
    talk.expect_unread(60)
    expect(grace.message("Message number 61")).to_be_in_viewport()
    grace.page.evaluate(LOOK_AGAIN)
    expect(grace.message("Message number 2")).to_be_in_viewport()
    expect(grace.message("Message number 61")).not_to_be_in_viewport()
    assert 0 <= grace.page.evaluate(LINE_TOP) < 200
    expect(talk.badge()).not_to_contain_text("60 unread")
    assert talk.unread() > 20


def test_what_is_unread_by_keyboard_and_by_ear(talk):
    """the number of new messages is announced; Shift+Tab reaches the first, labelled so; the jump keeps focus in the composer"""
    grace, page = talk.grace, talk.grace.page
    grace.row(talk.ada.name).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".announcer").get_by_text(f"{COUNT} new messages")).to_have_count(1)
    expect(grace.composer()).to_be_focused()
    first = grace.message("Message number 1")
    for _ in range(8):
        page.keyboard.press("Shift+Tab")
        if page.locator(".message:focus").count():
            break
    expect(first).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(first).to_be_focused()
    expect(first).to_have_attribute("aria-label", re.compile("^New messages"))
    page.keyboard.press("End")
    expect(grace.message(f"Message number {COUNT}")).to_be_focused()
    expect(grace.message(f"Message number {COUNT}")).to_be_in_viewport()
    page.locator(".timeline-scroller").evaluate("one => { one.scrollTop = -900; }")
    talk.newest().focus()
    page.keyboard.press("Enter")
    expect(grace.message(f"Message number {COUNT}")).to_be_in_viewport()
    expect(grace.composer()).to_be_focused()


def test_a_focused_message_that_goes(talk):
    """scrolled far away from the message that has the focus, another has it: the keyboard is never left with nothing"""
    grace, page = talk.grace, talk.grace.page
    talk.post(200)
    grace.open(talk.ada.name)
    first = grace.message("Message number 1")
    expect(first).to_be_in_viewport()
    first.focus()
    scroller = page.locator(".timeline-scroller")
    last = grace.message(f"Message number {COUNT + 200}")
    for _ in range(200):
        scroller.evaluate("one => { one.scrollTop += 900; }")
        page.evaluate("() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))")
        if last.count():
            break
    expect(first).to_have_count(0)
    expect(page.locator(".message:focus")).to_have_count(1)
