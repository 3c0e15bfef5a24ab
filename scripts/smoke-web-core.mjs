// Loads the core as a browser would and drives it: JSON of every kind, and a sync engine through a conversation.
// Exits with 1 at the first thing that is not as it should be.
import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { readFile } from "node:fs/promises";

/** Instantiates the module and wraps its entry points, so that arguments and results are plain values. */
async function load(bytes) {
    const wasi = {
        // What a trap has to say on its way out.
        fd_write(fd, vectors, count, written) {
            const view = new DataView(exports.memory.buffer);
            let total = 0;
            for (let index = 0; index < count; index += 1) {
                const start = view.getUint32(vectors + index * 8, true);
                const length = view.getUint32(vectors + index * 8 + 4, true);
                process.stderr.write(Buffer.from(exports.memory.buffer, start, length));
                total += length;
            }
            view.setUint32(written, total, true);
            return 0;
        },
        fd_close: () => 0,
        fd_seek: () => 0,
        random_get(start, length) {
            webcrypto.getRandomValues(new Uint8Array(exports.memory.buffer, start, length));
            return 0;
        },
    };
    const module = await WebAssembly.compile(bytes);
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
        assert.ok(from === "wasi_snapshot_preview1" && name in wasi, `the core asks for ${from}.${name}`);
    }
    const { exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi });

    const take = (block) => {
        const length = new DataView(exports.memory.buffer).getUint32(block, true);
        const text = Buffer.from(exports.memory.buffer, block + 4, length).toString("utf8");
        exports.nexus_free(block);
        return text;
    };
    const give = (argument, call) => {
        const bytes = typeof argument === "string" || argument instanceof Uint8Array
            ? Buffer.from(argument)
            : Buffer.from(JSON.stringify(argument));
        const start = exports.nexus_alloc(bytes.length);
        new Uint8Array(exports.memory.buffer, start, bytes.length).set(bytes);
        try {
            return take(call(start, bytes.length));
        } finally {
            exports.nexus_free(start);
        }
    };
    return {
        memory: exports.memory,
        newId: (now) => JSON.parse(take(exports.nexus_new_id(now))),
        newEngine: (start) => JSON.parse(give(start, exports.nexus_engine_new)),
        freeEngine: exports.nexus_engine_free,
        handle: (engine, now, input) =>
            JSON.parse(give(input, (start, length) => exports.nexus_engine_handle(engine, now, start, length))),
        perform: (engine, now, request) =>
            JSON.parse(give(request, (start, length) => exports.nexus_engine_perform(engine, now, start, length))),
        newConversation: (engine, now) => JSON.parse(take(exports.nexus_engine_new_conversation(engine, now))),
        conversations: (engine) => JSON.parse(take(exports.nexus_engine_conversations(engine))),
    };
}

/** What a text comes back as from a conversation's title, where the core reads it and writes it again. */
function titled(core, title) {
    const store = new Store();
    const device = start(core, store, 3);
    const { id: conversation } = core.newId(1);
    device.perform(1, { operation: { kind: "createGroup", conversation, title, users: [] } });
    const [row] = device.conversations().conversations;
    core.freeEngine(device.engine);
    return row.title;
}

function checkJSON(core) {
    for (const text of ["Grüße, 世界, 👩‍👩‍👧, e\u0301", "quote \" slash \\ tab \t null \0 end", "\u2028|\u{10ffff}"]) {
        assert.equal(titled(core, text), text);
    }
    const device = start(core, new Store(), 4);
    const refused = [
        ['{"type":"stop",}', "does not belong at byte 15"],
        ['{"type":"stop"', "stops too early"],
        ['{"type":"\\ud800"}', "half of a surrogate pair at byte 9"],
        [new Uint8Array([0x22, 0xc0, 0xaf, 0x22]), "byte 0"],
        ['{"more":' + "[".repeat(65), "deeper than the limit of 64"],
        ["", "stops too early"],
        ['{"type":"read","seq":9223372036854775808}', "byte"],
    ];
    for (const [text, reason] of refused) {
        const { error } = core.handle(device.engine, 1, text);
        assert.equal(error?.code, "invalid_json");
        assert.ok(error.message.includes(reason), `${error.message} should say: ${reason}`);
    }
    core.freeEngine(device.engine);
}

const ada = {
    user: { id: "01990000-0000-7000-8000-00000000000a", name: "Ada", email: "ada@example.org" },
    showsPresence: true,
};
const bob = { id: "01990000-0000-7000-8000-00000000000b", name: "Bob", email: "bob@example.org" };
const session = "01990000-0000-7000-8000-0000000000ff";

