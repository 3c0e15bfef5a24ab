// @ts-check
// Queries about a conversation's messages beside its history: pins and earlier versions; and
// forwarding.

import { RefusalError } from "../core/refusal-error.js";

/** @typedef {import("./contract.js").MessageRow} MessageRow */

export class MessageLists {
    #api;
    #runner;
    #store;

    /**
     * @param {import("./server-api.js").ServerAPI} api
     * @param {import("./runner.js").Runner} runner
     * @param {import("./local-store.js").LocalStore} store
     */
    constructor(api, runner, store) {
        this.#api = api;
        this.#runner = runner;
        this.#store = store;
    }

    /**
     * The pinned messages of a conversation, newest pin first; offline, those on this device. Includes
     * pending pins.
     * @param {string} conversation
     */
    async pinned(conversation) {
        const pinned = await this.#serverPins(conversation) ?? await this.#store.messages.pinned(conversation);
        const known = new Set(pinned.map(({ id }) => id));
        const waiting = (await this.#store.operations()).map(({ operation }) => operation).filter((operation) =>
            operation.kind === "pin" && operation.on && operation.conversation === conversation && !known.has(operation.message));
        const added = (await this.#store.messages.named(waiting.map(({ message }) => message))).reverse();
        return (await this.#rows(conversation, [...added, ...pinned])).filter(({ pinnedBy }) => pinnedBy !== null);
    }

    /**
     * @param {string} conversation
     * @returns {Promise<import("./wire.js").Message[] | null>} null with no network, and of a conversation that only this device knows
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
     * The versions of a message, oldest first, as rows whose `writtenAt` is the version's time; needs the server.
     * @param {string} conversation @param {string} message
     */
    async versions(conversation, message) {
        const row = await this.#store.messages.one(message);
        const path = `/v1/conversations/${conversation}/messages/${encodeURIComponent(message)}/versions`;
        /** @type {import("./wire.js").VersionList} */
        const { versions } = await this.#api.call("GET", path);
        return this.#rows(conversation, versions.map(({ text, mentions, at }) => ({
            ...row, text, mentions, writtenAt: at, editedAt: undefined, reactions: undefined, pin: undefined, replyTo: undefined,
        })));
    }

    /**
     * Queues forwards of messages with their attachments and authors. The server copies both from the
     * originals; nothing is uploaded.
     * @param {{messages: string[], conversations: string[], ids: string[]}} wanted  `ids`: an operation for each message in each
     *     conversation
     */
    async forward({ messages, conversations, ids }) {
        const held = new Map((await this.#store.messages.named(messages)).map((message) => [message.id, message]));
        /** @type {object[]} */
        const posts = [];
        for (const id of messages) {
            const message = held.get(id);
            const [row] = message ? await this.#rows(message.conversation, [message]) : [];
            if (!message || !row || row.deleted) {
                throw new RefusalError({ code: "message_gone", message: "This message is not there any more." });
            }
            posts.push({
                kind: "post",
                text: row.text,
                writtenAt: Date.now(),
                attachments: message.attachments,
                forward: {
                    user: message.forward?.user ?? message.sender,
                    name: row.forwardedFrom ?? row.senderName,
                    message: id,
                },
            });
        }
        const operations = conversations.flatMap((conversation) => posts.map((post) => ({ ...post, conversation })));
        for (const [index, operation] of operations.entries()) {
            await this.#runner.perform({ id: ids[index], operation, people: [] });
        }
    }

    /**
     * @param {string} conversation @param {object[]} messages
     * @returns {Promise<MessageRow[]>}
     */
    #rows(conversation, messages) {
        return this.#runner.exclusively(async (engine) => engine.rows(conversation, messages));
    }
}
