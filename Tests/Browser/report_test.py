"""Reports of messages, and the server's administrators."""

import re

from playwright.sync_api import expect

REPORTS = "async () => (await (await fetch('/v1/admin/reports')).json()).reports ?? null"


def arrived(root):
    """The first report, once it is there."""
    for _ in range(400):
        reports = root.page.evaluate(REPORTS)
        if reports:
            return reports[0]
        root.page.wait_for_timeout(50)
    raise AssertionError("no report came")


def act(root, other, action):
    """Chooses an action of an account's menu."""
    root.page.get_by_role("button", name=f"Actions for the account of {other.name}").click()
    root.page.get_by_role("menuitem", name=action).click()


def test_report(first):
    """another user's message is reported with a reason, offline too, and only administrators see it"""
    root, ada, grace = first.signed_up("Root", "Ada", "Grace")
    grace.start_direct(ada)
    grace.send("Go away")
    ada.open(grace.name)
    grace.message("Go away").hover()
    grace.message("Go away").locator(".message-more").click()
    expect(grace.page.get_by_role("menuitem", name="Delete")).to_be_visible()
    expect(grace.page.get_by_role("menuitem", name="Report…")).to_have_count(0)
    grace.page.keyboard.press("Escape")
    ada.act("Go away", "Report…")
    dialog = ada.page.get_by_role("dialog", name="Report this message")
    dialog.get_by_role("button", name="Report").click()
    expect(dialog).to_be_visible()
    ada.line.cut()
    dialog.get_by_label("What is wrong with it?").fill("Unkind.")
    dialog.get_by_role("button", name="Report").click()
    expect(ada.page.get_by_text("Reported to the administrators.")).to_be_visible()
    assert root.page.evaluate(REPORTS) == []
    ada.line.restore()
    report = arrived(root)
    assert (report["text"], report["reason"], report["state"]) == ("Go away", "Unkind.", "open")
    assert (report["reporter"]["name"], report["sender"]["name"]) == (ada.name, grace.name)
    assert ada.page.evaluate(REPORTS) is None


def test_decide(first):
    """an administrator removes a reported message and suspends its author, who is signed out at once; no one else sees reports"""
    root, ada, grace = first.signed_up("Root", "Ada", "Grace")
    grace.start_direct(ada)
    grace.send("Go away")
    ada.open(grace.name)
    ada.act("Go away", "Report…")
    dialog = ada.page.get_by_role("dialog", name="Report this message")
    dialog.get_by_label("What is wrong with it?").fill("Unkind.")
    dialog.get_by_role("button", name="Report").click()
    arrived(root)
    root.page.goto("/administration")
    reports = root.page.get_by_role("region", name="Reported messages")
    expect(reports.get_by_text("Unkind.")).to_be_visible()
    reports.get_by_role("button", name=f"Suspend {grace.name}").click()
    root.page.get_by_role("button", name="Suspend", exact=True).click()
    expect(grace.page.get_by_role("heading", name="Sign in")).to_be_visible()
    reports.get_by_role("button", name="Remove message").click()
    root.page.get_by_role("dialog").get_by_role("button", name="Remove message").click()
    expect(reports.get_by_text("No open reports.")).to_be_visible()
    reports.get_by_label("Show").select_option("Decided reports")
    expect(reports.get_by_text("The message was removed.")).to_be_visible()
    expect(reports.get_by_role("button", name="Dismiss")).to_have_count(0)
    expect(ada.page.get_by_text("Message deleted").first).to_be_visible()
    asked = []
    ada.page.on("request", lambda request: asked.append(request.url))
    ada.page.goto("/administration")
    expect(ada.page.get_by_role("heading", name="Sessions")).to_be_visible()
    expect(ada.page.get_by_text("This device", exact=True)).to_be_visible()
    expect(ada.page).to_have_url(re.compile("/settings$"))
    expect(ada.page.get_by_role("button", name="Administer this server")).to_be_hidden()
    expect(ada.page.get_by_role("region", name="Reported messages")).to_have_count(0)
    assert not [url for url in asked if "/v1/admin/" in url], "who is no administrator asks for nothing of theirs"


def test_restore(first):
    """an administrator restores a suspended account, which can sign in again, and the log shows all actions and their actors"""
    root, grace = first.signed_up("Root", "Grace")
    grace.start_direct(root)
    root.page.goto("/settings")
    root.page.get_by_role("button", name="Administer this server").click()
    accounts = root.page.get_by_role("region", name="Accounts")
    accounts.get_by_role("searchbox").fill(grace.name)
    act(root, grace, "Suspend…")
    root.page.get_by_role("dialog").get_by_role("button", name="Suspend").click()
    expect(grace.page.get_by_role("heading", name="Sign in")).to_be_visible()
    expect(accounts.get_by_text("Suspended today")).to_be_visible()
    act(root, grace, "Restore…")
    root.page.get_by_role("dialog").get_by_role("button", name="Restore").click()
    expect(accounts.get_by_text("Suspended today")).to_have_count(0)
    entries = root.page.get_by_role("region", name="Audit log").get_by_role("listitem")
    expect(entries.nth(0)).to_contain_text(f"{root.name} restored {grace.name}")
    expect(entries.nth(1)).to_contain_text(f"{root.name} suspended {grace.name}")
    act(root, grace, "Make administrator…")
    root.page.get_by_role("dialog").get_by_role("button", name="Make").click()
    expect(accounts.get_by_role("listitem").filter(has_text=grace.name).get_by_text("Administrator")).to_be_visible()
