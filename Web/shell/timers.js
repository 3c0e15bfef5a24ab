// @ts-check
// Timers by name: setting one replaces the one of that name.

export class Timers {
    #clock;
    /** @type {Map<string, number>} */
    #set = new Map();

    /** @param {import("./clock.js").Clock} clock */
    constructor(clock) {
        this.#clock = clock;
    }

    /** @param {string} name @param {number} milliseconds @param {() => void} fire */
    set(name, milliseconds, fire) {
        this.clear(name);
        this.#set.set(name, this.#clock.set(milliseconds, () => {
            this.#set.delete(name);
            fire();
        }));
    }

    /** @param {string} name */
    clear(name) {
        const timer = this.#set.get(name);
        if (timer !== undefined) this.#clock.clear(timer);
        this.#set.delete(name);
    }

    clearAll() {
        for (const name of [...this.#set.keys()]) this.clear(name);
    }
}
