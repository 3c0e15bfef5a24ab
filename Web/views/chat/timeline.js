// @ts-check
import { isAttended, watchAttention } from "../attention.js";
import { element, setText } from "../element.js";
import { DayView } from "./marker-views.js";
import { MessageFocus } from "./message-focus.js";
import { watchPresses } from "./message-presses.js";
import { MessageView } from "./message-view.js";
import { NewestButton } from "./newest-button.js";
import { ReadTracker } from "./read-tracker.js";
import { RowList } from "./row-list.js";

/** @typedef {import("../../shell/contract.js").Chat} Chat */
/** @typedef {import("../../shell/contract.js").Splice} Splice */
/** @typedef {import("../../shell/contract.js").MessageRow} MessageRow */

/**
 * @typedef {object} TimelineParts
 * @property {() => boolean} isOnline
 * @property {() => number} unread
 * @property {() => boolean} isChoosing  a press chooses a message among several
 * @property {(row: MessageRow) => boolean} isChosen
 * @property {(action: string, row: MessageRow, at: HTMLElement) => void} act
 * @property {HTMLElement} note  shown above the oldest row
 * @property {() => void} toNewest  called by the button that goes to the newest message and then hides
 */

/** The maximum of rows in the page; and at the end, where older rows are rarely seen. */
const limit = 150;
const limitAtEnd = 60;
/** Nearer to the end than this many pixels counts as at the end. */
const slack = 24;
/** Windows of rows that are built above and below the visible part. */
const reach = 1.5;
/** Pixels of read messages that stay visible above the separator. */
const lookback = 72;
/** Milliseconds that a message stays highlighted after a jump. */
const highlight = 2_400;

/**
 * The scrolling list of a conversation's messages. The scroller runs from the bottom up (`column-reverse`): rows
 * added above never move the visible ones, and the end stays the end.
 */
export class Timeline {
    #top = element("div", { class: "timeline-top", role: "status" });
    #scroller = element("div", { class: "timeline-scroller" });
    #newest = new NewestButton(() => void this.#askedForNewest());
    #list;
    /** @type {MessageFocus} */
    #focus;
    #loading = false;
    #atEnd = true;
    /** Pixels between the visible part and the end. */
    #below = 0;
    #settling = 0;
    /** Whether the user was at the end when the page lost attention. */
    #leftAtEnd = false;
    #readTracker;
    /** Messages that were requested for a visible quote. @type {Set<string>} */
    #asked = new Set();

