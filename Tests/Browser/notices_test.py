"""Notices, and the composer's own messages."""

from parts.settled import settled
from playwright.sync_api import expect
from views_test import open_conversation

REFUSE = "fixture.telling.tell('error', { code: 'storage', message: 'This device is out of space.' })"


def test_notices_leave(views):
    """a notice closes after five seconds, also under a resting pointer, unless the pointer moves over it"""
    page = views()
    page.wait_for_selector(".row-link")
    # No time passes but by `fast_forward`.
    page.clock.install(time=0)
    page.clock.pause_at(1)
    notice = page.locator(".notice")
    page.mouse.move(150, 760)
    page.evaluate(REFUSE)
    expect(notice).to_have_count(1)
    page.clock.fast_forward(4_900)
    expect(notice).to_have_count(1)
    page.clock.fast_forward(200)
    expect(notice).to_have_count(0)

    page.evaluate(REFUSE)
    notice.hover()
    page.mouse.move(200, 762)
    page.clock.fast_forward(20_000)
    expect(notice).to_have_count(1)
    page.mouse.move(900, 100)
    page.clock.fast_forward(5_100)
    expect(notice).to_have_count(0)


def test_notice_with_an_action_stays(views):
    """a notice that holds something to do stays until it is done or put away"""
    page = views()
    page.wait_for_selector(".row-link")
    page.clock.install()
    page.evaluate("fixture.telling.tell('update')")
    notice = page.locator(".notice")
    page.clock.fast_forward(60_000)
    expect(notice.get_by_role("button", name="Reload")).to_be_visible()
    notice.get_by_role("button", name="Dismiss").click()
    expect(notice).to_have_count(0)


def test_long_paste(team):
    """a text that is too long shows its count and the limit beside it while it is too long, and no notice"""
    [ada] = team.signed_up("Ada")
    ada.start_direct(team.member("Grace"))
    page = ada.page
    page.evaluate("""() => {
        window.notices = 0;
        new MutationObserver((changes) => {
            for (const { addedNodes } of changes) window.notices += addedNodes.length;
        }).observe(document.querySelector(".notices"), { childList: true });
    }""")
    hint = page.locator(".composer-count")
    ada.composer().fill("x" * 8_120)
    expect(hint).to_have_text("8,120 of 8,000 characters. Remove 120 characters to send it.")
    expect(page.get_by_role("button", name="Send")).to_be_disabled()
    page.clock.install()
    page.clock.run_for(3_000)
    # White space around it is not sent, and counts in neither.
    ada.composer().fill("x" * 8_000 + "\n")
    expect(hint).to_have_text("8,000 of 8,000 characters")
    expect(page.get_by_role("button", name="Send")).to_be_enabled()
    page.clock.run_for(3_000)
    ada.composer().fill("x" * 7_000)
    expect(hint).to_be_hidden()
    page.clock.run_for(3_000)
    settled(page)
    assert page.evaluate("window.notices") == 0


def test_hint_counts(views):
    """the composer counts from 500 characters before the limit, and one too many is one"""
    page = views()
    open_conversation("Jonas Weber")(page)
    composer, hint = page.get_by_role("textbox", name="Message"), page.locator(".composer-count")
    for length, text in (
        (7_499, ""), (7_500, "7,500 of 8,000 characters"), (8_001, "8,001 of 8,000 characters. Remove 1 character to send it."),
    ):
        composer.fill("x" * length)
        expect(hint).to_have_text(text)