/** The least that a page must do: apply the engine's changes to a store, so that a snapshot can be taken of it. */
class Store {
    profile = ada;
    since = null;
    clockOffset = 0;
    records = new Map();
    members = new Map();
    messages = new Map();
    outbox = new Map();

    perform(effects) {
        for (const { type, mutations } of effects) {
            if (type === "store") mutations.forEach((change) => this.apply(change));
        }
        return effects;
    }

    apply(change) {
        switch (change.type) {
        case "upsertMessages": for (const row of change.messages) this.messages.set(row.id, row); break;
        case "upsertMembers": {
            const rows = this.members.get(change.conversation) ?? new Map();
            for (const row of change.members) rows.set(row.user, row);
            this.members.set(change.conversation, rows);
            break;
        }
        case "putConversation": this.records.set(change.record.info.id, change.record); break;
        case "removeConversation": this.records.delete(change.conversation); break;
        case "putOperation": this.outbox.set(change.entry.operation.id, change.entry); break;
        case "removeOperation": this.outbox.delete(change.operation); break;
        case "putProfile": this.profile = change.profile; break;
        case "putClock": [this.since, this.clockOffset] = [change.since ?? null, change.offset]; break;
        default: assert.fail(`a change of a kind that no store knows: ${change.type}`);
        }
    }

    snapshot() {
        const conversations = [...this.records.values()].map((record) => {
            const held = [...this.messages.values()].filter((row) => row.conversation === record.info.id);
            held.sort((one, other) => one.seq - other.seq);
            const me = this.profile.user.id;
            const unread = held.filter((row) => row.seq > record.read && row.sender !== me && !row.deletedAt);
            return {
                record,
                members: [...(this.members.get(record.info.id)?.values() ?? [])],
                newest: held.at(-1) ?? null,
                unread: unread.map((row) => row.seq),
            };
        });
        const { profile, since, clockOffset } = this;
        return { profile, since, clockOffset, conversations, outbox: [...this.outbox.values()] };
    }
}

function start(core, store, seed) {
    const { engine } = core.newEngine({ seed, snapshot: store.snapshot() });
    assert.ok(engine > 0, "an engine has an address");
    return {
        engine,
        handle: (now, input) => {
            const answer = core.handle(engine, now, input);
            assert.equal(answer.error, undefined, JSON.stringify(answer));
            return store.perform(answer.effects);
        },
        perform: (now, request) => {
            const answer = core.perform(engine, now, request);
            assert.equal(answer.error, undefined, JSON.stringify(answer));
            store.perform(answer.effects);
            return answer;
        },
        conversations: () => core.conversations(engine),
    };
}

const types = (effects) => effects.map((effect) => effect.type);
const sent = (effects, type) =>
    effects.filter((effect) => effect.type === "send" && effect.frame.type === type).map((effect) => effect.frame);

/** A group made and a message written without a network, then sent, acknowledged, answered and read. */
function checkConversation(core) {
    const store = new Store();
    const device = start(core, store, 7);
    let now = 1_800_000_000_000.25;

    assert.deepEqual(types(device.handle(now, { type: "start" })), ["openSocket"]);
    const { conversation } = core.newConversation(device.engine, now);
    const made = device.perform(now, {
        operation: { kind: "createGroup", conversation, title: "Bücher 📚", users: [bob.id] },
        people: [bob],
    });
    const posted = device.perform(now, {
        operation: { kind: "post", conversation, text: "Grüße 👋", writtenAt: Math.floor(now) },
    });
    assert.equal(sent(posted.effects, "operation").length, 0, "nothing is sent without a connection");
    assert.equal(store.outbox.size, 2, "both operations are stored");
    let [row] = device.conversations().conversations;
    assert.deepEqual([row.title, row.lastText, row.waiting], ["Bücher 📚", "Grüße 👋", 2]);

    const opened = device.handle(now, { type: "socketOpened" });
    assert.equal(sent(opened, "discover").length, 1);
    assert.deepEqual(sent(opened, "operation").map((frame) => frame.operation.id), [made.operation],
        "what is written first goes first");
    const receive = (frame) => device.handle((now += 10), { type: "frame", frame });
    receive({ type: "welcome", session, profile: ada, time: Math.floor(now) });
    const acknowledged = receive({ type: "ack", operation: made.operation, seq: 1, at: Math.floor(now) });
    assert.deepEqual(sent(acknowledged, "operation").map((frame) => frame.operation.id), [posted.operation]);

    const creator = ada.user.id;
    const info = { id: conversation, kind: "group", title: "Bücher 📚", creator, createdAt: 1, changed: 1 };
    const member = (user, role, delivered = 0) =>
        ({ user: user.id, name: user.name, role, joined: 1, read: 0, delivered, changed: 1 });
    const members = [member(ada.user, "owner"), member(bob, "member")];
    receive({ type: "change", conversation, seq: 1, info, members, messages: [] });
    receive({ type: "ack", operation: posted.operation, seq: 2, at: Math.floor(now) });
    assert.equal(store.messages.get(posted.operation)?.text, "Grüße 👋", "the operation's id is the message's");

    const id = "01990000-0000-7000-8000-0000000000a1";
    const answer = { id, conversation, seq: 3, sender: bob.id, text: "Hallo!", writtenAt: 2 };
    const arrived = receive({ type: "change", conversation, seq: 3, messages: [answer] });
    assert.deepEqual(arrived.filter(({ type }) => type === "arrived").map(({ message }) => message.text), ["Hallo!"]);
    const doubled = receive({ type: "change", conversation, seq: 3, messages: [answer] });
    assert.ok(!types(doubled).includes("arrived"), "a doubled frame announces nothing");
    assert.equal(device.conversations().unread, 1);
    device.handle(now, { type: "read", conversation, seq: 3 });
    [row] = device.conversations().conversations;
    assert.deepEqual([row.unread, row.lastText, row.lastSenderName], [0, "Hallo!", "Bob"]);

    const skipped = receive({ type: "change", conversation, seq: 9, messages: [{ ...answer, id: bob.id, seq: 9 }] });
    assert.deepEqual(sent(skipped, "changes").map((frame) => frame.after), [3], "a skipped change is asked for");
    const lost = device.handle(now, { type: "networkLost" });
    assert.ok(lost.some(({ type, timer }) => type === "schedule" && timer === "reconnect"));
    assert.equal(device.conversations().online, false);
    assert.ok(types(device.handle(now, { type: "timer", timer: "reconnect" })).includes("openSocket"));
    core.freeEngine(device.engine);
}

