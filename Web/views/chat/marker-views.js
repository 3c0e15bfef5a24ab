// @ts-check
import { element, setText } from "../element.js";
import { dayName, fullTime } from "../format.js";

/** @typedef {import("../../shell/contract.js").DayRow} DayRow */
/** @typedef {import("../../shell/contract.js").EventRow} EventRow */
/** @typedef {import("../../shell/contract.js").GapRow} GapRow */
/** @typedef {import("../../shell/contract.js").NewMessagesRow} NewMessagesRow */

/** The separator of a new day. */
export class DayView {
    #text = element("span", {});
    element = element("li", { class: "day" }, this.#text);

    /** @param {DayRow} row */
    constructor(row) {
        this.row = row;
        this.key = row.key;
        this.redraw();
    }

    /** @param {DayRow} row */
    show(row) {
        this.row = row;
        this.redraw();
    }

    redraw() {
        setText(this.#text, dayName(this.row.day, Date.now()));
    }
}

/** The separator above unread messages. */
export class NewMessagesView {
    element = element("li", { class: "new-messages" }, element("span", {}, "New messages"));

    /** @param {NewMessagesRow} row */
    constructor(row) {
        this.row = row;
        this.key = row.key;
    }

    /** @param {NewMessagesRow} row */
    show(row) {
        this.row = row;
    }
}

/** A group event. */
export class EventView {
    #text = element("span", { dir: "auto" });
    element = element("li", { class: "event" }, this.#text);

    /** @param {EventRow} row */
    constructor(row) {
        this.row = row;
        this.key = row.key;
        this.show(row);
    }

    /** @param {EventRow} row */
    show(row) {
        this.row = row;
        setText(this.#text, row.text);
        this.element.title = fullTime(row.writtenAt);
    }
}

/** History that is not on this device: seeing it loads it. */
export class GapView {
    element = element(
        "li",
        { class: "gap" },
        element(
            "button",
            { type: "button", class: "text-button" },
            "Messages in between are not loaded. Load them",
        ),
    );

    /** @param {GapRow} row */
    constructor(row) {
        this.row = row;
        this.key = row.key;
    }

    /** @param {GapRow} row */
    show(row) {
        this.row = row;
    }
}
