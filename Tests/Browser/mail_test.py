"""Links by e-mail in the browser, with a real mail server."""

import pytest
from parts.accessibility import grave_violations
from parts.line import Line
from parts.mail import MailServer
from parts.person import Person
from parts.server import Server
from parts.settled import settled
from playwright.sync_api import expect

NEW = "battery staple"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.fixture
def mailing(browser, log):
    """A server that sends e-mail, where Ada administers; makes further people."""
    mail = MailServer()
    line = Line(0)
    server = Server(environment=mail.environment(line.address))
    line.target_port = server.port
    people = []

    def person(name, **options):
        made = Person(browser, line, name, f"{name.lower()}@example.org", log, **options)
        people.append(made)
        return made

    yield mail, person, person("Ada").sign_up()
    for made in people:
        made.close()
    server.stop()
    mail.stop()


@pytest.mark.parametrize("phone", [False, True])
def test_forgotten(mailing, phone):
    """a person who forgot their password gets a link by e-mail, by keyboard, and says nothing of who has an account"""
    mail, person, _ = mailing
    grace = person("Grace", **(PHONE if phone else {})).sign_up()
    page = grace.page
    page.goto("/settings")
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    page.get_by_role("link", name="Forgot your password?").press("Enter")
    expect(page.get_by_role("heading", name="Forgot your password?")).to_be_visible()
    expect(page.get_by_label("E-mail")).to_be_focused()
    page.keyboard.type("grace")
    page.keyboard.press("Enter")
    expect(page.get_by_label("E-mail")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("E-mail").fill("nobody@example.org")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="If nobody@example.org has an account here")).to_be_visible()
    page.reload()
    page.get_by_label("E-mail").fill(grace.email)
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="If grace@example.org has an account here")).to_be_visible()
    assert grave_violations(page) == []
    page.goto(mail.link(grace.email))
    expect(page.get_by_text("Hello Grace.")).to_be_visible()
    page.get_by_label("New password", exact=True).fill(NEW)
    page.keyboard.press("Enter")
    expect(grace.list_heading()).to_be_visible()
    assert [one["to"] for one in mail.received] == [[grace.email]]


@pytest.mark.parametrize("phone", [False, True])
def test_administration(mailing, phone):
    """an administrator sends a test message by keyboard, sees what is wrong once the mail server is gone, and which e-mails wait"""
    mail, person, ada = mailing
    page = ada.page
    if phone:
        page.set_viewport_size(PHONE["viewport"])
    page.goto("/administration")
    region = page.get_by_role("region", name="E-mail")
    expect(region.get_by_text("nexus@example.org")).to_be_visible()
    expect(region.get_by_label("E-mail")).to_have_value(ada.email)
    region.get_by_label("E-mail").press("Enter")
    expect(page.get_by_text("The mail server accepted the message.")).to_be_visible()
    mail.wait_for(ada.email)
    assert grave_violations(page) == []
    mail.stop()
    region.get_by_role("button", name="Send test message").press("Enter")
    expect(region.get_by_role("alert").filter(has_text="The mail server cannot be reached.")).to_be_visible()
    page.request.post("/v1/password/forgot", data={"email": ada.email})
    assert any(page.request.get("/v1/admin/mail").json()["waiting"] == 1 for _ in range(1_000)), "it is queued soon"
    region.get_by_role("button", name="Refresh e-mails").press("Enter")
    expect(region.get_by_text("1 e-mail", exact=True)).to_be_visible()


@pytest.mark.parametrize("phone", [False, True])
def test_invite(mailing, phone):
    """several people are invited at once from pasted addresses and a file, by keyboard; a link is sent again, and one revoked"""
    mail, person, ada = mailing
    page = ada.page
    if phone:
        page.set_viewport_size(PHONE["viewport"])
    page.goto("/settings")
    page.get_by_role("button", name="Invite by e-mail").press("Enter")
    dialog = page.get_by_role("dialog")
    field = dialog.get_by_label("E-mail addresses")
    expect(field).to_be_focused()
    dialog.get_by_role("button", name="Send invitations").press("Enter")
    expect(dialog.get_by_role("alert").filter(has_text="Enter at least one e-mail address.")).to_be_visible()
    field.fill("Grace <grace@example.org>, ada@example.org")
    dialog.locator("input[type=file]").set_input_files(
        {"name": "people.csv", "mimeType": "text/csv", "buffer": b'name,email\n"Bob, B.",bob@example.org\n'})
    expect(field).to_have_value("Grace <grace@example.org>, ada@example.org\nbob@example.org")
    assert grave_violations(page) == []
    dialog.get_by_role("button", name="Send invitations").press("Enter")
    expect(dialog.get_by_text("ada@example.org: This person has an account already.")).to_be_visible()
    expect(field).to_have_value("ada@example.org")
    page.keyboard.press("Escape")
    first = mail.link("grace@example.org")
    page.get_by_role("button", name="Send the invitation to grace@example.org again").press("Enter")
    second = mail.link("grace@example.org", 2)
    assert first != second
    page.get_by_role("button", name="Revoke the invitation to bob@example.org").press("Enter")
    expect(page.get_by_text("bob@example.org")).to_have_count(0)
    bob = person("Bob")
    bob.page.goto(mail.link("bob@example.org"))
    expect(bob.page.get_by_role("heading", name="This link does not work")).to_be_visible()
    grace = person("Grace", **(PHONE if phone else {}))
    grace.page.goto(second)
    expect(grace.page.get_by_label("E-mail")).to_have_value("grace@example.org")
    grace.page.get_by_label("Your name").fill("Grace")
    grace.page.get_by_label("Password", exact=True).fill("a password of tests")
    grace.page.keyboard.press("Enter")
    expect(grace.list_heading()).to_be_visible()


