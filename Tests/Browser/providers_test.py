"""Signing in with a provider in the browser, with a real one."""

import os
import re
import subprocess

import pytest
from parts.accessibility import grave_violations
from parts.line import Line
from parts.person import PASSWORD, Person
from parts.provider import Provider
from parts.server import BINARY, Server
from playwright.sync_api import expect

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


class Place:
    """A server that people sign in to with a provider, and the people."""

    def __init__(self, browser, log, join="open", script="oidc_provider.py", **environment):
        self.browser, self.log, self.people = browser, log, []
        self.line = Line(0)
        redirect = f"{self.line.address}/v1/providers/acme/callback"
        self.provider = Provider(script, *[redirect] if script == "canaille_provider.py" else [])
        self.server = Server(
            environment={**self.provider.environment(self.line.address), **environment}, join=join)
        self.line.target_port = self.server.port

    def person(self, name, **options):
        made = Person(self.browser, self.line, name, f"{name.lower()}@example.org", self.log, **options)
        self.people.append(made)
        return made

    def close(self):
        for made in self.people:
            made.close()
        self.server.stop()
        self.provider.stop()


@pytest.fixture(scope="module")
def place(browser):
    """One for all tests of this file that change nothing for others."""
    made = Place(browser, [])
    yield made
    made.close()


def start(person, path="/sign-in"):
    """Leaves for the provider, by keyboard."""
    page = person.page
    page.goto(path)
    button = page.get_by_role("button", name="Continue with Acme", exact=True)
    button.press("Enter")
    expect(page.get_by_role("heading", name="Authorize Client")).to_be_visible()
    return page


def enter(person, name=None, path="/sign-in"):
    page = start(person, path)
    page.get_by_role("button", name=name or person.name.lower(), exact=True).first.press("Enter")
    return page


def refused(page, text):
    """Expects a sentence that says what to do, and the way back to sign-in."""
    expect(page.get_by_role("heading", name="You are not signed in")).to_be_visible()
    expect(page.get_by_role("main").get_by_role("alert")).to_contain_text(text)
    assert "#" not in page.url
    link = page.get_by_role("link", name="Back to sign-in")
    expect(link).to_be_focused()
    link.press("Enter")
    expect(page.get_by_role("button", name="Continue with Acme", exact=True)).to_be_visible()


@pytest.mark.parametrize("phone", [False, True])
def test_sign_in(place, phone):
    """signs in by keyboard on the desktop and on a phone, and comes back to the same account"""
    grace = place.person("Grace", **(PHONE if phone else {}))
    grace.page.goto("/sign-in")
    expect(grace.page.get_by_role("button", name="Continue with Acme", exact=True)).to_be_visible()
    assert grave_violations(grace.page) == []
    enter(grace)
    grace.arrived()
    assert "#" not in grace.page.url
    grace.page.goto("/settings")
    expect(grace.page.get_by_role("button", name="Disconnect Acme")).to_be_visible()
    assert grave_violations(grace.page) == []
    grace.page.get_by_role("button", name="Disconnect Acme").click()
    grace.page.get_by_role("dialog").get_by_role("button", name="Disconnect").click()
    expect(grace.page.get_by_text("Nothing else would let you in.")).to_be_visible()


def test_deny_and_unconfirmed(place):
    """who declines is told, and can try again; so is who has no confirmed address"""
    eve = place.person("Eve")
    start(eve).get_by_role("button", name="Deny").click()
    refused(eve.page, "Acme did not sign you in: you declined")
    enter(eve)
    refused(eve.page, "Acme has not confirmed your e-mail address. Confirm it there")


def test_connect(place):
    """an address that is taken leads to its owner's settings, where the provider is connected and signs in from then on"""
    ada = place.person("Ada").sign_up()
    other = place.person("Ada")
    enter(other)
    refused(other.page, "An account with your e-mail address exists.")
    page = ada.page
    page.goto("/settings")
    page.get_by_role("button", name="Connect Acme").press("Enter")
    page.get_by_role("button", name="ada", exact=True).first.press("Enter")
    expect(page.get_by_text("Acme is connected.")).to_be_visible()
    expect(page.get_by_role("button", name="Disconnect Acme")).to_be_visible()
    enter(other)
    other.arrived()
    page.get_by_role("button", name="Disconnect Acme").click()
    page.get_by_role("dialog").get_by_role("button", name="Disconnect").click()
    expect(page.get_by_role("button", name="Connect Acme", exact=True)).to_be_visible()


def test_wrong_answers(place):
    """an expired answer, one for another sign-in, and one that comes again or from elsewhere are refused; a new key is not"""
    emmy = place.person("Emmy")
    place.provider.change(life=-3600)
    enter(emmy)
    refused(emmy.page, "The proof of Acme has expired.")
    place.provider.change(life=None, nonce="other")
    enter(emmy)
    refused(emmy.page, "is not for this sign-in (nonce)")
    place.provider.change(nonce=None)
    # What an attacker began, or what was taken from the address, finishes nothing here.
    emmy.page.goto("/provider#provider=acme&state=made-up&code=made-up")
    refused(emmy.page, "Start again.")
    place.provider.change(rotate=True)
    enter(emmy)
    emmy.arrived()


