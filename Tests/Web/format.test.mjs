import assert from "node:assert/strict";
import { test } from "node:test";
import { dayName, dayOf, lastSeenText, typingText } from "../../Web/views/format.js";
import { initials } from "../../Web/views/avatar.js";
import { isFewEmoji } from "../../Web/views/chat/emoji.js";
import { pathOf, routeOf } from "../../Web/views/router.js";

test("typing names one, two, or one and the rest", () => {
    assert.equal(typingText([]), "");
    assert.equal(typingText(["Ada"]), "Ada is typing");
    assert.equal(typingText(["Ada", "Grace"]), "Ada and Grace are typing");
    assert.equal(typingText(["Ada", "Grace", "Alan"]), "Ada and 2 others are typing");
});

test("days near today have names", () => {
    const now = new Date(2026, 10, 21, 12).getTime();
    const today = dayOf(now);
    assert.equal(dayName(today, now), "Today");
    assert.equal(dayName(today - 1, now), "Yesterday");
    assert.equal(dayOf(new Date(2026, 10, 21, 0, 0, 1).getTime()), today);
    assert.equal(dayOf(new Date(2026, 10, 20, 23, 59, 59).getTime()), today - 1);
    assert.match(dayName(dayOf(new Date(2024, 1, 3).getTime()), now), /2024/);
});

test("last seen is as exact as it is recent", () => {
    const now = new Date(2026, 10, 21, 12).getTime();
    assert.equal(lastSeenText(null, now), "Offline");
    assert.equal(lastSeenText(now - 20_000, now), "Last seen just now");
    assert.equal(lastSeenText(now - 60_000, now), "Last seen 1 minute ago");
    assert.match(lastSeenText(now - 5 * 3_600_000, now), /today at/);
    assert.match(lastSeenText(now - 20 * 3_600_000, now), /yesterday at/);
});

test("an avatar shows the first letters of the first and last word", () => {
    assert.equal(initials("Ada Lovelace"), "AL");
    assert.equal(initials("  Ada  "), "A");
    assert.equal(initials("Juan de la Cruz"), "JC");
    assert.equal(initials("😀 x"), "😀X");
    assert.equal(initials(""), "");
});

test("one to three emoji are few, and text is none", () => {
    for (const text of ["🎉", "👍🏽", "👩‍👩‍👧‍👦", "❤️ ".trim(), "🎉🎉🎉", " 🎉 "]) assert.ok(isFewEmoji(text), text);
    for (const text of ["", "a", "🎉🎉🎉🎉", "🎉!", "12", "#"]) assert.ok(!isFewEmoji(text), text);
});

test("skin tones, joined pictures, flags and keycaps count as one emoji, with or without spaces between", () => {
    const couple = "👩🏽‍❤️‍💋‍👨🏿";
    const large = [
        "👍🏽", "👍🏻👍🏿", "👍🏽 👋🏾", "👋🏽👋🏾👋🏿", "✌🏽", "☝️", "🧑🏽‍🚀", "⛹🏿‍♀️", "🫱🏻‍🫲🏿", "👨🏽‍🦰", couple, couple.repeat(3), "👨‍👩‍👧‍👦",
        "👩‍❤‍👨", "👁‍🗨", "👁️‍🗨️", "🐻‍❄️", "🏳️‍🌈", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🇩🇪", "🇩🇪🇫🇷🇮🇹", "1️⃣", "#️⃣", "❤️",
    ];
    for (const text of large) assert.ok(isFewEmoji(text), text);
    const small = ["👋🏽👋🏾👋🏿👋🏻", couple.repeat(4), "🇩🇪🇫🇷🇮🇹🇪🇸", "🇩", "1", "123", "©", "™", "👍🏽 ok", "a🏽", "\u200D", "👍🏽".repeat(1000)];
    for (const text of small) assert.ok(!isFewEmoji(text), text);
});

test("every route has an address that leads back to it, and a broken one leads somewhere", () => {
    for (
        const route of [
            { name: "list" },
            { name: "settings" },
            { name: "signIn" },
            { name: "signUp" },
            { name: "chat", conversation: "a/b" },
            { name: "chat", conversation: "c", message: "m" },
        ]
    ) {
        assert.deepEqual(routeOf(pathOf(route)), route);
    }
    assert.deepEqual(routeOf("/c/%E0%A4%A"), { name: "chat", conversation: "%E0%A4%A" });
    assert.deepEqual(routeOf("/what/is/this"), { name: "list" });
});
