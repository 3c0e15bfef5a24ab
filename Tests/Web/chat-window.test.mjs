// A chat over the boundary: only what changes crosses it.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Device, group, member, message } from "./parts/device.mjs";
import { ada, bob, MemoryStore } from "./parts/memory-store.mjs";

test("a message keeps its key from unsent to read, and each step tells its row alone", async () => {
    const device = await Device.open();
    const conversation = device.connectedGroup();
    const chat = device.openChat(conversation);
    const view = () => device.chats.get(chat);
    const { operation } = device.perform({ kind: "post", conversation, text: "Hello", writtenAt: device.clock.now });
    assert.deepEqual(view().rows.map(({ row }) => row), ["day", "message"]);
    const [, unsent] = view().rows;
    assert.deepEqual([unsent.key, unsent.seq, unsent.status], [operation, null, "sending"]);

    // The change may come before the acknowledgement.
    const posted = { ...message(conversation, 2, ada.user.id, "Hello"), id: operation };
    device.receive({ type: "change", conversation, seq: 2, messages: [posted] });
    assert.deepEqual(view().splices.map(({ at, remove, rows }) => [at, remove, rows.length]), [[1, 1, 1]]);
    assert.deepEqual([view().rows[1].key, view().rows[1].seq, view().rows[1].status], [operation, 2, "sent"]);
    device.receive({ type: "ack", operation, seq: 2, at: device.clock.now });
    assert.deepEqual(view().splices, []);

    device.receive({ type: "change", conversation, seq: 3, members: [member(bob, "member", 2, 3)], messages: [] });
    assert.deepEqual(view().splices.map(({ at, remove, rows }) => [at, remove, rows[0].status]), [[1, 1, "read"]]);
});

test("offline messages wait in the order written, and one that is refused says why", async () => {
    const device = await Device.open();
    const conversation = device.connectedGroup();
    const chat = device.openChat(conversation);
    const messages = () => device.chats.get(chat).rows.filter(({ row }) => row === "message");
    device.handle({ type: "networkLost" });
    const first = device.perform({ kind: "post", conversation, text: "one", writtenAt: device.clock.now });
    device.perform({ kind: "post", conversation, text: "two", writtenAt: device.clock.now });
    assert.deepEqual(messages().map(({ text, status }) => [text, status]), [["one", "pending"], ["two", "pending"]]);
    device.handle({ type: "signOfLife" });
    device.handle({ type: "socketOpened" });
    assert.deepEqual(messages().map(({ status }) => status), ["sending", "sending"]);
    device.receive({ type: "refusal", operation: first.operation, error: { code: "text_too_long", message: "Too long." } });
    assert.deepEqual([messages()[0].status, messages()[0].refusal], ["failed", { code: "text_too_long", message: "Too long." }]);
});

test("history is shown from the store, requested in a gap, and shown with the gap without an answer", async () => {
    const device = await Device.open();
    const conversation = device.connectedGroup();
    for (let seq = 2; seq <= 20; seq += 1) {
        device.receive({ type: "change", conversation, seq, messages: [message(conversation, seq, bob.id)] });
    }
    const held = (from, through) => device.store.held(conversation).filter(({ seq }) => seq >= from && seq <= through);
    const chat = device.openChat(conversation, { messages: held(11, 20), oldest: false, newest: true });
    const view = () => device.chats.get(chat);
    assert.equal(device.look().chats[0].hasOlder, true);
    assert.deepEqual(device.engine.showOlder(chat, { messages: held(5, 10), oldest: false, newest: false }, false),
        { fetch: null, start: 5, end: null });
    device.look();
    assert.equal(view().rows.filter(({ row }) => row === "message").length, 16);

    // Away for long, the server sends its newest page, and what lies between becomes a gap.
    const fresh = Array.from({ length: 5 }, (_, index) => message(conversation, 96 + index, bob.id));
    device.receive({ type: "moved", time: device.clock.now, conversations: [{ conversation, head: 100 }] });
    device.receive({
        type: "changes", conversation, after: 20, cursor: 100, head: 100, reset: true, oldest: 96, unread: 99,
        members: [], messages: fresh,
    });
    const gap = view().rows.find(({ row }) => row === "gap");
    assert.deepEqual([gap.from, gap.through], [1, 95]);
    const other = device.openChat(conversation, { messages: held(96, 100), oldest: false, newest: true });
    assert.equal(device.engine.showOlder(other, { messages: held(2, 20), oldest: true, newest: false }, false).fetch, 96);
    assert.equal(device.engine.showOlder(other, { messages: held(2, 20), oldest: true, newest: false }, true).fetch, null);
    device.look();
    assert.ok(device.chats.get(other).rows.some(({ row }) => row === "gap"), "the gap is shown");
});

test("one message more in a window of ten thousand crosses as one row, far within a frame", async (context) => {
    const conversation = "01990000-0000-7000-8000-0000000000c0";
    const count = 10_000;
    const messages = Array.from({ length: count }, (_, index) =>
        message(conversation, index + 2, index % 2 ? ada.user.id : bob.id, `Message ${index} with some words to fill it`));
    const store = new MemoryStore();
    const cursor = count + 1;
    store.records.set(conversation, { info: group(conversation), cursor, head: cursor, gaps: [], read: cursor, unreadInGaps: 0 });
    store.members.set(conversation, new Map([
        [ada.user.id, member(ada.user, "owner", cursor)], [bob.id, member(bob, "member", cursor)],
    ]));
    const device = await Device.open(store);
    device.handle({ type: "start" });
    device.handle({ type: "socketOpened" });

    const began = performance.now();
    const chat = device.openChat(conversation, { messages, oldest: true, newest: true });
    const opening = performance.now() - began;
    const view = () => device.chats.get(chat);
    assert.equal(view().rows.filter(({ row }) => row === "message").length, count);

    const times = { message: [], receipt: [] };
    for (let seq = cursor + 1; seq < cursor + 100; seq += 2) {
        const frames = {
            message: { type: "change", conversation, seq, messages: [message(conversation, seq, ada.user.id)] },
            receipt: { type: "change", conversation, seq: seq + 1, members: [member(bob, "member", seq, seq + 1)], messages: [] },
        };
        for (const [kind, frame] of Object.entries(frames)) {
            const start = performance.now();
            device.receive(frame);
            times[kind].push(performance.now() - start);
            assert.equal(view().splices.flatMap(({ rows }) => rows).length, 1, `a ${kind} tells one row`);
        }
    }
    const median = (list) => `${list.sort((one, other) => one - other)[list.length >> 1].toFixed(2)} ms`;
    context.diagnostic(`open ${opening.toFixed(0)} ms; one more ${median(times.message)}; a receipt ${median(times.receipt)}`);
});
