// @ts-check
// The user of this browser's session: no token, only the identity, the expiry of the access, and whether an
// offline sign-out is still to be sent.

import { answer, completed, openDatabase } from "./database.js";

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
        const database = await openDatabase("nexus", 1, (made) => made.createObjectStore("session"));
        const held = await answer(database.transaction("session").objectStore("session").get("current"));
        return new SessionStore(database, held ?? { user: null, accessUntil: 0, owesFarewell: false });
    }

    get isFresh() {
        return Date.now() + margin < this.record.accessUntil;
    }

    /** @param {Partial<SessionRecord>} change */
    async put(change) {
        const record = { ...this.record, ...change };
        const transaction = this.#database.transaction("session", "readwrite", { durability: "strict" });
        const done = completed(transaction);
        transaction.objectStore("session").put(record, "current");
        await done;
        this.record = record;
    }

    close() {
        this.#database.close();
    }
}
