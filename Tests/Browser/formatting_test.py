"""Formatting: marked text is shown in styles, and no text becomes markup."""

import re

from playwright.sync_api import expect

from talk_test import talking


def last_words(person):
    return person.page.locator(".message .words").last


def write(person, text):
    person.composer().fill(text)
    person.composer().press("Enter")


def test_styles(team):
    """bold, italic, struck, code, quotes, lists and blocks of code look the same at both, and previews have no marks"""
    ada, grace = talking(team, "Ada", "Grace")
    write(ada, "**Ship** it _today_, ~~tomorrow~~ with `make run`")
    for person in (ada, grace):
        expect(last_words(person)).to_have_text("Ship it today, tomorrow with make run")
        for tag, words in (("strong", "Ship"), ("em", "today"), ("s", "tomorrow"), ("code", "make run")):
            expect(last_words(person).locator(tag)).to_have_text(words)
    expect(grace.page.locator(".row-link").first).to_contain_text("Ship it today, tomorrow with make run")
    write(ada, "> He said\n> so\n1. first\n2. second\n- free\n```swift\nlet a = 2 * b * c\n```")
    expect(last_words(grace).locator("blockquote")).to_have_text("He said\nso")
    expect(last_words(grace).locator("ol > li")).to_have_text(["first", "second"])
    expect(last_words(grace).locator("ul > li")).to_have_text(["free"])
    expect(last_words(grace).locator("ol")).to_have_css("list-style-type", "decimal")
    expect(last_words(grace).locator("ul")).to_have_css("list-style-type", "disc")
    expect(last_words(grace).locator("pre code")).to_have_text("let a = 2 * b * c")


def test_source(team):
    """who edits sees the marks as they were typed"""
    ada, grace = talking(team, "Ada", "Grace")
    write(ada, "**Ship** it")
    expect(last_words(ada).locator("strong")).to_have_text("Ship")
    ada.expect_sent("Ship it")
    ada.composer().press("ArrowUp")
    expect(ada.composer()).to_have_value("**Ship** it")
    ada.composer().fill("**Ship** it _now_")
    ada.composer().press("Enter")
    expect(last_words(grace).locator("em")).to_have_text("now")


def test_keys(team):
    """Ctrl with B, I or E adds marks around the selection, and removes them again"""
    ada, grace = talking(team, "Ada", "Grace")
    ada.composer().fill("now")
    for key, marked in (("b", "**now**"), ("i", "_now_"), ("e", "`now`")):
        ada.composer().select_text() if key == "b" else None
        ada.page.keyboard.press(f"Control+{key}")
        expect(ada.composer()).to_have_value(marked)
        ada.page.keyboard.press(f"Control+{key}")
        expect(ada.composer()).to_have_value("now")
    ada.page.keyboard.press("Control+b")
    ada.composer().press("Enter")
    expect(last_words(grace).locator("strong")).to_have_text("now")


def test_no_raw_marks(team):
    """the bars of a reply and an edit, banners, search snippets and labels show text without marks"""
    ada, grace = talking(team, "Ada", "Grace")
    write(ada, "**Ship** it `now`")
    expect(last_words(grace)).to_have_text("Ship it now")
    grace.act("Ship it now", "Reply")
    expect(grace.page.locator(".composer-replying .composer-editing-text")).to_have_text("Ship it now")
    ada.expect_sent("Ship it now")
    ada.composer().press("ArrowUp")
    expect(ada.page.locator(".composer-editing-text:visible")).to_have_text("Ship it now")
    expect(ada.composer()).to_have_value("**Ship** it `now`")
    ada.composer().press("Escape")
    grace.message("Ship it now").focus()
    grace.page.keyboard.press("ArrowUp")
    grace.page.keyboard.press("ArrowDown")
    expect(grace.message("Ship it now")).to_have_accessible_name(re.compile(", Ship it now, "))
    grace.page.get_by_label("Search conversations and messages").fill("ship now")
    snippet = grace.page.locator(".result-link .result-text")
    expect(snippet).to_have_text(re.compile(": Ship it now$"))
    expect(snippet.locator("mark")).to_have_text(["Ship", "now"])
    grace.page.get_by_role("link", name="profile and settings").click()
    expect(grace.page.get_by_role("heading", name="Settings")).to_be_visible()
    write(ada, "~~Not~~ **today**")
    expect(grace.page.locator(".banner-words")).to_have_text("Not today")


def test_large_emoji(team):
    """a message of one to three emoji is shown large, with their skin tones"""
    ada, grace = talking(team, "Ada", "Grace")
    for text in ("👍🏽 👋🏿", "👨‍👩‍👧‍👦", "🇩🇪", "1️⃣"):
        write(ada, text)
        expect(last_words(grace)).to_have_text(text)
        expect(last_words(grace)).to_have_css("font-size", "36px")
    write(ada, "👍🏽 fine")
    expect(last_words(grace)).to_have_text("👍🏽 fine")
    expect(last_words(grace)).not_to_have_css("font-size", "36px")


def test_links(team):
    """only http, https and mailto become links, a link shows its address, and markup stays text"""
    ada, grace = talking(team, "Ada", "Grace")
    text = ("<img src=x onerror=alert(1)> javascript:alert(1) (see https://example.org/a_(b)?c=d). "
            "mail grace@example.org, data:text/html,x http://user@[::1]:80/ [bank.example](javascript:alert(1)) ok")
    write(ada, text)
    expect(last_words(grace)).to_have_text(text)
    expect(last_words(grace).locator("img")).to_have_count(0)
    links = last_words(grace).locator("a")
    assert links.evaluate_all("all => all.map((one) => one.getAttribute('href'))") == [
        "https://example.org/a_(b)?c=d", "mailto:grace@example.org", "http://user@[::1]/"]
    expect(links.first).to_have_attribute("rel", "noopener noreferrer")
    write(ada, "[the plan](https://example.org/plan)")
    link = last_words(grace).get_by_role("link", name="the plan")
    expect(link).to_have_attribute("href", "https://example.org/plan")
    expect(link).to_have_attribute("title", "https://example.org/plan")
