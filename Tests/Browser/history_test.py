"""Long conversations: older pages, jumps, gaps."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def long_talk(team):
    """Two people and 300 messages, of which Grace's browser holds the newest page."""
    ada, grace = team.member("Ada"), team.member("Grace")
    conversation = ada.direct(grace)
    messages = [ada.post(conversation, f"Message number {number}") for number in range(1, 301)]
    grace.read(conversation)
    return ada, team.device(grace), conversation, messages


def test_older_pages(long_talk):
    """older pages load while one scrolls up, without a jump, down to the first message"""
    ada, grace, _, _ = long_talk
    grace.open(ada.name)
    expect(grace.message("Message number 300")).to_be_in_viewport()
    moved = grace.page.evaluate("""async () => {
        const scroller = document.querySelector(".timeline-scroller");
        const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 10)));
        const jumps = [];
        for (let step = 0; step < 600; step += 1) {
            const seen = [...document.querySelectorAll(".message")]
                .find((row) => row.getBoundingClientRect().bottom > scroller.getBoundingClientRect().top + 200);
            const before = seen.getBoundingClientRect().top;
            const room = scroller.scrollHeight - scroller.clientHeight + scroller.scrollTop;
            const by = Math.min(150, Math.max(0, room));
            scroller.scrollTop -= by;
            await frame();
            const off = Math.abs(seen.getBoundingClientRect().top - before - by);
            if (seen.isConnected && off > 2) jumps.push(off);
            if ([...document.querySelectorAll(".words")].some((one) => one.textContent === "Message number 1") && by === 0) break;
        }
        return jumps;
    }""")
    expect(grace.message("Message number 1")).to_be_visible()
    assert moved == []


def test_jump_into_unloaded_history(long_talk):
    """a link to a message that this browser never loaded shows it among its neighbours; newer ones follow down to the end"""
    ada, grace, conversation, messages = long_talk
    grace.page.goto(f"/c/{conversation}/m/{messages[49]}")
    target = grace.message("Message number 50")
    expect(target).to_be_in_viewport()
    expect(grace.message("Message number 49")).to_be_visible()
    expect(grace.message("Message number 51")).to_be_visible()
    grace.page.get_by_role("button", name="Jump to the newest message").click()
    expect(grace.message("Message number 300")).to_be_in_viewport()
    grace.send("I read it")
    expect(grace.message("I read it")).to_be_in_viewport()


def test_new_line_and_count(long_talk):
    """while the user reads further up, new messages are counted on the button and do not move the page"""
    ada, grace, conversation, _ = long_talk
    grace.open(ada.name)
    expect(grace.message("Message number 300")).to_be_in_viewport()
    grace.page.locator(".timeline-scroller").evaluate("one => { one.scrollTop = -900; }")
    button = grace.page.get_by_role("button", name="Jump to the newest message")
    expect(button).to_be_visible()
    ada.post(conversation, "News")
    expect(button).to_contain_text("1 new")
    expect(grace.message("News")).not_to_be_in_viewport()
    button.click()
    expect(grace.message("News")).to_be_in_viewport()
    expect(button).to_be_hidden()
