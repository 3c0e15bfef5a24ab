// @ts-check
// The data of one account on this device, in IndexedDB. It stores the engine's mutations and reads them back: the order
// of
// rows, unread counts and questions are the engine's.

import { RefusalError } from "../core/refusal-error.js";
import { answer, completed } from "./database.js";
import { MessageStore, newestMessage, unreadMessages } from "./message-store.js";
import { everything, openAccount, removeAccount, rowsOf } from "./store-layout.js";

/**
 * @typedef {import("./store-layout.js").StoredMessage} StoredMessage
 * @typedef {import("./store-layout.js").ConversationRecord} ConversationRecord
 * @typedef {import("./store-layout.js").Mutation} Mutation
 */

/**
 * The last change of a row; left out while it is the one that posted it.
 * @param {StoredMessage} message
 */
const changed = (message) => message.changed ?? message.seq;

/** @param {StoredMessage} message */
const seqOf = ({ seq }) => seq;

export class LocalStore {
    #database;

    /** @param {IDBDatabase} database */
    constructor(database) {
        this.#database = database;
        /** The stored messages. */
        this.messages = new MessageStore(database);
    }

    /** @param {string} user  whose store it is: accounts share nothing */
    static async open(user) {
        return new LocalStore(await openAccount(user));
    }

    /**
     * Deletes an account's data from this device.
     * @param {string} user
     */
    static remove(user) {
        return removeAccount(user);
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
            store("insights").delete(mutation.conversation);
            break;
        case "putOperation":
            store("outbox").put(mutation.entry);
            if (mutation.entry.files === "apart") takeUploads(store("uploads"), mutation.entry.operation);
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
        case "putInsights":
            putInsights(store("insights"), /** @type {any} */ (mutation));
            break;
        case "putInsightsThrough":
            store("account").put(mutation.revision, "insightsThrough");
            break;
        case "outdateInsights":
            store("account").put(0, "insightsThrough");
            outdate(store("insights"));
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
        const [profile, clock, cursor, epoch, insightsThrough, insights, settings, relations, records, members, outbox] = await Promise.all([
            answer(account.get("profile")),
            answer(account.get("clock")),
            answer(account.get("own")),
            answer(account.get("epoch")),
            answer(account.get("insightsThrough")),
            answer(transaction.objectStore("insights").getAll()),
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
        return { profile, since: clock?.since ?? null, clockOffset: clock?.offset ?? 0, conversations, own, outbox, epoch: epoch ?? null,
            insights, insightsThrough: insightsThrough ?? 0 };
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

    /** @param {string[]} stores @param {IDBTransactionMode} mode @param {boolean} [durable] */
    #begin(stores, mode, durable = false) {
        return this.#database.transaction(stores, mode, { durability: durable ? "strict" : "relaxed" });
    }
}

/**
 * Gives an operation the files that it carries, which were another's, in the transaction that stores it.
 * @param {IDBObjectStore} uploads @param {{id: string, attachments?: {media: string}[]}} operation
 */
function takeUploads(uploads, { id, attachments = [] }) {
    for (const { media } of attachments) {
        const found = uploads.get(media);
        found.onsuccess = () => {
            if (found.result && found.result.operation !== id) uploads.put({ ...found.result, operation: id });
        };
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
 * Replaces changed insights of a conversation, and removes those that are not kept.
 * @param {IDBObjectStore} store @param {{conversation: string, cursor: number, keeping: string[], rows: {id: string}[]}} mutation
 */
function putInsights(store, { conversation, cursor, keeping, rows }) {
    const held = store.get(conversation);
    held.onsuccess = () => {
        const byId = new Map([...(held.result?.rows ?? []), ...rows].map((row) => [row.id, row]));
        store.put({ conversation, cursor, rows: keeping.flatMap((id) => byId.get(id) ?? []) });
    };
}

/** @param {IDBObjectStore} insights  of an earlier epoch from now on */
function outdate(insights) {
    insights.openCursor().onsuccess = ({ target }) => {
        const cursor = /** @type {IDBRequest<IDBCursorWithValue | null>} */ (target).result;
        if (!cursor) return;
        cursor.update({ ...cursor.value, cursor: 0 });
        cursor.continue();
    };
}
