// @ts-check
// The object stores of one account in IndexedDB, and their migration from earlier versions.

import { deleteDatabase, openDatabase } from "./database.js";

/**
 * @typedef {import("./wire.js").Message} StoredMessage
 * @typedef {{info: {id: string}, cursor: number, head: number, gaps: [number, number][], read: number}} ConversationRecord
 * @typedef {{type: string, [field: string]: any}} Mutation  a change of the store, as the engine asks for it
 */

const version = 5;
/** @param {string} user */
const databaseName = (user) => `nexus ${user}`;

/**
 * conversations: records, by identifier · members: by conversation and user · messages: by conversation and seq, by identifier, and by
 * conversation and time where they are pinned ·
 * outbox: entries, by operation · account: "profile", "clock", "epoch" and "own", the cursor of the user's own changes ·
 * settings: by conversation · relations: by user · uploads: attachments of posts in the outbox, by medium ·
 * insights: revision and rows, by conversation ("insightsThrough" in account: up to where they are known).
 * @param {IDBDatabase} database @param {number} from @param {IDBTransaction} transaction
 */
function migrate(database, from, transaction) {
    if (from < 1) layOut(database);
    if (from < 2) database.createObjectStore("uploads", { keyPath: "media" }).createIndex("operation", "operation");
    if (from < 3) {
        const settings = database.createObjectStore("settings", { keyPath: "conversation" });
        database.createObjectStore("relations", { keyPath: "user" });
        // A draft that was kept on this device alone becomes a row that the server does not have yet.
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
    if (from < 5) database.createObjectStore("insights", { keyPath: "conversation" });
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

/** The names of all object stores. */
export const everything = ["conversations", "members", "messages", "outbox", "account", "settings", "relations", "uploads",
    "insights"];

/**
 * All rows of a conversation in a store whose keys begin with it.
 * @param {string} conversation
 */
export const rowsOf = (conversation) => IDBKeyRange.bound([conversation], [conversation, []]);

/**
 * @param {string} user  the account: accounts share no database
 * @returns {Promise<IDBDatabase>}
 */
export function openAccount(user) {
    return openDatabase(databaseName(user), version, migrate);
}

/**
 * Deletes an account's data from this device.
 * @param {string} user
 */
export function removeAccount(user) {
    return deleteDatabase(databaseName(user));
}
