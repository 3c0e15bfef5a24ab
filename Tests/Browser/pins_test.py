"""What is done with messages that are there: pinned and found again, their history read, forwarded, several copied or deleted at
once, and deleted for oneself."""

import re

from groups_test import grouped
from parts.accessibility import grave_violations
from parts.seed import Seeder
from playwright.sync_api import expect
from talk_test import talking

# Messages that a user has deleted for themselves in one conversation, at most (docs/protocol.md).
HIDDEN = 500


def bar(person):
    return person.page.get_by_role("region", name="Pinned messages")


def chosen(person):
    return person.page.get_by_role("toolbar", name="Selected messages")


def write(person, text):
    """Sends a text whose display differs from its source."""
    person.composer().fill(text)
    person.composer().press("Enter")


def dialog(person, name):
    return person.page.get_by_role("dialog", name=name)


def test_pin(team):
    """pinned messages are at the top of the chat for both, lead to their place, and are listed and unpinned there"""
    ada, grace = talking(team, "Ada", "Grace")
    write(ada, "The address is **5 Elm Road**")
    seeder = Seeder(team.server.port, ada.email)
    expect(grace.message_with("5 Elm Road")).to_be_visible()
    seeder.fill(seeder.conversation(), [f"talk {number}" for number in range(20)])
    expect(grace.message("talk 19")).to_be_visible()
    expect(bar(ada)).to_be_hidden()
    ada.act("talk 19", "Pin")
    expect(bar(grace)).to_contain_text("talk 19")
    grace.message_with("5 Elm Road").scroll_into_view_if_needed()
    grace.message_with("5 Elm Road").hover()
    grace.message_with("5 Elm Road").locator(".message-more").click()
    grace.page.get_by_role("menuitem", name="Pin").click()
    for person in (ada, grace):
        expect(bar(person)).to_contain_text("Pinned message 1 of 2")
        expect(bar(person)).to_contain_text("The address is 5 Elm Road")
    expect(ada.message_with("5 Elm Road").locator(".pinned-mark")).to_be_attached()
    assert grave_violations(ada.page) == []
    bar(ada).get_by_role("button", name="The address").click()
    expect(ada.message_with("5 Elm Road")).to_have_class(re.compile("highlighted"))
    expect(bar(ada)).to_contain_text("Pinned message 2 of 2")
    bar(ada).get_by_role("button", name="All 2 pinned messages").click()
    items = dialog(ada, "Pinned messages").locator(".pinned-item")
    expect(items).to_have_count(2)
    expect(items.first).to_contain_text(f"pinned by {grace.name}")
    assert grave_violations(ada.page) == []
    items.first.get_by_role("button", name="Unpin").click()
    expect(items).to_have_count(1)
    items.first.locator(".list-button").click()
    expect(dialog(ada, "Pinned messages")).to_be_hidden()
    expect(ada.message("talk 19")).to_have_class(re.compile("highlighted"))
    grace.act("talk 19", "Unpin")
    for person in (ada, grace):
        expect(bar(person)).to_be_hidden()


def test_pin_offline(team):
    """a message pinned offline is at the top at once, stays after a reload, and reaches the other user on reconnecting"""
    ada, grace = talking(team, "Ada", "Grace", keeps_shell=True)
    grace.expect_worker()
    grace.line.cut()
    grace.act("Hello Grace", "Pin")
    expect(bar(grace)).to_contain_text("Hello Grace")
    grace.page.reload()
    expect(bar(grace)).to_contain_text("Hello Grace")
    grace.line.restore()
    expect(bar(ada)).to_contain_text("Hello Grace")


def test_roles(team):
    """in a group its owner pins, and a member is not offered to"""
    ada, grace, _ = grouped(team)
    grace.message("Welcome").hover()
    grace.message("Welcome").locator(".message-more").click()
    expect(grace.page.get_by_role("menuitem", name="Details")).to_be_visible()
    expect(grace.page.get_by_role("menuitem", name="Pin")).to_have_count(0)
    grace.page.keyboard.press("Escape")
    ada.act("Welcome", "Pin")
    bar(grace).get_by_role("button", name="Show the pinned message").click()
    expect(dialog(grace, "Pinned messages").locator(".pinned-item")).to_contain_text("Welcome")
    expect(dialog(grace, "Pinned messages").get_by_role("button", name="Unpin")).to_have_count(0)


