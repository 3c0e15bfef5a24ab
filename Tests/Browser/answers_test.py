"""Answers in a screen reader: their structure and their announcement."""

import json
import re

from parts.accessibility import grave_violations
from playwright.sync_api import expect

CITATION = {
    "conversation": "00000000-0000-7000-8000-000000000001", "title": "Plans", "seq": 1, "sender": "00000000-0000-7000-8000-0000000000aa",
    "writtenAt": 1_767_258_000_000, "state": "current",
}


def citation(number, name, text, **more):
    return {**CITATION, "message": f"00000000-0000-7000-8000-00000000010{number}", "senderName": name, "excerpt": text, **more}


FESTIVAL = citation(1, "Ada Lovelace", "The harbour festival begins on Friday at noon.", match=87)
STAGE = citation(2, "Alan Turing", "We rent the big stage.")
GONE = citation(3, "Grace", "", state="gone")


def asked(page, answer):
    """Asks a question to which that is the answer; keeps what the live region says meanwhile."""
    exchange = {"number": 1, "question": "When does it begin?", "askedAt": 1_767_258_000_000, "answer": answer}
    events = [
        {"type": "began", "topic": "t"},
        *[{"type": "citation", "citation": one} for one in answer["citations"]],
        *[{"type": "text", "text": f"{one['text']} "} for one in answer.get("statements", [])],
        {"type": "finished", "topic": "t", "exchange": exchange},
    ]
    page.route("**/v1/assistant/questions", lambda route: route.fulfill(
        body="\n".join(json.dumps(event) for event in events), content_type="application/x-ndjson"))
    topic = {"id": "t", "title": "When does it begin?", "changedAt": 1_767_258_000_000, "count": 1}
    page.route("**/v1/assistant/topics**", lambda route: route.fulfill(json={"topics": [topic]}))
    page.goto("/nexus")
    box = page.get_by_role("textbox", name="Ask a question")
    box.fill("When does it begin?")
    page.evaluate("""() => {
        window.told = [];
        const live = document.querySelector(".topic-view > [aria-live]");
        new MutationObserver(() => live.childElementCount > 0 && window.told.push([...live.children].map((one) => one.textContent)))
            .observe(live, { childList: true, subtree: true, characterData: true });
    }""")
    box.press("Enter")
    expect(page.locator(".exchange:not([aria-busy])")).to_be_visible()
    # A mutation is told after the change, and an answer is announced after it is shown.
    page.wait_for_function("() => window.told.length > 0")


def test_written_answer(views):
    """a written answer is paragraphs whose sources are links with names, and is announced once without the numbers"""
    page = views()
    statements = [{"text": "It begins on Friday at noon.", "citations": [0]}, {"text": "The big stage is rented.", "citations": [1, 2]}]
    asked(page, {"kind": "written", "model": "scripted", "statements": statements, "citations": [FESTIVAL, STAGE, GONE]})
    answer = page.get_by_role("article")
    expect(answer.get_by_role("heading", name="When does it begin?")).to_be_visible()
    expect(answer.get_by_role("paragraph").filter(has_text="It begins on Friday at noon. [1]")).to_have_count(1)
    mark = answer.get_by_role("link", name="[1], message of Ada Lovelace")
    expect(mark).to_have_attribute("href", f"/c/{FESTIVAL['conversation']}/m/{FESTIVAL['message']}")
    # What is gone leads nowhere.
    expect(answer.locator("span.source-mark")).to_have_text("[3]")
    sources = answer.get_by_role("list", name="Sources")
    expect(sources.get_by_role("listitem")).to_have_count(3)
    first = sources.get_by_role("listitem").first
    # The name has the sender and place; the text is separate.
    expect(first.get_by_role("link")).to_have_accessible_name(re.compile("^Source 1 Ada Lovelace in Plans .*1 January, "))
    expect(first.get_by_role("blockquote")).to_have_text(FESTIVAL["excerpt"])
    assert page.evaluate("window.told") == [["It begins on Friday at noon.", "The big stage is rented.", "2 sources"]]
    assert grave_violations(page) == []


def test_quotes(views):
    """an answer of quotes is announced with who said what, three at most"""
    page = views()
    asked(page, {"kind": "quotes", "citations": [FESTIVAL, STAGE, {**STAGE, "message": "m5"}, {**STAGE, "message": "m6"}]})
    said = f"Alan Turing: {STAGE['excerpt']}"
    assert page.evaluate("window.told") == [[f"Ada Lovelace: {FESTIVAL['excerpt']}", said, said, "1 more source"]]
    page.locator(".source").nth(1).click()
    expect(page).to_have_url(re.compile(f"{STAGE['message']}$"))


def test_nothing_found(views):
    """an empty result is announced in the words on the screen"""
    page = views()
    asked(page, {"kind": "notFound", "citations": []})
    assert page.evaluate("window.told") == [["Not in your conversations."]]
