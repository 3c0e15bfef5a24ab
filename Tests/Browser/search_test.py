"""Search by parts of words, phrases and filters, online and offline."""

import re

from parts.accessibility import grave_violations
from playwright.sync_api import expect


def talked(team, **options):
    ada, member = team.member("Ada"), team.member("Grace")
    kitchen = ada.group("Kitchen", member)
    for text in (
        "Die Donaudampfschifffahrtsgesellschaft grüßt",
        "明日の会議室は三階です",
        "lunch at noon",
        "see https://example.org",
    ):
        ada.post(kitchen, text)
    grace = team.device(member, **options)
    grace.open("Kitchen")
    expect(grace.message_with("https://example.org")).to_be_visible()
    return ada, grace


def search(person, text):
    person.page.get_by_label("Search conversations and messages").fill(text)


def results(person):
    return person.page.locator(".result-link")


def test_words(team):
    """a part of a German and of a Japanese word finds its message and is marked; a stranger finds nothing"""
    ada, grace = talked(team)
    for typed, found in (("schifffahrt", "schifffahrt"), ("GRÜSST", "grüßt"), ("会議", "会議"), ("三階", "三階")):
        search(grace, typed)
        expect(results(grace)).to_have_count(1)
        expect(results(grace).locator("mark")).to_have_text(found)
        expect(results(grace)).to_contain_text("Kitchen")
        expect(results(grace)).to_contain_text("Ada")
    # These servers have no embedding model.
    expect(grace.page.get_by_text("1 message, by words alone")).to_be_visible()
    search(grace, "before:soon")
    expect(grace.page.get_by_text("before:soon is not a day")).to_be_visible()
    search(grace, '"lunch at" from:ada')
    expect(results(grace)).to_have_count(1)
    mallory = team.person("Mallory").sign_up()
    search(mallory, "lunch")
    expect(mallory.page.get_by_text("No message found")).to_be_visible()
    expect(results(mallory)).to_have_count(0)


def test_filters_and_changes(team):
    """a filter narrows the results; edited and deleted texts are no longer found"""
    ada, grace = talked(team)
    search(grace, "lunch")
    expect(results(grace)).to_have_count(1)
    filters = grace.page.get_by_role("group", name="Filters")
    filters.get_by_role("button", name="From me").click()
    expect(filters.get_by_role("button", name="From me")).to_have_attribute("aria-pressed", "true")
    expect(results(grace)).to_have_count(0)
    filters.get_by_role("button", name="From me").click()
    expect(results(grace)).to_have_count(1)
    search(grace, "has:link")
    expect(results(grace)).to_contain_text("https://example.org")
    ada = team.device(ada)
    ada.open("Kitchen")
    ada.act("lunch at noon", "Delete")
    ada.page.get_by_role("dialog").get_by_role("button", name="Delete for everyone").click()
    expect(grace.message_with("lunch at noon")).to_have_count(0)
    search(grace, "lunch")
    expect(grace.page.get_by_text("No message found")).to_be_visible()


def test_jump(team):
    """a message found among many opens in its place, highlighted; back leads to where one was"""
    ada, grace = talked(team)
    grace.page.goto("/")
    expect(grace.list_heading()).to_be_visible()
    ada.fill(ada.conversation("Kitchen"), [f"filler {number}" for number in range(120)])
    grace.page.keyboard.press("/")
    expect(grace.page.get_by_label("Search conversations and messages")).to_be_focused()
    grace.page.keyboard.type("schifffahrt")
    expect(results(grace)).to_have_count(1)
    grace.page.keyboard.press("ArrowDown")
    expect(results(grace)).to_be_focused()
    grace.page.keyboard.press("Enter")
    expect(grace.message_with("Donaudampfschifffahrtsgesellschaft")).to_be_in_viewport()
    expect(grace.page).to_have_url(re.compile(r"/c/[0-9a-f-]+/m/[0-9a-f-]+$"))
    grace.page.go_back()
    expect(grace.page.get_by_role("heading", name="No conversation is open")).to_be_visible()
    expect(results(grace)).to_have_count(1)
    grace.page.keyboard.press("Control+f")
    expect(grace.page.get_by_label("Search conversations and messages")).to_be_focused()


def test_offline(team):
    """with no network this device is searched by the same rules, and it says so"""
    ada, grace = talked(team)
    grace.line.cut()
    expect(grace.page.locator(".connection-notice")).to_contain_text("Offline since")
    for typed, found in (
        ("schifffahrt", "Donau"), ("会議", "会議室"), ('"lunch at" in:kitchen from:ada', "lunch at noon"), ("has:link", "example.org"),
    ):
        search(grace, typed)
        expect(results(grace)).to_have_count(1)
        expect(results(grace)).to_contain_text(found)
        expect(grace.page.get_by_text("on this device")).to_be_visible()
    search(grace, "has:cats")
    expect(grace.page.get_by_text("has:cats is not known")).to_be_visible()
    search(grace, "会議")
    results(grace).click()
    expect(grace.message_with("会議室")).to_be_in_viewport()


def test_phone(team):
    """on a phone of 320 pixels results fit, axe finds nothing serious, and back leads to them"""
    ada, grace = talked(team)
    grace.page.set_viewport_size({"width": 320, "height": 568})
    grace.page.goto("/")
    search(grace, "lunch")
    expect(results(grace)).to_have_count(1)
    assert grace.page.evaluate("document.documentElement.scrollWidth") == 320
    assert grave_violations(grace.page) == []
    results(grace).click()
    expect(grace.message_with("lunch at noon")).to_be_in_viewport()
    grace.page.get_by_role("button", name="Back to all conversations").click()
    expect(results(grace)).to_be_visible()


# Each search waits until the test answers it, with the first message of a conversation: `answers["zzz"](0)`.
ANSWERS = """() => {
    window.answers = {};
    fixture.client.search = ({ query }) => new Promise((resolve) => {
        answers[query] = (index) => {
            const { id, messages } = fixture.held[index];
            const { id: message, senderName, writtenAt, text } = messages[0];
            const results = [{ conversation: id, message, senderName, writtenAt, snippet: { text, marks: [] } }];
            resolve({ results, cursor: null, onDevice: false, partial: false, byMeaning: true });
        };
    });
}"""


def test_enter_before_the_answer(views):
    """Enter opens a message that was found for what is typed, and none of an earlier search"""
    page = views()
    page.evaluate(ANSWERS)
    field = page.get_by_label("Search conversations and messages")
    field.fill("zzz one")
    page.wait_for_function("() => answers['zzz one']")
    page.evaluate("answers['zzz one'](0)")
    expect(page.locator(".result-link")).to_contain_text("Launch week")
    field.fill("zzz two")
    page.keyboard.press("Enter")
    page.wait_for_function("() => answers['zzz two']")
    expect(field).to_be_focused()
    page.evaluate("answers['zzz two'](1)")
    expect(page.locator(".chat-title")).to_have_text("Jonas Weber")
