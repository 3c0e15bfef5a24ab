// @ts-check
// A text cut where it mentions people.

/** @typedef {import("../../shell/contract.js").MentionRow} MentionRow */

/**
 * The text in pieces; those with `user` mention them. The pieces joined are the text.
 *
 * @param {string} text
 * @param {MentionRow[]} mentions
 * @returns {{text: string, user?: string}[]}
 */
export function mentionPieces(text, mentions) {
    const pieces = [];
    let end = 0;
    for (const { user, from, to } of mentions) {
        if (from > end) pieces.push({ text: text.slice(end, from) });
        pieces.push({ text: text.slice(from, to), user });
        end = to;
    }
    if (end < text.length) pieces.push({ text: text.slice(end) });
    return pieces;
}
