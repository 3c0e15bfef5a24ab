// @ts-check
import { MessageView } from "./message-view.js";

/** @typedef {import("./row-list.js").RowList} RowList */

/** Which message has the focus: Tab comes to one of them, arrows move between them. */
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
        this.#current = last instanceof MessageView ? last : null;
        if (this.#current) this.#current.element.tabIndex = 0;
    }

    /** @param {MessageView} view */
    on(view) {
        if (this.#current && this.#current !== view) this.#current.element.tabIndex = -1;
        this.#current = view;
        view.element.tabIndex = 0;
        view.element.setAttribute("aria-label", view.spoken());
        view.element.focus({ preventScroll: true });
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
