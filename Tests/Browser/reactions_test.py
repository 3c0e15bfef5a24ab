"""Reactions: given by chip, picker and key, counted, taken back, offline and at once."""

import re

from playwright.sync_api import expect

from talk_test import talking


def chip(person, text, emoji):
    return person.message(text).locator(".reaction").filter(has_text=emoji)


def react(person, text, emoji):
    person.act(text, "React")
    person.page.get_by_role("toolbar", name="React").get_by_role("button", name=emoji).click()


def test_react(team):
    """a reaction shows at both with its count and who; a press on it adds one's own, another takes it back"""
    ada, grace = talking(team, "Ada", "Grace")
    react(grace, "Hello Grace", "👍")
    expect(chip(ada, "Hello Grace", "👍")).to_have_attribute("aria-pressed", "false")
    expect(chip(ada, "Hello Grace", "👍")).to_have_attribute("title", grace.name)
    chip(ada, "Hello Grace", "👍").click()
    for person, other in ((ada, grace), (grace, ada)):
        expect(chip(person, "Hello Grace", "👍").locator(".reaction-count")).to_have_text("2")
        expect(chip(person, "Hello Grace", "👍")).to_have_attribute("aria-pressed", "true")
        expect(chip(person, "Hello Grace", "👍")).to_have_attribute("title", f"You and {other.name}")
    chip(grace, "Hello Grace", "👍").click()
    expect(chip(ada, "Hello Grace", "👍").locator(".reaction-count")).to_have_text("1")
    chip(ada, "Hello Grace", "👍").click()
    for person in (ada, grace):
        expect(person.message("Hello Grace").locator(".reactions")).to_have_count(0)


def test_any_emoji(team):
    """any emoji of the picker can be chosen, by the keyboard alone, which returns to the message; the details say who reacted"""
    ada, grace = talking(team, "Ada", "Grace")
    grace.message("Hello Grace").focus()
    grace.page.keyboard.press("e")
    toolbar = grace.page.get_by_role("toolbar", name="React")
    expect(toolbar.get_by_role("button").first).to_be_focused()
    grace.page.keyboard.press("End")
    grace.page.keyboard.press("Enter")
    grace.page.keyboard.press("Escape")
    expect(grace.page.get_by_role("dialog", name="Emoji")).to_be_hidden()
    expect(grace.message("Hello Grace")).to_be_focused()
    grace.page.keyboard.press("e")
    grace.page.keyboard.press("End")
    grace.page.keyboard.press("Enter")
    grace.page.get_by_role("searchbox", name="Search emoji").fill("rocket")
    grace.page.keyboard.press("Enter")
    expect(grace.message("Hello Grace")).to_be_focused()
    expect(chip(ada, "Hello Grace", "🚀")).to_be_visible()
    ada.act("Hello Grace", "Details")
    details = ada.page.get_by_role("dialog", name="Message details")
    expect(details.get_by_text("Reacted with 🚀")).to_be_visible()


def test_offline(team):
    """reactions given offline show at once, survive a reload, and arrive; those thought better of never do"""
    ada, grace = talking(team, "Ada", "Grace", keeps_shell=True)
    grace.expect_worker()
    grace.line.cut()
    react(grace, "Hello Grace", "🎉")
    react(grace, "Hello Grace", "👍")
    chip(grace, "Hello Grace", "👍").click()
    expect(chip(grace, "Hello Grace", "👍")).to_have_count(0)
    grace.page.reload()
    expect(chip(grace, "Hello Grace", "🎉")).to_be_visible()
    grace.line.restore()
    expect(chip(ada, "Hello Grace", "🎉")).to_be_visible()
    expect(chip(ada, "Hello Grace", "👍")).to_have_count(0)


def test_quiet(team):
    """a reaction shows no banner, counts as nothing unread and does not move the conversation up"""
    ada, grace, alan = talking(team, "Ada", "Grace", "Alan")
    alan.start_direct(ada)
    alan.send("Later")
    expect(ada.row(alan.name).locator(".row-preview")).to_have_text("Later")
    ada.open(alan.name)
    react(grace, "Hello Grace", "👍")
    ada.open(grace.name)
    expect(chip(ada, "Hello Grace", "👍")).to_be_visible()
    expect(ada.row(grace.name).locator(".unread-badge")).to_have_count(0)
    expect(ada.page.get_by_role("region", name="New message elsewhere").get_by_role("link")).to_have_count(0)
    expect(ada.page.locator(".row-title").first).to_have_text(re.compile(re.escape(alan.name)))
