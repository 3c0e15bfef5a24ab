// @ts-check

/** @typedef {import("../../shell/contract.js").Splice} Splice */
/** @typedef {import("../../shell/contract.js").TimelineRow} TimelineRow */

/**
 * The rendered rows of a conversation: those from `first` up to `last` of `total`. Maps changes of all rows to changes of the
 * slice.
 */
export class RowSlice {
    first = 0;
    last = 0;
    total = 0;

    get length() {
        return this.last - this.first;
    }
    get reachesEnd() {
        return this.last === this.total;
    }

    /**
     * Follows one splice. Rows inserted right above the slice stay outside, like an older page; rows inserted right
     * below come in if the slice reaches the end, like a new message.
     *
     * @param {Splice} splice
     * @returns {{at: number, remove: number, rows: TimelineRow[]} | null} the splice of the slice, in its own positions
     */
    place({ at, remove, rows }) {
        const reachedEnd = this.reachesEnd;
        const above = Math.max(0, Math.min(at + remove, this.first) - at);
        const from = within(at, this.first, this.last);
        const removed = within(at + remove, this.first, this.last) - from;
        const position = from - this.first;
        this.first -= above;
        this.last -= above + removed;
        this.total += rows.length - remove;
        const isInside = this.first === this.last
            ? at === this.first && (reachedEnd || removed > 0)
            : at === this.first
            ? removed > 0
            : at === this.last
            ? reachedEnd || removed > 0
            : at > this.first && at < this.last;
        if (isInside) {
            this.last += rows.length;
            return { at: position, remove: removed, rows };
        }
        if (at <= this.first) {
            this.first += rows.length;
            this.last += rows.length;
        }
        return removed > 0 ? { at: position, remove: removed, rows: [] } : null;
    }
}

/**
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
function within(value, low, high) {
    return Math.max(low, Math.min(high, value));
}
