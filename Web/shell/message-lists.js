// @ts-check
// What is asked about the messages of a conversation beside its history: which are pinned, what one said before its edits, and that
// they are said again elsewhere.

import { RefusalError } from "../core/refusal-error.js";

/** @typedef {import("./contract.js").MessageRow} MessageRow */

export class MessageLists {
    #api;
    #runner;
    #store;
    #changed;

    /**
     * @param {import("./server-api.js").ServerAPI} api
     * @param {import("./runner.js").Runner} runner
     * @param {import("./local-store.js").LocalStore} store
     * @param {(changes: any) => void} changed  what the screens are to show otherwise, as `nexus_engine_changes` writes it
     */
    constructor(api, runner, store, changed) {
        this.#api = api;
        this.#runner = runner;
        this.#store = store;
        this.#changed = changed;
    }

    /**
     * The pinned messages of a conversation, the one that was pinned last first; with no network, those that this device holds. What
     * waits to be pinned is there already.
     * @param {string} conversation
     */
    async pinned(conversation) {
        const pinned = await this.#serverPins(conversation) ?? await this.#store.pinned(conversation);
        const known = new Set(pinned.map(({ id }) => id));
        const waiting = (await this.#store.operations()).map(({ operation }) => operation).filter((operation) =>
            operation.kind === "pin" && operation.on && operation.conversation === conversation && !known.has(operation.message));
        const added = (await this.#store.messages(waiting.map(({ message }) => message))).reverse();
        const rows = await this.#rows(conversation, [[...added, ...pinned]]);
        // As they were pinned, and not as they stand.
        const order = [...added, ...pinned].map(({ id }) => id);
        return rows.filter(({ pinnedBy }) => pinnedBy !== null).sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
    }

    /**
     * @param {string} conversation
     * @returns {Promise<any[] | null>} null with no network, and of a conversation that only this device knows
     */
    async #serverPins(conversation) {
        if (!this.#runner.isOnline) return null;
        try {
            return (await this.#api.call("GET", `/v1/conversations/${conversation}/pins`)).messages;
        } catch (error) {
            if (["offline", "conversation_gone"].includes(RefusalError.from(error).code)) return null;
            throw error;
        }
    }

    /**
     * What a message has said, oldest first, as rows whose `writtenAt` is since when: only the server knows.
     * @param {string} conversation @param {string} message
     */
    async versions(conversation, message) {
        const row = await this.#store.message(message);
        const path = `/v1/conversations/${conversation}/messages/${encodeURIComponent(message)}/versions`;
        const { versions } = await this.#api.call("GET", path);
        return this.#rows(conversation, versions.map((/** @type {any} */ { text, mentions, at }) => [{
            ...row, text, mentions, writtenAt: at, editedAt: undefined, reactions: undefined, replyTo: undefined,
        }]));
    }

    /**
     * Queues posts that say elsewhere what messages say, with what they carry and whose they are. The server takes it all from the
     * messages themselves; nothing is uploaded.
     * @param {{messages: string[], conversations: string[], ids: string[]}} wanted  `ids`: an operation for each message in each
     *     conversation
     */
    async forward({ messages, conversations, ids }) {
        const held = new Map((await this.#store.messages(messages)).map((message) => [message.id, message]));
        /** @type {object[]} */
        const posts = [];
        for (const id of messages) {
            /** @type {any} */
            const message = held.get(id);
            const [row] = message ? await this.#rows(message.conversation, [[message]]) : [];
            if (!row || row.deleted) {
                throw new RefusalError({ code: "message_gone", message: "This message is not there any more." });
            }
            posts.push({
                kind: "post",
                text: row.text,
                writtenAt: Date.now(),
                attachments: message.attachments,
                forwardOf: id,
                forwardedFrom: message.forwardedFrom ?? message.sender,
                forwardedName: row.forwardedFrom ?? row.senderName,
            });
        }
        const operations = conversations.flatMap((conversation) => posts.map((post) => ({ ...post, conversation })));
        for (const [index, operation] of operations.entries()) {
            await this.#runner.perform({ id: ids[index], operation, people: [] });
        }
    }

    /**
     * Messages as a chat shows them, beside whatever is open: what waits to be changed about them is there already, and those that the
     * person deleted for themself are not.
     * @param {string} conversation @param {any[][]} pages  messages that stand in the history together
     * @returns {Promise<MessageRow[]>}
     */
    #rows(conversation, pages) {
        return this.#runner.exclusively(async (engine) => {
            const numbers = pages.filter((page) => page.length > 0).map((page) => {
                const messages = [...page].sort((one, other) => one.seq - other.seq);
                return engine.openChat({
                    conversation,
                    page: { messages, originals: [], oldest: true, newest: false },
                    minutesFromUTC: 0,
                });
            });
            const changes = engine.changes();
            for (const number of numbers) engine.closeChat(number);
            this.#changed(changes);
            return numbers.flatMap((number) => {
                /** @type {{chat: number, splices: {rows: any[]}[]} | undefined} */
                const opened = changes.chats.find((/** @type {any} */ { chat }) => chat === number);
                return (opened?.splices ?? []).flatMap(({ rows }) => rows.filter(({ row }) => row === "message"));
            });
        });
    }
}
