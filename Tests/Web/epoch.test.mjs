// A restored server: the page's core starts over, and its chats show the server's present state.
import assert from "node:assert/strict";
import { test } from "node:test";

import { ada, bob } from "./parts/memory-store.mjs";
import { Device, group, member, message, sent } from "./parts/device.mjs";

const [before, after] = ["01990000-0000-7000-8000-0000000000e1", "01990000-0000-7000-8000-0000000000e2"];
const welcome = (epoch) => ({
    type: "welcome", session: "01990000-0000-7000-8000-0000000000d4", profile: ada, time: 1_800_000_000_000, epoch,
});

test("in another epoch the core collects, fetches everything again, and posts what the server has lost", async () => {
    const device = await Device.open();
    const conversation = device.connectedGroup();
    device.receive(welcome(before));
    assert.equal(device.store.epoch, before);
    const own = message(conversation, 3, ada.user.id, "mine");
    device.receive({ type: "change", conversation, seq: 2, messages: [message(conversation, 2, bob.id, "a ghost")] });
    device.receive({ type: "change", conversation, seq: 3, messages: [own] });
    const chat = device.openChat(conversation);
    const texts = () => device.chats.get(chat).rows.filter(({ row }) => row === "message").map(({ text }) => text);
    assert.deepEqual(texts(), ["a ghost", "mine"]);

    const [collect] = device.receive(welcome(after)).filter(({ type }) => type === "collect");
    assert.equal(collect.since, device.clock.now - 7 * 86_400_000);
    assert.equal(collect.limit, 1_000);
    const effects = device.handle({ type: "collected", messages: [own] });
    assert.ok(effects.some(({ type }) => type === "startedOver"));
    assert.equal(device.store.epoch, after);
    assert.deepEqual(sent(effects, "changes").map((frame) => frame.after), [0]);
    assert.deepEqual(texts(), ["a ghost", "mine"], "stored messages stay, once, until the server has answered");

    // As after a reload: restores the store's snapshot.
    const again = await Device.open(device.store);
    assert.equal(again.conversations.get(conversation).id, conversation);

    const fresh = device.receive({
        type: "changes", conversation, after: 0, cursor: 2, head: 2, reset: true, oldest: 0, unread: 0,
        info: group(conversation), members: [member(ada.user, "owner"), member(bob, "member")],
        messages: [message(conversation, 2, bob.id, "what it knows")], epoch: after,
    });
    assert.deepEqual(sent(fresh, "operation").map(({ operation }) => operation.id), [own.id]);
    assert.deepEqual(texts(), ["what it knows", "mine"]);
    device.receive({ type: "ack", operation: own.id, seq: 3, at: 1_800_000_000_000 });
    assert.deepEqual(texts(), ["what it knows", "mine"]);
    assert.equal(device.store.outbox.has(own.id), false);
});
