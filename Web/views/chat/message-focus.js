// @ts-check
import { NewMessagesView } from "./marker-views.js";
import { MessageView } from "./message-view.js";

/** @typedef {import("./row-list.js").RowList} RowList */
/** @typedef {import("./row-list.js").RowView} RowView */

/** Roving focus: Tab reaches one message, arrows move between them. */
export class MessageFocus {
    /** @type {MessageView | null} */
    #current = null;

    /**
     * @param {RowList} list
     * @param {{chosen: (view: MessageView) => void, act: (action: string, view: MessageView) => void, toNewest: () => void}} parts
     */
    constructor(list, parts) {
        this.list = list;
        this.parts = parts;
        list.element.addEventListener("keydown", (event) => this.#key(event));
    }

    /** Tab must find one message, and only one. */
    settle() {
        if (this.#current?.element.isConnected) return;
        const last = this.list.views.findLast((view) => view instanceof MessageView);
        if (last instanceof MessageView) this.#make(last);
        else this.#current = null;
    }

    /**
     * Makes the first message from a row on the tab stop.
     *
     * @param {number} index
     */
    comeTo(index) {
        const view = this.list.views.slice(index).find((one) => one instanceof MessageView);
        if (view instanceof MessageView) this.#make(view);
    }

    /** The newest message has the focus. */
    onLast() {
        const last = this.list.views.findLast((view) => view instanceof MessageView);
        if (last instanceof MessageView) this.on(last);
    }

    /** @param {MessageView} view */
    on(view) {
        this.#make(view);
        // The separator of unread messages is no tab stop: it is announced with the message below it.
        view.label(this.#isFirstNew(view) ? "New messages. " : "");
        view.element.focus({ preventScroll: true });
    }

    /** @param {MessageView} view */
    #isFirstNew(view) {
        const { views } = this.list;
        // A day may begin between the separator and the message.
        let index = views.indexOf(view) - 1;
        while (index >= 0 && !(views[index] instanceof MessageView)) {
            if (views[index] instanceof NewMessagesView) return true;
            index -= 1;
        }
        return false;
    }

    /**
     * Changes rows; if the focused message is dropped, another one gets the focus, so that it does not fall back to the page.
     *
     * @param {() => void} change
     * @param {() => RowView | undefined} seen  a row in the window
     */
    holding(change, seen) {
        const had = this.list.element.contains(document.activeElement);
        change();
        this.settle();
        if (!had || this.list.element.contains(document.activeElement)) return;
        this.comeTo(Math.max(0, this.list.views.indexOf(/** @type {RowView} */ (seen()))));
        this.#current?.element.focus({ preventScroll: true });
    }

    /** @param {MessageView} view */
    #make(view) {
        if (this.#current && this.#current !== view) this.#current.element.tabIndex = -1;
        this.#current = view;
        view.element.tabIndex = 0;
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const view = this.list.viewAt(event.target);
        if (!(view instanceof MessageView) || event.target !== view.element) return;
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (step !== undefined) {
            event.preventDefault();
            this.#move(view, step);
        } else if (event.key === "Enter" || event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
            event.preventDefault();
            this.parts.chosen(view);
        } else if (event.key.toLowerCase() === "r" && !event.shiftKey) {
            event.preventDefault();
            this.parts.act("reply", view);
        } else if (event.key.toLowerCase() === "e" && !event.shiftKey) {
            event.preventDefault();
            this.parts.act("reactions", view);
        } else if (event.key === "End") {
            event.preventDefault();
            this.parts.toNewest();
        }
    }

    /**
     * @param {MessageView} from
     * @param {number} step
     */
    #move(from, step) {
        const { views } = this.list;
        let index = views.indexOf(from) + step;
        while (views[index] && !(views[index] instanceof MessageView)) index += step;
        const next = views[index];
        if (!(next instanceof MessageView)) return;
        this.on(next);
        next.element.scrollIntoView({ block: "nearest", behavior: "instant" });
    }
}
