// @ts-check
// Finds addresses in what people write.

/** @typedef {{text: string, href?: string}} Segment */

// An e-mail address is looked for at the beginning of a word only: a long word would be searched again from each letter.
const candidate = new RegExp(
    [
        String.raw`\b(?:https?:\/\/|mailto:)[^\s<>"\u2028\u2029]+`,
        String.raw`\bwww\.[^\s<>"]+\.[^\s<>"]+`,
        String.raw`(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+`,
    ].join("|"),
    "giu",
);
const allowed = new Set(["http:", "https:", "mailto:"]);
const closing = /** @type {Record<string, string>} */ ({ ")": "(", "]": "[", "}": "{" });

/**
 * The text in pieces; those with `href` are addresses of http, https or mailto. The pieces joined are the text.
 *
 * @param {string} text
 * @returns {Segment[]}
 */
export function segments(text) {
    /** @type {Segment[]} */
    const found = [];
    let end = 0;
    for (const match of text.matchAll(candidate)) {
        const shown = withoutTrailing(match[0]);
        const href = addressOf(shown);
        if (href === null) continue;
        const { index = 0 } = match;
        if (index > end) found.push({ text: text.slice(end, index) });
        found.push({ text: shown, href });
        end = index + shown.length;
    }
    if (end < text.length) found.push({ text: text.slice(end) });
    return found;
}

/**
 * A sentence's punctuation is not the address's, and a bracket is only where the address opened it.
 *
 * @param {string} text
 */
function withoutTrailing(text) {
    /** @type {Record<string, number>} */
    const counts = {};
    for (const character of text) counts[character] = (counts[character] ?? 0) + 1;
    let end = text.length;
    for (;;) {
        const last = text[end - 1] ?? "";
        const opening = closing[last];
        const isSurplus = opening === undefined
            ? /[.,;:!?'"*_~…»”’。，！？、]/u.test(last)
            : (counts[last] ?? 0) > (counts[opening] ?? 0);
        if (!isSurplus) return text.slice(0, end);
        counts[last] = (counts[last] ?? 0) - 1;
        end -= 1;
    }
}

/**
 * @param {string} text
 * @returns {string | null}
 */
function addressOf(text) {
    const full = /^(?:https?:|mailto:)/iu.test(text)
        ? text
        : text.startsWith("www.")
        ? `https://${text}`
        : `mailto:${text}`;
    try {
        const url = new URL(full);
        if (!allowed.has(url.protocol)) return null;
        return url.protocol === "mailto:"
            ? url.pathname.includes("@") ? url.href : null
            : url.hostname === ""
            ? null
            : url.href;
    } catch {
        return null;
    }
}
