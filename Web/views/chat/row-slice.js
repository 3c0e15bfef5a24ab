// @ts-check

/** @typedef {import("../../shell/contract.js").Splice} Splice */
/** @typedef {import("../../shell/contract.js").TimelineRow} TimelineRow */

/**
 * Which rows of a conversation stand on the screen: those from `first` up to `last` of `total`. Works out what a change of
 * all the rows means to them.
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
     * Follows one splice. What it puts in right above the slice stays outside, as an older page does; what it puts in right
     * below comes in where the slice reaches the end, as a new message does.
     *
     * @param {Splice} splice
     * @returns {{at: number, remove: number, rows: TimelineRow[]} | null} what to do in the slice, in its own positions
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
