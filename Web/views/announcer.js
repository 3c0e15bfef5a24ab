// @ts-check
import { element } from "./element.js";

/** Tells screen readers what happened elsewhere on the screen, in regions that are never seen. */
export class Announcer {
    #polite = element("div", { class: "spoken", role: "status", "aria-live": "polite" });
    #urgent = element("div", { class: "spoken", role: "alert" });

    element = element("div", { class: "announcer" }, this.#polite, this.#urgent);

    /** @param {string} text */
    say(text) {
        this.#put(this.#polite, text);
    }

    /** @param {string} text */
    alert(text) {
        this.#put(this.#urgent, text);
    }

    /**
     * @param {HTMLElement} region
     * @param {string} text
     */
    #put(region, text) {
        // A line of its own for each: text that says the same as before would not be read again.
        const line = element("p", {}, text);
        region.append(line);
        while (region.childElementCount > 5) region.firstElementChild?.remove();
        setTimeout(() => line.remove(), 10_000);
    }
}
