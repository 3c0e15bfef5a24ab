"""A user's own settings of conversations: on all of their devices, and no one else's."""

import re

from playwright.sync_api import expect


def two_devices(team, *names, **options):
    """Users, the first of whom is signed in on a second device."""
    people = team.signed_up(*names, **options)
    ada = people[0]
    return [ada, team.device(ada), *people[1:]]


def choose(person, title, *labels):
    """Chooses from the menu of a row of the list."""
    person.row(title).click(button="right")
    for label in labels:
        person.page.get_by_role("menuitem", name=label).click()


def expect_titles(person, *titles):
    """Waits until the list shows exactly these conversations, top to bottom."""
    expect(person.page.locator(".row .row-title")).to_have_text(list(titles))


def test_pin_and_unread(team):
    """pinned conversations come first on all devices, and a conversation marked as unread stays so until opened"""
    ada, second = two_devices(team, "Ada")
    grace, alan = team.member("Grace"), team.member("Alan")
    ada.start_direct(grace)
    ada.send("to Grace")
    ada.start_direct(alan)
    ada.send("to Alan")
    expect_titles(second, alan.name, grace.name)
    choose(ada, grace.name, "Pin to the top")
    expect(second.row(grace.name).locator(".row-mark.pinned")).to_be_visible()
    for device in (second, ada):
        expect_titles(device, grace.name, alan.name)
    choose(second, grace.name, "Mark as unread")
    expect(ada.row(grace.name).locator(".unread-badge.dot")).to_be_visible()
    expect(ada.page).to_have_title(re.compile(r"^\(1\)"))
    ada.open(grace.name)
    expect(second.row(grace.name).locator(".unread-badge")).to_have_count(0)
    expect(second.page).to_have_title("Nexus")


def test_archive_and_mute(team):
    """a new message unarchives a conversation unless it is muted; muted ones have no badge and no banner"""
    ada, grace = team.signed_up("Ada", "Grace")
    grace.start_direct(ada)
    grace.send("one")
    expect(ada.row(grace.name).locator(".unread-badge")).to_contain_text("1")
    choose(ada, grace.name, "Mark as read")
    choose(ada, grace.name, "Archive")
    expect(ada.row(grace.name)).to_have_count(0)
    ada.page.get_by_role("button", name="Archived").click()
    expect(ada.row(grace.name)).to_be_visible()
    grace.send("two")
    expect(ada.page.locator(".banner")).to_be_visible()
    expect(ada.page.get_by_role("button", name="Archived")).to_be_hidden()
    expect(ada.row(grace.name).locator(".unread-badge")).to_contain_text("1")
    choose(ada, grace.name, "Mute…", "For 8 hours")
    expect(ada.row(grace.name).locator(".row-mark.muted")).to_be_visible()
    expect(ada.page).to_have_title("Nexus")
    choose(ada, grace.name, "Archive")
    expect(ada.page.locator(".banner")).to_have_count(0, timeout=10_000)
    grace.send("three")
    archive = ada.page.get_by_role("button", name="Archived")
    archive.click()
    expect(ada.row(grace.name).locator(".row-preview")).to_have_text("three")
    expect(ada.page.locator(".banner")).to_have_count(0)
    expect(ada.page).to_have_title("Nexus")
    choose(ada, grace.name, "Unmute")
    expect(ada.row(grace.name).locator(".row-mark.muted")).to_have_count(0)
    expect(ada.page).to_have_title(re.compile(r"^\(2\)"))


