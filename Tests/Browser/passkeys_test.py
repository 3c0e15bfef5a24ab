"""Passkeys in the browser, with an authenticator of Chromium's own: adding, naming, signing in, removing; and the fresh
proof of identity that some acts ask for."""

import contextlib
import sqlite3

import pytest
from parts.accessibility import grave_violations
from parts.line import Line
from parts.person import PASSWORD, Person
from parts.server import Server
from playwright.sync_api import expect

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


class LocalLine(Line):
    """A line to the name of this machine: browsers have no passkeys for addresses."""

    @property
    def address(self):
        return f"http://localhost:{self.port}"


@pytest.fixture
def own_server():
    server = Server()
    yield server
    server.stop()


@pytest.fixture
def sign_up(browser, own_server, log):
    """Signs people up at a server of their own; the first one administers it."""
    made = []

    def sign_up(name, **options):
        person = Person(browser, LocalLine(own_server.port), name, f"{name.lower()}@example.org", log, **options)
        made.append(person)
        return person.sign_up()

    yield sign_up
    for person in made:
        person.close()


def give_authenticator(page):
    """Gives a tab a device that makes passkeys and always recognises its user."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True}})
    return session, made["authenticatorId"]


def suggest_nothing(page):
    """Without the browser's suggestions: the authenticator would answer those at once."""
    page.add_init_script("if (globalThis.PublicKeyCredential) delete PublicKeyCredential.isConditionalMediationAvailable;")


def age_proofs(server):
    """As if the last sign-ins were long ago."""
    server.kill()
    with contextlib.closing(sqlite3.connect(f"{server.folder.name}/data/nexus.sqlite")) as database, database:
        database.execute("UPDATE sessions SET proved_at = 0")
    server.start()


def add_passkey(page, name):
    page.goto("/settings")
    page.get_by_role("button", name="Add a passkey").press("Enter")
    dialog = page.get_by_role("dialog", name="Name this passkey")
    expect(dialog.get_by_label("Name", exact=True)).to_be_focused()
    page.keyboard.type(name)
    assert grave_violations(page) == []
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(page.get_by_text(name, exact=True)).to_be_visible()


def sign_out(page):
    page.goto("/settings")
    page.get_by_role("button", name="Sign out", exact=True).press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Sign out").press("Enter")
    expect(page.get_by_role("heading", name="Sign in to Nexus")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True])
def test_passkey(sign_up, phone):
    """a passkey is added and named, signs in without a password and is told, by keyboard"""
    ada = sign_up("Ada", **PHONE if phone else {})
    page = ada.page
    suggest_nothing(page)
    give_authenticator(page)
    add_passkey(page, "Laptop")
    assert grave_violations(page) == []
    sign_out(page)
    button = page.get_by_role("button", name="Sign in with a passkey")
    expect(button).to_be_visible()
    assert grave_violations(page) == []
    button.press("Enter")
    passkeys = page.get_by_role("region", name="Passkeys")
    expect(passkeys.get_by_text("Last used")).to_be_visible()
    expect(page.get_by_text("The passkey “Passkey of this device” was added").first).to_be_visible()


@pytest.mark.parametrize("phone", [False, True])
def test_removal(sign_up, own_server, phone):
    """a passkey proves its user, a device that has one makes no other; it is renamed and removed, and signs nobody in then"""
    ada = sign_up("Ada", **PHONE if phone else {})
    page = ada.page
    suggest_nothing(page)
    give_authenticator(page)
    add_passkey(page, "Laptop")
    age_proofs(own_server)
    page.reload()
    page.get_by_role("button", name="Add a passkey").press("Enter")
    dialog = page.get_by_role("dialog", name="Confirm that it is you")
    expect(dialog).to_be_visible()
    assert grave_violations(page) == []
    dialog.get_by_role("button", name="Use a passkey").press("Enter")
    expect(page.get_by_text("This device has a passkey of yours already.")).to_be_visible()

    page.get_by_role("button", name="Rename the passkey Laptop").press("Enter")
    page.keyboard.type("Desk")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Remove the passkey Desk").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Remove").press("Enter")
    expect(page.get_by_text("The passkey is removed.")).to_be_visible()
    expect(page.get_by_role("button", name="Remove the passkey Desk")).to_have_count(0)
    sign_out(page)
    page.get_by_role("button", name="Sign in with a passkey").press("Enter")
    expect(page.get_by_text("This server does not know that passkey.")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True])
