"""Passwords in the browser: changing one's own."""

import pytest
from parts.person import PASSWORD
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
