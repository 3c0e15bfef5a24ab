// A minimal host of the engine: applies its store effects, so that a snapshot can be taken.
import assert from "node:assert/strict";

export const ada = {
    user: { id: "01990000-0000-7000-8000-00000000000a", name: "Ada", email: "ada@example.org" },
    showsPresence: true,
};
export const bob = { id: "01990000-0000-7000-8000-00000000000b", name: "Bob", email: "bob@example.org" };

export class MemoryStore {
    profile = ada;
    since = null;
    clockOffset = 0;
    records = new Map();
    members = new Map();
    messages = new Map();
    outbox = new Map();
    ownCursor = 0;
    settings = new Map();
    relations = new Map();
    epoch = null;
    insights = new Map();
    insightsThrough = 0;

    perform(effects) {
        for (const { type, mutations } of effects) {
            if (type === "store") mutations.forEach((mutation) => this.apply(mutation));
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
        case "removeConversation":
            this.records.delete(change.conversation);
            this.members.delete(change.conversation);
            for (const { id } of this.held(change.conversation)) this.messages.delete(id);
            break;
        case "putOperation": this.outbox.set(change.entry.operation.id, change.entry); break;
        case "removeOperation": this.outbox.delete(change.operation); break;
        case "putProfile": this.profile = change.profile; break;
        case "putClock": [this.since, this.clockOffset] = [change.since ?? null, change.offset]; break;
        case "putOwn":
            this.ownCursor = change.cursor;
            for (const row of change.settings) this.settings.set(row.conversation, row);
            for (const row of change.relations) this.relations.set(row.user, row);
            break;
        case "removeOwn":
            this.settings.clear();
            this.relations.clear();
            break;
        case "putInsights": {
            const held = new Map([...(this.insights.get(change.conversation)?.rows ?? []), ...change.rows].map((row) => [row.id, row]));
            const rows = change.keeping.flatMap((/** @type {string} */ id) => held.get(id) ?? []);
            this.insights.set(change.conversation, { conversation: change.conversation, cursor: change.cursor, rows });
            break;
        }
        case "putInsightsThrough": this.insightsThrough = change.revision; break;
        case "outdateInsights":
            this.insightsThrough = 0;
            for (const row of this.insights.values()) row.cursor = 0;
            break;
        case "putEpoch": this.epoch = change.epoch; break;
        default: assert.fail(`a change of a kind that no store knows: ${change.type}`);
        }
    }

    /** Messages of a conversation, in order. */
    held(conversation) {
        const rows = [...this.messages.values()].filter((row) => row.conversation === conversation);
        return rows.sort((one, other) => one.seq - other.seq);
    }

    snapshot() {
        const conversations = [...this.records.values()].map((record) => {
            const held = this.held(record.info.id);
            const unread = held.filter((row) => row.seq > record.read && row.sender !== this.profile.user.id && !row.deletedAt && !row.event);
            return {
                record,
                members: [...(this.members.get(record.info.id)?.values() ?? [])],
                newest: held.filter((row) => !row.event).at(-1) ?? null,
                unread: unread.map((row) => row.seq),
            };
        });
        const { profile, since, clockOffset } = this;
        const own = {
            cursor: this.ownCursor, settings: [...this.settings.values()], relations: [...this.relations.values()],
        };
        return {
            profile, since, clockOffset, conversations, own, outbox: [...this.outbox.values()], epoch: this.epoch,
            insights: [...this.insights.values()], insightsThrough: this.insightsThrough,
        };
    }
}
