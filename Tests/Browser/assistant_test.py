"""Questions to Nexus over all conversations, and to the assistant beside one. These servers have no models."""

import re

from parts.accessibility import grave_violations
from parts.settled import settled
from playwright.sync_api import expect

PLANS = (
    "Morning everybody, I hope the weekend was good.",
    "The harbour festival begins on Friday at noon.",
    "We decided to rent the big stage from the theatre.",
    "Grace, please send the invoice to the town by 2031-03-05.",
    "Lunch was fine, thanks.",
)


def talked(team, **options):
    ada, member = team.member("Ada"), team.member("Grace")
    plans = ada.group("Plans", member)
    for text in PLANS:
        ada.post(plans, text)
    grace = team.device(member, **options)
    expect(grace.row("Plans")).to_contain_text(PLANS[-1])
    return ada, grace


def ask(page, text):
    page.get_by_role("textbox", name="Ask a question").fill(text)
    page.get_by_role("textbox", name="Ask a question").press("Enter")


def sources(page):
    return page.locator(".source")


def test_ask(team):
    """an answer quotes messages with sender, place and time; nothing else is found; the history is on all devices until deleted"""
    ada, grace = talked(team)
    page = grace.page
    page.get_by_role("link", name="Nexus").click()
    expect(page).to_have_url(re.compile("/nexus$"))
    expect(page.get_by_text("Quotes from your conversations, no language model").first).to_be_visible()
    ask(page, "When does the harbour festival begin?")
    first = sources(page).first
    expect(first).to_contain_text("The harbour festival begins on Friday at noon.")
    expect(first).to_contain_text("Ada")
    expect(first).to_contain_text("in Plans")
    expect(first).to_contain_text("% match")
    ask(page, "Which rocket reached Jupiter?")
    expect(page.get_by_text("Not in your conversations.").first).to_be_visible()
    assert grave_violations(page) == []

    other = grace.tab()
    other.goto("/nexus")
    other.get_by_role("button", name=re.compile("^When does the harbour festival begin.* questions")).click()
    expect(sources(other).first).to_contain_text("begins on Friday")
    other.get_by_role("button", name=re.compile("^Delete “When does")).click()
    other.get_by_role("button", name="Delete topic").click()
    expect(other.locator(".topic")).to_have_count(0)
    expect(page.locator(".topic")).to_have_count(0)


def test_follow_a_citation(team):
    """a source leads to its message, marked, also where that message has yet to be loaded"""
    ada, member = team.member("Ada"), team.member("Grace")
    conversation = ada.group("Archive", member)
    compass = "The lighthouse keeper hid the silver compass."
    ada.fill(conversation, [compass, *(f"Small talk number {number}" for number in range(150))])
    grace = team.device(member)
    page = grace.page
    page.goto("/nexus")
    ask(page, "Who hid the silver compass?")
    sources(page).first.click()
    expect(page).to_have_url(re.compile("/c/.*/m/"))
    expect(grace.message(compass)).to_be_in_viewport()


def test_catch_me_up(team):
    """a catch-up quotes what names the reader, and decisions; questions beside a chat are kept with it"""
    ada, grace = talked(team)
    page = grace.page
    grace.open("Plans")
    page.get_by_role("button", name="Assistant", exact=True).click()
    panel = page.get_by_role("complementary", name="Assistant of this conversation")
    panel.get_by_role("button", name="Catch me up").click()
    expect(panel.locator(".source").first).to_contain_text("Mentions you")
    expect(panel.locator(".source").first).to_contain_text("Grace, please send the invoice")
    expect(panel.locator(".source").nth(1)).to_contain_text("We decided to rent the big stage")
    expect(panel.locator(".source").nth(1)).to_contain_text("Decision")
    panel.get_by_role("button", name="Extract action items").click()
    expect(panel.locator(".source", has_text=", by 5 Mar 2031").last).to_contain_text("send the invoice")
    panel.get_by_role("button", name="All of it").click()
    expect(panel.get_by_role("heading", name="Summary: all of it")).to_be_visible()
    assert grave_violations(page) == []
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(page.get_by_role("button", name="Assistant", exact=True)).to_be_focused()
    page.get_by_role("button", name="Assistant", exact=True).click()
    expect(panel.get_by_role("heading", name="Extract action items")).to_be_visible()


def test_changed_source(team):
    """an answer read again says that its source was deleted, and shows nothing of it"""
    ada, grace = talked(team)
    page = grace.page
    page.goto("/nexus")
    ask(page, "When does the harbour festival begin?")
    expect(sources(page).first).to_contain_text("begins on Friday")
    ada = team.device(ada)
    ada.open("Plans")
    ada.act(PLANS[1], "Delete")
    ada.page.get_by_role("dialog").get_by_role("button", name="Delete for everyone").click()
    grace.open("Plans")
    expect(grace.message("Message deleted")).to_be_visible()
    page.goto("/nexus")
    page.get_by_role("button", name=re.compile("^When does the harbour festival begin")).click()
    expect(page.get_by_text("This message was deleted, or you can no longer read it.")).to_be_visible()
    expect(page.get_by_text("begins on Friday")).to_have_count(0)


