// @ts-check
import { element, icon, setText } from "../element.js";
import { counted } from "../format.js";

/** The button over the end of a timeline that leads to the newest message, and how many are unread there. */
export class NewestButton {
    #count = element("span", { class: "unread-badge", hidden: true });

    /** @param {() => void} press */
    constructor(press) {
        this.element = element(
            "button",
            { type: "button", class: "to-newest", hidden: true, onclick: press },
            icon("down"),
            this.#count,
            element("span", { class: "spoken" }, "Jump to the newest message"),
        );
    }

    hide() {
        this.element.hidden = true;
    }

    /** @param {number} unread */
    show(unread) {
        this.element.hidden = false;
        this.#count.hidden = unread === 0;
        setText(this.#count, unread > 0 ? `${counted(unread)} new` : "");
    }
}
