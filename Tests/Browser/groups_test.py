"""Groups: who is in them, who may do what, and who may see nothing any more."""

from playwright.sync_api import expect
from views_test import act, open_conversation


def grouped(team):
    ada, grace, alan = (team.member(name) for name in ("Ada", "Grace", "Alan"))
    ada.post(ada.group("Engine", grace, alan), "Welcome")
    people = team.devices(ada, grace, alan)
    for one in people:
        one.open("Engine")
        expect(one.message("Welcome")).to_be_visible()
    return people


def details(person):
    person.page.get_by_role("button", name="Conversation details").click()
    return person.page.get_by_role("dialog", name="Group")


def test_receipts_in_a_group(team):
    """a message is read when all have read it; until then its details say who has"""
    ada, grace, alan = grouped(team)
    ada.expect_status("Welcome", "read")
    alan.line.cut()
    ada.send("Second")
    expect(grace.message("Second")).to_be_visible()
    ada.act("Second", "Details")
    dialog = ada.page.get_by_role("dialog", name="Message details")
    expect(dialog.locator("section").filter(has_text="Read by")).to_contain_text(grace.name)
    expect(dialog.locator("section").filter(has_text="Not delivered yet")).to_contain_text(alan.name)
    ada.page.keyboard.press("Escape")
    alan.line.restore()
    ada.expect_status("Second", "read")


def test_hidden_receipts(team):
    """a user without read receipts appears in none and sees none; turning them on shows all again"""
    ada, grace, alan = grouped(team)
    ada.expect_status("Welcome", "read")
    grace.page.get_by_role("link", name="profile and settings").click()
    grace.page.get_by_role("switch", name="Send read receipts").uncheck()
    ada.expect_status("Welcome", "sent")
    ada.act("Welcome", "Details")
    dialog = ada.page.get_by_role("dialog", name="Message details")
    expect(dialog.locator("section").filter(has_text="Read by")).to_contain_text(alan.name)
    expect(dialog.locator("section").filter(has_text="Not delivered yet")).to_contain_text(grace.name)
    grace.page.get_by_role("switch", name="Send read receipts").check()
    expect(dialog.locator("section").filter(has_text="Read by")).to_contain_text(grace.name)
    ada.page.keyboard.press("Escape")
    ada.expect_status("Welcome", "read")


def test_rename_add_leave(team):
    """a group is renamed, a new member sees earlier messages, and a member leaves"""
    ada, grace, alan = grouped(team)
    emmy = team.person("Emmy").sign_up()
    dialog = details(grace)
    dialog.get_by_role("button", name="Edit the group").click()
    grace.page.get_by_label("Name of the group").fill("Analytical engine")
    grace.page.get_by_label("Description").fill("Wheels and cards")
    grace.page.get_by_role("button", name="Save", exact=True).click()
    expect(ada.chat_title()).to_have_text("Analytical engine")
    expect(ada.page.locator(".chat-state")).to_contain_text("Wheels and cards")
    expect(dialog.get_by_text("Wheels and cards")).to_be_visible()
    dialog.get_by_role("button", name="Add members").click()
    grace.page.get_by_role("combobox").fill(emmy.name)
    grace.page.get_by_role("option", name=emmy.name).click()
    grace.page.get_by_role("button", name="Add", exact=True).click()
    expect(dialog.get_by_text(emmy.name)).to_be_visible()
    emmy.open("Analytical engine")
    expect(emmy.message("Welcome")).to_be_visible()
    for told in (
        f"{grace.name} named the group “Analytical engine”",
        f"{grace.name} changed the description: Wheels and cards",
        f"{grace.name} added {emmy.name}",
    ):
        expect(ada.page.locator(".event", has_text=told)).to_have_count(1)
    leaving = details(alan)
    leaving.get_by_role("button", name="Leave group").click()
    alan.page.get_by_role("dialog", name="Leave this group?").get_by_role("button", name="Leave").click()
    expect(alan.row("Analytical engine")).to_have_count(0)
    expect(dialog.locator(".members").get_by_text(alan.name)).to_have_count(0)
    expect(ada.page.locator(".event").last).to_have_text(f"{alan.name} left")
    ada.page.reload()
    ada.open("Analytical engine")
    expect(ada.page.locator(".event")).to_have_count(4)
    expect(ada.row("Analytical engine")).to_contain_text("Welcome")


