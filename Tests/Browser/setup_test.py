"""Setting a fresh server up in the browser, and who may join from then on."""

import pytest
from parts.accessibility import grave_violations
from parts.line import Line
from parts.person import PASSWORD, Person
from parts.photos import photo
from parts.server import Server
from playwright.sync_api import expect


@pytest.fixture
def fresh_server():
    server = Server(join=None)
    yield server
    server.stop()


def link_of(server):
    return next(line.strip() for line in server.log.read_text().splitlines() if "/setup#" in line and "nexus" not in line)


@pytest.mark.parametrize("phone", [False, True])
def test_set_up(browser, fresh_server, log, phone):
    """the link leads through account, team, who may join and a first invitation, by keyboard; then a stranger needs that invitation"""
    size = {"viewport": {"width": 390, "height": 844}, "has_touch": True} if phone else {}
    ada = Person(browser, Line(fresh_server.port), "Ada", "ada@example.org", log, **size)
    page = ada.page
    page.goto("/")
    expect(page.get_by_text("This server is not set up yet.")).to_be_visible()
    page.goto("/setup#" + link_of(fresh_server).split("#")[1])
    expect(page.get_by_label("Your name")).to_be_focused()
    page.keyboard.type("Ada")
    page.keyboard.press("Enter")
    expect(page.get_by_label("E-mail")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("E-mail").fill(ada.email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_label("Team name")).to_be_focused()
    page.keyboard.type("Analytical Engines")
    page.get_by_label("Choose the team's picture", exact=True).set_input_files(
        [{"name": "team.jpg", "mimeType": "image/jpeg", "buffer": photo(orientation=6)}])
    expect(page.get_by_role("button", name="Change picture")).to_be_visible()
    page.get_by_label("Team name").press("Enter")
    dialog = page.get_by_role("dialog", name="3 of 3: Invite your team")
    expect(dialog.get_by_text("Analytical Engines is set up.")).to_be_visible()
    expect(dialog.get_by_label("Link")).to_be_focused()
    link = dialog.get_by_label("Link").input_value()
    assert grave_violations(page) == []
    page.keyboard.press("Escape")
    expect(ada.list_heading()).to_be_visible()

    grace = Person(browser, Line(fresh_server.port), "Grace", "grace@example.org", log, **size)
    grace.page.goto("/join#" + link.split("#")[1])
    expect(grace.page.get_by_role("heading", name="Join Analytical Engines")).to_be_visible()
    # The team's picture, drawn, for people who are not signed in.
    for path in [None, "/sign-in"]:
        if path:
            grace.page.goto(path)
        shown = grace.page.get_by_role("img", name="Analytical Engines", exact=True)
        expect(shown).to_be_visible()
        assert shown.evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 0
    grace.close()
    page.goto("/administration")
    region = page.get_by_role("region", name="Team", exact=True)
    region.get_by_role("button", name="Remove the team's picture").press("Enter")
    expect(page.get_by_text("The team's picture was removed.")).to_be_visible()
    expect(page.get_by_role("region", name="Audit log").get_by_role("listitem").first).to_contain_text("picture: none")
    eve = Person(browser, Line(fresh_server.port), "Eve", "eve@example.org", log)
    eve.page.goto("/sign-up")
    expect(eve.page.get_by_text("This server takes people by invitation.")).to_be_visible()
    eve.page.goto("/setup#" + "A" * 43)
    eve.page.get_by_label("Your name").fill("Eve")
    eve.page.get_by_label("E-mail").fill(eve.email)
    eve.page.get_by_label("Password", exact=True).fill(PASSWORD)
    eve.page.get_by_role("button", name="Continue").click()
    eve.page.get_by_label("Team name").fill("Eve's")
    eve.page.get_by_role("button", name="Continue").click()
    expect(eve.page.get_by_role("alert").filter(has_text="not this server's")).to_be_visible()
    ada.close()
    eve.close()