def test_edit_history(team):
    """"edited" opens what a message said before, in its format, until it is deleted"""
    ada, grace = talking(team, "Ada", "Grace")
    write(ada, "Lnch at **one**")
    expect(grace.message("Lnch at one")).to_be_visible()
    ada.expect_sent("Lnch at one")
    ada.composer().press("ArrowUp")
    write(ada, "Lunch at **one**")
    grace.message("Lunch at one").locator(".edited").click()
    history = dialog(grace, "Edit history")
    expect(history.locator(".quoted")).to_have_text(["Lunch at one", "Lnch at one"])
    expect(history.locator("strong")).to_have_count(2)
    assert grave_violations(grace.page) == []
    grace.page.keyboard.press("Escape")
    grace.line.cut()
    grace.act("Lunch at one", "Edit history")
    expect(history.get_by_role("alert")).to_be_visible()


def test_choose_several(team):
    """several messages are copied, forwarded, or deleted at once, by the pointer or the keyboard"""
    ada, grace = talking(team, "Ada", "Grace")
    for text in ("one", "two", "three"):
        ada.send(text)
    ada.expect_sent("one", "two")
    expect(grace.message("three")).to_be_visible()
    ada.act("one", "Select messages")
    expect(chosen(ada)).to_contain_text("1 message selected")
    ada.message("two").locator(".bubble").click()
    expect(chosen(ada)).to_contain_text("2 messages selected")
    expect(ada.composer()).to_be_hidden()
    assert grave_violations(ada.page) == []
    chosen(ada).get_by_role("button", name="Delete").click()
    ada.page.get_by_role("dialog").get_by_role("button", name="Delete for everyone").click()
    grace.expect_texts("Hello Grace", "Message deleted", "Message deleted", "three")
    expect(ada.composer()).to_be_visible()
    grace.act("three", "Select messages")
    # Until the selection is there, Enter opens the menu of the message.
    expect(chosen(grace)).to_contain_text("1 message selected")
    grace.message("three").focus()
    grace.page.keyboard.press("ArrowUp")
    grace.page.keyboard.press("ArrowUp")
    grace.page.keyboard.press("ArrowUp")
    grace.page.keyboard.press("Enter")
    expect(chosen(grace)).to_contain_text("2 messages selected")
    chosen(grace).get_by_role("button", name="Delete").click()
    asking = grace.page.get_by_role("dialog")
    expect(asking.get_by_role("button", name="Delete for me")).to_be_visible()
    expect(asking.get_by_role("button", name="Delete for everyone")).to_have_count(0)
    grace.page.keyboard.press("Escape")
    expect(chosen(grace)).to_be_visible()
    grace.page.keyboard.press("Escape")
    expect(chosen(grace)).to_be_hidden()


def test_forward(team):
    """messages are forwarded to several conversations at once, offline too, and say whose they are"""
    ada, grace, alan = team.signed_up("Ada", "Grace", "Alan", keeps_shell=True)
    ada.start_group("Engine", [grace])
    grace.start_direct(alan)
    grace.send("Hello Alan")
    write(ada, "It has **1,000** cards")
    ada.send("and a mill")
    grace.open("Engine")
    expect(grace.message("and a mill")).to_be_visible()
    grace.expect_worker()
    grace.line.cut()
    grace.act("It has 1,000 cards", "Select messages")
    grace.message("and a mill").locator(".bubble").click()
    chosen(grace).get_by_role("button", name="Forward").click()
    picking = dialog(grace, "Forward 2 messages")
    expect(picking.get_by_role("button", name="Forward", exact=True)).to_be_disabled()
    picking.get_by_role("checkbox", name=alan.name).check()
    picking.get_by_role("checkbox", name="Engine").check()
    assert grave_violations(grace.page) == []
    picking.get_by_role("button", name="Forward", exact=True).click()
    expect(grace.message("and a mill")).to_have_count(2)
    grace.line.restore()
    alan.open(grace.name)
    forwarded = alan.message("It has 1,000 cards")
    expect(forwarded).to_contain_text(f"Forwarded from {ada.name}")
    expect(forwarded.locator("strong")).to_have_text("1,000")
    alan.expect_texts("Hello Alan", "It has 1,000 cards", "and a mill")
    expect(ada.message("and a mill")).to_have_count(2)
    # Messages of others cannot be edited.
    grace.message("and a mill").last.hover()
    grace.message("and a mill").last.locator(".message-more").click()
    expect(grace.page.get_by_role("menuitem", name="Forward…")).to_be_visible()
    expect(grace.page.get_by_role("menuitem", name="Edit")).to_have_count(0)


