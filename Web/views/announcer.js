// @ts-check
import { element } from "./element.js";
import { plural } from "./format.js";

/** Milliseconds in which what is said is gathered: a burst of messages is one sentence. */
const gathering = 400;
/** Lines of a burst that are said in full. */
const most = 3;

/** Tells screen readers what happened elsewhere on the screen, in regions that are never seen. */
export class Announcer {
    #polite = element("div", { class: "spoken", role: "status", "aria-live": "polite" });
    #urgent = element("div", { class: "spoken", role: "alert" });
    /** @type {string[]} */
    #waiting = [];

    element = element("div", { class: "announcer" }, this.#polite, this.#urgent);

    /** @param {string} text */
    say(text) {
        this.#waiting.push(text);
        if (this.#waiting.length > 1) return;
        setTimeout(() => {
            const lines = this.#waiting.splice(0);
            this.#put(this.#polite, lines.length > most ? [plural(lines.length, "new message")] : lines);
        }, gathering);
    }

    /** @param {string} text */
    alert(text) {
        this.#put(this.#urgent, [text]);
    }

    /**
     * @param {HTMLElement} region
     * @param {string[]} lines
     */
    #put(region, lines) {
        // New elements each time: text that says the same as before would not be read again.
        region.replaceChildren(...lines.map((line) => element("p", {}, line)));
    }
}