def test_list_of_invitations(mailing):
    """a list of invitations that comes late does not bring back one that was revoked, and the focus stays in the list"""
    mail, person, ada = mailing
    page = ada.page
    page.goto("/settings")
    page.get_by_role("button", name="Invite by e-mail").press("Enter")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("E-mail addresses").fill("grace@example.org, bob@example.org")
    dialog.get_by_role("button", name="Send invitations").press("Enter")
    again = page.get_by_role("button", name="Send the invitation to grace@example.org again")
    expect(again).to_be_visible()
    late = []

    def hold(route):
        if late:
            route.continue_()
        else:
            late.append((route, route.fetch()))

    page.route("**/v1/invitations?all=true", hold)
    again.press("Enter")
    expect(page.get_by_text("Sent to grace@example.org again.")).to_be_visible()
    page.get_by_role("button", name="Revoke the invitation to bob@example.org").press("Enter")
    expect(page.get_by_text("bob@example.org")).to_have_count(0)
    expect(page.get_by_role("region", name="Invitations").locator("li button").first).to_be_focused()
    (route, answer), = late
    assert "bob@example.org" in answer.text()
    with page.expect_response("**/v1/invitations?all=true"):
        route.fulfill(response=answer)
    settled(page)
    expect(page.get_by_text("bob@example.org")).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True])
def test_join(mailing, phone):
    """with an address of a domain that the team names, a person joins by a link, by keyboard; the address cannot be changed on the way"""
    mail, person, ada = mailing
    ada.page.goto("/administration")
    team = ada.page.get_by_role("region", name="Team")
    domains = team.get_by_label("Domains whose addresses may join without an invitation")
    expect(domains).to_be_enabled()
    domains.fill("example")
    domains.press("Enter")
    expect(team.get_by_role("alert").filter(has_text="is not a domain such as example.org")).to_be_visible()
    domains.fill("example.org, example.com")
    domains.press("Enter")
    expect(ada.page.get_by_text("The team's settings were changed.")).to_be_visible()
    grace = person("Grace", **(PHONE if phone else {}))
    page = grace.page
    page.goto("/ask")
    expect(page.get_by_label("E-mail")).to_be_focused()
    page.keyboard.type(grace.email)
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text=f"If {grace.email} may join here")).to_be_visible()
    assert grave_violations(page) == []
    page.goto(mail.link(grace.email))
    expect(page.get_by_text("Your address is confirmed.")).to_be_visible()
    expect(page.get_by_label("E-mail")).to_have_value(grace.email)
    expect(page.get_by_label("E-mail")).not_to_be_editable()
    page.get_by_label("Your name", exact=True).fill(grace.name)
    page.get_by_label("Password", exact=True).fill(NEW)
    page.keyboard.press("Enter")
    expect(grace.list_heading()).to_be_visible()


@pytest.mark.parametrize("phone", [False, True])
def test_new_address(mailing, phone):
    """a person changes the address they sign in with, by keyboard; a link confirms it, and the settings show it without a reload"""
    mail, person, _ = mailing
    grace = person("Grace", **(PHONE if phone else {})).sign_up()
    page = grace.page
    page.goto("/settings")
    page.get_by_role("button", name="Change address").press("Enter")
    dialog = page.get_by_role("dialog", name="Change your address")
    field = dialog.get_by_label("New e-mail address")
    expect(field).to_be_focused()
    field.fill(grace.email)
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert").filter(has_text="This is your present address.")).to_be_visible()
    field.fill("hopper@example.org")
    assert grave_violations(page) == []
    page.keyboard.press("Enter")
    expect(page.get_by_text("Look into the mailbox of hopper@example.org")).to_be_visible()
    other = grace.context.new_page()
    other.goto(mail.link("hopper@example.org"))
    other.get_by_role("button", name="Confirm this address").press("Enter")
    expect(other.get_by_text("From now on you sign in with hopper@example.org.")).to_be_visible()
    assert grave_violations(other) == []
    expect(page.get_by_role("region", name="Profile").get_by_text("hopper@example.org")).to_be_visible()
    mail.wait_for(grace.email)
