// @ts-check
// One tab of a browser leads (Web Locks); the others send it requests (BroadcastChannel). When the leading tab closes,
// another gets the lock, and unanswered requests are repeated: every request is idempotent.

import { RefusalError } from "../core/refusal-error.js";

/**
 * @typedef {import("./leader.js").TabEvent} TabEvent
 * @typedef {import("./leader-methods.js").LeaderMethods} LeaderMethods
 * @typedef {import("./leader-methods.js").Method} Method
 *
 * @typedef {object} Leading  what a tab that leads has
 * @property {(tab: string, method: string, args: any) => Promise<any>} request
 * @property {(tab: string) => void} forget
 * @property {() => Promise<void>} close
 *
 * @typedef {object} TabsParts
 * @property {() => string} newId
 * @property {(tell: (tab: string | null, event: TabEvent) => void) => Leading} lead  called when this tab begins to lead
 * @property {(event: TabEvent) => void} told
 * @property {() => void} led  a new leading tab, which does not know this tab yet
 */

const lockName = "nexus leads";

export class Tabs {
    #parts;
    #id;
    /** @type {BroadcastChannel | null} */
    #channel = null;
    /** @type {Leading | null} */
    #leading = null;
    /**
     * The leader's name, different at each turn.
     * @type {string | null}
     */
    #leader = null;
    /** @type {Map<string, {method: string, args: any, resolve: (value: any) => void, reject: (error: any) => void}>} */
    #asked = new Map();
    /**
     * Tabs that have sent requests to this one.
     * @type {Set<string>}
     */
    #followers = new Set();
    /**
     * Gives the lock up.
     * @type {(() => void) | null}
     */
    #release = null;

    /** @param {TabsParts} parts */
    constructor(parts) {
        this.#parts = parts;
        this.#id = parts.newId();
    }

    get isLeading() {
        return this.#leading !== null;
    }

    start() {
        if (!navigator.locks || typeof BroadcastChannel === "undefined") {
            // Tabs cannot know of each other: each works for itself.
            this.#lead();
            return;
        }
        this.#channel = new BroadcastChannel("nexus");
        this.#channel.onmessage = ({ data }) => this.#hear(data);
        // A tab's lock on its own name shows the leader when the tab closes.
        void navigator.locks.request(`nexus tab ${this.#id}`, () => new Promise(() => {}));
        this.#stand();
        this.#say({ type: "whoLeads" });
        window.addEventListener("pagehide", ({ persisted }) => {
            // A page in the back/forward cache must not keep the others waiting.
            if (persisted && this.#release) void this.#resign();
        });
        window.addEventListener("pageshow", ({ persisted }) => {
            if (persisted && !this.#leading) this.#stand();
            if (persisted) this.#say({ type: "whoLeads" });
        });
    }

    /**
     * Sends a request to the leader; without one, as soon as there is one. Throws a Refusal.
     * @template {Method} Name @param {Name} method @param {Parameters<LeaderMethods[Name]>} argument
     * @returns {Promise<ReturnType<LeaderMethods[Name]>>}
     */
    request(method, ...argument) {
        const [args] = argument;
        if (this.#leading) return this.#leading.request(this.#id, method, args);
        return new Promise((resolve, reject) => {
            const id = this.#parts.newId();
            this.#asked.set(id, { method, args, resolve, reject });
            if (this.#leader) this.#say({ type: "request", to: this.#leader, id, method, args });
        });
    }

    #stand() {
        void navigator.locks.request(lockName, () => new Promise((resolve) => {
            this.#release = () => resolve(undefined);
            this.#lead();
        }));
    }

    #lead() {
        const tell = (/** @type {string | null} */ tab, /** @type {TabEvent} */ event) => {
            if (tab === null || tab === this.#id) this.#parts.told(event);
            if (tab !== this.#id && this.#followers.size > 0) this.#say({ type: "event", to: tab, event });
        };
        this.#leading = this.#parts.lead(tell);
        this.#leader = this.#parts.newId();
        this.#say({ type: "leads", leader: this.#leader });
        this.#parts.led();
        const asked = [...this.#asked.values()];
        this.#asked.clear();
        for (const { method, args, resolve, reject } of asked) {
            this.#leading.request(this.#id, method, args).then(resolve, reject);
        }
    }

    async #resign() {
        const [leading, release] = [this.#leading, this.#release];
        this.#leading = this.#release = this.#leader = null;
        this.#followers.clear();
        await leading?.close();
        release?.();
    }

    /** @param {any} message */
    #say(message) {
        this.#channel?.postMessage({ from: this.#id, ...message });
    }

    /** @param {any} message */
    #hear({ type, from, to, ...rest }) {
        switch (type) {
        case "whoLeads":
            if (this.#leading) this.#say({ type: "leads", leader: this.#leader });
            break;
        case "leads":
            if (this.#leading || rest.leader === this.#leader) break;
            this.#leader = rest.leader;
            this.#parts.led();
            for (const [id, { method, args }] of this.#asked) {
                this.#say({ type: "request", to: this.#leader, id, method, args });
            }
            break;
        case "request":
            if (this.#leading && to === this.#leader) void this.#answer(from, rest);
            break;
        case "answer":
            if (to === this.#id) this.#settle(rest);
            break;
        case "event":
            if (!this.#leading && (to === null || to === this.#id)) this.#parts.told(rest.event);
            break;
        default:
        }
    }

    /** @param {string} tab @param {{id: string, method: string, args: any}} request */
    async #answer(tab, { id, method, args }) {
        this.#follow(tab);
        try {
            const value = await this.#leading?.request(tab, method, args);
            this.#say({ type: "answer", to: tab, id, value });
        } catch (error) {
            this.#say({ type: "answer", to: tab, id, error: RefusalError.from(error).plain });
        }
    }

    /** @param {{id: string, value?: any, error?: any}} answer */
    #settle({ id, value, error }) {
        const asked = this.#asked.get(id);
        this.#asked.delete(id);
        if (error) asked?.reject(new RefusalError(error));
        else asked?.resolve(value);
    }

    /** @param {string} tab  a requesting tab, whose closing must be detected */
    #follow(tab) {
        if (this.#followers.has(tab)) return;
        this.#followers.add(tab);
        void navigator.locks.request(`nexus tab ${tab}`, () => {
            if (this.#followers.delete(tab)) this.#leading?.forget(tab);
        });
    }
}
