// @ts-check
// The service worker that caches the shell for offline starts. A new version waits until the user accepts it.

import { trustedScriptURL } from "./trusted-types.js";

export class Shell {
    #waits;
    /** @type {ServiceWorkerRegistration | null} */
    #registration = null;
    #isApplying = false;
    #isRegistered = false;

    /** @param {() => void} waits  called when a new version waits */
    constructor(waits) {
        this.#waits = waits;
    }

    /** Caches the shell from here on: only after a sign-in, since an offline start has nothing to show before. */
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
            // Without it there is no offline start; everything else works.
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
