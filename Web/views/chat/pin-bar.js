// @ts-check
import { element, icon, setText } from "../element.js";
import { plural } from "../format.js";
import { plainWordsOf } from "../words.js";

/** @typedef {import("../../shell/contract.js").Chat} Chat */
/** @typedef {import("../../shell/contract.js").MessageRow} MessageRow */

/**
 * The pinned messages at the chat's head: the newest pin, and with each press the one before it.
 */
export class PinBar {
    #label = element("span", { class: "pin-bar-label" });
    #words = element("span", { class: "pin-bar-words", dir: "auto" });
    #all = element("button", { type: "button", class: "text-button", onclick: () => void this.#list() });
    element;
    /** @type {MessageRow[]} */
    rows = [];
    #shown = 0;
    /** The number of the current query: answers to earlier ones are ignored. */
    #turn = 0;

    /**
     * @param {Chat} chat
     * @param {{open: (message: string) => void}} parts
     * @param {AbortSignal} signal
     */
    constructor(chat, parts, signal) {
        this.chat = chat;
        this.parts = parts;
        this.signal = signal;
        this.element = element(
            "section",
            { class: "pin-bar", "aria-label": "Pinned messages", hidden: true },
            element(
                "button",
                { type: "button", class: "pin-bar-message", onclick: () => this.#open() },
                icon("pin"),
                element("span", { class: "pin-bar-text" }, this.#label, this.#words),
            ),
            this.#all,
        );
        signal.addEventListener("abort", chat.subscribe({
            altered: ({ id, isPinned }) => {
                if (isPinned || this.rows.some((row) => row.id === id)) void this.ask();
            },
            // A pin may have been refused.
            error: () => void this.ask(),
        }), { once: true });
        void this.ask();
    }

    /** Queries the pins. */
    async ask() {
        const turn = this.#turn += 1;
        try {
            const rows = await this.chat.pins();
            if (turn !== this.#turn || this.signal.aborted) return;
            const held = this.rows[this.#shown]?.id;
            this.#shown = Math.max(0, rows.findIndex(({ id }) => id === held));
            // Shows a new pin first.
            if (rows[0]?.id !== this.rows[0]?.id) this.#shown = 0;
            this.rows = rows;
            this.#show();
        } catch {
            // The earlier result stays; the next change retries.
        }
    }

    #show() {
        const { rows } = this;
        const row = rows[this.#shown];
        this.element.hidden = row === undefined;
        if (row === undefined) return;
        setText(this.#label, rows.length === 1 ? "Pinned message" : `Pinned message ${this.#shown + 1} of ${rows.length}`);
        setText(this.#words, plainWordsOf(row));
        setText(this.#all, rows.length === 1 ? "Show" : "All");
        this.#all.setAttribute("aria-label", rows.length === 1 ? "Show the pinned message" : `All ${plural(rows.length, "pinned message")}`);
    }

    #open() {
        const row = this.rows[this.#shown];
        if (row === undefined) return;
        this.parts.open(row.id);
        this.#shown = (this.#shown + 1) % this.rows.length;
        this.#show();
    }

    async #list() {
        const { openPinnedMessages } = await import("../dialogs/pinned-messages.js");
        openPinnedMessages(this, this.signal);
    }
}
