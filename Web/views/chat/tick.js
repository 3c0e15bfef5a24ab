// @ts-check
import { element, icon, setText } from "../element.js";

/** @typedef {NonNullable<import("../../shell/contract.js").MessageRow["status"]>} Status */

const icons = /** @type {Record<Status, string>} */ ({
    pending: "clock",
    sending: "clock",
    sent: "tick",
    delivered: "ticks",
    read: "ticks",
    failed: "warning",
});

const texts = /** @type {Record<Status, string>} */ ({
    pending: "waiting for the network",
    sending: "sending",
    sent: "sent",
    delivered: "delivered",
    read: "read",
    failed: "not sent",
});

/** @param {Status} status */
export function statusText(status) {
    return texts[status];
}

/** The status of the user's own message: an icon and an accessible text. */
export class Tick {
    #text = element("span", { class: "spoken" });
    element = element("span", { class: "tick", hidden: true, "data-action": "details" }, this.#text);
    #icon = "";

    /**
     * @param {Status | null} status
     * @param {string | null} receipts "read by 3 of 5"
     */
    show(status, receipts) {
        this.element.hidden = status === null;
        if (status === null) return;
        const text = receipts ?? texts[status];
        setText(this.#text, text);
        // In a group the icon alone is not enough.
        this.#text.classList.toggle("spoken", receipts === null);
        this.element.title = text;
        this.element.dataset.status = status;
        if (icons[status] === this.#icon) return;
        this.#icon = icons[status];
        this.element.querySelector("svg")?.remove();
        this.element.prepend(icon(this.#icon));
    }
}
