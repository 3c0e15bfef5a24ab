// @ts-check
// The stored messages of one account: pages of a conversation's history, and messages by identifier.

import { answer } from "./database.js";
import { rowsOf } from "./store-layout.js";

/**
 * @typedef {import("../core/core.js").HeldPage} HeldPage
 * @typedef {import("./store-layout.js").StoredMessage} StoredMessage
 * @typedef {import("./store-layout.js").ConversationRecord} ConversationRecord
 */

export class MessageStore {
    #database;

    /** @param {IDBDatabase} database */
    constructor(database) {
        this.#database = database;
    }

    /**
     * Stored messages just before a position, or the newest.
     * @param {string} conversation @param {number | null} before @param {number} limit
     * @returns {Promise<HeldPage>}
     */
    async older(conversation, before, limit) {
        const range = IDBKeyRange.bound([conversation], [conversation, before ?? Infinity], false, true);
        const { messages, isLast } = await this.#read(range, "prev", limit);
        return { messages: messages.reverse(), originals: await this.#originals(messages), oldest: isLast, newest: before === null };
    }

    /**
     * Stored messages just after a position.
     * @param {string} conversation @param {number} after @param {number} limit
     * @returns {Promise<HeldPage>}
     */
    async newer(conversation, after, limit) {
        const range = IDBKeyRange.bound([conversation, after], [conversation, []], true, true);
        const { messages, isLast } = await this.#read(range, "next", limit);
        return { messages, originals: await this.#originals(messages), oldest: false, newest: isLast };
    }

    /**
     * Stored messages on both sides of a position, itself included.
     * @param {string} conversation @param {number} seq @param {number} limit  on each side
     * @returns {Promise<HeldPage>}
     */
    async around(conversation, seq, limit) {
        const [older, newer] = await Promise.all([
            this.older(conversation, seq, limit),
            this.newer(conversation, seq - 1, limit),
        ]);
        return {
            messages: [...older.messages, ...newer.messages],
            originals: [...older.originals ?? [], ...newer.originals ?? []],
            oldest: older.oldest,
            newest: newer.newest,
        };
    }

    /**
     * The messages with these identifiers that are stored, in no order.
     * @param {string[]} ids @returns {Promise<StoredMessage[]>}
     */
    async named(ids) {
        if (ids.length === 0) return [];
        const index = this.#begin("messages").index("id");
        const found = await Promise.all(ids.map((id) => answer(index.get(id))));
        return found.filter((message) => message !== undefined);
    }

    /**
     * The stored messages that these reply to, except those in the list itself.
     * @param {StoredMessage[]} messages
     */
    #originals(messages) {
        const wanted = new Set(messages.map(({ replyTo }) => replyTo ?? "").filter((id) => id !== ""));
        for (const { id } of messages) wanted.delete(id);
        return this.named([...wanted]);
    }

    /**
     * Passes all messages to `take`, 500 at a time.
     * @param {(messages: StoredMessage[]) => void} take
     */
    async eachPage(take) {
        const size = 500;
        /** @type {IDBKeyRange | undefined} */
        let rest;
        for (;;) {
            // A transaction each, so that a long search does not block writes.
            /** @type {StoredMessage[]} */
            const messages = await answer(this.#begin("messages").getAll(rest, size));
            const last = messages.at(-1);
            if (!last) return;
            take(messages);
            if (messages.length < size) return;
            rest = IDBKeyRange.lowerBound([last.conversation, last.seq], true);
        }
    }

    /**
     * Stored pinned messages, most recently pinned first.
     * @param {string} conversation @returns {Promise<StoredMessage[]>}
     */
    async pinned(conversation) {
        const index = this.#begin("messages").index("pinned");
        return (await answer(index.getAll(rowsOf(conversation)))).reverse();
    }

    /** @param {string} id @returns {Promise<StoredMessage | undefined>} */
    one(id) {
        return answer(this.#begin("messages").index("id").get(id));
    }

    /**
     * The user's messages that were written or deleted at `since` or later, ascending by the time of writing; if there are more
     * than `limit`, the newest. Reads all messages.
     * @param {number} since @param {number} limit @returns {Promise<StoredMessage[]>}
     */
    async own(since, limit) {
        const me = (await answer(this.#begin("account").get("profile")))?.user.id;
        /** @type {StoredMessage[]} */
        const own = [];
        await this.eachPage((messages) => own.push(...messages.filter(({ sender, event, writtenAt, deletedAt = 0 }) =>
            sender === me && !event && (writtenAt >= since || deletedAt >= since))));
        own.sort((one, other) => one.writtenAt - other.writtenAt || (one.id < other.id ? -1 : 1));
        return own.slice(-limit);
    }

    /** @param {IDBKeyRange} range @param {"next" | "prev"} direction @param {number} limit */
    async #read(range, direction, limit) {
        const store = this.#begin("messages");
        /** @type {StoredMessage[]} */
        const messages = [];
        // One more than wanted tells whether there are more.
        const isLast = await walk(store.openCursor(range, direction), (message) => {
            messages.push(message);
            return messages.length <= limit;
        });
        if (!isLast) messages.pop();
        return { messages, isLast };
    }

    /** @param {string} name */
    #begin(name) {
        return this.#database.transaction(name, "readonly").objectStore(name);
    }
}

/**
 * Walks a cursor while `take` returns true; resolves to true if it reached the end.
 * @param {IDBRequest<IDBCursorWithValue | null>} request @param {(row: import("./store-layout.js").StoredMessage) => boolean} take
 * @returns {Promise<boolean>}
 */
function walk(request, take) {
    return new Promise((resolve, reject) => {
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
            const cursor = request.result;
            if (!cursor) resolve(true);
            else if (take(cursor.value)) cursor.continue();
            else resolve(false);
        };
    });
}

/** @param {IDBObjectStore} messages @param {string} conversation */
export async function newestMessage(messages, conversation) {
    let newest = null;
    await walk(messages.openCursor(rowsOf(conversation), "prev"), (message) => {
        if (message.event) return true;
        newest = message;
        return false;
    });
    return newest;
}

/**
 * @param {IDBObjectStore} messages @param {ConversationRecord} record @param {string} me
 * @returns {Promise<StoredMessage[]>}
 */
export async function unreadMessages(messages, { info, read }, me) {
    const range = IDBKeyRange.bound([info.id, read], [info.id, []], true, true);
    /** @type {StoredMessage[]} */
    const rows = await answer(messages.getAll(range));
    return rows.filter((row) => row.sender !== me && !row.deletedAt && !row.event);
}
