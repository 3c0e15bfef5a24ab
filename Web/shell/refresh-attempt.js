// @ts-check
// The name of a refresh attempt. It is stored until a response came, also over a reload: repeating an attempt
// after a lost response is one refresh; with another name a spent token would end the session.

const key = "nexus.refresh";

/**
 * The attempt that waits for its answer, or a new one.
 * @returns {string}
 */
export function currentAttempt() {
    try {
        const kept = localStorage.getItem(key);
        if (kept) return kept;
        const attempt = randomWord();
        localStorage.setItem(key, attempt);
        return attempt;
    } catch {
        // A browser without storage keeps no session over a reload either.
        return (unkept ??= randomWord());
    }
}

/** The attempt has been answered: the next refresh is another one. */
export function endAttempt() {
    unkept = null;
    try {
        localStorage.removeItem(key);
    } catch {
        // As above.
    }
}

/** @type {string | null} */
let unkept = null;

function randomWord() {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
