// @ts-check
// Waits for conditions, which are checked after each event.

export class Conditions {
    #clock;
    #isClosed = false;
    /** @type {Set<() => void>} */
    #looks = new Set();

    /** @param {import("./clock.js").Clock} clock */
    constructor(clock) {
        this.#clock = clock;
    }

    /**
     * Resolves to true once `isSo` holds; to false on time-out, or when this closes.
     * @param {() => boolean} isSo @param {number} milliseconds @returns {Promise<boolean>}
     */
    until(isSo, milliseconds) {
        if (isSo()) return Promise.resolve(true);
        return new Promise((resolve) => {
            /** @param {boolean} isMet */
            const settle = (isMet) => {
                this.#clock.clear(alarm);
                this.#looks.delete(look);
                resolve(isMet);
            };
            const look = () => (isSo() ? settle(true) : this.#isClosed ? settle(false) : undefined);
            const alarm = this.#clock.set(milliseconds, () => settle(false));
            this.#looks.add(look);
        });
    }

    /** Checks all conditions after an event. */
    look() {
        for (const look of [...this.#looks]) look();
    }

    /** Resolves all waits, to false where the condition does not hold. */
    close() {
        this.#isClosed = true;
        this.look();
    }
}