/** What was stored is all that a new engine needs. */
function checkRestart(core) {
    const store = new Store();
    const first = start(core, store, 8);
    first.handle(1_000, { type: "start" });
    const { conversation } = core.newConversation(first.engine, 1_000);
    const perform = (operation) => first.perform(1_000, { operation, people: [bob] });
    perform({ kind: "createGroup", conversation, title: "T", users: [bob.id] });
    const { operation } = perform({ kind: "post", conversation, text: "kept", writtenAt: 1_000 });
    const before = first.conversations();
    core.freeEngine(first.engine);

    const second = start(core, store, 9);
    assert.deepEqual(second.conversations(), before);
    assert.ok(store.outbox.has(operation));
    second.handle(2_000, { type: "start" });
    assert.equal(sent(second.handle(2_000, { type: "socketOpened" }), "operation").length, 1);
    core.freeEngine(second.engine);
}

/** What cannot be is refused with a reason, and the engine goes on. */
function checkRefusals(core) {
    assert.ok(core.newEngine({ seed: 1 }).error.message.includes('"snapshot"'));
    const device = start(core, new Store(), 10);
    const code = (answer) => answer.error?.code;
    assert.equal(code(core.handle(device.engine, 1, "{")), "invalid_json");
    assert.ok(core.handle(device.engine, 1, { type: "read" }).error.message.includes('"conversation"'));
    assert.equal(code(core.handle(device.engine, 1, { type: "dance" })), "invalid_json");
    const perform = (operation) => code(core.perform(device.engine, 1, { operation }));
    assert.equal(perform({ kind: "post", conversation: session, text: "x" }), "conversation_gone");
    const { conversation } = core.newConversation(device.engine, 1);
    assert.equal(perform({ kind: "createGroup", conversation, title: " ", users: [] }), "title_invalid");
    assert.deepEqual(types(device.handle(Number.NaN, { type: "start" })), ["openSocket"]);
    core.freeEngine(device.engine);
}

/** Ten thousand calls later no more memory is held than after the first hundred. */
function checkMemory(core) {
    const device = start(core, new Store(), 11);
    const calls = (count) => {
        for (let index = 0; index < count; index += 1) {
            device.handle(index, { type: "signOfLife", ignored: `Grüße ${index}`.repeat(100) });
            device.conversations();
        }
        return core.memory.buffer.byteLength;
    };
    const held = calls(100);
    assert.equal(calls(10_000), held, "memory grows");
    core.freeEngine(device.engine);
}

const path = process.argv[2] ?? new URL("../Web/core/nexus.wasm", import.meta.url);
const core = await load(await readFile(path));

checkJSON(core);
checkConversation(core);
checkRestart(core);
checkRefusals(core);
checkMemory(core);
console.log("The web core works: JSON, sync engine, restart, refusals, memory.");
