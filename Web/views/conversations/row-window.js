// @ts-check
import { element } from "../element.js";

/** Rows kept above and below the visible ones, so that a quick scroll shows no blank. */
const margin = 6;

/**
 * @template Row
 * @typedef {object} RowView  one row on the screen
 * @property {HTMLElement} element
 * @property {HTMLAnchorElement} link
 * @property {(row: Row, selected: boolean) => void} show
 */

/**
 * A list of rows of one height, of which only those near the window exist: a list of ten thousand costs what twenty cost.
 *
 * @template Row
 */
export class RowWindow {
    /** @type {Row[]} */
    #rows = [];
    /** @type {Map<string, RowView<Row>>} */
    #views = new Map();
    #list;
    #height = 0;
    // Cached from events: measuring during changes would force a layout.
    #top = 0;
    #window = 0;
    /** @type {string | null} */
    #selected = null;
    /**
     * The tab stop.
     * @type {string | null}
     */
    #current = null;

    /**
     * @param {{label: string, keyOf: (row: Row) => string, make: () => RowView<Row>}} options
     * @param {AbortSignal} signal
     */
    constructor({ label, keyOf, make }, signal) {
        this.keyOf = keyOf;
        this.make = make;
        this.#list = element("ul", { class: "window-list", "aria-label": label });
        this.element = element("div", { class: "window-scroller", tabindex: "-1" }, this.#list);
        this.element.addEventListener("scroll", () => {
            this.#top = this.element.scrollTop;
            this.#render();
        }, { passive: true });
        this.#list.addEventListener("keydown", (event) => this.#key(event));
        this.#list.addEventListener("focusin", (event) => {
            const row = event.target instanceof Element ? event.target.closest("li") : null;
            if (row?.dataset.key !== undefined && row.dataset.key !== this.#current) this.#makeCurrent(row.dataset.key);
        });
        const observer = new ResizeObserver(() => {
            this.#height = 0;
            this.#window = this.element.clientHeight;
            this.#render();
        });
        observer.observe(this.element);
        signal.addEventListener("abort", () => observer.disconnect(), { once: true });
    }

    /** @param {Row[]} rows */
    show(rows) {
        this.#rows = rows;
        this.#render();
    }

    redraw() {
        this.#render();
    }

    /** @param {string | null} key */
    select(key) {
        if (this.#selected === key) return;
        this.#selected = key;
        if (key !== null) this.#current = key;
        this.#render();
    }

    /** @param {string} key */
    focus(key) {
        const index = this.#indexOf(key);
        if (index >= 0) this.#focusAt(index);
    }

    /** @returns {HTMLAnchorElement | null} */
    focusFirst() {
        return this.#rows.length > 0 ? this.#focusAt(0) : null;
    }

    #render() {
        const height = this.#rowHeight();
        const whole = `${height * this.#rows.length}px`;
        if (this.#list.style.height !== whole) this.#list.style.height = whole;
        const first = Math.max(0, Math.floor(this.#top / height) - margin);
        const last = Math.min(this.#rows.length, Math.ceil((this.#top + this.#window) / height) + margin);
        /** @type {Map<string, number>} */
        const wanted = new Map();
        for (let index = first; index < last; index += 1) {
            wanted.set(this.keyOf(/** @type {Row} */ (this.#rows[index])), index);
        }
        // The focused row and the tab stop stay, so that the focus does not fall back to the page when scrolled out.
        if (this.#current !== null && !wanted.has(this.#current)) {
            const index = this.#indexOf(this.#current);
            if (index >= 0) wanted.set(this.#current, index);
            else this.#current = null;
        }
        if (this.#current === null && this.#rows.length > 0) {
            this.#current = this.keyOf(/** @type {Row} */ (this.#rows[first] ?? this.#rows[0]));
        }
        for (const [key, view] of this.#views) {
            if (wanted.has(key)) continue;
            view.element.remove();
            this.#views.delete(key);
        }
        // In the order of the list, for screen readers.
        let before = /** @type {Element | null} */ (null);
        for (const [key, index] of [...wanted].sort((left, right) => left[1] - right[1])) {
            const view = this.#views.get(key) ?? this.#make(key);
            view.show(/** @type {Row} */ (this.#rows[index]), key === this.#selected);
            const tabIndex = key === this.#current ? 0 : -1;
            if (view.link.tabIndex !== tabIndex) view.link.tabIndex = tabIndex;
            setPlace(view.element, index, this.#rows.length, height);
            const follower = before === null ? this.#list.firstElementChild : before.nextElementSibling;
            if (follower !== view.element) this.#list.insertBefore(view.element, follower);
            before = view.element;
        }
    }

    /** @param {string} key */
    #make(key) {
        const view = this.make();
        view.element.dataset.key = key;
        this.#views.set(key, view);
        return view;
    }

    #rowHeight() {
        if (this.#height > 0) return this.#height;
        const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
        const declared = parseFloat(getComputedStyle(this.#list).getPropertyValue("--row-height")) || 4.5;
        this.#height = Math.round(declared * rem);
        return this.#height;
    }

    /** @param {string} key */
    #indexOf(key) {
        return this.#rows.findIndex((row) => this.keyOf(row) === key);
    }

    /** @param {string} key */
    #makeCurrent(key) {
        const before = this.#current === null ? undefined : this.#views.get(this.#current);
        if (before) before.link.tabIndex = -1;
        this.#current = key;
        const view = this.#views.get(key);
        if (view) view.link.tabIndex = 0;
    }

    /**
     * @param {number} index
     * @returns {HTMLAnchorElement | null}
     */
    #focusAt(index) {
        const key = this.keyOf(/** @type {Row} */ (this.#rows[index]));
        const height = this.#rowHeight();
        const top = index * height;
        if (top < this.element.scrollTop) {
            this.element.scrollTop = top;
        } else if (top + height > this.element.scrollTop + this.element.clientHeight) {
            this.element.scrollTop = top + height - this.element.clientHeight;
        }
        this.#current = key;
        this.#render();
        const link = this.#views.get(key)?.link ?? null;
        link?.focus({ preventScroll: true });
        return link;
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const at = this.#current === null ? -1 : this.#indexOf(this.#current);
        const page = Math.max(1, Math.floor(this.element.clientHeight / this.#rowHeight()) - 1);
        const steps = /** @type {Record<string, number>} */ ({
            ArrowDown: at + 1,
            ArrowUp: at - 1,
            Home: 0,
            End: this.#rows.length - 1,
            PageDown: at + page,
            PageUp: at - page,
        });
        const wanted = steps[event.key];
        if (wanted === undefined || event.ctrlKey || event.metaKey || event.altKey || this.#rows.length === 0) return;
        event.preventDefault();
        this.#focusAt(Math.max(0, Math.min(this.#rows.length - 1, wanted)));
    }
}

/**
 * @param {HTMLElement} element
 * @param {number} index
 * @param {number} count
 * @param {number} height
 */
function setPlace(element, index, count, height) {
    const top = `${index * height}px`;
    if (element.style.top !== top) {
        element.style.top = top;
        element.setAttribute("aria-posinset", String(index + 1));
    }
    if (element.getAttribute("aria-setsize") !== String(count)) element.setAttribute("aria-setsize", String(count));
}
