// @ts-check
// Changes of the rows of a chat.

/**
 * @typedef {import("./contract.js").TimelineRow} TimelineRow
 * @typedef {import("./contract.js").Splice} Splice
 */

/** Rows put in at once: many thousands are more arguments than one call takes. */
const slice = 1_000;

/**
 * Applies a splice to rows.
 * @param {TimelineRow[]} rows @param {Splice} splice
 */
export function apply(rows, { at, remove, rows: added }) {
    rows.splice(at, remove, ...added.slice(0, slice));
    for (let start = slice; start < added.length; start += slice) {
        rows.splice(at + start, 0, ...added.slice(start, start + slice));
    }
}

/**
 * The change from one list of rows to another, without what both begin or end with.
 * @param {TimelineRow[]} old @param {TimelineRow[]} rows @returns {Splice[]}
 */
export function difference(old, rows) {
    /** @param {TimelineRow} one @param {TimelineRow} other */
    const isSame = (one, other) =>
        one.row === other.row && (one.row !== "message" || one.key === other.key)
        && JSON.stringify({ ...one, key: "" }) === JSON.stringify({ ...other, key: "" });
    const shorter = Math.min(old.length, rows.length);
    let head = 0;
    while (head < shorter && isSame(old[head], rows[head])) head += 1;
    let tail = 0;
    while (tail < shorter - head && isSame(old[old.length - 1 - tail], rows[rows.length - 1 - tail])) tail += 1;
    if (head + tail === old.length && head + tail === rows.length) return [];
    return [{ at: head, remove: old.length - head - tail, rows: rows.slice(head, rows.length - tail) }];
}
