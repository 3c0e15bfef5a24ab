"""The first sign-in of an account with many conversations."""

from parts.seed import Seeder, identifier
from playwright.sync_api import expect

COUNT = 300
RECORD = """
    window.places = [];
    new MutationObserver(() => {
        const rows = [...document.querySelectorAll(".window-list > .row")];
        window.places.push(rows.map((row) => [Number(row.getAttribute("aria-posinset")), row.dataset.key]));
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["aria-posinset"] });
"""


def test_the_list_grows_at_its_end(team):
    """on the first sign-in 300 conversations come newest first, and none that is shown moves"""
    [ada] = team.signed_up("Ada")
    seeder = Seeder(team.server.port, ada.email)
    for number in range(1, COUNT + 1):
        seeder.perform("createGroup", conversation=identifier(), title=f"Group {number}", users=[])
    conversations = [one["conversation"] for one in seeder.ask("GET", "/v1/conversations")["conversations"]]
    assert len(conversations) == COUNT
    for conversation in conversations:
        seeder.post(conversation, "Hello")
    # Moved last are others than those that were written in last.
    for conversation in conversations[::7]:
        seeder.perform("rename", conversation=conversation, title="Renamed")
    seeder.perform("updateSettings", conversation=conversations[3], pinned=True)
    ada.line.cut()
    late = team.person("Ada")
    late.name, late.email = ada.name, ada.email
    late.context.add_init_script(RECORD)
    late.sign_in()
    row = late.page.locator(".window-list > .row").first
    expect(row).to_have_attribute("aria-setsize", str(COUNT))
    expect(row).to_have_attribute("data-key", conversations[3])
    expect(late.page.locator(".window-list > .row").nth(1)).to_have_attribute("data-key", conversations[-1])
    place, moved = {}, []
    for picture in late.page.evaluate("window.places"):
        for position, key in picture:
            if place.setdefault(key, position) != position:
                moved.append((key, place[key], position))
    assert moved == []
