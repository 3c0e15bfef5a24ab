// @ts-check
import { element, icon, setText } from "../element.js";
import { counted } from "../format.js";
import { DayView, GapView, NewMessagesView } from "./marker-views.js";
import { MessageView } from "./message-view.js";
import { Reading } from "./reading.js";
import { RowSlice } from "./row-slice.js";

/** @typedef {import("../../shell/contract.js").Chat} Chat */
/** @typedef {import("../../shell/contract.js").Splice} Splice */
/** @typedef {import("../../shell/contract.js").TimelineRow} TimelineRow */
/** @typedef {import("../../shell/contract.js").MessageRow} MessageRow */
/** @typedef {MessageView | DayView | GapView | NewMessagesView} RowView */

/** Rows that are made at once, and the most that are kept. */
const portion = 40;
const limit = 200;
/** Nearer to the end than this many pixels counts as at the end. */
const slack = 24;
/** Milliseconds that a message stays highlighted after a jump. */
const highlight = 2_400;

/**
 * The rows of a conversation. Only a slice of them exists in the page; it moves as one scrolls. The scroller runs from the
 * bottom up (`column-reverse`): what is added above never moves what is seen, and the end stays the end.
 */
export class Timeline {
    #slice = new RowSlice();
    /** @type {RowView[]} */
    #views = [];
    #list = element("ol", { class: "timeline-rows", "aria-label": "Messages" });
    #top = element("div", { class: "timeline-top", role: "status" });
    #scroller = element("div", { class: "timeline-scroller" });
    #count = element("span", { class: "unread-badge", hidden: true });
    #newest;
    #loading = false;
    #atEnd = true;
    /** The message that Tab comes to. @type {MessageView | null} */
    #current = null;

