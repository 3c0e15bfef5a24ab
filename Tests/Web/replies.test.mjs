// Replies in the page's core: quotes, and originals that the page must load.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Device, message } from "./parts/device.mjs";
import { bob } from "./parts/memory-store.mjs";

const quotes = (device, chat) =>
    device.chats.get(chat).rows.filter(({ row }) => row === "message").map(({ quote }) => quote?.text ?? quote?.state ?? null);

test("a reply quotes the present state of what it answers", async () => {
    const device = await Device.open();
    const conversation = device.connectedGroup();
    const chat = device.openChat(conversation);
    const question = message(conversation, 2, bob.id, "<b>lunch?</b>");
    device.receive({ type: "change", conversation, seq: 2, messages: [question] });
    const { operation } = device.perform(
        { kind: "post", conversation, text: "yes", writtenAt: device.clock.now, replyTo: question.id });
    assert.deepEqual(quotes(device, chat), [null, "<b>lunch?</b>"]);
    device.receive({ type: "ack", operation, seq: 3, at: device.clock.now });
    assert.equal(device.store.messages.get(operation).replyTo, question.id);
    device.receive({ type: "change", conversation, seq: 4, messages: [{ ...question, changed: 4, text: "dinner?" }] });
    assert.deepEqual(quotes(device, chat), [null, "dinner?"]);
    const row = device.chats.get(chat).rows.at(-1);
    assert.deepEqual(row.quote, {
        message: question.id, state: "shown", sender: bob.id, senderName: "Bob", text: "dinner?",
    });
});

test("the page is asked once for originals that are not shown, and passes those it has", async () => {
    const device = await Device.open();
    const conversation = device.connectedGroup();
    const chat = device.openChat(conversation);
    const question = message(conversation, 2, bob.id, "long ago");
    device.handle({
        type: "frame",
        frame: { type: "change", conversation, seq: 2, messages: [{ ...message(conversation, 2, bob.id), id: device.core.newId(), replyTo: question.id }] },
    });
    assert.deepEqual(quotes(device, chat), [""], "nothing is known of it yet");
    assert.equal(device.chats.get(chat).rows.at(-1).quote.state, "missing");
    assert.deepEqual(device.chats.get(chat).missing, [question.id]);
    device.engine.know(chat, [question]);
    device.look();
    assert.deepEqual(quotes(device, chat), ["long ago"]);
    assert.equal(device.chats.get(chat).missing, undefined);
});
