"""The directory of people, where there are more than come at once."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import expect

from conftest import Team
from parts.seed import Seeder
from parts.server import Server


@pytest.fixture
def crowd(seats, log):
    """A team on a server of its own, with 130 others."""
    server = Server()
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(
            lambda number: Seeder(server.port, f"one-{number}@example.org", f"Person {number:03}").connection.close(), range(130)))
    team = Team(seats, server, log)
    yield team
    for person in team.people:
        seats.give_back(person.seat)
    server.stop()


def test_scroll_through_everybody(crowd):
    """the directory and its search results load more while scrolling, to the last user, who can be written to"""
    (ada,) = crowd.signed_up("Ada")
    ada.page.get_by_role("button", name="New conversation").first.click()
    options = ada.page.get_by_role("option")
    expect(options.first).to_contain_text("Person 000")
    expect(options).to_have_count(50)
    options.nth(49).scroll_into_view_if_needed()
    expect(options).to_have_count(100)
    expect(options.nth(49)).to_contain_text("Person 049")
    options.nth(99).scroll_into_view_if_needed()
    expect(options).to_have_count(130)
    search = ada.page.get_by_role("combobox")
    search.fill("Person 1")
    expect(options).to_have_count(30)
    search.fill("one-")
    expect(options).to_have_count(50)
    for count in (100, 130):
        options.last.scroll_into_view_if_needed()
        expect(options).to_have_count(count)
    options.last.click()
    expect(ada.page.locator(".chat-header")).to_contain_text("Person 129")


def test_click_while_the_list_changes(crowd):
    """a click that began before the search answered picks the person it began on"""
    (ada,) = crowd.signed_up("Ada")
    ada.page.get_by_role("button", name="New conversation").first.click()
    options = ada.page.get_by_role("option")
    expect(options).to_have_count(50)
    options.first.hover()
    ada.page.mouse.down()
    ada.page.get_by_role("combobox").fill("Person 000")
    expect(options).to_have_count(1)
    ada.page.mouse.up()
    expect(ada.chat_title()).to_have_text("Person 000")


def test_enter_before_the_answer(views):
    """Enter picks a person of what is typed, although the search for it has not answered yet"""
    page = views()
    page.get_by_role("button", name="New conversation").first.click()
    expect(page.get_by_role("option").first).to_contain_text("Jonas Weber")
    page.get_by_role("combobox").fill("lena")
    page.keyboard.press("Enter")
    expect(page.locator(".chat-title")).to_have_text("Lena Novak")
