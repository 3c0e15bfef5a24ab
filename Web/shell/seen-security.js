// @ts-check
// The newest entry of an account's security log that this browser has shown.

/** @param {string} user */
const key = (user) => `nexus security ${user}`;

/**
 * Its number; null before the first.
 * @param {string} user
 */
export function seenSecurity(user) {
    const text = localStorage.getItem(key(user));
    return text === null ? null : Number(text);
}

/** @param {string} user @param {number} number */
export function noteSeenSecurity(user, number) {
    try {
        localStorage.setItem(key(user), String(number));
    } catch {
        // Without storage the same notices return with the next visit.
    }
}

/** @param {string} user */
export function forgetSeenSecurity(user) {
    localStorage.removeItem(key(user));
}
