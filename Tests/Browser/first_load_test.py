"""The first sign-in of an account with many conversations."""

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
    ada = team.member("Ada")
    for number in range(1, COUNT + 1):
        ada.group(f"Group {number}")
    conversations = [one["conversation"] for one in ada.ask("GET", "/v1/conversations")["conversations"]]
    assert len(conversations) == COUNT
    for conversation in conversations:
        ada.post(conversation, "Hello")
    # Moved last are others than those that were written in last.
    for conversation in conversations[::7]:
        ada.perform("rename", conversation=conversation, title="Renamed")
    ada.perform("updateSettings", conversation=conversations[3], pinned=True)
    late = team.at_browser(ada.name, ada.email)
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
