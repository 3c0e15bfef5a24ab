// @ts-check
// The name of a refresh attempt. It is stored until a response came, also over a reload: repeating an attempt after a lost
// response is one refresh; with another name a spent token would end the session. The service worker reads it too.

import { answer, completed } from "./database.js";
import { openSessionDatabase } from "./session-record.js";

const key = "attempt";
/** Where earlier versions kept it. */
const earlierKey = "nexus.refresh";

export class StoredAttempt {
    /** @type {string | null} */
    #unstored = null;

    /** The attempt that waits for its answer, or a new one. */
    async current() {
        try {
            return await inStore(async (store) => {
                const kept = (await answer(store.get(key))) ?? localStorage.getItem(earlierKey);
                if (kept) return kept;
                const attempt = randomWord();
                store.put(attempt, key);
                return attempt;
            });
        } catch {
            // A browser without storage keeps no session over a reload either.
            return (this.#unstored ??= randomWord());
        }
    }

    /** The attempt has been answered: the next refresh is another one. */
    async end() {
        this.#unstored = null;
        try {
            localStorage.removeItem(earlierKey);
            await inStore(async (store) => void store.delete(key));
        } catch {
            // As above.
        }
    }
}

/** @template T @param {(store: IDBObjectStore) => Promise<T>} work @returns {Promise<T>}  once it is durable */
async function inStore(work) {
    const database = await openSessionDatabase();
    try {
        const transaction = database.transaction("session", "readwrite", { durability: "strict" });
        const done = completed(transaction);
        const result = await work(transaction.objectStore("session"));
        await done;
        return result;
    } finally {
        database.close();
    }
}

function randomWord() {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
