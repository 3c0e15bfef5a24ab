"""Two and three people talk: live, over the real server."""

import os
import re
import signal

from parts.chromium import launch
from playwright.sync_api import expect


def talking(team, *names, **options):
    """Two users: the first has written to the second, and both have the conversation open."""
    members = [team.member(name) for name in names]
    members[0].post(members[0].direct(members[1]), "Hello Grace")
    people = team.devices(*members, **options)
    for person, other in (people[:2], people[1::-1]):
        person.open(other.name)
        expect(person.message("Hello Grace")).to_be_visible()
    return people


def test_live(team):
    """messages reach the other user at once, in order, with names and unread count"""
    ada, grace = team.signed_up("Ada", "Grace")
    ada.start_direct(grace)
    for text in ("one", "two", "three"):
        ada.send(text)
    row = grace.row(ada.name)
    expect(row.locator(".unread-badge")).to_contain_text("3")
    expect(row.locator(".row-preview")).to_have_text("three")
    expect(grace.page).to_have_title(re.compile(r"^\(3\)"))
    grace.open(ada.name)
    expect(grace.message("three")).to_be_visible()
    grace.expect_texts("one", "two", "three")
    expect(row.locator(".unread-badge")).to_have_count(0)
    expect(grace.page.get_by_text("New messages", exact=True)).to_be_visible()
    grace.send("four")
    expect(ada.message("four")).to_be_visible()
    ada.expect_texts("one", "two", "three", "four")


def test_receipts(team):
    """ticks go from sent over delivered to read as the other's browser has it and shows it, and details name them"""
    ada = team.person("Ada").sign_up()
    grace = team.person("Grace").sign_up()
    grace.line.cut()
    ada.start_direct(grace)
    ada.send("Are you there?")
    ada.expect_status("Are you there?", "sent")
    grace.line.restore()
    ada.expect_status("Are you there?", "delivered")
    grace.open(ada.name)
    ada.expect_status("Are you there?", "read")
    ada.act("Are you there?", "Details")
    details = ada.page.get_by_role("dialog", name="Message details")
    expect(details.get_by_text("Read by")).to_be_visible()
    expect(details.get_by_text(grace.name)).to_be_visible()


def test_typing(team):
    """typing shows in the conversation and in the list, and ends by itself"""
    ada, grace = talking(team, "Ada", "Grace")
    grace.composer().press_sequentially("Well", delay=50)
    expect(ada.chat_state()).to_have_text("typing…")
    expect(ada.row(grace.name).locator(".row-preview")).to_have_text("typing…")
    expect(ada.chat_state()).not_to_have_text("typing…")
    grace.composer().press_sequentially(" then", delay=50)
    expect(ada.chat_state()).to_have_text("typing…")
    grace.composer().press("Enter")
    expect(ada.chat_state()).not_to_have_text("typing…")


def test_several_type(team):
    """in a group, typing names one, and then one and how many others"""
    ada, grace, alan, emmy = team.signed_up("Ada", "Grace", "Alan", "Emmy")
    ada.start_group("Reading", [grace, alan, emmy])
    for one in (grace, alan, emmy):
        one.open("Reading")
    grace.composer().press_sequentially("a", delay=20)
    expect(ada.chat_state()).to_have_text(f"{grace.name} is typing…")
    for _ in range(4):
        for one in (alan, emmy, grace):
            one.composer().press_sequentially("b", delay=10)
        if "2 others are typing" in ada.chat_state().inner_text():
            break
    expect(ada.chat_state()).to_contain_text("2 others are typing")


def test_edit_and_delete(team):
    """an edit and a deletion change the message in place at the other"""
    ada, grace = talking(team, "Ada", "Grace")
    ada.send("Meet at nine")
    expect(grace.message("Meet at nine")).to_be_visible()
    ada.expect_sent("Meet at nine")
    ada.composer().press("ArrowUp")
    ada.composer().fill("Meet at ten")
    ada.composer().press("Enter")
    expect(grace.message("Meet at ten")).to_contain_text("edited")
    expect(grace.message("Meet at nine")).to_have_count(0)
    ada.act("Meet at ten", "Delete")
    ada.page.get_by_role("dialog").get_by_role("button", name="Delete for everyone").click()
    expect(grace.message("Message deleted")).to_be_visible()
    expect(ada.message("Message deleted")).to_be_visible()
    grace.expect_texts("Hello Grace", "Message deleted")


def test_banner(team):
    """a message elsewhere shows a banner that opens it; one's own and the open conversation's show none"""
    ada, grace, alan = talking(team, "Ada", "Grace", "Alan")
    alan.start_direct(grace)
    alan.send("Lunch?")
    banner = grace.page.get_by_role("region", name="New message elsewhere")
    expect(banner).to_contain_text("Lunch?")
    ada.send("Not this one")
    expect(grace.message("Not this one")).to_be_visible()
    expect(banner).not_to_contain_text("Not this one")
    alan.send("Or dinner?")
    banner.get_by_role("link").first.click()
    expect(grace.chat_title()).to_have_text(alan.name)
    expect(banner.get_by_role("link")).to_have_count(0)


def test_drafts(team):
    """a draft is there again after another conversation and after a reload"""
    ada, grace, alan = talking(team, "Ada", "Grace", "Alan")
    alan.start_direct(ada)
    alan.send("Hi Ada")
    ada.composer().fill("I was about to say")
    ada.open(alan.name)
    expect(ada.composer()).to_have_value("")
    ada.open(grace.name)
    expect(ada.composer()).to_have_value("I was about to say")
    ada.page.reload()
    expect(ada.composer()).to_have_value("I was about to say")


