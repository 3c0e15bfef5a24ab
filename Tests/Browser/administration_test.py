"""What administrators of the server do in the browser: team, people, audit log, state of the server."""

import csv

import pytest
from parts.accessibility import grave_violations
from parts.person import PASSWORD
from playwright.sync_api import expect

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def administration_of(person):
    person.page.goto("/administration")
    return {name: person.page.get_by_role("region", name=name) for name in ("Team", "Accounts", "Audit log", "Server")}


def act_on(root, other, action):
    """Chooses an action of an account's menu, by keyboard."""
    root.page.get_by_role("button", name=f"Actions for the account of {other.name}").focus()
    root.page.keyboard.press("Enter")
    root.page.get_by_role("menuitem", name=action).focus()
    root.page.keyboard.press("Enter")


@pytest.mark.parametrize("phone", [False, True])
def test_policy(first, phone):
    """the team's name, who may join and who may invite are changed by keyboard, and the log says so; axe finds nothing grave"""
    (root,) = first.signed_up("Root", **(PHONE if phone else {}))
    regions = administration_of(root)
    team = regions["Team"]
    name = team.get_by_label("Team name")
    expect(name).to_be_enabled()
    expect(team.get_by_role("button", name="Save")).to_be_disabled()
    name.focus()
    root.page.keyboard.press("Enter")
    name.fill("Analytical Engines")
    invite = team.get_by_role("group", name="Who may invite")
    invite.get_by_label("All members").focus()
    root.page.keyboard.press("ArrowDown")
    expect(invite.get_by_label("Administrators")).to_be_checked()
    root.page.keyboard.press("Enter")
    expect(root.page.get_by_text("The team's settings were changed.")).to_be_visible()
    expect(team.get_by_role("button", name="Save")).to_be_disabled()
    entry = regions["Audit log"].get_by_role("listitem").first
    expect(entry).to_contain_text(f"{root.name} changed the team's settings")
    expect(entry).to_contain_text("team: Analytical Engines, invite: administrators")
    root.page.reload()
    expect(name).to_have_value("Analytical Engines")
    expect(invite.get_by_label("Administrators")).to_be_checked()
    expect(regions["Server"].get_by_text("By words")).to_be_visible()
    expect(regions["Server"].get_by_text("1: 1 administrator")).to_be_visible()
    assert grave_violations(root.page) == []


def test_policy_before_it_is_known(first):
    """no choice of the team's policy can be made before the server has told the present one, which would overwrite it"""
    (root,) = first.signed_up("Root")
    held = []
    root.page.route("**/v1/server", lambda route: held.append(route))
    team = administration_of(root)["Team"]
    choice = team.get_by_role("group", name="Who may invite").get_by_label("Administrators")
    expect(choice).to_be_disabled()
    expect(team.get_by_label("Team name")).to_be_disabled()
    for route in held:
        route.continue_()
    choice.check()
    expect(choice).to_be_checked()
    expect(team.get_by_role("button", name="Save")).to_be_enabled()


def test_add_a_person(first):
    """an administrator adds a person, whose link opens their account; a lost link is replaced where others reset a password"""
    (root,) = first.signed_up("Root")
    grace = first.person("Grace")
    page = root.page
    accounts = administration_of(root)["Accounts"]
    accounts.get_by_role("button", name="Add a person").click()
    dialog = page.get_by_role("dialog", name="Add a person")
    page.keyboard.press("Enter")
    expect(dialog.get_by_text("Enter a name.")).to_be_visible()
    dialog.get_by_label("Name").fill(grace.name)
    dialog.get_by_label("E-mail").fill(root.email)
    page.keyboard.press("Enter")
    expect(dialog.get_by_label("E-mail")).to_have_attribute("aria-invalid", "true")
    dialog.get_by_label("E-mail").fill(grace.email)
    page.keyboard.press("Enter")
    link = page.get_by_role("dialog", name=f"Link for {grace.name}").get_by_label("Link")
    expect(link).to_be_focused()
    lost = link.input_value()
    page.keyboard.press("Escape")
    act_on(root, grace, "Reset password")
    dialog = page.get_by_role("dialog", name=f"Reset the password of {grace.name}")
    expect(dialog.get_by_text("it opens their account once")).to_be_visible()
    found = dialog.get_by_label("Link").input_value()
    assert lost != found

    grace.page.goto("/join#" + found.split("#")[1])
    expect(grace.page.get_by_role("heading", name=f"Welcome, {grace.name}")).to_be_visible()
    grace.page.get_by_label("Password", exact=True).fill(PASSWORD)
    grace.page.keyboard.press("Enter")
    expect(grace.list_heading()).to_be_visible()


