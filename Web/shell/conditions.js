// @ts-check
// Waiting for conditions that are looked at after each thing that happens.

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

    /** Something has happened. */
    look() {
        for (const look of [...this.#looks]) look();
    }

    /** Nothing will happen any more. */
    close() {
        this.#isClosed = true;
        this.look();
    }
}
