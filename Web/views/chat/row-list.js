// @ts-check
import { element } from "../element.js";
import { DayView, EventView, GapView, NewMessagesView } from "./marker-views.js";
import { MessageView } from "./message-view.js";
import { RowSlice } from "./row-slice.js";

/** @typedef {import("../../shell/contract.js").Chat} Chat */
/** @typedef {import("../../shell/contract.js").Splice} Splice */
/** @typedef {import("../../shell/contract.js").TimelineRow} TimelineRow */
/** @typedef {MessageView | DayView | GapView | EventView | NewMessagesView} RowView */

/** Rows that are built at once. */
const portion = 30;

/**
 * The rows of a conversation that exist in the page: a slice of all of them, each with its view. Knows nothing of scrolling.
 */
export class RowList {
    slice = new RowSlice();
    /**
     * In the order of the page.
     * @type {RowView[]}
     */
    views = [];
    element = element("ol", { class: "timeline-rows", "aria-label": "Messages" });
    /** @type {WeakMap<Element, RowView>} */
    #viewOf = new WeakMap();

    /**
     * @param {Chat} chat
     * @param {{shown: (view: RowView) => void, dropped: (view: RowView) => void}} tell
     */
    constructor(chat, tell) {
        this.chat = chat;
        this.tell = tell;
        this.element.classList.toggle("named", chat.header.kind === "group");
    }

    /**
     * The view of the row that an event came from.
     *
     * @param {EventTarget | null} target
     */
    viewAt(target) {
        const row = target instanceof Element ? target.closest(".timeline-rows > li") : null;
        return row ? this.#viewOf.get(row) : undefined;
    }

    /** @param {string} key */
    has(key) {
        return this.views.some((view) => view.key === key);
    }

    /**
     * Rebuilds the slice, so that it ends before row `last`.
     *
     * @param {number} last
     */
    rebuild(last) {
        const rows = this.chat.rows;
        for (const view of this.views) this.#drop(view);
        this.slice.total = rows.length;
        this.slice.last = Math.min(rows.length, Math.max(last, portion));
        this.slice.first = Math.max(0, this.slice.last - portion);
        this.views = rows.slice(this.slice.first, this.slice.last).map((row) => this.#make(row));
        this.element.append(...this.views.map((view) => view.element));
    }

    /**
     * Rebuilds the slice, so that row `index` is in the middle of it.
     *
     * @param {number} index
     * @returns {RowView | undefined} of that row
     */
    rebuildAround(index) {
        this.rebuild(index + portion / 2);
        return this.viewOf(index);
    }

    /**
     * The view of row `index`, if it is built.
     *
     * @param {number} index
     * @returns {RowView | undefined}
     */
    viewOf(index) {
        return index < this.slice.first ? undefined : this.views[index - this.slice.first];
    }

    /** @param {Splice} splice */
    apply(splice) {
        const change = this.slice.place(splice);
        if (change) this.#replace(change);
    }

    /** One more portion at the top. */
    extendAbove() {
        const first = Math.max(0, this.slice.first - portion);
        const made = this.chat.rows.slice(first, this.slice.first).map((row) => this.#make(row));
        this.element.prepend(...made.map((view) => view.element));
        this.views.unshift(...made);
        this.slice.first = first;
    }

    /** One more portion at the bottom. */
    extendBelow() {
        const last = Math.min(this.slice.total, this.slice.last + portion);
        const made = this.chat.rows.slice(this.slice.last, last).map((row) => this.#make(row));
        this.element.append(...made.map((view) => view.element));
        this.views.push(...made);
        this.slice.last = last;
    }

    /** @param {number} kept */
    trimAbove(kept) {
        const count = Math.max(0, this.slice.length - kept);
        for (const view of this.views.splice(0, count)) this.#drop(view);
        this.slice.first += count;
    }

    /** @param {number} kept */
    trimBelow(kept) {
        const count = Math.max(0, this.slice.length - kept);
        for (const view of this.views.splice(this.views.length - count)) this.#drop(view);
        this.slice.last -= count;
    }

    /** @param {{at: number, remove: number, rows: TimelineRow[]}} change */
    #replace({ at, remove, rows }) {
        const gone = this.views.slice(at, at + remove);
        // Rows that only changed keep their place in the page, and with it the focus and a selection.
        let head = 0;
        while (head < gone.length && head < rows.length && this.#keep(gone[head], rows[head])) head += 1;
        let tail = 0;
        while (
            tail < gone.length - head && tail < rows.length - head &&
            this.#keep(gone[gone.length - 1 - tail], rows[rows.length - 1 - tail])
        ) tail += 1;
        const leaving = gone.slice(head, gone.length - tail);
        const spare = new Map(leaving.map((view) => [view.key, view]));
        const arriving = rows.slice(head, rows.length - tail).map((row) => {
            const view = spare.get(row.key);
            if (!view || !this.#keep(view, row)) return this.#make(row);
            spare.delete(row.key);
            return view;
        });
        for (const view of spare.values()) this.#drop(view);
        const follower = this.views[at + gone.length - tail]?.element ?? null;
        for (const view of arriving) this.element.insertBefore(view.element, follower);
        this.views.splice(at + head, leaving.length, ...arriving);
    }

    /**
     * Shows a row in the view of its key; whether it could.
     *
     * @param {RowView | undefined} view
     * @param {TimelineRow | undefined} row
     */
    #keep(view, row) {
        if (!view || !row || view.key !== row.key || view.row.row !== row.row) return false;
        /** @type {{show: (row: any) => void}} */ (view).show(row);
        this.tell.shown(view);
        return true;
    }

    /**
     * @param {TimelineRow} row
     * @returns {RowView}
     */
    #make(row) {
        const view = this.#viewFor(row);
        this.#viewOf.set(view.element, view);
        this.tell.shown(view);
        return view;
    }

    /**
     * @param {TimelineRow} row
     * @returns {RowView}
     */
    #viewFor(row) {
        switch (row.row) {
            case "message":
                return new MessageView(row, this.chat);
            case "day":
                return new DayView(row);
            case "gap":
                return new GapView(row);
            case "event":
                return new EventView(row);
            case "newMessages":
                return new NewMessagesView(row);
        }
    }

    /** @param {RowView} view */
    #drop(view) {
        this.tell.dropped(view);
        view.element.remove();
    }
}
