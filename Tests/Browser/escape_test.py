"""Escape closes the innermost layer, and never leaves the composer."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def chat(views):
    page = views()
    page.get_by_role("link", name="Launch week").first.click()
    expect(page.locator(".chat-title")).to_have_text("Launch week")
    expect(composer(page)).to_be_focused()
    return page


def composer(page):
    return page.get_by_role("textbox", name="Message")


def expect_open(page):
    expect(page.locator(".chat-title")).to_have_text("Launch week")
    assert page.url.split("/")[-2] == "c"


def choose_one(page):
    page.locator(".message").last.focus()
    page.keyboard.press("Enter")
    page.get_by_role("menuitem", name="Select messages").click()
    expect(page.get_by_role("toolbar", name="Selected messages")).to_be_visible()


def test_while_writing(chat):
    """Escape never leaves a conversation while its composer has the focus or text, or files are laid beside it"""
    for _ in range(3):
        chat.keyboard.press("Escape")
    expect_open(chat)
    expect(composer(chat)).to_be_focused()
    chat.keyboard.type("Half a thought")
    chat.keyboard.press("Escape")
    expect(composer(chat)).to_have_value("Half a thought")
    chat.locator(".message").last.focus()
    chat.keyboard.press("Escape")
    expect_open(chat)
    expect(composer(chat)).to_have_value("Half a thought")
    composer(chat).fill("")
    chat.locator("input[type=file]").set_input_files({"name": "plan.txt", "mimeType": "text/plain", "buffer": b"plan"})
    expect(chat.get_by_text("plan.txt")).to_be_visible()
    chat.locator(".message").last.focus()
    chat.keyboard.press("Escape")
    expect_open(chat)
    expect(chat.get_by_text("plan.txt")).to_be_visible()


def test_while_selecting(chat):
    """Escape ends choosing messages, or a selection of text, and the next one leaves"""
    choose_one(chat)
    chat.keyboard.press("Escape")
    expect(chat.get_by_role("toolbar", name="Selected messages")).to_be_hidden()
    expect_open(chat)
    chat.locator(".message").last.focus()
    chat.evaluate("getSelection().selectAllChildren(document.querySelector('.words'))")
    chat.keyboard.press("Escape")
    assert chat.evaluate("getSelection().type") != "Range"
    expect_open(chat)
    chat.keyboard.press("Escape")
    expect(chat.locator(".chat")).to_have_count(0)
    expect(chat.locator(".row-link:focus")).to_contain_text("Launch week")


def test_one_thing_at_a_time(chat):
    """Escape closes a picker, then the choosing, then the reply, then the sheet beside: each alone, the innermost first"""
    chat.locator(".insight-toggle").click()
    sheet = chat.get_by_role("complementary", name="Insights of this conversation")
    expect(sheet).to_be_visible()
    chat.locator(".message:not(.mine)").last.focus()
    chat.keyboard.press("r")
    cancel = chat.get_by_role("button", name="Cancel reply")
    expect(cancel).to_be_visible()
    chat.get_by_role("button", name="Emoji").click()
    picker = chat.get_by_role("dialog", name="Emoji")
    expect(picker).to_be_visible()
    chat.keyboard.press("Escape")
    expect(picker).to_be_hidden()
    choose_one(chat)
    for gone in (chat.get_by_role("toolbar", name="Selected messages"), cancel, sheet):
        expect(gone).to_be_visible()
        chat.keyboard.press("Escape")
        expect(gone).to_be_hidden()
        expect_open(chat)


def test_reply_from_elsewhere(chat):
    """Escape gives a reply up wherever the focus is, and stays"""
    chat.locator(".message:not(.mine)").last.focus()
    chat.keyboard.press("r")
    cancel = chat.get_by_role("button", name="Cancel reply")
    cancel.focus()
    chat.keyboard.press("Escape")
    expect(cancel).to_be_hidden()
    expect_open(chat)


def test_in_the_search(chat):
    """Escape empties the search, then returns to the composer; it leaves no conversation"""
    search = chat.get_by_label("Search conversations")
    search.fill("jonas")
    chat.keyboard.press("Escape")
    expect(search).to_have_value("")
    expect(search).to_be_focused()
    chat.keyboard.press("Escape")
    expect(composer(chat)).to_be_focused()
    expect_open(chat)
