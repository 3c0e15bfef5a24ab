// @ts-check
// The user of this browser's session: no token, only the identity, the expiry of the access, and whether an
// offline sign-out is still to be sent.

import { answer, completed, openDatabase } from "./database.js";

const store = "session";

/** The database that all tabs and the service worker share: the session, and the pending attempt at a refresh. */
export function openSessionDatabase() {
    return openDatabase("nexus", 1, (made) => made.createObjectStore(store));
}

/**
 * @typedef {object} SessionRecord
 * @property {string | null} user  null when signed out
 * @property {number} accessUntil  milliseconds since 1970
 * @property {boolean} owesFarewell  the cookies are of a session that has yet to be ended on the server
 */

/** Milliseconds before its end at which access counts as expired. */
const margin = 30_000;

export class SessionStore {
    #database;
    /** @type {SessionRecord} */
    record;

    /** @param {IDBDatabase} database @param {SessionRecord} record */
    constructor(database, record) {
        this.#database = database;
        this.record = record;
    }

    static async open() {
        const database = await openSessionDatabase();
        const held = await answer(database.transaction(store).objectStore(store).get("current"));
        return new SessionStore(database, held ?? { user: null, accessUntil: 0, owesFarewell: false });
    }

    get isFresh() {
        return Date.now() + margin < this.record.accessUntil;
    }

    /** @param {Partial<SessionRecord>} change */
    async put(change) {
        const record = { ...this.record, ...change };
        const transaction = this.#database.transaction(store, "readwrite", { durability: "strict" });
        const done = completed(transaction);
        transaction.objectStore(store).put(record, "current");
        await done;
        this.record = record;
    }

    close() {
        this.#database.close();
    }
}