def test_roles(team):
    """an owner makes an admin, who deletes and removes; the others are offered none of that; handed over, the owner is another"""
    ada, grace, alan = grouped(team)
    alan.send("Spam")
    expect(grace.message("Spam")).to_be_visible()
    offered = details(grace)
    expect(offered.get_by_text(alan.name)).to_be_visible()
    expect(offered.get_by_role("button", name=f"Remove {alan.name}")).to_have_count(0)
    expect(offered.get_by_role("button", name=f"Role of {alan.name}")).to_have_count(0)
    grace.page.keyboard.press("Escape")
    dialog = details(ada)
    dialog.get_by_role("button", name=f"Role of {grace.name}").click()
    ada.page.get_by_role("menuitem", name="Make admin").click()
    expect(dialog.locator("li").filter(has_text=grace.name).get_by_text("Admin")).to_be_visible()
    offered = details(grace)
    expect(offered.get_by_role("button", name=f"Remove {alan.name}")).to_be_visible()
    expect(offered.get_by_role("button", name=f"Remove {ada.name}")).to_have_count(0)
    grace.page.keyboard.press("Escape")
    grace.act("Spam", "Delete")
    grace.page.get_by_role("dialog").get_by_role("button", name="Delete for everyone").click()
    expect(alan.page.locator(".message").get_by_text("Message deleted")).to_be_visible()
    offered = details(grace)
    dialog.get_by_role("button", name=f"Role of {grace.name}").click()
    ada.page.get_by_role("menuitem", name="Make owner").click()
    ada.page.get_by_role("button", name="Hand over").click()
    expect(offered.get_by_role("button", name="Delete group")).to_be_visible()
    expect(offered.locator("li").filter(has_text=ada.name).get_by_text("Admin")).to_be_visible()
    expect(dialog.get_by_role("button", name="Delete group")).to_have_count(0)


def test_removed_at_once(team):
    """a removed member loses the conversation at once: no messages, no composer, and nothing after a reload"""
    ada, grace, alan = grouped(team)
    dialog = details(ada)
    dialog.get_by_role("button", name=f"Remove {alan.name}").click()
    ada.page.get_by_role("dialog", name=f"Remove {alan.name}?").get_by_role("button", name="Remove").click()
    expect(alan.page.get_by_text("You are no longer a member of this conversation.")).to_be_visible()
    expect(alan.composer()).to_be_hidden()
    expect(alan.row("Engine")).to_have_count(0)
    ada.page.keyboard.press("Escape")
    ada.send("Without Alan")
    expect(grace.message("Without Alan")).to_be_visible()
    alan.page.reload()
    expect(alan.page.get_by_text("This conversation is not there, or you are no longer a member of it.")).to_be_visible()
    expect(alan.page.get_by_text("Engine")).to_have_count(0)
    expect(alan.page.get_by_text("Without Alan")).to_have_count(0)
    expect(alan.page.get_by_text("Welcome")).to_have_count(0)


def test_dissolve(team):
    """a deleted group is gone for all members"""
    ada, grace, alan = grouped(team)
    dialog = details(ada)
    dialog.get_by_role("button", name="Delete group").click()
    ada.page.get_by_role("dialog", name="Delete this group for everyone?").get_by_role("button", name="Delete").click()
    for one in (ada, grace, alan):
        expect(one.row("Engine")).to_have_count(0)


def fixture_details(views):
    """The details of a group of the fixture, whose chat is `chat` in the page."""
    page = views()
    open_conversation("Launch week")(page)
    act("Conversation details")(page)
    page.evaluate("window.chat = [...fixture.chats.values()][0].chat")
    return page, page.get_by_role("dialog", name="Group")


def test_details_while_the_group_changes(views):
    """a press on a button of the details counts although the header comes again meanwhile; a change keeps the focus where it is"""
    page, dialog = fixture_details(views)
    dialog.get_by_role("button", name="Invite with a link").wait_for()
    dialog.get_by_role("button", name="Remove Priya Raman").hover()
    page.mouse.down()
    page.evaluate("[...fixture.chats.values()][0].setTyping(['Jonas Weber'])")
    page.mouse.up()
    confirmation = page.get_by_role("dialog", name="Remove Priya Raman?")
    confirmation.get_by_role("button", name="Cancel").click()
    expect(confirmation).to_be_hidden()
    for role, name in (("button", "Remove Lena Novak"), ("switch", "AI may read this conversation")):
        dialog.get_by_role(role, name=name).focus()
        page.evaluate("(title) => chat.rename(title)", f"After {role}")
        expect(dialog.get_by_text(f"After {role}")).to_be_visible()
        expect(dialog.get_by_role(role, name=name)).to_be_focused()


def test_refused_consent(views):
    """a switch whose change is refused is switched back"""
    page, dialog = fixture_details(views)
    consent = dialog.get_by_role("switch", name="AI may read this conversation")
    page.evaluate("() => { chat.setAI = async () => { throw { code: 'storage', message: 'This device is out of space.' }; }; }")
    consent.click()
    expect(page.get_by_text("This device is out of space.")).to_be_visible()
    expect(consent).to_be_checked()