def test_invited(browser, log):
    """where people are invited only, the link that was open is used, and a stranger is told to ask for one"""
    place = Place(browser, log, join=None)
    code = re.search(r"/setup#(\S+)", place.server.log.read_text()).group(1).strip('"')
    account = {"email": "ada@example.org", "password": PASSWORD, "name": "Ada", "device": "test"}
    api = place.person("Ada").context.request
    signed_in = api.post("/v1/setup", data={"code": code, "account": account, "team": "Engines"}).json()
    made = api.post(
        "/v1/invitations", data={"uses": 1}, headers={"Authorization": f"Bearer {signed_in['accessToken']}"}).json()
    emmy = place.person("Emmy")
    enter(emmy)
    refused(emmy.page, "This server takes people by invitation.")
    grace = place.person("Grace")
    enter(grace, path="/join#" + made["token"])
    grace.arrived()
    place.close()


def test_down(browser, log):
    """while the provider is down the page says so, and an administrator sees why and when it works again"""
    place = Place(browser, log)
    ada = place.person("Ada").sign_up()
    page = ada.page
    page.goto("/administration")
    section = page.get_by_role("region", name="Sign-in providers")
    expect(section).to_contain_text("/v1/providers/acme/callback")
    section.get_by_role("button", name="Test Acme").click()
    expect(section).to_contain_text("Works")
    assert grave_violations(page) == []
    place.provider.stop()
    section.get_by_role("button", name="Test Acme").click()
    expect(section).to_contain_text("Does not work. It cannot be reached.")
    grace = place.person("Grace")
    grace.page.goto("/sign-in")
    grace.page.get_by_role("button", name="Continue with Acme", exact=True).click()
    expect(grace.page.get_by_text("Acme does not answer now")).to_be_visible()
    expect(grace.page.get_by_role("button", name="Continue with Acme", exact=True)).to_be_enabled()
    place.close()


def test_only(browser, log):
    """with passwords off the sign-in page has the provider's button alone, and keeps who was not invited out"""
    place = Place(browser, log, join=None, NEXUS_PASSWORDS="off")
    grace = place.person("Grace")
    grace.page.goto("/sign-in")
    expect(grace.page.get_by_text("This server is not set up yet.")).to_be_visible()
    place.close()
    place = Place(browser, log, NEXUS_PASSWORDS="off")
    grace = place.person("Grace", **PHONE)
    grace.page.goto("/sign-in")
    expect(grace.page.get_by_role("button", name="Continue with Acme", exact=True)).to_be_focused()
    expect(grace.page.get_by_label("E-mail")).to_have_count(0)
    assert grave_violations(grace.page) == []
    enter(grace)
    grace.arrived()
    place.close()


def test_command_line(place, tmp_path):
    """`nexus login --provider` signs in through the browser, which comes back to a port of the device"""
    environment = {**os.environ, "NEXUS_HOME": str(tmp_path / "profile")}
    command = subprocess.Popen(
        [str(BINARY), "login", "--server", place.line.address, "--provider", "acme"],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    command.stdout.readline()
    page = place.person("Grace").page
    page.goto(command.stdout.readline().strip())
    page.get_by_role("button", name="grace", exact=True).first.click()
    expect(page.get_by_text("Go back to where you began to sign in.")).to_be_visible()
    assert command.stdout.read().startswith("Signed in as Grace <grace@example.org>.")
    assert command.wait() == 0


def test_canaille(browser, log):
    """Canaille, a provider of its own making: with its login page, its consent, and name and address at its userinfo endpoint"""
    place = Place(browser, log, script="canaille_provider.py", NEXUS_OIDC_ACME_TRUST_EMAIL="on")
    try:
        grace = place.person("Grace")
        page = grace.page

        def go():
            page.goto("/sign-in")
            page.get_by_role("button", name="Continue with Acme", exact=True).press("Enter")

        go()
        page.locator("input[name=login]").fill("grace")
        page.keyboard.press("Enter")
        page.locator("input[name=password]").fill("a fine password")
        page.keyboard.press("Enter")
        page.locator("#deny").press("Enter")
        refused(page, "Acme did not sign you in")
        go()
        page.locator("#accept").press("Enter")
        grace.arrived()
        page.goto("/settings")
        expect(page.get_by_label("Display name")).to_have_value("Grace Hopper")
        expect(page.get_by_role("region", name="Profile")).to_contain_text("grace@example.org")
        expect(page.get_by_role("region", name="Password", exact=True)).to_contain_text("You have no password, and need none.")
        expect(page.get_by_role("button", name="Change password")).to_have_count(0)
        page.get_by_role("button", name="Delete my account…").press("Enter")
        dialog = page.get_by_role("dialog", name="Delete your account?")
        expect(dialog.get_by_label("Password", exact=True)).to_have_count(0)
        dialog.get_by_role("button", name="Delete account").press("Enter")
        expect(dialog.get_by_text("Appoint another administrator first").first).to_be_visible()
    finally:
        place.close()
