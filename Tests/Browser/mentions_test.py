"""Mentions: picked while a name is typed, counted apart and past a mute, shown with the name of today, and found."""

import re

from groups_test import grouped
from own_test import choose
from parts.accessibility import grave_violations
from playwright.sync_api import expect


def picker(person):
    return person.page.get_by_role("listbox", name="People to mention")


def mention(person):
    return person.page.locator(".message .mention")


def test_picker(team):
    """a name is picked by the keyboard or the pointer, and Escape keeps the typed text"""
    ada, grace, alan = grouped(team)
    composer = ada.composer()
    composer.press_sequentially("Ask @")
    expect(picker(ada).locator(".mention-name")).to_have_text([alan.name, grace.name])
    assert grave_violations(ada.page) == []
    composer.press_sequentially("gra")
    expect(picker(ada).locator(".mention-name")).to_have_text([grace.name])
    composer.press("Enter")
    expect(picker(ada)).to_be_hidden()
    expect(composer).to_have_value(f"Ask @{grace.name} ")
    composer.press_sequentially("or @al")
    picker(ada).get_by_role("option", name=alan.name).click()
    composer.press("Enter")
    for person in (ada, grace):
        expect(mention(person)).to_have_text([f"@{grace.name}", f"@{alan.name}"])
    composer.press_sequentially("me @gra")
    expect(picker(ada)).to_be_visible()
    composer.press("Escape")
    expect(picker(ada)).to_be_hidden()
    composer.press("Enter")
    expect(grace.message("me @gra")).to_be_visible()
    expect(mention(grace)).to_have_count(2)
    expect(grace.page.locator(".message.mentions-me")).to_have_count(1)
    expect(ada.page.locator(".message.mentions-me")).to_have_count(0)


def test_counts_and_search(team):
    """a mention notifies in a muted conversation, and mentions:me finds it, online and offline"""
    ada, grace, alan = grouped(team)
    choose(alan, "Engine", "Mute…", "Always")
    alan.start_direct(ada)
    ada.send("nothing for you")
    ada.send(f"@{alan.name} for you")
    row = alan.row("Engine")
    expect(row.locator(".unread-badge.mention")).to_be_visible()
    expect(alan.page).to_have_title(re.compile(r"^\(1\)"))
    expect(alan.page.locator(".banner")).to_contain_text("for you")
    box = alan.page.get_by_label("Search conversations and messages")
    box.fill("mentions:me")
    expect(alan.page.locator(".result-link")).to_have_count(1)
    alan.line.cut()
    box.fill("mentions:me you")
    expect(alan.page.get_by_text("1 message on this device")).to_be_visible()
    expect(alan.page.locator(".result-link")).to_have_count(1)
    box.fill("")
    row.click()
    expect(mention(alan)).to_be_visible()
    expect(row.locator(".unread-badge")).to_have_count(0)


def test_names_of_today(team):
    """a mention shows the current name to all, and an edit keeps it"""
    ada, grace, alan = grouped(team)
    ada.send(f"@{grace.name} hi")
    grace.page.goto("/settings")
    field = grace.page.get_by_label("Display name")
    field.fill("Admiral Hopper")
    field.press("Enter")
    for person in (ada, alan):
        expect(mention(person)).to_have_text("@Admiral Hopper")
    ada.expect_sent("@Admiral Hopper hi")
    ada.composer().press("ArrowUp")
    expect(ada.composer()).to_have_value("@Admiral Hopper hi")
    ada.composer().press("End")
    ada.composer().press_sequentially(" there")
    ada.composer().press("Enter")
    expect(alan.message("@Admiral Hopper hi there")).to_be_visible()
    expect(mention(alan)).to_have_text("@Admiral Hopper")


def test_in_format(team):
    """a mention in formatted text is highlighted, too"""
    ada, grace, _ = grouped(team)
    ada.composer().fill(f"**Lunch** with *@{grace.name}*\n- and @{grace.name} too")
    ada.composer().press("Enter")
    for person in (ada, grace):
        expect(mention(person)).to_have_text([f"@{grace.name}", f"@{grace.name}"])
        expect(person.page.locator(".message em .mention")).to_have_count(1)
