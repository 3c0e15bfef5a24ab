// @ts-check
// The data of one account on this device, in IndexedDB. It stores the engine's mutations and reads them back: the order
// of
// rows, unread counts and questions are the engine's.

import { RefusalError } from "../core/refusal-error.js";
import { answer, completed, deleteDatabase, openDatabase } from "./database.js";

/**
 * @typedef {import("../core/core.js").HeldPage} HeldPage
 * @typedef {{id: string, conversation: string, seq: number, changed?: number, sender: string, text: string,
 *     writtenAt: number, editedAt?: number, deletedAt?: number, replyTo?: string, mentions?: {user: string}[],
 *     reactions?: {emoji: string, users: string[]}[], pin?: {user: string, at: number}, event?: object}} StoredMessage  as on the wire
 * @typedef {{info: {id: string}, cursor: number, head: number, gaps: [number, number][], read: number}} ConversationRecord
 * @typedef {{type: string, [field: string]: any}} Mutation  a change of the store, as the engine asks for it
 */

const version = 4;
/** @param {string} user */
const databaseName = (user) => `nexus ${user}`;

/**
 * conversations: records, by identifier · members: by conversation and user · messages: by conversation and seq, by identifier, and by
 * conversation and time where they are pinned ·
 * outbox: entries, by operation · account: "profile", "clock", "epoch" and "own", the cursor of what the person has settled for themself ·
 * settings: by conversation · relations: by user · uploads: what posts in the outbox carry, by medium.
 * @param {IDBDatabase} database @param {number} from @param {IDBTransaction} transaction
 */
function migrate(database, from, transaction) {
    if (from < 1) layOut(database);
    if (from < 2) database.createObjectStore("uploads", { keyPath: "media" }).createIndex("operation", "operation");
    if (from < 3) {
        const settings = database.createObjectStore("settings", { keyPath: "conversation" });
        database.createObjectStore("relations", { keyPath: "user" });
        // A local draft becomes a row that the server does not have yet.
        const drafts = transaction.objectStore("drafts").openCursor();
        drafts.onsuccess = () => {
            const cursor = drafts.result;
            if (cursor) {
                settings.put({ conversation: cursor.key, draft: cursor.value, changed: 0 });
                cursor.continue();
            } else database.deleteObjectStore("drafts");
        };
    }
    // Messages that are not pinned are not in it.
    if (from < 4) transaction.objectStore("messages").createIndex("pinned", ["conversation", "pin.at"]);
}

/** @param {IDBDatabase} database */
function layOut(database) {
    database.createObjectStore("conversations", { keyPath: "info.id" });
    database.createObjectStore("members", { keyPath: ["conversation", "user"] });
    database.createObjectStore("messages", { keyPath: ["conversation", "seq"] }).createIndex("id", "id");
    database.createObjectStore("outbox", { keyPath: "operation.id" });
    database.createObjectStore("account");
    database.createObjectStore("drafts");
}

const everything = ["conversations", "members", "messages", "outbox", "account", "settings", "relations", "uploads"];

/**
 * The last change of a row; left out while it is the one that posted it.
 * @param {StoredMessage} message
 */
const changed = (message) => message.changed ?? message.seq;

/** @param {StoredMessage} message */
const seqOf = ({ seq }) => seq;

/**
 * All rows of a conversation in a store whose keys begin with it.
 * @param {string} conversation
 */
const rowsOf = (conversation) => IDBKeyRange.bound([conversation], [conversation, []]);

export class LocalStore {
    #database;

    /** @param {IDBDatabase} database */
    constructor(database) {
        this.#database = database;
    }

    /** @param {string} user  whose store it is: accounts share nothing */
    static async open(user) {
        return new LocalStore(await openDatabase(databaseName(user), version, migrate));
    }

    /**
     * Takes everything of an account from this device.
     * @param {string} user
     */
    static remove(user) {
        return deleteDatabase(databaseName(user));
    }

    close() {
        this.#database.close();
    }

    /**
     * One transaction. Resolves once it is complete: `durable` means that it survives a power failure. Data of the
     * server needs
     * less, since rows and cursor move together and a lost cursor asks again.
     * @param {Mutation[]} mutations @param {boolean} durable
     */
    async apply(mutations, durable) {
        const transaction = this.#begin(everything, "readwrite", durable);
        const done = completed(transaction);
        try {
            for (const mutation of mutations) this.#apply(mutation, transaction);
        } catch (error) {
            done.catch(() => {});
            transaction.abort();
            throw RefusalError.storage(error);
        }
        await done;
    }

