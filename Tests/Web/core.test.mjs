// The real core over its boundary, driven as the shell drives it.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Device, group, loadCore, member, message, sent, types } from "./parts/device.mjs";
import { ada, bob, MemoryStore } from "./parts/memory-store.mjs";

const session = "01990000-0000-7000-8000-0000000000ff";

test("texts of every script come back as they were written", async () => {
    const device = await Device.open();
    const conversation = device.core.newId();
    device.perform({ kind: "createGroup", conversation, title: "Grüße, 世界, 👩‍👩‍👧, e\u0301", users: [] });
    assert.equal(device.conversations.get(conversation).title, "Grüße, 世界, 👩‍👩‍👧, e\u0301");
    for (const text of ["Grüße, 世界, 👩‍👩‍👧, e\u0301", "quote \" slash \\ tab \t control \u0001 end", "a\u2028\u{10ffff}"]) {
        const { operation } = device.perform({ kind: "post", conversation, text, writtenAt: device.clock.now });
        assert.equal(device.store.outbox.get(operation).operation.text, text);
    }
});

test("a text with NUL, which no database stores, is refused with a reason that names it", async () => {
    const device = await Device.open();
    const conversation = device.core.newId();
    device.perform({ kind: "createGroup", conversation, title: "Launch", users: [] });
    assert.throws(() => device.perform({ kind: "post", conversation, text: "a\0b", writtenAt: device.clock.now }), {
        code: "text_invalid",
        message: "The message has a control character (U+0000). Remove it.",
    });
});

test("a title with a character that cannot be seen is refused with a reason that names it", async () => {
    const device = await Device.open();
    const titled = (title) => () =>
        device.perform({ kind: "createGroup", conversation: device.core.newId(), title, users: [] });
    assert.throws(titled("Launch\u202E"), {
        code: "title_invalid",
        message: "The title has a character that changes the direction of text (U+202E). Remove it.",
    });
    assert.throws(titled("La\u200Bunch"), { message: "The title has an invisible character (U+200B). Remove it." });
    assert.doesNotThrow(titled("می\u200Cخواهم 🏳️‍🌈"));
});

test("invalid JSON, or JSON of another shape, is refused with its position, and the engine continues", async () => {
    const device = await Device.open();
    const refused = [
        ['{"type":"stop",}', "does not belong at byte 15"],
        ['{"type":"stop"', "stops too early"],
        ['{"type":"\\ud800"}', "half of a surrogate pair at byte 9"],
        [`{"more":${"[".repeat(65)}`, "deeper than the limit of 64"],
        ["", "stops too early"],
        ['{"type":"read"}', '"conversation"'],
        ['{"type":"dance"}', '"type"'],
    ];
    for (const [text, reason] of refused) {
        assert.throws(() => device.engine.handle(text), ({ code, message }) => {
            assert.equal(code, "invalid_json");
            assert.ok(message.includes(reason), `${message} should say: ${reason}`);
            return true;
        });
    }
    assert.throws(() => device.core.openEngine({}), { code: "invalid_json" });
    device.clock.now = Number.NaN;
    assert.deepEqual(types(device.handle({ type: "start" })), ["openSocket"]);
});

