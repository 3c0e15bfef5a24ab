"""Nexus with a language model: supported statements are shown, and quotes where the model fails."""

import pytest
from parts.accessibility import grave_violations
from parts.scripted_endpoint import ScriptedEndpoint
from parts.server import Server
from playwright.sync_api import expect

QUESTION = "When does the harbour festival begin?"


def asked(team, *, question=QUESTION):
    ada, member = team.member("Ada"), team.member("Grace")
    plans = ada.group("Plans", member)
    ada.post(plans, "The harbour festival begins on Friday at noon.")
    ada.post(plans, "We rent the big stage from the theatre.")
    grace = team.device(member)
    expect(grace.row("Plans")).to_contain_text("We rent the big stage")
    page = grace.page
    page.goto("/nexus")
    box = page.get_by_role("textbox", name="Ask a question")
    box.fill(question)
    box.press("Enter")
    return page


def label_of(request, part):
    return next(quote["id"] for quote in ScriptedEndpoint.quoted(request) if part in quote["text"])


def test_streams_and_checks(ai_team, scripted_endpoint):
    """statements come with their sources; one that no message supports is never shown"""

    def answer(request):
        label = label_of(request, "harbour festival")
        return ScriptedEndpoint.statements(
            ("The harbour festival begins on Friday at noon.", label, "begins on Friday at noon"),
            ("The stage costs 9000 euros.", label, "the stage costs 9000 euros"))

    scripted_endpoint.play(scripted_endpoint.answering(answer))
    page = asked(ai_team)
    expect(page.locator(".statements p")).to_have_count(1)
    expect(page.locator(".statements p")).to_contain_text("The harbour festival begins on Friday at noon.")
    expect(page.get_by_text("Written by scripted from these messages:")).to_be_visible()
    expect(page.locator(".source")).to_have_count(1)
    expect(page.get_by_text("9000")).to_have_count(0)


def test_words_insights(ai_team, scripted_endpoint):
    """insights are in the model's words; assignee and due date are those of the message"""
    scripted_endpoint.wording = "Send invoice to the town"
    ada, member = ai_team.member("Ada"), ai_team.member("Grace")
    ada.post(ada.direct(member), f"{member.name}, could you please send the invoice to the town by 2031-03-05?")
    grace = ai_team.device(member)
    expect(grace.row(ada.name)).to_contain_text("could you please")
    grace.page.goto("/insights")
    item = grace.page.get_by_role("listitem").filter(has_text="Send invoice to the town")
    expect(item).to_contain_text("5 Mar 2031")
    expect(item).to_contain_text(f"for {grace.name}")


@pytest.mark.parametrize("trouble", ["refused", "cut"])
def test_falls_back_to_quotes(ai_team, scripted_endpoint, trouble):
    """where the model refuses or breaks off, the answer is quotes and says why"""
    scripted_endpoint.play(
        scripted_endpoint.refusing(429, retry_after=0) if trouble == "refused" else scripted_endpoint.cutting('{"statements":['))
    page = asked(ai_team)
    expect(page.locator(".source").first).to_contain_text("The harbour festival begins on Friday at noon.", timeout=40_000)
    expect(page.get_by_text("These are quotes.")).to_be_visible()


def test_time_out(team, scripted_endpoint):
    """a model that says nothing is not waited for longer than the operator allows"""
    server = Server(environment=scripted_endpoint.environment(NEXUS_AI_TIMEOUT="2"))
    try:
        team.server = server
        scripted_endpoint.play(scripted_endpoint.hanging())
        page = asked(team)
        expect(page.get_by_text("took too long. These are quotes.")).to_be_visible(timeout=40_000)
        expect(page.locator(".source").first).to_be_visible()
    finally:
        server.stop()


def test_off(team):
    """where the operator has turned artificial intelligence off, the assistant says so and answers nothing"""
    server = Server(environment={"NEXUS_AI": "off"})
    try:
        team.server = server
        page = asked(team)
        expect(page.get_by_role("alert").get_by_text("The assistant is off on this server.")).to_be_visible()
    finally:
        server.stop()


def opened_assistant(team):
    """The assistant beside a conversation with a decision, a request and news."""
    ada, member = team.member("Ada"), team.member("Grace")
    plans = ada.group("Plans", member)
    ada.post(plans, "The harbour festival begins on Friday at noon.")
    ada.post(plans, "We decided to rent the big stage from the theatre.")
    ada.post(plans, "Lunch was fine, thanks.")
    grace = team.device(member)
    expect(grace.row("Plans")).to_contain_text("Lunch was fine")
    grace.open("Plans")
    expect(grace.message("Lunch was fine, thanks.")).to_be_visible()
    grace.page.get_by_role("button", name="Assistant", exact=True).click()
    return grace.page.get_by_role("complementary", name="Assistant of this conversation")


def test_summary(ai_team, scripted_endpoint):
    """a summary is bullets of the model, each with its sources; a false citation is dropped, and who wrote is said"""

    def answer(request):
        festival, stage = label_of(request, "harbour festival"), label_of(request, "big stage")
        return ScriptedEndpoint.statements(
            ("They rent the big stage from the theatre.", stage, "rent the big stage from the theatre"),
            ("The stage costs 9000 euros.", stage, "the stage costs 9000 euros"),
            ("The festival begins on Friday at noon.", festival, "begins on Friday at noon"))

    scripted_endpoint.play(scripted_endpoint.answering(answer))
    panel = opened_assistant(ai_team)
    expect(panel.get_by_text("Written by scripted from this conversation")).to_be_visible()
    panel.get_by_role("button", name="All of it").click()
    expect(panel.locator("ul.statements > li")).to_have_count(2)
    expect(panel.locator("ul.statements > li").first).to_contain_text("They rent the big stage from the theatre. [1]")
    expect(panel.get_by_text("Of 3 messages, written by scripted:")).to_be_visible()
    expect(panel.locator("ol.sources .source")).to_have_count(2)
    expect(panel.locator(".source").first).to_contain_text("Decision")
    expect(panel.get_by_text("9000")).to_have_count(0)
    assert grave_violations(panel.page) == []

    panel.get_by_role("button", name="Summarize thread").click()
    expect(panel.get_by_text("Written by scripted from these messages:")).to_be_visible()
    expect(panel.locator("div.statements > p")).to_have_count(2)


def test_summary_falls_back(ai_team, scripted_endpoint):
    """where the model fails a summary is the messages themselves, and says why"""
    scripted_endpoint.play(scripted_endpoint.refusing(400))
    panel = opened_assistant(ai_team)
    panel.get_by_role("button", name="All of it").click()
    expect(panel.get_by_text("quoted, no language model:")).to_be_visible(timeout=40_000)
    expect(panel.get_by_text("These are quotes.")).to_be_visible()
    expect(panel.locator("ul.sources .source").filter(has_text="rent the big stage")).to_be_visible()
    expect(panel.locator("ul.statements")).to_have_count(0)