    /**
     * @param {Chat} chat
     * @param {TimelineParts} parts
     * @param {AbortSignal} signal
     */
    constructor(chat, parts, signal) {
        this.chat = chat;
        this.parts = parts;
        const readTracker = this.#readTracker = new ReadTracker(this.#scroller, {
            seen: (seq) => chat.read(seq),
            gap: (gap) => void chat.fillGap(gap),
            quoted: (message) => void this.#fetchQuoted(message),
            isAtEnd: () => this.#atEnd && !chat.hasNewer,
        }, signal);
        watchAttention(() => {
            if (!isAttended()) this.#leftAtEnd ||= this.#atEnd;
        }, signal);
        this.#list = new RowList(chat, {
            shown: (view) => {
                readTracker.watch(view.element, view.row);
                if (view instanceof MessageView) view.showChosen(parts.isChosen(view.row));
            },
            dropped: (view) => readTracker.forget(view.element),
        });
        this.#focus = new MessageFocus(this.#list, {
            chosen: (view) => parts.act("menu", view.row, view.bubble),
            act: (action, view) => parts.act(action, view.row, view.bubble),
            toNewest: () => void this.toNewest().then(() => this.#focus.onLast()),
        });
        // The scroller lays out from its end, so the list must be in its one child.
        this.#scroller.append(element("div", { class: "timeline-content" }, parts.note, this.#top, this.#list.element));
        this.element = element("div", { class: "timeline" }, this.#scroller, this.#newest.element);
        this.#scroller.addEventListener("scroll", () => this.settle(), { passive: true });
        watchPresses(this.#list, parts, (gap) => void chat.fillGap(gap));
        signal.addEventListener(
            "abort",
            chat.subscribe({
                rows: (splices) => this.#apply(splices),
                looked: () => this.#looked(),
                progress: (message) => this.#progressed(message),
            }),
            { once: true },
        );
        const line = this.#lineIndex();
        if (line < 0) this.#list.rebuild(chat.rows.length);
        else this.#list.rebuildAround(line);
        this.#focus.settle();
    }

    /** Scrolls to the first unread message, or the end. Returns whether something is unread. */
    begin() {
        const isUnread = this.#toUnread();
        this.settle();
        return isUnread;
    }

    /** Scrolls to the separator of unread messages; returns whether there is one. */
    #toUnread() {
        const index = this.#lineIndex();
        if (index < 0) return false;
        if (!this.#list.viewOf(index)) this.#list.rebuildAround(index);
        const line = this.#list.viewOf(index)?.element;
        if (!line) return false;
        const place = () => {
            const top = this.#scroller.getBoundingClientRect().top + lookback;
            this.#scroller.scrollTop += line.getBoundingClientRect().top - top;
        };
        place();
        // With few rows below, it cannot be near the top.
        while (!this.#list.slice.reachesEnd && -this.#scroller.scrollTop < this.#scroller.clientHeight) {
            this.#list.extendBelow();
            place();
        }
        this.#focus.comeTo(index - this.#list.slice.first);
        return true;
    }

    #lineIndex() {
        return this.chat.rows.findIndex(({ row }) => row === "newMessages");
    }

    /** The user returned: messages that arrived meanwhile and do not fit the window are shown from their beginning. */
    #looked() {
        const isToMove = this.#leftAtEnd && this.#atEnd;
        this.#leftAtEnd = false;
        const index = isToMove ? this.#lineIndex() : -1;
        if (index < 0) return;
        const top = this.#list.viewOf(index)?.element.getBoundingClientRect().top ?? -Infinity;
        if (top >= this.#scroller.getBoundingClientRect().top) return;
        this.#toUnread();
        this.settle();
    }

    async #askedForNewest() {
        await this.toNewest();
        this.parts.toNewest();
    }

    /** Scrolls to the end, loading it if necessary. */
    async toNewest() {
        if (this.chat.hasNewer) await this.chat.jumpToNewest();
        this.#holdingFocus(() => {
            if (!this.#list.slice.reachesEnd) this.#list.rebuild(this.chat.rows.length);
            this.#scroller.scrollTop = 0;
        });
        this.settle();
    }

    /**
     * Shows a message in the middle and highlights it; whether it is there.
     *
     * @param {string} key
     */
    reveal(key) {
        const index = this.chat.rows.findIndex((row) => row.key === key);
        if (index < 0) return false;
        const view = this.#list.viewOf(index) ?? this.#list.rebuildAround(index);
        if (!(view instanceof MessageView)) return false;
        view.element.scrollIntoView({ block: "center", behavior: "instant" });
        this.settle();
        view.element.classList.remove("highlighted");
        void view.element.offsetWidth; // Restarts a running highlight animation.
        view.element.classList.add("highlighted");
        setTimeout(() => view.element.classList.remove("highlighted"), highlight);
        this.#focus.on(view);
        return true;
    }

    /** Other messages are chosen. */
    redrawChosen() {
        for (const view of this.#list.views) {
            if (view instanceof MessageView) view.showChosen(this.parts.isChosen(view.row));
        }
    }

    /** Midnight has passed: "Today" is yesterday. */
    redrawDays() {
        for (const view of this.#list.views) if (view instanceof DayView) view.redraw();
    }

    /** The unread count or the connection has changed. */
    redrawState() {
        if (this.#atEnd && !this.chat.hasNewer) this.#newest.hide();
        else this.#newest.show(this.parts.unread());
        setText(this.#top, this.#topText());
    }

    /** @returns {MessageRow | null} the user's newest message that can be edited */
    lastOwn() {
        const row = this.chat.rows.findLast((one) => one.row === "message" && one.mine && !one.deleted && one.forwardedFrom === null);
        return row?.row === "message" && row.seq !== null ? row : null;
    }

    /** The connection opened or closed. */
    connectionChanged() {
        this.settleSoon();
        this.#readTracker.look();
    }

    /** @param {string} message */
    async #fetchQuoted(message) {
        if (this.#asked.has(message) || !this.parts.isOnline()) return;
        this.#asked.add(message);
        if (!await this.chat.fetchQuoted(message) && !this.parts.isOnline()) this.#asked.delete(message);
    }

    /** Settles with the next frame, so that several changes measure the page once. */
    settleSoon() {
        if (this.#settling !== 0) return;
        this.#settling = requestAnimationFrame(() => {
            this.#settling = 0;
            this.settle();
        });
    }

    /** Loads and builds rows near the window, after a scroll or a change. */
    settle() {
        const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
        // Counted from the end: 0 there, negative above it.
        const below = -scrollTop;
        const above = scrollHeight - clientHeight - below;
        this.#below = below;
        this.#atEnd = below <= slack && this.#list.slice.reachesEnd;
        if (clientHeight > 0) {
            if (above < clientHeight * reach) this.#extendAbove();
            if (below < clientHeight * reach) this.#extendBelow();
        }
        this.redrawState();
    }

    #topText() {
        if (this.#list.slice.first > 0 || !this.chat.hasOlder) return "";
        if (this.#loading) return "Loading older messages…";
        return this.parts.isOnline() ? "" : "Older messages load when you are online.";
    }

    /** @param {string} message */
    #progressed(message) {
        const view = this.#list.views.find(({ key }) => key === message);
        if (view instanceof MessageView) view.showProgress();
    }

    /** @param {Splice[]} splices */
    #apply(splices) {
        const isOwn = splices.some(({ rows }) =>
            rows.some((row) => row.row === "message" && row.mine && row.seq === null && !this.#list.has(row.key))
        );
        this.#holdingFocus(() => {
            if (splices.some(({ rows }) => rows.length > limit)) {
                this.#rebuildInPlace();
            } else {
                this.#keepingPlace(() => {
                    for (const splice of splices) this.#list.apply(splice);
                });
            }
            if (isOwn && this.#list.slice.reachesEnd) this.#toEnd();
            this.#bound();
        });
        this.settleSoon();
    }

    /** Drops distant rows beyond the maximum, for example after a whole older page was added. */
    #bound() {
        const { slice, views } = this.#list;
        if (slice.length <= limit) return;
        // Trimmed many at a time: adding and dropping a row with every message would be waste.
        if (this.#atEnd) return this.#list.trimAbove(limitAtEnd);
        const seen = this.#anchor();
        const below = slice.length - (seen ? views.indexOf(seen.view) : 0);
        const kept = Math.max(limit, slice.length - Math.max(0, below - limit / 2));
        this.#keepingPlace(() => this.#list.trimBelow(kept));
        this.#list.trimAbove(limit);
    }

    /**
     * Changes rows; if the focused message goes, a visible one gets the focus.
     *
     * @param {() => void} change
     */
    #holdingFocus(change) {
        this.#focus.holding(change, () => this.#anchor()?.view);
    }

    /** Rebuilds the rows around the visible part. */
    #rebuildInPlace() {
        const anchor = this.#atEnd ? null : this.#anchor();
        const index = anchor === null ? -1 : this.chat.rows.findIndex((row) => row.key === anchor.view.key);
        if (anchor === null || index < 0) {
            this.#list.rebuild(this.chat.rows.length);
            this.#scroller.scrollTop = 0;
            return;
        }
        const view = this.#list.rebuildAround(index);
        if (view) this.#scroller.scrollTop += view.element.getBoundingClientRect().top - anchor.top;
    }

    /** The first visible message, and its position; a day or a gap above it may move. */
    #anchor() {
        const { views } = this.#list;
        const top = this.#scroller.getBoundingClientRect().top;
        let low = 0;
        let high = views.length - 1;
        while (low < high) {
            const middle = (low + high) >> 1;
            if ((views[middle]?.element.getBoundingClientRect().bottom ?? 0) > top) high = middle;
            else low = middle + 1;
        }
        while (low < views.length - 1 && !(views[low] instanceof MessageView)) low += 1;
        const view = views[low];
        return view ? { view, top: view.element.getBoundingClientRect().top } : null;
    }

    /**
     * Changes rows without moving the visible ones; at the end, the end stays visible.
     *
     * @param {() => void} change
     */
    #keepingPlace(change) {
        if (this.#atEnd && this.#list.slice.reachesEnd) {
            change();
            this.#toEnd();
            return;
        }
        const anchor = this.#anchor();
        change();
        if (anchor?.view.element.isConnected) {
            const moved = anchor.view.element.getBoundingClientRect().top - anchor.top;
            if (moved !== 0) this.#scroller.scrollTop += moved;
        }
    }

    #toEnd() {
        // At the very end nothing needs to be measured.
        if (this.#below !== 0) this.#scroller.scrollTop = 0;
        this.#below = 0;
    }

    #extendAbove() {
        if (this.#list.slice.first > 0) {
            this.#holdingFocus(() => {
                this.#list.extendAbove();
                if (this.#list.slice.length > limit) this.#keepingPlace(() => this.#list.trimBelow(limit));
            });
        } else if (this.chat.hasOlder && this.parts.isOnline()) {
            void this.#load(() => this.chat.loadOlder());
        }
    }

    #extendBelow() {
        if (!this.#list.slice.reachesEnd) {
            this.#holdingFocus(() => {
                this.#keepingPlace(() => this.#list.extendBelow());
                this.#list.trimAbove(limit);
            });
        } else if (this.chat.hasNewer) {
            void this.#load(() => this.chat.loadNewer());
        }
    }

    /** @param {() => Promise<boolean>} load */
    async #load(load) {
        if (this.#loading) return;
        this.#loading = true;
        let gained = false;
        try {
            this.redrawState();
            gained = await load();
        } catch {
            // The shell reports the error; the next scroll retries.
        } finally {
            this.#loading = false;
        }
        if (gained) this.settle();
        else this.redrawState();
    }
}