def test_phone_and_offline(team):
    """on a phone the panel fills the screen and gives it back; with no connection the assistant says so"""
    ada, grace = talked(team, viewport={"width": 390, "height": 800})
    page = grace.page
    grace.open("Plans")
    page.get_by_role("button", name="Conversation menu").click()
    page.get_by_role("menuitem", name="Assistant").click()
    panel = page.get_by_role("complementary", name="Assistant of this conversation")
    expect(panel).to_be_visible()
    settled(page)
    box = panel.bounding_box()
    assert (box["width"], box["height"]) == (390, 800)
    grace.line.cut()
    expect(panel.get_by_text("You are offline. The assistant needs the server.")).to_be_visible()
    grace.line.restore()
    expect(panel.get_by_text("You are offline. The assistant needs the server.")).to_have_count(0)


def test_no_marks(team):
    """sources of an answer, excerpts of a search and of an insight show words without the marks that were typed around them"""
    ada, member = team.member("Ada"), team.member("Grace")
    ada.post(
        ada.group("Plans", member),
        "The **harbour festival** begins on `Friday` at _noon_, ~~not later~~. Grace, please order the stage.")
    grace = team.device(member)
    page = grace.page
    expect(grace.row("Plans")).to_contain_text("The harbour festival begins on Friday at noon, not later.")
    page.goto("/nexus")
    ask(page, "When does the harbour festival begin?")
    expect(sources(page).first).to_contain_text("The harbour festival begins on Friday at noon, not later.")
    settled(page)
    assert page.evaluate("document.scrollingElement.scrollHeight - innerHeight") == 0
    page.get_by_label("Search conversations and messages").fill("festival")
    expect(page.locator(".result-link")).to_contain_text("The harbour festival begins on Friday at noon, not later.")
    page.get_by_label("Search conversations and messages").fill("")
    page.goto("/insights")
    expect(page.locator(".insight").first).to_contain_text("order")
    for shown in (".insight", ".source", ".result-link"):
        for text in page.locator(shown).all_inner_texts():
            assert not any(mark in text for mark in ("**", "`", "~~", "_noon_")), text


def test_late_topics(team):
    """what was begun beside a chat stays when the list of earlier topics arrives after it"""
    ada, grace = talked(team)
    page = grace.page
    grace.open("Plans")
    page.get_by_role("button", name="Assistant", exact=True).click()
    panel = page.get_by_role("complementary", name="Assistant of this conversation")
    ask(page, "When does the harbour festival begin?")
    expect(sources(page).first).to_contain_text("begins on Friday")
    page.keyboard.press("Escape")
    held = []
    page.route("**/v1/assistant/topics?*", lambda route: held.append(route))
    with page.expect_request("**/v1/assistant/topics?*"):
        page.get_by_role("button", name="Assistant", exact=True).click()
    panel.get_by_role("button", name="Catch me up").click()
    expect(sources(page).first).to_contain_text("Mentions you")
    with page.expect_response("**/v1/assistant/topics?*"):
        held[0].continue_()
    settled(page)
    expect(sources(page).first).to_contain_text("Mentions you")
    expect(panel.get_by_role("heading", name="When does the harbour festival begin?")).to_have_count(0)


def test_summary_stays(team):
    """a summary beside a chat stays where it is when another tab asks in the topic, and when it deletes the topic"""
    ada, grace = talked(team)
    page = grace.page
    grace.open("Plans")
    page.get_by_role("button", name="Assistant", exact=True).click()
    panel = page.get_by_role("complementary", name="Assistant of this conversation")
    ask(page, "When does the harbour festival begin?")
    expect(sources(page).first).to_contain_text("begins on Friday")
    panel.get_by_role("button", name="All of it").click()
    summary = panel.get_by_role("heading", name="Summary: all of it")
    expect(summary).to_be_visible()
    expect(panel.locator("[aria-busy]")).to_have_count(0)

    other = grace.tab()
    other.goto(page.url)
    other.get_by_role("button", name="Assistant", exact=True).click()
    expect(other.get_by_role("heading", name="When does the harbour festival begin?")).to_be_visible()
    ask(other, "Which stage did we rent?")
    headings = panel.locator(".exchange-question")
    expect(headings).to_have_text(
        ["When does the harbour festival begin?", "Summary: all of it", "Which stage did we rent?"])
    ask(page, "Who sends the invoice?")
    expect(headings).to_have_text([
        "When does the harbour festival begin?", "Summary: all of it", "Which stage did we rent?", "Who sends the invoice?"])
    expect(other.locator(".exchange-question")).to_have_count(3)

    other.get_by_role("button", name="Delete your questions here").click()
    other.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    expect(headings).to_have_text(["Summary: all of it"])
    expect(panel.locator(".source").first).to_be_visible()
