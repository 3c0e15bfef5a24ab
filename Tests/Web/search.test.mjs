// The search on a device: the same rules as the server's, over the boundary of the core.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Device, message } from "./parts/device.mjs";
import { ada, bob } from "./parts/memory-store.mjs";

const find = (device, query, messages, order = "newest") => {
    const search = device.engine.openSearch({ query, order });
    try {
        search.offer(messages.slice(0, 1));
        search.offer(messages.slice(1));
        return search.results();
    } finally {
        search.free();
    }
};

test("parts of German and Japanese words, phrases and filters find held messages, marked as they are", async () => {
    const device = await Device.open();
    const conversation = device.connectedGroup();
    const messages = [
        message(conversation, 2, ada.user.id, "Die Donaudampfschifffahrtsgesellschaft"),
        message(conversation, 3, bob.id, "👋 明日の会議室"),
        message(conversation, 4, bob.id, "Die Straße"),
        { ...message(conversation, 5, bob.id, ""), deletedAt: 1_800_000_000_010 },
        message("01990000-0000-7000-8000-0000000000ee", 2, bob.id, "Die andere Straße"),
    ];
    const cases = [
        ["schifffahrt", [2], ["schifffahrt"]], ["会議", [3], ["会議"]], ["STRASSE", [4], ["Straße"]], ["die", [4, 2], ["Die"]],
        ["\"die strasse\"", [4], ["Die Straße"]], ["die from:me", [2], ["Die"]], ["die from:bo in:bücher", [4], ["Die"]],
        ["die in:elsewhere", [], []], ["schifffahrt*", [], []],
    ];
    for (const [query, places, marked] of cases) {
        const results = find(device, query, messages);
        assert.deepEqual(results.map(({ seq }) => seq), places, query);
        const marks = results[0]?.snippet.marks.map(([from, to]) => results[0].snippet.text.slice(from, to)) ?? [];
        assert.deepEqual(marks, marked, query);
    }
    assert.equal(find(device, "会議", messages)[0].senderName, bob.name);
});

test("what cannot be understood is refused and named", async () => {
    const device = await Device.open();
    for (const query of ["", "before:soon", "has:cats", "\"open", "mentions:bob"]) {
        assert.throws(() => device.engine.openSearch({ query }), { code: "search_invalid" });
    }
    assert.throws(() => device.engine.openSearch({ query: "a", order: "worst" }), { code: "invalid_json" });
});