test("a group made and a message written with no network are sent, answered and read", async () => {
    const device = await Device.open();
    const { store, clock } = device;
    assert.deepEqual(types(device.handle({ type: "start" })), ["openSocket"]);
    const conversation = device.core.newId();
    const made = device.perform({ kind: "createGroup", conversation, title: "Bücher 📚", users: [bob.id] }, [bob]);
    const posted = device.perform({ kind: "post", conversation, text: "Grüße 👋", writtenAt: clock.now });
    assert.equal(sent(posted.effects, "operation").length, 0, "nothing is sent without a connection");
    assert.equal(store.outbox.size, 2, "both operations are stored");
    assert.deepEqual([device.rows[0].title, device.rows[0].lastText, device.rows[0].waiting], ["Bücher 📚", "Grüße 👋", 2]);
    assert.deepEqual([device.connection.online, device.connection.waiting], [false, 2]);

    const opened = device.handle({ type: "socketOpened" });
    assert.equal(sent(opened, "discover").length, 1);
    assert.deepEqual(sent(opened, "operation").map((frame) => frame.operation.id), [made.operation],
        "the first message is sent first");
    device.receive({ type: "welcome", session, profile: ada, time: clock.now });
    const acknowledged = device.receive({ type: "ack", operation: made.operation, seq: 1, at: clock.now });
    assert.deepEqual(sent(acknowledged, "operation").map((frame) => frame.operation.id), [posted.operation]);
    const members = [member(ada.user, "owner"), member(bob, "member")];
    device.receive({ type: "change", conversation, seq: 1, info: group(conversation), members, messages: [] });
    device.receive({ type: "ack", operation: posted.operation, seq: 2, at: clock.now });
    assert.equal(store.messages.get(posted.operation)?.text, "Grüße 👋", "the operation's id is the message's");

    const answer = message(conversation, 3, bob.id, "Hallo!");
    const change = { type: "change", conversation, seq: 3, messages: [answer] };
    device.receive(change);
    assert.deepEqual(device.arrived.map(({ text, senderName }) => [text, senderName]), [["Hallo!", "Bob"]]);
    device.receive(change);
    assert.deepEqual(device.arrived, [], "a doubled frame announces nothing");
    assert.equal(device.unread, 1);
    device.handle({ type: "read", conversation, seq: 3 });
    assert.deepEqual([device.unread, device.rows[0].lastText, device.rows[0].lastSenderName], [0, "Hallo!", "Bob"]);

    const skipped = device.receive({ ...change, seq: 9, messages: [message(conversation, 9, bob.id)] });
    assert.deepEqual(sent(skipped, "changes").map((frame) => frame.after), [3], "a skipped change is asked for");
    const lost = device.handle({ type: "networkLost" });
    assert.ok(lost.some(({ type, timer }) => type === "schedule" && timer === "reconnect"));
    assert.deepEqual([device.connection.online, device.connection.offlineSince], [false, clock.now]);
    assert.ok(types(device.handle({ type: "timer", timer: "reconnect" })).includes("openSocket"));
});

test("what was stored is all that a new engine needs", async () => {
    const store = new MemoryStore();
    const first = await Device.open(store);
    const conversation = first.core.newId();
    first.perform({ kind: "createGroup", conversation, title: "T", users: [bob.id] }, [bob]);
    const { operation } = first.perform({ kind: "post", conversation, text: "kept", writtenAt: 1 });
    first.engine.free();

    const second = await Device.open(store);
    assert.deepEqual(second.rows, first.rows);
    assert.ok(store.outbox.has(operation));
    second.handle({ type: "start" });
    assert.equal(sent(second.handle({ type: "socketOpened" }), "operation").length, 1);
});

test("an entry of the outbox that this version cannot read does not keep the others from being sent", async () => {
    const store = new MemoryStore();
    const first = await Device.open(store);
    const conversation = first.core.newId();
    const { operation } = first.perform({ kind: "createGroup", conversation, title: "T", users: [] });
    const lost = first.core.newId();
    store.outbox.set(lost, { operation: { id: lost, kind: "dance", conversation }, order: 0, state: "waiting", createdAt: 1 });
    first.engine.free();

    const second = await Device.open(store);
    second.handle({ type: "start" });
    const opened = second.handle({ type: "socketOpened" });
    assert.deepEqual(sent(opened, "operation").map((frame) => frame.operation.id), [operation]);
});

test("a mutation that is asked for twice under one identifier is queued once", async () => {
    const device = await Device.open();
    const conversation = device.connectedGroup();
    const id = device.core.newId();
    const post = { kind: "post", conversation, text: "once", writtenAt: 1 };
    const [one, other] = [device.perform(post, [], id), device.perform(post, [], id)];
    assert.deepEqual([one.operation, other.operation, other.effects], [id, id, []]);
    assert.equal([...device.store.outbox.values()].filter(({ operation }) => operation.kind === "post").length, 1);
});

test("what cannot be is refused before it is queued", async () => {
    const device = await Device.open();
    const perform = (operation) => () => device.engine.perform({ operation });
    assert.throws(perform({ kind: "post", conversation: session, text: "x" }), { code: "conversation_gone" });
    const conversation = device.core.newId();
    assert.throws(perform({ kind: "createGroup", conversation, title: " ", users: [] }), { code: "title_invalid" });
    assert.equal(device.store.outbox.size, 0);
});

