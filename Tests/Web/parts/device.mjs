// An engine of the real WebAssembly module with a store in memory, a clock that the test moves, and a screen that follows.
import { readFile } from "node:fs/promises";

import { Core } from "../../../Web/core/core.js";
import { ada, bob, MemoryStore } from "./memory-store.mjs";

const module = readFile(new URL("../../../Web/core/nexus.wasm", import.meta.url));

/** @param {{now: number}} [clock] */
export async function loadCore(clock = { now: 1_800_000_000_000 }) {
    return Core.load(await module, () => clock.now);
}

export class Device {
    clock = { now: 1_800_000_000_000 };
    conversations = new Map();
    order = [];
    unread = 0;
    connection = null;
    /** Rows of each open chat, by its number. */
    chats = new Map();

    static async open(store = new MemoryStore()) {
        const device = new Device();
        device.core = await loadCore(device.clock);
        device.store = store;
        device.engine = device.core.openEngine(store.snapshot());
        device.look();
        return device;
    }

    handle(input) {
        const effects = this.store.perform(this.engine.handle(input));
        this.look();
        return effects;
    }

    perform(operation, people = [], id = undefined) {
        const answer = this.engine.perform({ operation, people, id });
        this.store.perform(answer.effects);
        this.look();
        return answer;
    }

    receive(frame) {
        this.clock.now += 10;
        return this.handle({ type: "frame", frame });
    }

    /** Takes over what changed on the screen; returns it. */
    look() {
        const changes = this.engine.changes();
        for (const row of changes.rows ?? []) this.conversations.set(row.id, row);
        this.order = changes.order ?? this.order;
        this.unread = changes.unread ?? this.unread;
        this.connection = changes.connection ?? this.connection;
        for (const { chat, splices, header, missing } of changes.chats) {
            const held = this.chats.get(chat) ?? { rows: [], header: null, splices: [] };
            for (const { at, remove, rows } of splices) held.rows.splice(at, remove, ...rows);
            this.chats.set(chat, { rows: held.rows, header: header ?? held.header, splices, missing });
        }
        this.arrived = changes.arrived ?? [];
        return changes;
    }

    /** The rows of the list, in order. */
    get rows() {
        return this.order.map((id) => this.conversations.get(id));
    }

    openChat(conversation, page = { messages: this.store.held(conversation), oldest: true, newest: true }) {
        const chat = this.engine.openChat({ conversation, page, minutesFromUTC: 0 });
        this.look();
        return chat;
    }

    /** A group of Ada and Bob that the server knows, at `seq` 1, with the socket open. */
    connectedGroup() {
        this.handle({ type: "start" });
        this.handle({ type: "socketOpened" });
        const conversation = this.core.newId();
        const { operation } = this.perform(
            { kind: "createGroup", conversation, title: "Bücher 📚", users: [bob.id] }, [bob]);
        const members = [member(ada.user, "owner"), member(bob, "member")];
        this.receive({ type: "ack", operation, seq: 1, at: Math.floor(this.clock.now) });
        this.receive({ type: "change", conversation, seq: 1, info: group(conversation), members, messages: [] });
        return conversation;
    }
}

export const member = (user, role, position = 0, changed = 1) =>
    ({ user: user.id, name: user.name, role, joined: 1, read: position, delivered: position, changed });

export const group = (id) =>
    ({ id, kind: "group", title: "Bücher 📚", creator: ada.user.id, createdAt: 1, changed: 1 });

/** A message whose identifier follows from its place. */
export const message = (conversation, seq, sender, text = `message ${seq}`, writtenAt = 1_800_000_000_000 + seq) => ({
    id: `01990000-0000-7000-8000-${seq.toString(16).padStart(12, "0")}`, conversation, seq, sender, text, writtenAt,
});

export const types = (effects) => effects.map((effect) => effect.type);

export const sent = (effects, type) =>
    effects.filter((effect) => effect.type === "send").map(({ frame }) => JSON.parse(frame)).filter((frame) => frame.type === type);