def test_fresh_proof(sign_up, own_server, phone):
    """an administrator's act asks for the password once the sign-in is old, and goes on; called off, nothing happens"""
    ada = sign_up("Ada", **PHONE if phone else {})
    sign_up("Grace")
    page = ada.page
    page.goto("/administration")
    age_proofs(own_server)
    page.reload()

    def suspend():
        page.get_by_role("button", name="Actions for the account of Grace").press("Enter")
        page.get_by_role("menuitem", name="Suspend").press("Enter")
        page.get_by_role("dialog").get_by_role("button", name="Suspend").press("Enter")

    suspend()
    dialog = page.get_by_role("dialog", name="Confirm that it is you")
    expect(dialog.get_by_label("Password", exact=True)).to_be_focused()
    assert grave_violations(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_text("Confirm that it is you, then try again")).to_be_visible()
    suspend()
    expect(dialog.get_by_label("Password", exact=True)).to_be_focused()
    page.keyboard.type("a wrong guess")
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert").filter(has_text="not your current password")).to_be_visible()
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("region", name="Accounts").get_by_role("listitem").filter(has_text="Grace")).to_contain_text("Suspended")


def test_suggestion(sign_up):
    """the browser suggests passkeys for the address on the sign-in page"""
    ada = sign_up("Ada")
    page = ada.page
    suggested = """async () => PublicKeyCredential.isConditionalMediationAvailable?.() ?? false"""
    if not page.evaluate(suggested):
        pytest.skip("this Chromium suggests no passkeys")
    give_authenticator(page)
    add_passkey(page, "Laptop")
    page.goto("/settings")
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    # The authenticator chooses the suggestion by itself.
    expect(ada.list_heading()).to_be_visible()


def test_required(sign_up):
    """where the team requires two-step sign-in, a passkey is enough, and comes before the password's session goes on"""
    ada = sign_up("Ada")
    page = ada.page
    suggest_nothing(page)
    give_authenticator(page)
    add_passkey(page, "Laptop")
    answer = page.context.request.post(
        "/v1/admin/policy", headers={"Nexus-Session": "cookie", "Origin": ada.line.address}, data={"secondFactor": True})
    assert answer.ok, answer.text()
    page.goto("/settings")
    expect(page.get_by_role("heading", name="Passkeys")).to_be_visible()
    sign_out(page)
    page.get_by_label("E-mail").fill(ada.email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_text("Your passkey is both.")).to_be_visible()
    assert grave_violations(page) == []
    page.get_by_role("button", name="Use your passkey").press("Enter")
    expect(ada.list_heading()).to_be_visible()

    grace = sign_up_restricted(ada)
    grace.get_by_role("button", name="Add a passkey instead").press("Enter")
    expect(grace.get_by_role("heading", name="Chats")).to_be_visible()


def sign_up_restricted(ada):
    """A tab of a new person, who has no second factor yet, in another browser."""
    context = ada.browser.new_context(base_url=ada.line.address, locale="en-GB")
    page = context.new_page()
    give_authenticator(page)
    page.goto("/sign-up")
    page.get_by_label("Your name").fill("Grace")
    page.get_by_label("E-mail").fill("grace@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    return page


def test_address_without_passkeys(team):
    """at an IP address no button offers what cannot work, and the settings say why"""
    ada = team.person("Ada").sign_up()
    page = ada.page
    page.goto("/settings")
    expect(page.get_by_text("This server’s address cannot have passkeys.")).to_be_visible()
    expect(page.get_by_role("button", name="Add a passkey")).to_have_count(0)
    sign_out(page)
    expect(page.get_by_role("button", name="Sign in", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_have_count(0)
