// Reactions in the page's core: pending ones over stored ones, counts, names, and users in the details.
import assert from "node:assert/strict";
import { test } from "node:test";

import { bob } from "./parts/memory-store.mjs";
import { Device, message } from "./parts/device.mjs";

test("the user's own reaction is shown at once with those of others, and the details list all", async () => {
    const device = await Device.open();
    const conversation = device.connectedGroup();
    const chat = device.openChat(conversation);
    const reactions = [{ emoji: "🎉", users: [bob.id] }];
    const row = { ...message(conversation, 2, bob.id), reactions };
    device.receive({ type: "change", conversation, seq: 2, messages: [row] });
    const shown = () => device.chats.get(chat).rows.at(-1).reactions;
    assert.deepEqual(shown(), [{ emoji: "🎉", count: 1, mine: false, names: ["Bob"] }]);
    device.perform({ kind: "react", conversation, message: row.id, emoji: "🎉", on: true });
    device.perform({ kind: "react", conversation, message: row.id, emoji: "\u2764", on: true });
    assert.deepEqual(shown(), [
        { emoji: "🎉", count: 2, mine: true, names: ["Bob"] },
        { emoji: "❤️", count: 1, mine: true, names: [] },
    ]);
    assert.throws(
        () => device.perform({ kind: "react", conversation, message: row.id, emoji: "<b>", on: true }),
        { code: "emoji_invalid" });
    assert.deepEqual(device.engine.receipts(device.store.messages.get(row.id)).reactions, [
        { emoji: "🎉", people: [{ id: bob.id, name: "Bob" }] },
    ]);
});
