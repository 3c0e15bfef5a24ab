"""Passwords in the browser: changing one's own, setting a new one with a link of an
administrator, and two-step sign-in."""

import base64
import hashlib
import hmac
import re
import struct
import time

import pytest
from parts.accessibility import grave_violations
from parts.line import Line
from parts.person import PASSWORD, Person
from parts.server import Server
from playwright.sync_api import expect

NEW = "battery staple"


@pytest.mark.parametrize("phone", [False, True])
def test_change_password(team, phone):
    """a password is changed in the settings with the current one, by keyboard, and the other devices are signed out"""
    size = {"viewport": {"width": 390, "height": 844}, "has_touch": True} if phone else {}
    ada = team.person("Ada", **size).sign_up()
    other = team.person("Ada")
    other.email, other.name = ada.email, ada.name
    other.sign_in_on_screen()
    page = ada.page
    page.goto("/settings")
    expect(page.locator(".session")).to_have_count(2)
    page.get_by_role("button", name="Change password").press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Current password", exact=True)).to_be_focused()
    page.keyboard.type("a wrong guess")
    dialog.get_by_label("New password", exact=True).fill("short")
    page.keyboard.press("Enter")
    expect(dialog.get_by_label("New password", exact=True)).to_have_attribute("aria-invalid", "true")
    dialog.get_by_label("New password", exact=True).fill("Password1")
    expect(dialog.get_by_text("Weak: easy to guess.")).to_be_visible()
    page.keyboard.press("Enter")
    expect(dialog.get_by_text("This is one of the most common passwords")).to_be_visible()
    dialog.get_by_label("New password", exact=True).fill(NEW)
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert").filter(has_text="not your current password")).to_be_visible()
    dialog.get_by_label("Current password", exact=True).fill(PASSWORD)
    expect(dialog.get_by_label("Sign out my other devices")).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Your password is changed.")).to_be_visible()
    expect(dialog).to_have_count(0)
    expect(page.locator(".session")).to_have_count(1)
    expect(other.page.get_by_role("heading", name="Sign in to Nexus")).to_be_visible()
    other.sign_in_on_screen(NEW)


@pytest.fixture
def administered(browser, log):
    """A server of its own: Ada administers it, and Grace has an account."""
    server = Server()
    people = [Person(browser, Line(server.port), name, f"{name.lower()}@example.org", log) for name in ("Ada", "Grace")]
    for made in people:
        made.sign_up()
    yield people
    for made in people:
        made.close()
    server.stop()


def make_link(ada, name):
    """Makes a reset link on the administrator's screen."""
    ada.page.goto("/administration")
    ada.page.get_by_role("button", name=f"Actions for the account of {name}").click()
    ada.page.get_by_role("menuitem", name="Reset password", exact=True).click()
    link = ada.page.get_by_role("dialog").get_by_label("Link").input_value()
    ada.page.keyboard.press("Escape")
    return link[link.index("/reset#"):]


def test_forgotten(administered):
    """the sign-in says whom to ask; the administrator's link sets a new password on a device that is signed out, once"""
    ada, grace = administered
    page = grace.page
    page.goto("/settings")
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Forgot your password?").click()
    expect(page.get_by_text("Ask an administrator of your team for a link")).to_be_visible()
    link = make_link(ada, "Grace")
    page.goto(link)
    expect(page.get_by_text("Hello Grace.")).to_be_visible()
    expect(page.get_by_label("New password", exact=True)).to_be_focused()
    page.keyboard.type("short")
    page.keyboard.press("Enter")
    expect(page.get_by_label("New password", exact=True)).to_have_attribute("aria-invalid", "true")
    page.get_by_label("New password", exact=True).fill(NEW)
    page.keyboard.press("Enter")
    expect(grace.list_heading()).to_be_visible()
    expect(page).to_have_url(re.compile("/$"))
    page.goto("/settings")
    expect(page.locator(".session")).to_have_count(1)
    ada.page.reload()
    expect(ada.page.get_by_text("set a new password with a link")).to_be_visible()
    ada.page.goto(link)
    expect(ada.page.get_by_role("heading", name="This link does not work")).to_be_visible()


def test_reset_while_signed_in(administered):
    """the link works where its person is still signed in, and not where another user is"""
    ada, grace = administered
    link = make_link(ada, "Grace")
    ada.page.goto(link)
    expect(ada.page.get_by_text("This link is for grace@example.org.")).to_be_visible()
    grace.page.goto(link)
    grace.page.get_by_label("New password", exact=True).fill(NEW)
    grace.page.get_by_role("button", name="Set password").click()
    expect(grace.list_heading()).to_be_visible()
    grace.page.reload()
    expect(grace.list_heading()).to_be_visible()