def test_audit(first):
    """the log is filtered by area and by person, and the filtered entries are saved as a table"""
    root, grace = first.signed_up("Root", "Grace")
    regions = administration_of(root)
    for act in ("Suspend", "Restore"):
        act_on(root, grace, f"{act}…")
        root.page.get_by_role("dialog").get_by_role("button", name=act).click()
        expect(regions["Audit log"].get_by_role("listitem").first).to_contain_text(f"{act.lower()}")
    root.page.goto("/settings")
    root.page.get_by_role("button", name="Invite people").click()
    expect(root.page.get_by_role("dialog").get_by_label("Link")).to_be_focused()
    root.page.goto("/administration")
    entries = regions["Audit log"].get_by_role("listitem")
    expect(entries).to_have_count(3)
    expect(entries.first).to_contain_text("created an invitation")
    regions["Audit log"].get_by_label("Show").select_option("Accounts")
    expect(entries).to_have_count(2)
    with root.page.expect_download() as saved:
        regions["Audit log"].get_by_role("button", name="Download as CSV").click()
    assert saved.value.suggested_filename.startswith("audit-")
    with open(saved.value.path(), newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["actor"], row["act"], row["subject"]) for row in rows] == [
        (root.name, "account.restore", grace.name), (root.name, "account.suspend", grace.name)]
    regions["Audit log"].get_by_role("searchbox").fill("nobody@")
    expect(regions["Audit log"].get_by_text("No matching entries.")).to_be_visible()
    expect(entries).to_have_count(0)


def test_accounts(first):
    """accounts are filtered by state; people whom no one can reach are marked where a conversation is begun, and are not picked"""
    root, grace = first.signed_up("Root", "Grace")
    accounts = administration_of(root)["Accounts"]
    accounts.get_by_role("button", name="Add a person").click()
    dialog = root.page.get_by_role("dialog", name="Add a person")
    dialog.get_by_label("Name").fill("Nina")
    dialog.get_by_label("E-mail").fill("nina@example.org")
    root.page.keyboard.press("Enter")
    expect(root.page.get_by_role("dialog", name="Link for Nina").get_by_label("Link")).to_be_focused()
    root.page.keyboard.press("Escape")
    act_on(root, grace, "Suspend…")
    root.page.get_by_role("dialog").get_by_role("button", name="Suspend").click()
    rows = accounts.get_by_role("listitem")
    expect(rows.filter(has_text=grace.name)).to_contain_text("Suspended")
    expect(rows.filter(has_text=root.name)).to_contain_text("1 device")
    for state, name in (("Suspended", grace.name), ("Not joined yet", "Nina"), ("Administrators", root.name)):
        accounts.get_by_label("Show").select_option(state)
        expect(rows).to_have_count(1)
        expect(rows).to_contain_text(name)
    root.page.goto("/")
    root.page.get_by_role("button", name="New conversation").first.click()
    dialog = root.page.get_by_role("dialog")
    for name, state in (("Nina", "Not joined yet"), (grace.name, "Suspended")):
        option = dialog.get_by_role("option").filter(has_text=name)
        expect(option).to_contain_text(state)
        expect(option).to_have_attribute("aria-disabled", "true")
    option.click(force=True)
    expect(dialog.get_by_text(f"{grace.name} is suspended, and cannot be reached.")).to_be_visible()
    assert grave_violations(root.page) == []
    expect(dialog).to_be_visible()


def test_hidden_addresses(first):
    """where the policy says so, only administrators see addresses, and members find people by name alone"""
    root, grace = first.signed_up("Root", "Grace")
    team = administration_of(root)["Team"]
    team.get_by_role("group", name="Who sees e-mail addresses").get_by_label("Administrators").check()
    team.get_by_role("button", name="Save").click()
    expect(root.page.get_by_text("The team's settings were changed.")).to_be_visible()
    grace.page.get_by_role("button", name="New conversation").first.click()
    dialog = grace.page.get_by_role("dialog")
    expect(dialog.get_by_role("option").filter(has_text=root.name)).to_be_visible()
    expect(dialog.get_by_text(root.email)).to_have_count(0)
    dialog.get_by_role("combobox").fill(root.email)
    expect(dialog.get_by_text("No account matches")).to_be_visible()
