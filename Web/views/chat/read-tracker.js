// @ts-check
import { isAttended, watchAttention } from "../attention.js";

/** @typedef {import("../../shell/contract.js").TimelineRow} TimelineRow */
/** @typedef {import("../../shell/contract.js").GapRow} GapRow */

/** Milliseconds that the end of a message must be visible to the user until it counts as seen. */
const dwell = 800;

/**
 * Detects which messages the user has seen: their end was visible for a while, in a visible and focused page. A message that
 * arrives at the end while the user is reading there is seen at once.
 */
export class ReadTracker {
    #observer;
    /** The row of each observed element. @type {WeakMap<Element, TimelineRow>} */
    #rows = new WeakMap();
    /** @type {Set<Element>} */
    #observed = new Set();
    /** In the window now. @type {Set<Element>} */
    #visible = new Set();
    /** The time since when each has been visible. @type {Map<Element, number>} */
    #since = new Map();
    /**
     * The time since when the user has been looking at the end; null if they are not.
     * @type {number | null}
     */
    #atEndSince = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;
    #told = 0;

    /**
     * @param {HTMLElement} scroller
     * @param {{seen: (seq: number) => void, gap: (gap: GapRow) => void, quoted: (message: string) => void, isAtEnd: () => boolean}} parts
     * @param {AbortSignal} signal
     */
    constructor(scroller, parts, signal) {
        this.parts = parts;
        this.#observer = new IntersectionObserver((entries) => {
            for (const entry of entries) {
                if (entry.isIntersecting) {
                    this.#visible.add(entry.target);
                } else {
                    this.#visible.delete(entry.target);
                    this.#since.delete(entry.target);
                }
            }
            this.look();
        }, { root: scroller, threshold: 0.5 });
        watchAttention(() => this.look(), signal);
        signal.addEventListener("abort", () => {
            this.#observer.disconnect();
            clearTimeout(this.#timer);
        }, { once: true });
    }

    /**
     * @param {Element} element
     * @param {TimelineRow} row
     */
    watch(element, row) {
        const isUnseen = row.row === "message" && !row.mine && row.seq !== null && row.seq > this.#told;
        const lacksQuote = row.row === "message" && row.quote?.state === "missing";
        if (row.row === "gap" || isUnseen || lacksQuote) {
            // The last line of a long message: the whole may never fit.
            const end = element.querySelector(".meta") ?? element;
            const isNew = !this.#rows.has(end);
            this.#rows.set(end, row);
            if (isNew) this.#observer.observe(end);
            this.#observed.add(end);
        }
    }

    /** @param {Element} element */
    forget(element) {
        this.#release(element.querySelector(".meta") ?? element);
    }

    /** @param {Element} end */
    #release(end) {
        if (!this.#observed.delete(end)) return;
        this.#observer.unobserve(end);
        this.#visible.delete(end);
        this.#since.delete(end);
        this.#rows.delete(end);
    }

    /** Reports visible rows; also called when an earlier load can be retried. */
    look() {
        clearTimeout(this.#timer);
        if (document.visibilityState === "visible") this.#askForMissing();
        if (isAttended()) {
            this.#lookAt(performance.now());
        } else {
            this.#since.clear();
            this.#atEndSince = null;
        }
    }

    #askForMissing() {
        for (const element of this.#visible) {
            const row = this.#rows.get(element);
            if (row?.row === "gap") this.parts.gap(row);
            else if (row?.row === "message" && row.quote?.state === "missing") this.parts.quoted(row.quote.message);
        }
    }

    /** @param {number} now */
    #lookAt(now) {
        this.#atEndSince = this.parts.isAtEnd() ? this.#atEndSince ?? now : null;
        const isFollowing = this.#atEndSince !== null && now - this.#atEndSince >= dwell;
        let newest = this.#told;
        let next = Infinity;
        for (const element of this.#visible) {
            const row = this.#rows.get(element);
            if (row?.row !== "message" || row.mine || row.seq === null || row.seq <= this.#told) continue;
            const due = isFollowing ? now : (this.#since.get(element) ?? now) + dwell;
            if (due <= now) newest = Math.max(newest, row.seq);
            else next = Math.min(next, due);
            if (!this.#since.has(element)) this.#since.set(element, now);
        }
        if (this.#atEndSince !== null && !isFollowing) next = Math.min(next, this.#atEndSince + dwell);
        if (next < Infinity) this.#timer = setTimeout(() => this.look(), next - now);
        if (newest > this.#told) this.#tell(newest);
    }

    /** @param {number} newest */
    #tell(newest) {
        this.#told = newest;
        this.parts.seen(newest);
        // Seen elements need no more observation.
        for (const end of [...this.#observed]) {
            const row = this.#rows.get(end);
            if (row?.row !== "message" || row.quote?.state === "missing") continue;
            if (row.seq !== null && row.seq <= newest) this.#release(end);
        }
    }
}
