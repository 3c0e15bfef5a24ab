// @ts-check
import { element } from "./element.js";
import { plural } from "./format.js";

/** Milliseconds after an announcement in which later ones are batched: a burst of messages is one sentence. */
const gathering = 400;
/** Lines of a burst that are announced in full. */
const most = 3;

/** Announces events elsewhere on the screen to screen readers, in visually hidden regions. */
export class Announcer {
    #polite = element("div", { class: "spoken", role: "status", "aria-live": "polite" });
    #urgent = element("div", { class: "spoken", role: "alert" });
    /** @type {string[]} */
    #waiting = [];
    #isGathering = false;

    element = element("div", { class: "announcer" }, this.#polite, this.#urgent);

    /**
     * The first one is announced at once, in the same frame.
     *
     * @param {string} text
     */
    say(text) {
        this.#waiting.push(text);
        if (!this.#isGathering) this.#sayWaiting();
    }

    #sayWaiting() {
        const lines = this.#waiting.splice(0);
        this.#isGathering = lines.length > 0;
        if (!this.#isGathering) return;
        this.#put(this.#polite, lines.length > most ? [plural(lines.length, "new message")] : lines);
        setTimeout(() => this.#sayWaiting(), gathering);
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
        // New elements each time: unchanged text would not be read again.
        region.replaceChildren(...lines.map((line) => element("p", {}, line)));
    }
}
