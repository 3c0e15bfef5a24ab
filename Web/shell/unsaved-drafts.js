// @ts-check
// Drafts outside the store: those that a closing page may fail to store, and those that are too long for the account.
// A transaction of IndexedDB that begins as a page closes may be lost, and localStorage writes at once: the next start
// stores drafts left there. Each has the identifier of the operation that stores it, so that none is stored twice.

/** @typedef {{id: string, conversation: string, text: string}} UnsavedDraft */

/** @param {string} user */
const prefix = (user) => `nexus draft ${user} `;

/** @param {string} user @param {UnsavedDraft} draft */
export function keepUnsaved(user, { id, conversation, text }) {
    try {
        localStorage.setItem(prefix(user) + conversation, JSON.stringify({ id, text }));
    } catch {
        // The storage is full: the started transaction may still succeed.
    }
}

/**
 * Removes a stored draft, and an earlier one of the conversation. Identifiers ascend with time.
 * @param {string} user @param {UnsavedDraft} draft
 */
export function removeUnsaved(user, { id, conversation }) {
    const unsaved = unsavedDraft(user, conversation);
    if (unsaved !== null && unsaved.id <= id) localStorage.removeItem(prefix(user) + conversation);
}

/**
 * The unsaved draft of a conversation; null if the store has the last one.
 * @param {string} user @param {string} conversation
 */
export function unsavedDraft(user, conversation) {
    return read(user, prefix(user) + conversation);
}

/**
 * All unsaved drafts of an account.
 * @param {string} user @returns {UnsavedDraft[]}
 */
export function unsavedDrafts(user) {
    return keys(user).flatMap((key) => read(user, key) ?? []);
}

/**
 * Removes all unsaved drafts of an account.
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
