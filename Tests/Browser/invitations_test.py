"""Joining by invitation in the browser: new people, people with an account, and those whose account was made for them."""

import json
import re
import urllib.request

import pytest
from parts.accessibility import grave_violations
from parts.line import Line
from parts.person import PASSWORD, Person
from parts.server import Server
from playwright.sync_api import expect


@pytest.fixture
def team_of_ada(browser, log):
    """A server that Ada has set up, where people are invited only."""
    server = Server(join=None)
    people = []

    def person(name, **options):
        made = Person(browser, Line(server.port), name, f"{name.lower()}@example.org", log, **options)
        people.append(made)
        return made

    ada = person("Ada")
    code = re.search(r"/setup#(\S+)", server.log.read_text()).group(1).strip('"')
    account = {"email": ada.email, "password": PASSWORD, "name": "Ada", "device": "test"}
    signed_in = ask(server, "/v1/setup", {"code": code, "account": account, "team": "Engines"})
    yield server, person, ada, signed_in["accessToken"]
    for made in people:
        made.close()
    server.stop()


def ask(server, path, body, token=None):
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    request = urllib.request.Request(f"http://127.0.0.1:{server.port}{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def group_of(server, token, title):
    conversation = "019360a0-0000-7000-8000-00000000000c"
    ask(server, "/v1/operations", {
        "id": "019360a0-0000-7000-8000-00000000000d", "kind": "createGroup", "conversation": conversation, "title": title,
        "users": []}, token)
    return conversation


@pytest.mark.parametrize("phone", [False, True])
def test_new_person(team_of_ada, phone):
    """a link from the settings lets a new person in, on desktop and phone, and is listed until it is revoked"""
    server, person, ada, _ = team_of_ada
    ada.sign_in()
    page = ada.page
    page.goto("/settings")
    page.get_by_role("button", name="Invite people").click()
    field = page.get_by_role("dialog").get_by_label("Link")
    expect(field).to_have_value(re.compile("/join#"))
    link = field.input_value()
    page.keyboard.press("Escape")
    expect(page.get_by_text("0 of 100 used.")).to_be_visible()

    size = {"viewport": {"width": 390, "height": 844}, "has_touch": True} if phone else {}
    grace = person("Grace", **size)
    grace.page.goto("/join#" + link.split("#")[1])
    expect(grace.page.get_by_role("heading", name="Join Engines")).to_be_visible()
    expect(grace.page.get_by_text("Ada invites you to Engines.")).to_be_visible()
    expect(grace.page.get_by_label("Your name")).to_be_focused()
    grace.page.keyboard.type("Grace")
    grace.page.get_by_label("E-mail").fill(grace.email)
    grace.page.get_by_label("Password", exact=True).fill(PASSWORD)
    grace.page.keyboard.press("Enter")
    expect(grace.list_heading()).to_be_visible()

    page.reload()
    expect(page.get_by_text("1 of 100 used.")).to_be_visible()
    page.get_by_role("button", name="Revoke the invitation to The team").click()
    expect(page.get_by_text("1 of 100 used.")).to_have_count(0)
    eve = person("Eve")
    eve.page.goto("/join#" + link.split("#")[1])
    expect(eve.page.get_by_role("heading", name="This link does not work")).to_be_visible()


def test_ends_in_the_conversation(team_of_ada):
    """a new person, one who signs in, and one who is signed in all end in the conversation of the link"""
    server, person, _, token = team_of_ada
    conversation = group_of(server, token, "Launch")
    way = ask(server, "/v1/invitations", {}, token)["token"]
    link = "/join#" + ask(server, "/v1/invitations", {"conversations": [conversation]}, token)["token"]
    accounts = {}
    for name in ["Grace", "Emmy"]:
        made = person(name)
        account = {"email": made.email, "password": PASSWORD, "name": name, "device": "test"}
        ask(server, "/v1/invitations/join", {"token": way, "account": account})
        accounts[name] = made

    eve = person("Eve")
    eve.page.goto(link)
    eve.page.get_by_label("Your name").fill("Eve")
    eve.page.get_by_label("E-mail").fill(eve.email)
    eve.page.get_by_label("Password", exact=True).fill(PASSWORD)
    eve.page.get_by_role("button", name="Create account and join").click()
    expect(eve.page).to_have_url(re.compile(f"/c/{conversation}$"))

    grace = accounts["Grace"]
    grace.page.goto(link)
    grace.page.get_by_role("button", name="Sign in").click()
    grace.page.get_by_label("E-mail").fill(grace.email)
    grace.page.get_by_label("Password", exact=True).fill(PASSWORD)
    grace.page.get_by_role("button", name="Sign in and join").click()
    expect(grace.page).to_have_url(re.compile(f"/c/{conversation}$"))

    emmy = accounts["Emmy"].sign_in()
    emmy.page.goto(link)
    emmy.page.get_by_role("dialog").get_by_role("button", name="Join").click()
    expect(emmy.page).to_have_url(re.compile(f"/c/{conversation}$"))


@pytest.mark.parametrize("phone", [False, True])
def test_link_of_a_group(team_of_ada, phone):
    """a group's details make a link into the group, by keyboard; another lifetime or size replaces it, and it is listed for administrators"""
    server, person, ada, token = team_of_ada
    conversation = group_of(server, token, "Launch")
    way = ask(server, "/v1/invitations", {"uses": 1}, token)["token"]
    size = {"viewport": {"width": 390, "height": 844}, "has_touch": True} if phone else {}
    grace = person("Grace", **size)
    account = {"email": grace.email, "password": PASSWORD, "name": "Grace", "device": "test"}
    grace_token = ask(server, "/v1/invitations/join", {"token": way, "account": account})["accessToken"]
    link = ask(server, "/v1/invitations", {"conversations": [conversation], "uses": 1}, token)["token"]
    ask(server, "/v1/invitations/accept", {"token": link}, grace_token)
    grace.sign_in()
    page = grace.page
    page.goto(f"/c/{conversation}")
    page.get_by_role("button", name="Conversation details").or_(page.get_by_role("button", name="Conversation menu")).first.click()
    item = page.get_by_role("menuitem", name="Conversation details")
    if phone and item.is_visible():
        item.click()
    invite = page.get_by_role("button", name="Invite with a link")
    expect(invite).to_be_visible()
    invite.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Invite people to Launch")
    field = dialog.get_by_label("Link")
    expect(field).to_be_focused()
    expect(dialog.get_by_text("Up to 100 people can join with it. It expires in 7 days")).to_be_visible()
    expect(dialog.get_by_role("img", name="QR code for the camera of a phone")).to_be_visible()
    first = field.input_value()
    assert grave_violations(page) == []
    dialog.get_by_label("For up to").select_option("1")
    expect(dialog.get_by_text("One person can join with it.")).to_be_visible()
    dialog.get_by_label("Works for").select_option("30")
    expect(dialog.get_by_text("It expires in 30 days")).to_be_visible()
    last = field.input_value()
    assert first != last

    ada.sign_in()
    ada.page.goto("/settings")
    expect(ada.page.get_by_text("0 of 1 used. Expires in 30 days. Created by Grace.")).to_be_visible()
    expect(ada.page.get_by_text("0 of 100 used.")).to_have_count(0)
    eve = person("Eve")
    eve.page.goto("/join#" + first.split("#")[1])
    expect(eve.page.get_by_role("heading", name="This link does not work")).to_be_visible()
    eve.page.goto("/sign-in")
    eve.page.goto("/join#" + last.split("#")[1])
    expect(eve.page.get_by_role("heading", name="Join Launch")).to_be_visible()


def test_administrators_alone(team_of_ada):
    """where only administrators invite, members are told so and find no button, in settings and groups"""
    server, person, _, token = team_of_ada
    conversation = group_of(server, token, "Launch")
    link = ask(server, "/v1/invitations", {"conversations": [conversation]}, token)["token"]
    grace = person("Grace")
    account = {"email": grace.email, "password": PASSWORD, "name": "Grace", "device": "test"}
    ask(server, "/v1/invitations/join", {"token": link, "account": account})
    ask(server, "/v1/admin/policy", {"invite": "administrators"}, token)
    page = grace.sign_in().page
    page.goto("/settings")
    expect(page.get_by_text("Only administrators of this server may invite people.")).to_be_visible()
    expect(page.get_by_role("button", name="Invite people")).to_be_hidden()
    page.goto(f"/c/{conversation}")
    with page.expect_response("**/v1/server"):
        page.get_by_role("button", name="Conversation details").click()
    expect(page.get_by_role("button", name="Add members")).to_be_visible()
    expect(page.get_by_role("button", name="Invite with a link")).to_have_count(0)


def test_claim(team_of_ada):
    """a person whom an administrator added chooses a password and has the account"""
    server, person, _, token = team_of_ada
    grace = person("Grace")
    user = ask(server, "/v1/admin/accounts", {"name": "Grace", "email": grace.email}, token)["user"]["id"]
    link = "/join#" + ask(server, "/v1/invitations", {"person": user, "uses": 1}, token)["token"]
    grace.page.goto(link)
    expect(grace.page.get_by_role("heading", name="Welcome, Grace")).to_be_visible()
    grace.page.get_by_label("Password", exact=True).fill(PASSWORD)
    grace.page.keyboard.press("Enter")
    expect(grace.list_heading()).to_be_visible()