test("what a person types to sign up is checked and put right before it is sent", async () => {
    const core = await loadCore();
    assert.deepEqual(core.checkAccount({ name: "  Ada ", email: " ADA@Example.org ", password: "long enough" }),
        { name: "Ada", email: "ada@example.org", password: "long enough" });
    assert.throws(() => core.checkAccount({ name: "Ada", email: "ada@example.org", password: "short" }), { code: "invalid_password" });
    assert.throws(() => core.checkAccount({ name: " ", email: "ada@example.org", password: "long enough" }), { code: "invalid_name" });
    assert.throws(() => core.checkAccount({ email: "ada", password: "x" }), { code: "invalid_email" });
});

test("a filter finds by every word, in title, last message and names, regardless of capitals and accents", async () => {
    const core = await loadCore();
    const rows = [
        { title: "Bücher", lastText: "Grüße aus Köln", memberNames: ["Zoë"] },
        { title: "Launch", memberNames: ["Bob", "Ada"] },
    ];
    const found = (filter) => core.filter(filter, rows).map(({ title }) => title);
    assert.deepEqual(found("bucher ZOE"), ["Bücher"]);
    assert.deepEqual(found("köln"), ["Bücher"]);
    assert.deepEqual(found("  "), ["Bücher", "Launch"]);
    assert.deepEqual(found("ada bob"), ["Launch"]);
    assert.deepEqual(found("ada zoe"), []);
});

test("banners come one at a time, and not for the conversation on the screen", async () => {
    const device = await Device.open();
    const conversation = device.connectedGroup();
    device.receive({ type: "change", conversation, seq: 2, messages: [message(conversation, 2, bob.id)] });
    const [{ banner }] = device.arrived;
    assert.deepEqual([banner.senderName, banner.title, banner.text], ["Bob", "Bücher 📚", "message 2"]);
    const banners = device.core.openBanners();
    assert.equal(banners.handle({ type: "add", banner, conversation }).shown, undefined, "it is on this screen");
    assert.equal(banners.handle({ type: "add", banner, conversation: null }).shown.message, banner.message);
    device.clock.now += 4_000;
    assert.deepEqual(banners.handle({ type: "tick" }), { next: null });

    device.engine.screens([{ viewed: null, visible: false }, { viewed: conversation, visible: true }]);
    device.receive({ type: "change", conversation, seq: 3, messages: [message(conversation, 3, bob.id)] });
    assert.equal(device.arrived[0].banner, undefined, "another screen shows it");
});

test("ten thousand calls later no more memory is held than after the first hundred", async () => {
    const device = await Device.open();
    const conversation = device.connectedGroup();
    device.openChat(conversation);
    const calls = (count) => {
        for (let index = 0; index < count; index += 1) {
            device.engine.handle({ type: "signOfLife", ignored: `Grüße ${index}`.repeat(100) });
            device.engine.changes();
        }
        return device.core.memoryBytes;
    };
    const held = calls(100);
    assert.equal(calls(10_000), held, "memory grows");
});

test("the wait before the next try doubles up to half a minute, with jitter", async () => {
    const core = await loadCore();
    for (const [failures, whole] of [[1, 500], [2, 1_000], [5, 8_000], [7, 30_000], [1_000, 30_000]]) {
        const waits = Array.from({ length: 40 }, () => core.retryDelay(failures));
        for (const wait of waits) assert.ok(wait >= whole / 2 && wait <= whole, `${wait} of ${whole}`);
        assert.ok(new Set(waits).size > 1, "all the same");
    }
});

test("insights and topics that changed, and access that runs out, are effects of the engine", async () => {
    const device = await Device.open();
    const conversation = device.connectedGroup();
    const effects = (frame) => device.receive(frame).filter(({ type }) => type !== "send");
    assert.deepEqual(effects({ type: "insights", conversation }), [{ type: "insightsChanged", conversation }]);
    assert.deepEqual(effects({ type: "assistant" }), [{ type: "assistantChanged" }]);
    assert.deepEqual(effects({ type: "reminders" }), [{ type: "remindersChanged" }]);
    assert.deepEqual(effects({ type: "renew", socket: conversation }), [{ type: "renewAccess", socket: conversation }]);
    assert.deepEqual(effects({ type: "lagged" }), [{ type: "insightsChanged" }, { type: "remindersChanged" }]);
});