def test_clear(team):
    """a conversation deleted for the user is gone from all their devices and from search, and comes back empty"""
    ada, second, grace = two_devices(team, "Ada", "Grace")
    grace.start_direct(ada)
    grace.send("before")
    for one in (ada, second):
        expect(one.row(grace.name).locator(".row-preview")).to_have_text("before")
    choose(ada, grace.name, "Delete for me…")
    ada.page.get_by_role("button", name="Delete for me", exact=True).click()
    expect(ada.row(grace.name)).to_have_count(0)
    expect(second.row(grace.name)).to_have_count(0)
    expect(grace.message("before")).to_be_visible()
    grace.send("after")
    for one in (ada, second):
        one.open(grace.name)
        expect(one.message("after")).to_be_visible()
        expect(one.message("before")).to_have_count(0)
    ada.page.reload()
    ada.open(grace.name)
    expect(ada.message("after")).to_be_visible()
    expect(ada.message("before")).to_have_count(0)


def test_draft(team):
    """a draft shows on the other device while it is typed, survives a reload offline, and ends with sending"""
    ada, second = two_devices(team, "Ada", keeps_shell=True)
    grace = team.member("Grace")
    ada.start_direct(grace)
    second.open(grace.name)
    ada.composer().fill("half a")
    expect(second.composer()).to_have_value("half a")
    second.composer().fill("half a thought")
    expect(ada.composer()).to_have_value("half a thought")
    ada.expect_worker()
    ada.line.cut()
    ada.composer().press("End")
    ada.composer().press_sequentially(", written offline")
    ada.page.go_back()
    expect(ada.row(grace.name).locator(".row-preview")).to_have_text("Draft: half a thought, written offline")
    ada.page.reload()
    expect(ada.row(grace.name).locator(".row-preview")).to_have_text("Draft: half a thought, written offline")
    ada.open(grace.name)
    expect(ada.composer()).to_have_value("half a thought, written offline")
    ada.line.restore()
    expect(second.composer()).to_have_value("half a thought, written offline")
    ada.composer().press("Enter")
    expect(ada.message("half a thought, written offline")).to_be_visible()
    expect(second.message("half a thought, written offline")).to_be_visible()
    expect(second.composer()).to_have_value("")


def test_favourite(team):
    """a favourite comes first when choosing people"""
    [ada] = team.signed_up("Ada")
    team.member("Grace")
    zoe = team.member("Zoe")
    ada.start_direct(zoe)
    ada.page.get_by_role("button", name="Conversation details").click()
    ada.page.get_by_role("button", name="Add to favourites").click()
    expect(ada.page.get_by_role("button", name="Remove from favourites")).to_be_visible()
    ada.page.keyboard.press("Escape")
    ada.page.get_by_role("button", name="New conversation").first.click()
    expect(ada.page.get_by_role("option").first).to_contain_text(zoe.name)
    expect(ada.page.get_by_role("option").first.get_by_text("favourite")).to_be_attached()


def test_contacts(team):
    """choosing people lists favourites, then recent contacts, then all others; typing filters them"""
    [ada] = team.signed_up("Ada")
    grace, alan, zoe, emmy = (team.member(name) for name in ("Grace", "Alan", "Zoe", "Emmy"))
    for other in (grace, alan, zoe):
        ada.start_direct(other)
        ada.send(f"Hello {other.name}")
    ada.open(grace.name)
    ada.page.get_by_role("button", name="Conversation details").click()
    ada.page.get_by_role("button", name="Add to favourites").click()
    expect(ada.page.get_by_role("button", name="Remove from favourites")).to_be_visible()
    ada.page.keyboard.press("Escape")
    ada.page.get_by_role("button", name="New conversation").first.click()
    rows = ada.page.locator(".picker-results > li")
    expect(rows.nth(0)).to_have_text("Favourites")
    expect(rows.nth(1)).to_contain_text(grace.name)
    expect(rows.nth(2)).to_have_text("Recent")
    expect(rows.nth(3)).to_contain_text(zoe.name)
    expect(rows.nth(4)).to_contain_text(alan.name)
    expect(rows.nth(5)).to_have_text("Others")
    ada.page.get_by_role("combobox").fill(emmy.name)
    expect(ada.page.get_by_role("option")).to_have_count(1)
    expect(rows).to_have_count(1)
    expect(ada.page.get_by_role("option").first).to_contain_text(emmy.name)