    /** @param {Mutation} mutation @param {IDBTransaction} transaction */
    #apply(mutation, transaction) {
        /** @param {string} name */
        const store = (name) => transaction.objectStore(name);
        switch (mutation.type) {
        case "upsertMessages":
            for (const message of mutation.messages) {
                upsert(store("messages"), [message.conversation, message.seq], message, changed);
            }
            break;
        case "upsertMembers":
            for (const member of mutation.members) {
                const { conversation } = mutation;
                upsert(store("members"), [conversation, member.user], { ...member, conversation }, (row) => row.changed);
            }
            break;
        case "putConversation":
            store("conversations").put(mutation.record);
            break;
        case "removeConversation":
            store("conversations").delete(mutation.conversation);
            store("members").delete(rowsOf(mutation.conversation));
            store("messages").delete(rowsOf(mutation.conversation));
            break;
        case "putOperation":
            store("outbox").put(mutation.entry);
            break;
        case "removeOperation":
            store("outbox").delete(mutation.operation);
            removeUploads(store("uploads"), mutation.operation);
            break;
        case "putProfile":
            store("account").put(mutation.profile, "profile");
            break;
        case "putClock":
            store("account").put({ since: mutation.since ?? null, offset: mutation.offset }, "clock");
            break;
        case "putOwn":
            store("account").put(mutation.cursor, "own");
            for (const row of mutation.settings) store("settings").put(row);
            for (const row of mutation.relations) store("relations").put(row);
            break;
        case "removeOwn":
            store("settings").clear();
            store("relations").clear();
            break;
        case "putEpoch":
            store("account").put(mutation.epoch, "epoch");
            break;
        default:
            throw new Error(`A change that this store does not know: ${mutation.type}`);
        }
    }

    /** Whether it can store data. */
    async probe() {
        const transaction = this.#begin(["account"], "readwrite", true);
        const done = completed(transaction);
        transaction.objectStore("account").put(Date.now(), "probe");
        await done;
    }

    /** @param {object} profile  as the wire writes it */
    putProfile(profile) {
        return this.apply([{ type: "putProfile", profile }], true);
    }

    /**
     * The snapshot from which an engine is restored; null before the first sign-in.
     * @returns {Promise<any>}
     */
    async snapshot() {
        const transaction = this.#begin(everything, "readonly");
        const account = transaction.objectStore("account");
        const messages = transaction.objectStore("messages");
        const [profile, clock, cursor, epoch, settings, relations, records, members, outbox] = await Promise.all([
            answer(account.get("profile")),
            answer(account.get("clock")),
            answer(account.get("own")),
            answer(account.get("epoch")),
            answer(transaction.objectStore("settings").getAll()),
            answer(transaction.objectStore("relations").getAll()),
            answer(/** @type {IDBRequest<ConversationRecord[]>} */ (
                transaction.objectStore("conversations").getAll())),
            answer(transaction.objectStore("members").getAll()),
            answer(transaction.objectStore("outbox").getAll()),
        ]);
        if (!profile) return null;
        const me = profile.user.id;
        /** @type {Map<string, object[]>} */
        const byConversation = new Map(records.map((record) => [record.info.id, []]));
        for (const member of members) byConversation.get(member.conversation)?.push(member);
        const conversations = await Promise.all(records.map(async (record) => {
            const { id } = record.info;
            const [newest, unread] = await Promise.all([
                newestMessage(messages, id),
                record.read < Math.max(record.cursor, record.head) ? unreadMessages(messages, record, me) : [],
            ]);
            const mentions = unread.filter((row) => row.mentions?.some(({ user }) => user === me));
            return { record, members: byConversation.get(id), newest, unread: unread.map(seqOf), mentions: mentions.map(seqOf),
                mentionSenders: mentions.map(({ sender }) => sender) };
        }));
        const own = { cursor: cursor ?? 0, settings, relations };
        return { profile, since: clock?.since ?? null, clockOffset: clock?.offset ?? 0, conversations, own, outbox, epoch: epoch ?? null };
    }

    /**
     * The user's own messages written or deleted at `since` or later, ascending by time of writing; the newest if more
     * than `limit`. Scans all messages.
     * @param {number} since @param {number} limit @returns {Promise<StoredMessage[]>}
     */
    async ownMessages(since, limit) {
        const me = (await answer(this.#begin(["account"], "readonly").objectStore("account").get("profile")))?.user.id;
        /** @type {StoredMessage[]} */
        const own = [];
        await this.eachPage((messages) => own.push(...messages.filter(({ sender, event, writtenAt, deletedAt = 0 }) =>
            sender === me && !event && (writtenAt >= since || deletedAt >= since))));
        own.sort((one, other) => one.writtenAt - other.writtenAt || (one.id < other.id ? -1 : 1));
        return own.slice(-limit);
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
     * Those of the messages that are stored, in no order.
     * @param {string[]} ids @returns {Promise<StoredMessage[]>}
     */
    async messages(ids) {
        if (ids.length === 0) return [];
        const index = this.#begin(["messages"], "readonly").objectStore("messages").index("id");
        const found = await Promise.all(ids.map((id) => answer(index.get(id))));
        return found.filter((message) => message !== undefined);
    }

    /**
     * The stored originals of these replies, except those among them.
     * @param {StoredMessage[]} messages
     */
    #originals(messages) {
        const wanted = new Set(messages.map(({ replyTo }) => replyTo ?? "").filter((id) => id !== ""));
        for (const { id } of messages) wanted.delete(id);
        return this.messages([...wanted]);
    }

    /**
     * Gives all messages to `take`, some hundred at a time.
     * @param {(messages: StoredMessage[]) => void} take
     */
    async eachPage(take) {
        const size = 500;
        /** @type {IDBKeyRange | undefined} */
        let rest;
        for (;;) {
            // A transaction each, so that a long search blocks no writes.
            /** @type {StoredMessage[]} */
            const messages = await answer(this.#begin(["messages"], "readonly").objectStore("messages").getAll(rest, size));
            const last = messages.at(-1);
            if (!last) return;
            take(messages);
            if (messages.length < size) return;
            rest = IDBKeyRange.lowerBound([last.conversation, last.seq], true);
        }
    }

    /**
     * Stored pinned messages, newest pin first.
     * @param {string} conversation @returns {Promise<StoredMessage[]>}
     */
    async pinned(conversation) {
        const index = this.#begin(["messages"], "readonly").objectStore("messages").index("pinned");
        return (await answer(index.getAll(rowsOf(conversation)))).reverse();
    }

    /** @param {string} id @returns {Promise<StoredMessage | undefined>} */
    message(id) {
        return answer(this.#begin(["messages"], "readonly").objectStore("messages").index("id").get(id));
    }

    /** @param {string} id @returns {Promise<any>}  an operation that waits or was refused */
    operation(id) {
        return answer(this.#begin(["outbox"], "readonly").objectStore("outbox").get(id));
    }

    /** @returns {Promise<any[]>} */
    operations() {
        return answer(this.#begin(["outbox"], "readonly").objectStore("outbox").getAll());
    }

    // Uploads

    /**
     * Stores a post's files before it is queued, durably.
     * @param {string} operation @param {{media: string, blob: Blob}[]} files
     */
    async putUploads(operation, files) {
        const transaction = this.#begin(["uploads"], "readwrite", true);
        const done = completed(transaction);
        for (const { media, blob } of files) transaction.objectStore("uploads").put({ media, operation, blob });
        await done;
    }

    /** @param {string} media @returns {Promise<Blob | undefined>} */
    async upload(media) {
        return (await answer(this.#begin(["uploads"], "readonly").objectStore("uploads").get(media)))?.blob;
    }

    /** @param {string} operation */
    async removeUploads(operation) {
        const transaction = this.#begin(["uploads"], "readwrite");
        const done = completed(transaction);
        removeUploads(transaction.objectStore("uploads"), operation);
        await done;
    }

    /** Deletes files without an operation: the page closed between the two. */
    async removeOrphanUploads() {
        const transaction = this.#begin(["uploads", "outbox"], "readwrite");
        const done = completed(transaction);
        const keys = await answer(transaction.objectStore("outbox").getAllKeys());
        const held = new Set(keys);
        const operations = transaction.objectStore("uploads").index("operation");
        operations.openKeyCursor().onsuccess = ({ target }) => {
            const cursor = /** @type {IDBRequest<IDBCursor | null>} */ (target).result;
            if (!cursor) return;
            if (!held.has(cursor.key)) transaction.objectStore("uploads").delete(cursor.primaryKey);
            cursor.continue();
        };
        await done;
    }

    /** @param {IDBKeyRange} range @param {"next" | "prev"} direction @param {number} limit */
    async #read(range, direction, limit) {
        const store = this.#begin(["messages"], "readonly").objectStore("messages");
        /** @type {StoredMessage[]} */
        const messages = [];
        // One more than needed shows whether there are more.
        const isLast = await walk(store.openCursor(range, direction), (message) => {
            messages.push(message);
            return messages.length <= limit;
        });
        if (!isLast) messages.pop();
        return { messages, isLast };
    }

    /** @param {string[]} stores @param {IDBTransactionMode} mode @param {boolean} [durable] */
    #begin(stores, mode, durable = false) {
        return this.#database.transaction(stores, mode, { durability: durable ? "strict" : "relaxed" });
    }
}

/** @param {IDBObjectStore} uploads @param {string} operation */
function removeUploads(uploads, operation) {
    const found = uploads.index("operation").getAllKeys(operation);
    found.onsuccess = () => found.result.forEach((key) => uploads.delete(key));
}

/**
 * Puts a row unless the stored one is of a later change.
 * @param {IDBObjectStore} store @param {IDBValidKey} key @param {any} row @param {(row: any) => number} changed
 */
function upsert(store, key, row, changed) {
    const held = store.get(key);
    held.onsuccess = () => {
        if (!held.result || changed(held.result) <= changed(row)) store.put(row);
    };
}

/**
 * Walks a cursor while `take` returns true; resolves to whether it reached the end.
 * @param {IDBRequest<IDBCursorWithValue | null>} request @param {(row: any) => boolean} take
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
async function newestMessage(messages, conversation) {
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
async function unreadMessages(messages, { info, read }, me) {
    const range = IDBKeyRange.bound([info.id, read], [info.id, []], true, true);
    /** @type {StoredMessage[]} */
    const rows = await answer(messages.getAll(range));
    return rows.filter((row) => row.sender !== me && !row.deletedAt && !row.event);
}