def test_delete_for_me(team):
    """a message deleted for the user is gone from all their browsers, also after a reload, and stays for the other user"""
    ada, grace = talking(team, "Ada", "Grace")
    ada.send("Party for Grace")
    ada.send("See you")
    second = grace.tab()
    second.goto(grace.page.url)
    expect(grace.message("Party for Grace", second)).to_be_visible()
    grace.act("Party for Grace", "Delete…")
    grace.page.get_by_role("dialog").get_by_role("button", name="Delete for me").click()
    for page in (grace.page, second):
        expect(grace.message("Party for Grace", page)).to_have_count(0)
        expect(grace.message("See you", page)).to_be_visible()
    grace.page.reload()
    expect(grace.message("See you")).to_be_visible()
    expect(grace.message("Party for Grace")).to_have_count(0)
    expect(ada.message("Party for Grace")).to_be_visible()
    grace.page.get_by_label("Search conversations and messages").fill("Party")
    expect(grace.page.get_by_text("No conversation has “Party”")).to_be_visible()
    expect(grace.page.get_by_text("No message found")).to_be_visible()
    expect(grace.page.locator(".result-link")).to_have_count(0)


def test_delete_for_me_quoted(team):
    """a reply to a message that the user deleted for themselves has no quote and no link; the other user's has"""
    ada, grace = talking(team, "Ada", "Grace")
    ada.send("Party for Grace")
    ada.act("Party for Grace", "Reply")
    ada.send("At nine")
    quote = grace.message("At nine").locator(".quote")
    expect(quote).to_contain_text("Party for Grace")
    grace.act("Party for Grace", "Delete…")
    grace.page.get_by_role("dialog").get_by_role("button", name="Delete for me").click()
    expect(quote).to_contain_text("Message deleted for you")
    expect(quote).to_be_disabled()
    grace.page.reload()
    expect(quote).to_contain_text("Message deleted for you")
    expect(grace.page.get_by_text("Party for Grace")).to_have_count(0)
    expect(ada.message("At nine").locator(".quote")).to_contain_text("Party for Grace")


def test_delete_for_me_refused(team):
    """a message that cannot be deleted reappears at once in the open chat, with the reason"""
    ada, member = team.member("Ada"), team.member("Grace")
    conversation = ada.direct(member)
    ada.fill(conversation, [f"Line {number}" for number in range(HIDDEN)])
    head = ada.head(conversation)
    member.perform("updateSettings", conversation=conversation, hidden=list(range(head - HIDDEN + 1, head + 1)))
    ada.post(conversation, "One too many")
    grace = team.device(member, keeps_shell=True)
    grace.open(ada.name)
    expect(grace.message("One too many")).to_be_visible()
    grace.expect_worker()
    grace.line.cut()
    grace.act("One too many", "Delete…")
    grace.page.get_by_role("dialog").get_by_role("button", name="Delete for me").click()
    expect(grace.message("One too many")).to_have_count(0)
    grace.line.restore()
    expect(grace.message("One too many")).to_be_visible()
    expect(grace.page.get_by_text("messages of a conversation for yourself")).to_be_visible()
