"""Who has read a message, by name and time."""

from playwright.sync_api import expect


def test_names_on_tap(team):
    """"read by 2 of 3" is said beside one's message in a group, and a tap on it names who has read it, with the time"""
    ada, grace, alan, emmy = team.signed_up("Ada", "Grace", "Alan", "Emmy")
    ada.start_group("Readers", [grace, alan, emmy])
    ada.send("Read this")
    for reader in (grace, alan):
        reader.open("Readers")
        expect(reader.message("Read this")).to_be_visible()
    told = ada.message("Read this").get_by_text("read by 2 of 3")
    expect(told).to_be_visible()
    told.click()
    dialog = ada.page.get_by_role("dialog", name="Message details")
    readers = dialog.locator("section").filter(has=ada.page.get_by_role("heading", name="Read by"))
    for reader in (grace, alan):
        expect(readers.get_by_role("listitem").filter(has_text=reader.name).locator("time")).to_contain_text("today at")
    expect(readers.get_by_role("listitem").filter(has_text=emmy.name)).to_have_count(0)
    # Open, it follows.
    emmy.open("Readers")
    expect(readers.get_by_role("listitem").filter(has_text=emmy.name).locator("time")).to_contain_text("today at")
