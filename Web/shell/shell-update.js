// @ts-check
// The service worker that keeps the shell for starts without a network. A new version waits until the person wants it.

import { trustedScriptURL } from "./trusted-types.js";

export class Shell {
    #waits;
    /** @type {ServiceWorkerRegistration | null} */
    #registration = null;
    #isApplying = false;
    #isRegistered = false;

    /** @param {() => void} waits  told when a new version waits */
    constructor(waits) {
        this.#waits = waits;
    }

    /** Keeps the shell from here on: once somebody has signed in, for what would a start without a network show before? */
    async register() {
        const workers = navigator.serviceWorker;
        if (!workers || this.#isRegistered) return;
        this.#isRegistered = true;
        const hadVersion = workers.controller !== null;
        workers.addEventListener("controllerchange", () => {
            if (this.#isApplying) location.reload();
            // Another tab has taken up the new version: this one still runs the old.
            else if (hadVersion) this.#waits();
        });
        try {
            this.#registration = await workers.register(trustedScriptURL("/sw.js"), { updateViaCache: "none" });
        } catch {
            // Without it there is no start without a network; all else works.
            return;
        }
        this.#watch(this.#registration);
    }

    /** Starts the version that waits: reloads. */
    apply() {
        this.#isApplying = true;
        const waiting = this.#registration?.waiting;
        if (waiting) waiting.postMessage({ type: "skipWaiting" });
        else location.reload();
    }

    /** @param {ServiceWorkerRegistration} registration */
    #watch(registration) {
        if (registration.waiting && navigator.serviceWorker.controller) this.#waits();
        registration.addEventListener("updatefound", () => {
            const arriving = registration.installing;
            arriving?.addEventListener("statechange", () => {
                if (arriving.state === "installed" && navigator.serviceWorker.controller) this.#waits();
            });
        });
        const hour = 3_600_000;
        setInterval(() => void registration.update().catch(() => {}), hour);
    }
}
