"""The language model on screen: permission per conversation, the log of what left the server, and hiding AI."""

import json

from parts.accessibility import grave_violations
from parts.settled import settled
from playwright.sync_api import expect

ENTRIES = [
    {
        "number": 3 - place, "at": 1_792_569_600_000 - place * 60_000,
        "user": {"id": "1", "name": "Ada", "email": "ada@example.org"}, "purpose": purpose, "model": "llama3.1",
        "messages": 12, "inputTokens": 1_800, "outputTokens": 120, "outcome": outcome, "took": 2_300,
    }
    for place, (purpose, outcome) in enumerate([("answer/1", "answered"), ("summary/1", "ai_timed_out"), ("x/9", "odd")])
]
STATE = {
    "on": True, "model": "llama3.1", "requests": 3, "requestLimit": 200, "tokens": 4_200, "tokenLimit": 1_000_000,
    "renewsAt": 1_792_627_200_000,
}


def answering(page, state=STATE):
    """The server's answers, of which the views' fixture has none."""
    def route(path, status, body):
        page.route(path, lambda one: one.fulfill(status=status, content_type="application/json", body=json.dumps(body)))

    page.evaluate("""() => {
        fixture.client.ask = async (method, path) => (await fetch(path, { method })).json();
    }""")
    route("**/v1/ai", 200, state)
    route("**/v1/ai/ledger*", 200, {"entries": ENTRIES})
    route("**/v1/admin/ledger*", 200, {"entries": ENTRIES})


def settings(views, administrator=True, **parts):
    page = views("/")
    answering(page, **parts)
    page.evaluate("(administrator) => { fixture.client.profile.administrator = administrator; }", administrator)
    page.get_by_role("link", name="Settings").first.click()
    return page


def test_the_ledger_is_in_the_settings(views):
    page = settings(views)
    section = page.get_by_role("region", name="Language model", exact=True)
    expect(section).to_contain_text("llama3.1. Used today: 3 of 200 requests and 4,200 of 1,000,000 tokens")
    own = section.locator("summary", has_text="My requests")
    own.focus()
    page.keyboard.press("Enter")
    table = section.get_by_role("table", name="My requests to the language model")
    expect(table.get_by_role("row")).to_have_count(4)
    expect(table.get_by_role("row").nth(1)).to_contain_text("Answer")
    expect(table.get_by_role("row").nth(2)).to_contain_text("Timed out")
    expect(table.get_by_role("row").nth(3)).to_contain_text("x/9")
    settled(page)
    expect(section.locator("summary")).to_have_count(1)
    assert grave_violations(page) == []


def test_the_requests_of_everyone_are_in_the_administration(views):
    page = settings(views)
    page.get_by_role("button", name="Administer this server").click()
    section = page.get_by_role("region", name="Requests to the language model", exact=True)
    section.locator("summary").focus()
    page.keyboard.press("Enter")
    table = section.get_by_role("table", name="All requests to the language model")
    expect(table.get_by_role("row").nth(1)).to_contain_text("Ada")
    settled(page)
    assert grave_violations(page) == []


def test_a_server_without_a_model_says_so(views):
    page = settings(views, state={key: value for key, value in STATE.items() if key != "model"})
    expect(page.get_by_role("region", name="Language model", exact=True)).to_contain_text(
        "This server has no language model: answers are quotes, and no message leaves it.")


def test_artificial_intelligence_can_be_hidden(views):
    page = settings(views)
    page.evaluate("""() => {
        const client = fixture.client;
        client.updateProfile = async (change) => { window.changed = change; };
    }""")
    switch = page.get_by_role("switch", name="Show AI features")
    expect(switch).to_be_checked()
    switch.focus()
    page.keyboard.press("Space")
    page.wait_for_function("() => window.changed !== undefined")
    assert page.evaluate("window.changed") == {"showsAI": False}


def test_a_user_who_hides_ai_is_offered_nothing(views):
    page = views("/")
    expect(page.get_by_role("link", name="Nexus: ask your conversations")).to_be_visible()
    page.evaluate("""() => {
        fixture.client.profile = { ...fixture.client.profile, showsAI: false };
        fixture.telling.tell("session");
    }""")
    expect(page.get_by_role("link", name="Nexus: ask your conversations")).to_be_hidden()
    page.get_by_role("link", name="Launch week").first.click()
    expect(page.get_by_role("button", name="Conversation details").first).to_be_visible()
    expect(page.get_by_role("button", name="Assistant", exact=True)).to_be_hidden()


def test_a_conversation_can_be_kept_from_it(views):
    page = views("/")
    page.get_by_role("link", name="Launch week").first.click()
    page.get_by_role("button", name="Conversation details").first.click()
    switch = page.get_by_role("switch", name="AI may read this conversation")
    expect(switch).to_be_checked()
    switch.focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("switch", name="AI may read this conversation")).not_to_be_checked()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Assistant", exact=True)).to_be_hidden()
    settled(page)
    assert grave_violations(page) == []
