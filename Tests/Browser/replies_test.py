"""Replies: written by menu and by key, quoted, followed, jumped to."""

import re

from parts.seed import Seeder
from playwright.sync_api import expect

from talk_test import talking


def quote(person, text):
    return person.message(text).locator(".quote")


def test_reply(team):
    """a reply quotes its message for both, follows its edits and deletion, and leads to it"""
    ada, grace = talking(team, "Ada", "Grace")
    ada.send("Lunch at one?")
    grace.act("Lunch at one?", "Reply")
    expect(grace.page.locator(".composer-replying")).to_contain_text(f"Replying to {ada.name}")
    grace.send("Yes please")
    expect(grace.page.locator(".composer-replying")).to_be_hidden()
    for person in (ada, grace):
        expect(quote(person, "Yes please")).to_contain_text("Lunch at one?")
    ada.composer().press("ArrowUp")
    ada.composer().fill("Lunch at two?")
    ada.composer().press("Enter")
    for person in (ada, grace):
        expect(quote(person, "Yes please")).to_contain_text("Lunch at two?")
    quote(grace, "Yes please").click()
    expect(grace.message("Lunch at two?")).to_have_class(re.compile("highlighted"))
    ada.act("Lunch at two?", "Delete")
    ada.page.get_by_role("dialog").get_by_role("button", name="Delete for everyone").click()
    expect(quote(grace, "Yes please")).to_contain_text("Message deleted")


def test_keys(team):
    """R on a message replies to it; Escape cancels the reply, and the next message is no reply"""
    ada, grace = talking(team, "Ada", "Grace")
    grace.message("Hello Grace").focus()
    grace.page.keyboard.press("r")
    expect(grace.composer()).to_be_focused()
    grace.composer().fill("Hello")
    grace.composer().press("Escape")
    expect(grace.page.locator(".composer-replying")).to_be_hidden()
    grace.composer().press("Enter")
    expect(ada.message("Hello")).to_be_visible()
    expect(quote(ada, "Hello")).to_have_count(0)


def test_offline(team):
    """a reply written offline, to a message that is itself unsent, shows its quote and arrives with it"""
    ada, grace = talking(team, "Ada", "Grace", keeps_shell=True)
    ada.expect_worker()
    ada.line.cut()
    ada.send("A question of mine")
    ada.act("A question of mine", "Reply")
    ada.send("And my own answer")
    expect(quote(ada, "And my own answer")).to_contain_text("A question of mine")
    ada.page.reload()
    expect(quote(ada, "And my own answer")).to_contain_text("A question of mine")
    ada.line.restore()
    expect(quote(grace, "And my own answer")).to_contain_text("A question of mine")


def test_fetched(team):
    """a quote of a message that was never on this device is fetched when it is looked at, and leads there"""
    ada, grace = talking(team, "Ada", "Grace")
    seeder = Seeder(team.server.port, ada.email)
    ada.page.close()
    conversation = seeder.conversation()
    seeder.fill(conversation, [f"filler {number}" for number in range(70)])
    expect(grace.message("filler 69")).to_be_visible()
    # A conversation opens at its first unread message.
    Seeder(team.server.port, grace.email).read(conversation)
    grace.page.evaluate("document.querySelector('.timeline-scroller').scrollTop = -1e7")
    grace.act("Hello Grace", "Reply")
    grace.send("Hello to you, late")
    late = team.device(grace)
    late.open(ada.name)
    expect(quote(late, "Hello to you, late")).to_contain_text("Hello Grace")
    quote(late, "Hello to you, late").click()
    expect(late.message("Hello Grace")).to_be_in_viewport()
