// @ts-check
// Answers to notifications that the service worker stored (worker/actions.js), on their way into the outbox.

import { RefusalError } from "../core/refusal-error.js";
import { answer, completed, openDatabase } from "./database.js";

/**
 * @typedef {import("./contract.js").Refusal} Refusal
 *
 * @typedef {object} WorkerAction
 * @property {string} id  of the operation
 * @property {string} user
 * @property {"reply" | "read"} kind
 * @property {string} conversation
 * @property {string} [message]  which `read` reads, with all before it
 * @property {string} [text]  of a reply
 * @property {number} writtenAt  milliseconds since 1970
 *
 * @typedef {object} ActionParts
 * @property {string} user
 * @property {import("./server-api.js").ServerAPI} api
 * @property {import("./runner.js").Runner} runner
 * @property {import("./local-store.js").LocalStore} store
 * @property {import("./account-state.js").AccountState} state
 * @property {(conversation: string, refusal: Refusal) => void} refused  of a reply that will never be sent
 */

/** The worker holds it while it sends actions itself. */
const lock = "nexus actions";

export class WorkerActions {
    #parts;

    /** @param {ActionParts} parts */
    constructor(parts) {
        this.#parts = parts;
    }

    /** Puts stored actions into the outbox, in order; what needs a connection stays stored until there is one. */
    take() {
        return exclusively(() => withStore(async (database) => {
            for (const action of await actionsOf(database, this.#parts.user)) {
                if (await this.#isTaken(action)) await remove(database, [action]);
            }
        })).catch(() => {});
    }

    /** @param {WorkerAction} action @returns {Promise<boolean>}  whether it needs nothing more */
    async #isTaken({ id, kind, conversation, message = "", text, writtenAt }) {
        const { runner, state, store } = this.#parts;
        if (!state.has(conversation) && !state.connection.caughtUp) return false;
        try {
            if (kind === "reply") {
                await runner.perform({ id, operation: { kind: "post", conversation, text, writtenAt } });
            } else {
                const seq = (await store.messages.one(message))?.seq ?? (await this.#seqOnServer(conversation, message));
                await runner.handle({ type: "read", conversation, seq });
            }
        } catch (error) {
            const refusal = RefusalError.from(error);
            if (["offline", "storage", "unavailable"].includes(refusal.code)) return false;
            if (kind === "reply") this.#parts.refused(conversation, refusal.plain);
        }
        return true;
    }

    /** @param {string} conversation @param {string} message @returns {Promise<number>}  0 if the message is gone */
    async #seqOnServer(conversation, message) {
        const path = `/v1/conversations/${encodeURIComponent(conversation)}/messages?limit=1&around=${encodeURIComponent(message)}`;
        const { messages } = await this.#parts.api.call("GET", path);
        return messages.find((/** @type {{id: string}} */ each) => each.id === message)?.seq ?? 0;
    }
}

/**
 * Removes a user's actions.
 * @param {string} user
 */
export function forgetActions(user) {
    return withStore(async (database) => remove(database, await actionsOf(database, user)));
}

/** @param {IDBDatabase} database @param {string} user @returns {Promise<WorkerAction[]>} */
async function actionsOf(database, user) {
    /** @type {WorkerAction[]} */
    const actions = await answer(database.transaction("actions").objectStore("actions").getAll());
    return actions.filter((action) => action.user === user);
}

/** @param {IDBDatabase} database @param {WorkerAction[]} actions */
async function remove(database, actions) {
    const transaction = database.transaction("actions", "readwrite", { durability: "strict" });
    const done = completed(transaction);
    for (const { id } of actions) transaction.objectStore("actions").delete(id);
    await done;
}

/** @param {(database: IDBDatabase) => Promise<void>} work */
async function withStore(work) {
    const database = await openDatabase("nexus actions", 1, (made) => made.createObjectStore("actions", { keyPath: "id" }));
    try {
        await work(database);
    } finally {
        database.close();
    }
}

/** @param {() => Promise<void>} work @returns {Promise<void>} */
function exclusively(work) {
    return globalThis.navigator?.locks ? navigator.locks.request(lock, work) : work();
}