def test_presence(team, playwright):
    """presence is seen, falls when the tab's process is killed, and is hidden on wish"""
    ada = team.person("Ada").sign_up()
    own = launch(playwright)
    grace = team.person("Grace", browser=own).sign_up()
    ada.start_direct(grace)
    expect(ada.chat_state()).to_have_text("Online")
    expect(ada.row(grace.name).locator(".presence")).to_be_visible()
    kill_tabs(own)
    expect(ada.chat_state()).to_contain_text("Last seen")
    expect(ada.row(grace.name).locator(".presence")).to_have_count(0)
    grace.page = grace.tab()
    grace.page.goto("/settings")
    expect(ada.chat_state()).to_have_text("Online")
    grace.page.get_by_role("switch", name="Show when I am online").uncheck()
    expect(ada.chat_state()).to_have_text("Offline")
    own.close()


def kill_tabs(browser):
    """Ends the processes of a browser's tabs as the system does when memory is short."""
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    for process in processes:
        if process["type"] == "renderer":
            os.kill(process["id"], signal.SIGKILL)


def test_people_search(team):
    """conversations are found by person, by title and by last message"""
    ada, grace, alan = talking(team, "Ada", "Grace", "Alan")
    ada.start_group("Quarterly numbers", [alan])
    search = ada.page.get_by_label("Search conversations")
    for wanted, found in ((grace.name, grace.name), ("quarterly", "Quarterly numbers"), ("hello grace", grace.name)):
        search.fill(wanted)
        expect(ada.page.locator(".row-link")).to_have_count(1)
        expect(ada.row(found)).to_be_visible()
    search.fill("no such thing")
    expect(ada.page.get_by_role("heading", name="Nothing found")).to_be_visible()


TYPE_AND_RELOAD = """text => {
    const field = document.querySelector(".composer-text");
    field.value = text;
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    location.reload();
}"""


def type_and_reload(page, text):
    with page.expect_event("domcontentloaded"):
        page.evaluate(TYPE_AND_RELOAD, text)


def test_a_draft_outlives_a_reload_at_once(team):
    """text typed right before a reload is a draft after it, in the composer and in the list, from any tab"""
    ada, grace = talking(team, "Ada", "Grace", keeps_shell=True)
    type_and_reload(ada.page, "I was about to say")
    expect(ada.composer()).to_have_value("I was about to say")
    ada.page.goto("/settings")
    expect(ada.row(grace.name)).to_contain_text("Draft: I was about to say")
    second = ada.tab()
    second.goto("/")
    second.locator(".row-link").click()
    field = second.get_by_role("textbox", name="Message")
    expect(field).to_have_value("I was about to say")
    type_and_reload(second, "and more")
    expect(field).to_have_value("and more")
    expect(ada.row(grace.name)).to_contain_text("Draft: and more")
    expect(second.locator("body")).to_be_visible()
    ada.page.wait_for_function("() => !Object.keys(localStorage).some((key) => key.startsWith('nexus draft'))")


def test_a_draft_that_is_too_long(team):
    """a draft of more than 8,000 characters is there after a reload, at once and later, until it is shorter"""
    ada, grace = talking(team, "Ada", "Grace")
    long = "word " * 1_601
    for text in (long, long + "and more"):
        type_and_reload(ada.page, text)
        expect(ada.composer()).to_have_value(text)
        ada.page.reload()
        expect(ada.composer()).to_have_value(text)
        expect(ada.page.locator(".notice")).to_have_count(0)
    ada.composer().fill("Short again")
    expect(ada.row(grace.name)).to_be_visible()
    ada.page.wait_for_function("() => !Object.keys(localStorage).some((key) => key.startsWith('nexus draft'))")
    ada.page.reload()
    expect(ada.composer()).to_have_value("Short again")


def test_no_draft_of_what_was_sent(team):
    """a message sent right before a reload is no draft after it"""
    ada, grace = talking(team, "Ada", "Grace")
    ada.composer().fill("Sent at once")
    with ada.page.expect_event("domcontentloaded"):
        ada.page.evaluate("""() => {
            document.querySelector(".composer-form").requestSubmit();
            setTimeout(() => location.reload(), 50);
        }""")
    expect(grace.message("Sent at once")).to_be_visible()
    expect(ada.message("Sent at once")).to_be_visible()
    expect(ada.composer()).to_have_value("")


def test_signing_out_takes_drafts_along(team):
    """signing out leaves no draft behind on the device"""
    ada, _ = talking(team, "Ada", "Grace")
    ada.page.evaluate("""() => {
        const field = document.querySelector(".composer-text");
        field.value = "A secret";
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
        window.dispatchEvent(new PageTransitionEvent("pagehide"));
        localStorage.setItem(Object.keys(localStorage).find((key) => key.startsWith("nexus draft")) + "-kept", '{"id":"","text":""}');
    }""")
    ada.page.goto("/settings")
    ada.page.get_by_role("button", name="Sign out", exact=True).click()
    ada.page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    expect(ada.page.get_by_role("button", name="Sign in")).to_be_visible()
    expect(ada.page.get_by_text("This session was ended.")).to_have_count(0)
    assert ada.page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('nexus draft'))") == []
