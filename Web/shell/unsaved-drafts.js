// @ts-check
// Drafts that a page could not be sure to store before it ended. A transaction of IndexedDB that begins as a page goes may be lost, and
// localStorage writes at once: what is handed over there, the next start stores. Each has the identifier of the operation that stores it,
// so that one which was stored after all is not stored twice.

/** @typedef {{id: string, conversation: string, text: string}} UnsavedDraft */

/** @param {string} user */
const prefix = (user) => `nexus draft ${user} `;

/** @param {string} user @param {UnsavedDraft} draft */
export function handOver(user, { id, conversation, text }) {
    try {
        localStorage.setItem(prefix(user) + conversation, JSON.stringify({ id, text }));
    } catch {
        // There is no room: the transaction that has begun may still be in time.
    }
}

/**
 * A draft is stored.
 * @param {string} user @param {UnsavedDraft} draft
 */
export function withdraw(user, { id, conversation }) {
    const held = read(user, prefix(user) + conversation);
    if (held?.id === id) localStorage.removeItem(prefix(user) + conversation);
}

/**
 * What was handed over and not stored.
 * @param {string} user @returns {UnsavedDraft[]}
 */
export function handedOver(user) {
    return keys(user).flatMap((key) => read(user, key) ?? []);
}

/**
 * Takes everything of an account from this device.
 * @param {string} user
 */
export function forgetDrafts(user) {
    for (const key of keys(user)) localStorage.removeItem(key);
}

/** @param {string} user @returns {string[]} */
function keys(user) {
    try {
        return Object.keys(localStorage).filter((key) => key.startsWith(prefix(user)));
    } catch {
        return [];
    }
}

/** @param {string} user @param {string} key @returns {UnsavedDraft | null} */
function read(user, key) {
    try {
        const { id, text } = JSON.parse(localStorage.getItem(key) ?? "null") ?? {};
        return typeof id === "string" && typeof text === "string" ? { id, conversation: key.slice(prefix(user).length), text } : null;
    } catch {
        return null;
    }
}
