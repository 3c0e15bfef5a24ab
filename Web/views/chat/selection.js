// @ts-check
import { element, iconButton, icon, setText } from "../element.js";
import { fullTime, plural } from "../format.js";

/** @typedef {import("../../shell/contract.js").Chat} Chat */
/** @typedef {import("../../shell/contract.js").MessageRow} MessageRow */

/** Messages that are chosen at once, at most: as many as one operation deletes (docs/protocol.md). */
const limit = 100;

/** The selection of several messages, and the bar with its actions. */
export class Selection {
    /** @type {Set<string>} */
    #chosen = new Set();
    #count = element("span", { class: "selection-count", role: "status" });
    /** @type {HTMLElement | null} */
    #before = null;
    #copy = element("button", { type: "button", class: "button", onclick: () => this.#copied() }, icon("copy"), "Copy");
    #forward = element(
        "button",
        { type: "button", class: "button", onclick: () => this.parts.forward(this.rows) },
        icon("forward"),
        "Forward",
    );
    #delete = element(
        "button",
        { type: "button", class: "button danger", onclick: () => this.parts.delete(this.rows) },
        icon("delete"),
        "Delete",
    );
    isOn = false;

    /**
     * @param {Chat} chat
     * @param {{changed: () => void, ended: () => void, copy: (text: string) => void, forward: (rows: MessageRow[]) => void,
     *     delete: (rows: MessageRow[]) => void}} parts
     * @param {AbortSignal} signal
     */
    constructor(chat, parts, signal) {
        this.chat = chat;
        this.parts = parts;
        this.element = element(
            "div",
            { class: "selection-bar", role: "toolbar", "aria-label": "Selected messages", hidden: true },
            iconButton("close", "Cancel selection", () => this.end()),
            this.#count,
            this.#copy,
            this.#forward,
            this.#delete,
        );
        signal.addEventListener("abort", chat.subscribe({ rows: () => this.isOn && this.#show() }), { once: true });
    }

    /** The chosen messages that still exist, in their order. */
    get rows() {
        return this.chat.rows.flatMap((row) => row.row === "message" && this.has(row) ? [row] : []);
    }

    /** @param {MessageRow} row */
    has(row) {
        return this.isOn && this.#chosen.has(row.id) && !row.deleted;
    }

    /** @param {MessageRow} row */
    toggle(row) {
        if (row.deleted || (this.#chosen.size >= limit && !this.#chosen.has(row.id))) return;
        if (!this.isOn) this.#before = /** @type {HTMLElement | null} */ (document.activeElement);
        this.isOn = true;
        if (!this.#chosen.delete(row.id)) this.#chosen.add(row.id);
        if (this.#chosen.size === 0) this.end();
        else this.#show();
    }

    end() {
        if (!this.isOn) return;
        this.isOn = false;
        this.#chosen.clear();
        this.#show();
        if (this.#before?.isConnected) this.#before.focus({ preventScroll: true });
        else this.parts.ended();
    }

    #show() {
        const { rows } = this;
        this.element.hidden = !this.isOn;
        setText(this.#count, `${plural(rows.length, "message")} selected`);
        this.#copy.disabled = rows.length === 0;
        // Unsent messages can only be discarded.
        const areSent = rows.length > 0 && rows.every(({ seq }) => seq !== null);
        this.#forward.disabled = this.#delete.disabled = !areSent;
        this.parts.changed();
    }

    #copied() {
        this.parts.copy(copied(this.rows));
        this.end();
    }
}

/**
 * Messages as plain text for the clipboard: one alone is its text, several have sender and time.
 *
 * @param {MessageRow[]} rows
 */
export function copied(rows) {
    const [first] = rows;
    if (first && rows.length === 1) return first.text;
    return rows.map((row) => {
        const said = [row.text, ...row.attachments.map(({ name }) => name)].filter((part) => part !== "").join("\n");
        return `${row.senderName}, ${fullTime(row.writtenAt)}\n${said}`;
    }).join("\n\n");
}