    /**
     * @param {Chat} chat
     * @param {{isOnline: () => boolean, unread: () => number, act: (action: string, row: MessageRow, at: HTMLElement) => void}} parts
     * @param {AbortSignal} signal
     */
    constructor(chat, parts, signal) {
        this.chat = chat;
        this.parts = parts;
        this.#newest = element(
            "button", { type: "button", class: "to-newest", hidden: true, onclick: () => this.toNewest() },
            icon("down"), this.#count, element("span", { class: "spoken" }, "Jump to the newest message"));
        // The scroller lays out from its end, so the list must be its one child.
        this.#scroller.append(element("div", { class: "timeline-content" }, this.#top, this.#list));
        this.element = element("div", { class: "timeline" }, this.#scroller, this.#newest);
        this.reading = new Reading(this.#scroller, {
            seen: (seq) => chat.read(seq), gap: (gap) => { void chat.fillGap(gap); },
        }, signal);
        signal.addEventListener("abort", chat.subscribe({ rows: (splices) => this.#apply(splices) }), { once: true });
        this.#scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
        this.#list.addEventListener("click", (event) => this.#clicked(event));
        this.#list.addEventListener("contextmenu", (event) => this.#menuAsked(event));
        this.#list.addEventListener("keydown", (event) => this.#key(event));
        this.#list.classList.toggle("named", chat.header.kind === "group");
        this.#rebuild(chat.rows.length);
    }

    /** Once it stands in the page: as far as the window asks for more. */
    shown() { this.#scrolled(); }

    /** Goes to the end, loading it where it is not there. */
    async toNewest() {
        if (this.chat.hasNewer) await this.chat.jumpToNewest();
        if (!this.#slice.reachesEnd) this.#rebuild(this.chat.rows.length);
        this.#scroller.scrollTop = 0;
        this.#scrolled();
    }

    /**
     * Shows a message in the middle and highlights it.
     *
     * @param {string} key
     */
    reveal(key) {
        const index = this.chat.rows.findIndex((row) => row.key === key);
        if (index < 0) return false;
        if (index < this.#slice.first || index >= this.#slice.last) this.#rebuild(index + portion / 2);
        const view = this.#views[index - this.#slice.first];
        if (!(view instanceof MessageView)) return false;
        view.element.scrollIntoView({ block: "center", behavior: "instant" });
        this.#scrolled();
        view.element.classList.remove("highlighted");
        void view.element.offsetWidth; // Restarts the animation of one that is highlighted already.
        view.element.classList.add("highlighted");
        setTimeout(() => view.element.classList.remove("highlighted"), highlight);
        this.#focusOn(view);
        return true;
    }

    /** Midnight has passed: "Today" is yesterday. */
    redrawDays() {
        for (const view of this.#views) if (view instanceof DayView) view.redraw();
    }

    /** How much is unread, or whether there is a connection, has changed. */
    redrawState() {
        const away = !this.#atEnd || this.chat.hasNewer;
        this.#newest.hidden = !away;
        const unread = away ? this.parts.unread() : 0;
        this.#count.hidden = unread === 0;
        setText(this.#count, unread > 0 ? `${counted(unread)} new` : "");
        const isOnline = this.parts.isOnline();
        setText(this.#top, this.#slice.first > 0 ? ""
            : this.#loading ? "Loading older messages…"
            : this.chat.hasOlder ? isOnline ? "" : "Older messages load when there is a connection."
            : "");
    }

    /** @returns {MessageRow | null} the person's own newest message that can be edited */
    lastOwn() {
        for (let index = this.chat.rows.length - 1; index >= 0; index -= 1) {
            const row = this.chat.rows[index];
            if (row?.row === "message" && row.mine && !row.deleted) return row.seq === null ? null : row;
        }
        return null;
    }

    /** @param {string} key */
    focusMessage(key) {
        const view = this.#views.find((candidate) => candidate.key === key);
        if (view instanceof MessageView) this.#focusOn(view);
    }

    // Changes

    /** @param {Splice[]} splices */
    #apply(splices) {
        const newOwn = splices.some(({ rows }) => rows.some((row) => row.row === "message" && row.mine && row.seq === null
            && !this.#views.some((view) => view.key === row.key)));
        if (splices.some(({ rows }) => rows.length > limit)) {
            this.#rebuildInPlace();
        } else {
            this.#keepingPlace(() => {
                for (const splice of splices) {
                    const change = this.#slice.place(splice);
                    if (change) this.#replace(change);
                }
            });
        }
        if (newOwn && this.#slice.reachesEnd) this.#scroller.scrollTop = 0;
        if (this.#atEnd && this.#slice.length > limit) this.#trimAbove(limit - portion);
        this.#makeReachable();
        this.#scrolled();
    }

    /** @param {{at: number, remove: number, rows: TimelineRow[]}} change */
    #replace({ at, remove, rows }) {
        const gone = this.#views.slice(at, at + remove);
        // Rows that only changed keep their place in the page, and with it the focus and a selection.
        let head = 0;
        while (head < gone.length && head < rows.length && this.#keep(gone[head], rows[head])) head += 1;
        let tail = 0;
        while (tail < gone.length - head && tail < rows.length - head
            && this.#keep(gone[gone.length - 1 - tail], rows[rows.length - 1 - tail])) tail += 1;
        const leaving = gone.slice(head, gone.length - tail);
        const spare = new Map(leaving.map((view) => [view.key, view]));
        const arriving = rows.slice(head, rows.length - tail).map((row) => {
            const view = spare.get(row.key);
            if (!view || !this.#keep(view, row)) return this.#make(row);
            spare.delete(row.key);
            return view;
        });
        for (const view of spare.values()) this.#drop(view);
        const follower = this.#views[at + gone.length - tail]?.element ?? null;
        for (const view of arriving) this.#list.insertBefore(view.element, follower);
        this.#views.splice(at + head, leaving.length, ...arriving);
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
        this.reading.watch(view.element, row);
        return true;
    }

    /** @param {TimelineRow} row @returns {RowView} */
    #make(row) {
        const view = row.row === "message" ? new MessageView(row, this.chat.header.kind === "group")
            : row.row === "day" ? new DayView(row)
            : row.row === "gap" ? new GapView(row)
            : new NewMessagesView(row);
        views.set(view.element, view);
        this.reading.watch(view.element, row);
        return view;
    }

    /** @param {RowView} view */
    #drop(view) {
        this.reading.forget(view.element);
        if (view === this.#current) this.#current = null;
        view.element.remove();
    }

    /**
     * Makes the slice anew, so that it ends before row `last`.
     *
     * @param {number} last
     */
    #rebuild(last) {
        const rows = this.chat.rows;
        for (const view of this.#views) this.#drop(view);
        this.#slice.total = rows.length;
        this.#slice.last = Math.min(rows.length, Math.max(last, portion));
        this.#slice.first = Math.max(0, this.#slice.last - portion);
        this.#views = rows.slice(this.#slice.first, this.#slice.last).map((row) => this.#make(row));
        this.#list.append(...this.#views.map((view) => view.element));
        this.#makeReachable();
    }

    /** Makes the slice anew around what is seen. */
    #rebuildInPlace() {
        const anchor = this.#atEnd ? null : this.#anchor();
        const index = anchor === null ? -1 : this.chat.rows.findIndex((row) => row.key === anchor.view.key);
        this.#rebuild(index < 0 ? this.chat.rows.length : index + portion / 2);
        const view = index < 0 ? undefined : this.#views[index - this.#slice.first];
        if (view && anchor) {
            this.#scroller.scrollTop += view.element.getBoundingClientRect().top - anchor.top;
        } else {
            this.#scroller.scrollTop = 0;
        }
    }

    // Place

    /** The first row that is seen, and where. */
    #anchor() {
        const top = this.#scroller.getBoundingClientRect().top;
        let low = 0;
        let high = this.#views.length - 1;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (/** @type {RowView} */ (this.#views[middle]).element.getBoundingClientRect().bottom > top) high = middle;
            else low = middle + 1;
        }
        const view = this.#views[low];
        return view ? { view, top: view.element.getBoundingClientRect().top } : null;
    }

    /**
     * Changes rows without moving what is seen; at the end, the end stays in sight.
     *
     * @param {() => void} change
     */
    #keepingPlace(change) {
        if (this.#atEnd && this.#slice.reachesEnd) {
            change();
            this.#scroller.scrollTop = 0;
            return;
        }
        const anchor = this.#anchor();
        change();
        if (anchor?.view.element.isConnected) {
            const moved = anchor.view.element.getBoundingClientRect().top - anchor.top;
            if (moved !== 0) this.#scroller.scrollTop += moved;
        }
    }

    /** @param {number} kept */
    #trimAbove(kept) {
        const count = this.#slice.length - kept;
        if (count <= 0) return;
        for (const view of this.#views.splice(0, count)) this.#drop(view);
        this.#slice.first += count;
    }

    /** @param {number} kept */
    #trimBelow(kept) {
        const count = this.#slice.length - kept;
        if (count <= 0) return;
        for (const view of this.#views.splice(kept)) this.#drop(view);
        this.#slice.last -= count;
    }

    #scrolled() {
        const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
        // Counted from the end: 0 there, negative above it.
        const below = -scrollTop;
        const above = scrollHeight - clientHeight - below;
        this.#atEnd = below <= slack && this.#slice.reachesEnd;
        if (clientHeight > 0) {
            if (above < clientHeight * 1.5) this.#extendAbove();
            if (below < clientHeight * 1.5) this.#extendBelow();
        }
        this.redrawState();
    }

    #extendAbove() {
        if (this.#slice.first > 0) {
            const first = Math.max(0, this.#slice.first - portion);
            const made = this.chat.rows.slice(first, this.#slice.first).map((row) => this.#make(row));
            this.#list.prepend(...made.map((view) => view.element));
            this.#views.unshift(...made);
            this.#slice.first = first;
            if (this.#slice.length > limit) this.#keepingPlace(() => this.#trimBelow(limit));
        } else if (this.chat.hasOlder && this.parts.isOnline()) {
            void this.#load(() => this.chat.loadOlder());
        }
    }

    #extendBelow() {
        if (!this.#slice.reachesEnd) {
            const last = Math.min(this.#slice.total, this.#slice.last + portion);
            const made = this.chat.rows.slice(this.#slice.last, last).map((row) => this.#make(row));
            this.#keepingPlace(() => {
                this.#list.append(...made.map((view) => view.element));
                this.#views.push(...made);
                this.#slice.last = last;
            });
            this.#trimAbove(limit);
        } else if (this.chat.hasNewer) {
            void this.#load(() => this.chat.loadNewer());
        }
    }

    /** @param {() => Promise<boolean>} load */
    async #load(load) {
        if (this.#loading) return;
        this.#loading = true;
        this.redrawState();
        let gained = false;
        try {
            gained = await load();
        } catch {
            // The shell tells of the error; the next scroll asks again.
        } finally {
            this.#loading = false;
        }
        this.redrawState();
        if (gained) this.#scrolled();
    }

    // Focus and actions

    /** Tab must find one message, and only one. */
    #makeReachable() {
        if (this.#current !== null) return;
        for (let index = this.#views.length - 1; index >= 0; index -= 1) {
            const view = this.#views[index];
            if (view instanceof MessageView) {
                view.element.tabIndex = 0;
                this.#current = view;
                return;
            }
        }
    }

    /** @param {MessageView} view */
    #focusOn(view) {
        if (this.#current && this.#current !== view) this.#current.element.tabIndex = -1;
        this.#current = view;
        view.element.tabIndex = 0;
        view.element.setAttribute("aria-label", view.spoken());
        view.element.focus({ preventScroll: true });
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const view = viewAt(event.target);
        if (!(view instanceof MessageView) || event.target !== view.element) return;
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const at = this.#views.indexOf(view);
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (step !== undefined) {
            event.preventDefault();
            let next = at + step;
            while (this.#views[next] && !(this.#views[next] instanceof MessageView)) next += step;
            const found = this.#views[next];
            if (found instanceof MessageView) {
                this.#focusOn(found);
                found.element.scrollIntoView({ block: "nearest", behavior: "instant" });
            }
        } else if (event.key === "Enter" || event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
            event.preventDefault();
            this.parts.act("menu", view.row, view.bubble);
        } else if (event.key === "End") {
            event.preventDefault();
            void this.toNewest();
        }
    }

    /** @param {MouseEvent} event */
    #clicked(event) {
        const target = event.target instanceof Element ? event.target : null;
        const view = viewAt(target);
        if (view instanceof GapView) {
            void this.chat.fillGap(view.row);
            return;
        }
        if (!(view instanceof MessageView) || target === null) return;
        const button = target.closest("[data-action]");
        if (button instanceof HTMLElement) {
            this.parts.act(button.dataset.action ?? "", view.row, button);
        } else if (isTouch() && target.closest(".bubble") && !target.closest("a") && getSelection()?.isCollapsed !== false) {
            this.parts.act("menu", view.row, view.bubble);
        }
    }

    /** @param {MouseEvent} event */
    #menuAsked(event) {
        const target = event.target instanceof Element ? event.target : null;
        const view = viewAt(target);
        // The browser's own menu knows links and selected text better than ours.
        if (!(view instanceof MessageView) || !target?.closest(".bubble") || target.closest("a")) return;
        if (getSelection()?.isCollapsed === false) return;
        event.preventDefault();
        this.parts.act("menu", view.row, view.bubble);
    }
}

/** @type {WeakMap<Element, RowView>} */
const views = new WeakMap();

/** @param {EventTarget | null} target */
function viewAt(target) {
    const row = target instanceof Element ? target.closest(".timeline-rows > li") : null;
    return row ? views.get(row) : undefined;
}

function isTouch() { return matchMedia("(hover: none)").matches; }
