"""A conversation of 5,000 messages, scrolled through."""

import pytest
from playwright.sync_api import expect

COUNT = 5_000
# docs/web.md
ROWS = 150
SCROLL = """async ({ direction, last }) => {
    const scroller = document.querySelector(".timeline-scroller");
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const keys = new Set();
    const jumps = [];
    let most = 0;
    const watch = () => {
        most = Math.max(most, document.querySelectorAll(".timeline-rows > li").length);
        watching = requestAnimationFrame(watch);
    };
    let watching = requestAnimationFrame(watch);
    for (let step = 0; step < 20_000; step += 1) {
        const { top } = scroller.getBoundingClientRect();
        const rows = [...document.querySelectorAll(".message")];
        for (const row of rows) keys.add(row.dataset.key);
        const room = direction < 0
            ? scroller.scrollHeight - scroller.clientHeight + scroller.scrollTop
            : -scroller.scrollTop;
        const by = Math.min(500, Math.max(0, room)) * direction;
        const isThere = rows.some((row) => row.querySelector(".words").textContent === last);
        if (isThere && room < 2) break;
        // One that is in the window before and after.
        const seen = rows.find((row) => row.getBoundingClientRect().top > top + (direction < 0 ? 20 : 540));
        const before = seen?.getBoundingClientRect().top;
        scroller.scrollTop += by;
        await frame();
        if (seen?.isConnected) {
            const off = Math.abs(seen.getBoundingClientRect().top - before + by);
            if (off > 2) jumps.push(off);
        } else if (seen) {
            jumps.push("gone");
        }
    }
    cancelAnimationFrame(watching);
    return { count: keys.size, jumps, most };
}"""


@pytest.fixture
def long_talk(team):
    ada, member = team.member("Ada"), team.member("Grace")
    grace = team.device(member)
    conversation = ada.direct(member)
    ada.fill(conversation, [f"Message number {number}" for number in range(1, COUNT + 1)])
    member.read(conversation)
    expect(grace.row(ada.name)).to_contain_text(f"Message number {COUNT}", timeout=60_000)
    grace.open(ada.name)
    return grace


@pytest.mark.long
def test_five_thousand_messages_in_both_directions(long_talk):
    """5,000 messages are scrolled through up to the first and down to the last: never more than 150 rows, and nothing jumps"""
    grace = long_talk
    grace.page.set_default_timeout(180_000)
    expect(grace.message(f"Message number {COUNT}")).to_be_in_viewport()
    up = grace.page.evaluate(SCROLL, {"direction": -1, "last": "Message number 1"})
    expect(grace.message("Message number 1")).to_be_in_viewport()
    down = grace.page.evaluate(SCROLL, {"direction": 1, "last": f"Message number {COUNT}"})
    expect(grace.message(f"Message number {COUNT}")).to_be_in_viewport()
    for way in (up, down):
        assert way["most"] <= ROWS
        assert way["jumps"] == []
        assert way["count"] == COUNT
