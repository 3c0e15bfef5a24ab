"""Blocking, on both sides."""

from playwright.sync_api import expect


def test_block(team):
    """the conversation is hidden, the blocked user's messages fail for them alone, groups fold them, and unblocking restores all"""
    ada, grace, alan = team.signed_up("Ada", "Grace", "Alan")
    alan.start_group("Team", [ada, grace])
    alan.send("welcome")
    grace.start_direct(ada)
    grace.send("one")
    expect(ada.row(grace.name)).to_contain_text("one")
    expect(grace.chat_state()).to_have_text("Online")
    ada.row(grace.name).click(button="right")
    ada.page.get_by_role("menuitem", name="Block…").click()
    ada.page.get_by_role("button", name="Block", exact=True).click()
    expect(ada.row(grace.name)).to_have_count(0)
    expect(grace.chat_state()).not_to_have_text("Online")
    grace.send("two")
    expect(grace.message("two").get_by_text("does not accept messages from you")).to_be_visible()
    grace.expect_status("one", "sent")
    grace.open("Team")
    grace.send("hello all")
    ada.open("Team")
    expect(ada.page.get_by_text("Message from a person you blocked").last).to_be_visible()
    expect(ada.message("hello all")).to_have_count(0)
    ada.page.locator(".message").get_by_role("button", name="Show").click()
    expect(ada.message("hello all")).to_be_visible()
    ada.page.get_by_role("button", name="New conversation").first.click()
    ada.page.get_by_role("combobox").fill("Grace")
    expect(ada.page.get_by_role("option", name=grace.name)).to_have_count(0)
    ada.page.keyboard.press("Escape")
    ada.page.goto("/settings")
    ada.page.get_by_role("button", name=f"Unblock {grace.name}").click()
    expect(ada.row(grace.name)).to_be_visible()
    grace.open(ada.name)
    # From then on the server takes messages again.
    expect(grace.chat_state()).to_have_text("Online")
    grace.page.get_by_role("button", name="Try again").click()
    expect(ada.row(grace.name).locator(".row-preview")).to_have_text("two")
