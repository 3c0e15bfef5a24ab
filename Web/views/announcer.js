// @ts-check
import { element } from "./element.js";
import { plural } from "./format.js";

/** Milliseconds after an announcement in which later ones are batched: a burst of messages is one sentence. */
const gathering = 400;
/** Messages of a burst that are announced in full. */
const most = 3;

/** Announces events elsewhere on the screen to screen readers, in visually hidden regions. */
export class Announcer {
    #polite = element("div", { class: "spoken", role: "status", "aria-live": "polite" });
    #urgent = element("div", { class: "spoken", role: "alert" });
    /** @type {{text: string, isMessage: boolean}[]} */
    #waiting = [];
    #isGathering = false;

    element = element("div", { class: "announcer" }, this.#polite, this.#urgent);

    /**
     * The first one is announced at once, in the same frame.
     *
     * @param {string} text
     */
    say(text) {
        this.#add({ text, isMessage: false });
    }

    /**
     * Announces an incoming message; of many in a short time only their number.
     *
     * @param {string} text
     */
    sayMessage(text) {
        this.#add({ text, isMessage: true });
    }

    /** @param {{text: string, isMessage: boolean}} line */
    #add(line) {
        this.#waiting.push(line);
        if (!this.#isGathering) this.#sayWaiting();
    }

    #sayWaiting() {
        const lines = this.#waiting.splice(0);
        this.#isGathering = lines.length > 0;
        if (!this.#isGathering) return;
        const count = lines.filter(({ isMessage }) => isMessage).length;
        const told = count > most ? lines.filter(({ isMessage }) => !isMessage) : lines;
        this.#put(this.#polite, [...count > most ? [plural(count, "new message")] : [], ...told.map(({ text }) => text)]);
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
