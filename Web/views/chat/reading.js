// @ts-check

/** @typedef {import("../../shell/contract.js").TimelineRow} TimelineRow */
/** @typedef {import("../../shell/contract.js").GapRow} GapRow */

/** Finds out what a person truly saw: the end of a message inside the window, in a page that is on the screen. */
export class Reading {
    #observer;
    /** What each watched element stands for. @type {WeakMap<Element, TimelineRow>} */
    #rows = new WeakMap();
    /** @type {Set<Element>} */
    #observed = new Set();
    /** In the window now. @type {Set<Element>} */
    #visible = new Set();
    #told = 0;

    /**
     * @param {HTMLElement} scroller
     * @param {{seen: (seq: number) => void, gap: (gap: GapRow) => void, quoted: (message: string) => void}} tell
     * @param {AbortSignal} signal
     */
    constructor(scroller, tell, signal) {
        this.tell = tell;
        this.#observer = new IntersectionObserver((entries) => {
            for (const entry of entries) {
                if (entry.isIntersecting) this.#visible.add(entry.target);
                else this.#visible.delete(entry.target);
            }
            this.look();
        }, { root: scroller, threshold: 0.5 });
        document.addEventListener("visibilitychange", () => this.look(), { signal });
        signal.addEventListener("abort", () => this.#observer.disconnect(), { once: true });
    }

    /**
     * @param {Element} element
     * @param {TimelineRow} row
     */
    watch(element, row) {
        const isUnseen = row.row === "message" && !row.mine && row.seq !== null && row.seq > this.#told;
        const lacksQuote = row.row === "message" && row.quote?.state === "missing";
        if (row.row === "gap" || isUnseen || lacksQuote) {
            // The last line of a long message, not the whole of it: that may never fit.
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
        this.#rows.delete(end);
    }

    /** Tells what is in the window: also asked when what could not be had before can be had now. */
    look() {
        if (document.visibilityState !== "visible") return;
        let newest = this.#told;
        for (const element of this.#visible) {
            const row = this.#rows.get(element);
            if (row?.row === "gap") this.tell.gap(row);
            else if (row?.row === "message") {
                if (row.seq !== null && !row.mine) newest = Math.max(newest, row.seq);
                if (row.quote?.state === "missing") this.tell.quoted(row.quote.message);
            }
        }
        if (newest === this.#told) return;
        this.#told = newest;
        this.tell.seen(newest);
        // What has been seen needs no more watching.
        for (const end of [...this.#observed]) {
            const row = this.#rows.get(end);
            if (row?.row !== "message" || row.quote?.state === "missing") continue;
            if (row.seq !== null && row.seq <= newest) this.#release(end);
        }
    }
}