def code_of(key):
    """The present code of an authenticator app (RFC 6238)."""
    digest = hmac.new(base64.b32decode(key), struct.pack(">q", int(time.time()) // 30), hashlib.sha1).digest()
    offset = digest[19] & 15
    return f"{(struct.unpack('>I', digest[offset:offset + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


@pytest.mark.parametrize("phone", [False, True])
def test_second_factor(administered, phone):
    """two-step sign-in is turned on with a QR code or key, asked for at sign-in, replaced by a recovery code, and turned off"""
    ada, grace = administered
    page = grace.page
    if phone:
        page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/settings")
    page.get_by_role("button", name="Turn on").press("Enter")
    page.get_by_role("dialog").get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("img", name="QR code for your authenticator app")).to_be_visible()
    key = dialog.locator(".secret-key").inner_text().replace(" ", "")
    expect(dialog.get_by_label("6-digit code")).to_be_focused()
    assert grave_violations(page) == []
    page.keyboard.type("12345")
    page.keyboard.press("Enter")
    expect(dialog.get_by_label("6-digit code")).to_have_attribute("aria-invalid", "true")
    dialog.get_by_label("6-digit code").fill(code_of(key))
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("heading", name="Your recovery codes")).to_be_visible()
    codes = dialog.locator(".recovery-codes li").all_inner_texts()
    assert len(codes) == 10
    assert grave_violations(page) == []
    dialog.get_by_role("button", name="I have kept them").click()
    expect(page.get_by_text("10 recovery codes left.")).to_be_visible()

    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    page.get_by_label("E-mail").fill(grace.email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    code = page.get_by_label("Code of your authenticator app")
    expect(code).to_be_focused()
    page.keyboard.type("nonsense")
    page.keyboard.press("Enter")
    expect(code).to_have_attribute("aria-invalid", "true")
    code.fill(codes[0].lower())
    page.keyboard.press("Enter")
    expect(page.get_by_text("9 recovery codes left.")).to_be_visible()

    ada.page.goto("/administration")
    expect(ada.page.get_by_text("Two-step", exact=True)).to_be_visible()
    ada.page.get_by_role("button", name="Actions for the account of Grace").click()
    ada.page.get_by_role("menuitem", name="Reset password and two-step sign-in").click()
    expect(ada.page.get_by_role("dialog").get_by_label("Link")).to_be_visible()

    page.get_by_role("button", name="New recovery codes").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Make new codes").press("Enter")
    expect(dialog.get_by_role("heading", name="Your recovery codes")).to_be_visible()
    renewed = dialog.locator(".recovery-codes li").all_inner_texts()
    assert len(renewed) == 10 and not set(renewed) & set(codes)
    page.get_by_role("button", name="I have kept them").click()
    expect(page.get_by_text("10 recovery codes left.")).to_be_visible()

    page.get_by_role("button", name="Turn off").click()
    page.get_by_role("dialog").get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("dialog").get_by_label("Code of your app").fill(renewed[1])
    page.keyboard.press("Enter")
    expect(page.get_by_text("Two-step sign-in is off.")).to_be_visible()
    expect(page.get_by_role("button", name="Turn on")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True])
def test_required_second_factor(administered, phone):
    """an administrator requires two-step sign-in of everyone; people set it up before all else, where they are and at sign-in, and go on"""
    ada, grace = administered
    page = grace.page
    if phone:
        for one in (ada.page, page):
            one.set_viewport_size({"width": 390, "height": 844})
    set_up = page.get_by_role("heading", name="Set up two-step sign-in")
    ada.page.goto("/administration")
    team = ada.page.get_by_role("region", name="Team", exact=True)
    expect(team.get_by_label("Team name")).to_be_enabled()
    team.get_by_label("Team name").fill("Engines")
    team.get_by_role("radio", name=re.compile("^Required")).check()
    team.get_by_role("button", name="Save").press("Enter")
    expect(ada.page.get_by_role("heading", name="Set up two-step sign-in")).to_be_visible()
    expect(set_up).to_be_visible()
    assert grave_violations(page) == []

    # Nothing else can be reached: not by the address, and not by signing in again.
    page.goto("/settings")
    expect(set_up).to_be_visible()
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    grace.page.get_by_label("E-mail").fill(grace.email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(set_up).to_be_visible()
    expect(page.get_by_role("button", name="Set up")).to_be_focused()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    key = dialog.locator(".secret-key").inner_text().replace(" ", "")
    dialog.get_by_label("6-digit code").fill(code_of(key))
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("heading", name="Your recovery codes")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Settings", level=1)).to_be_visible()
    page.reload()
    expect(page.get_by_text("10 recovery codes left.")).to_be_visible()
    expect(page.get_by_text("No connection")).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True])
def test_security_activity(administered, phone):
    """a sign-in tells of failed attempts before it, and is told on the person's other devices, which it can sign out"""
    ada, grace = administered
    if phone:
        grace.page.set_viewport_size({"width": 390, "height": 844})
    other = Person(ada.browser, Line(ada.line.target_port), grace.name, grace.email, grace.log)
    other.page.goto("/sign-in")
    for password in ("a wrong guess", "another guess"):
        other.page.get_by_label("E-mail").fill(grace.email)
        other.page.get_by_label("Password", exact=True).fill(password)
        other.page.keyboard.press("Enter")
        expect(other.page.get_by_role("alert").filter(has_text="is wrong")).to_be_visible()
        other.page.reload()
    other.sign_in_on_screen()
    expect(other.page.get_by_text("2 failed attempts to sign in since")).to_be_visible()

    notice = grace.page.locator(".notice").filter(has_text="New sign-in to your account")
    expect(notice).to_be_visible()
    notice.get_by_role("button", name="Review").press("Enter")
    expect(notice).to_have_count(0)
    activity = grace.page.get_by_role("region", name="Security activity")
    expect(activity.get_by_text("2 failed attempts to sign in since")).to_be_visible()
    expect(grace.page.get_by_text("from 127.0.0.1").first).to_be_visible()
    assert grave_violations(grace.page) == []
    grace.page.get_by_role("button", name="Sign out all other devices").press("Enter")
    grace.page.get_by_role("dialog").get_by_role("button", name="Sign out").press("Enter")
    expect(grace.page.get_by_text("Your other devices are signed out.")).to_be_visible()
    expect(grace.page.locator(".session")).to_have_count(1)
    expect(other.page.get_by_role("heading", name="Sign in to Nexus")).to_be_visible()
    grace.page.reload()
    expect(activity).to_be_visible()
    expect(grace.page.locator(".notice")).to_have_count(0)
    other.close()
