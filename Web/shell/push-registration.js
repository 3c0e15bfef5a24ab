// @ts-check
// Notifications of this browser: the permission, the subscription at the browser's push service, and its registration at the server.

import { RefusalError } from "../core/refusal-error.js";

/**
 * @typedef {"unsupported" | "install" | "ask" | "denied" | "off" | "open" | "on"} DeviceState
 *   unsupported: the browser has no notifications · install: only once it is on the Home Screen (iPhone, iPad) · ask: the user has not been
 *   asked · denied: in the browser's settings · off: allowed, not wanted here · open: shown only while Nexus is open · on: also while it is closed
 *
 * @typedef {(method: "GET" | "PUT" | "POST" | "DELETE", path: string, body?: object) => Promise<any>} Ask
 * @typedef {{name: string, ok: boolean, text: string}} TestStep
 */

const endpoint = "/v1/push/endpoint";
/** @param {string} user */
const wantedKey = (user) => `nexus notifies ${user}`;

/**
 * Whether the user wants notifications in this browser.
 * @param {string} user
 */
export function wantsNotifications(user) {
    try {
        return localStorage.getItem(wantedKey(user)) !== null && Notification.permission === "granted";
    } catch {
        return false;
    }
}

/** @returns {Promise<ServiceWorkerRegistration | undefined>} */
export async function workerRegistration() {
    return navigator.serviceWorker?.getRegistration();
}

export class PushRegistration {
    #user;
    #ask;
    /** @type {Promise<void> | null} */
    #registering = null;

    /** @param {string} user @param {Ask} ask  a request to the server */
    constructor(user, ask) {
        this.#user = user;
        this.#ask = ask;
    }

    /** Whether notifications were on here and the permission was taken back since. */
    get isRevoked() {
        return localStorage.getItem(wantedKey(this.#user)) !== null && Notification.permission !== "granted";
    }

    /** @returns {Promise<DeviceState>} */
    async state() {
        if (isAppleTouch() && !isInstalled()) return "install";
        if (!("Notification" in globalThis) || !navigator.serviceWorker) return "unsupported";
        if (Notification.permission === "denied") return "denied";
        if (Notification.permission === "default") return "ask";
        if (!wantsNotifications(this.#user)) return "off";
        return (await this.#subscription()) ? "on" : "open";
    }

    /** Asks for the permission, within a user's gesture, and registers. Throws a Refusal. */
    async enable() {
        if (await Notification.requestPermission() !== "granted") return;
        localStorage.setItem(wantedKey(this.#user), "on");
        await this.#register(true);
    }

    /** Ends notifications here. Throws a Refusal. */
    async disable() {
        localStorage.removeItem(wantedKey(this.#user));
        await (await this.#subscription())?.unsubscribe();
        await this.#ask("DELETE", endpoint);
    }

    /** Registers again if the key or the subscription has changed, or takes a revoked registration back. Throws a Refusal. */
    async renew() {
        if (wantsNotifications(this.#user)) await this.#register(false);
        else if (this.isRevoked && (await this.#ask("GET", endpoint)).registered) await this.#ask("DELETE", endpoint);
    }

    /**
     * Sends a notification by the same way as those of messages. Throws a Refusal.
     * @returns {Promise<TestStep[]>}
     */
    async test() {
        return (await this.#ask("POST", "/v1/push/test")).steps;
    }

    /**
     * Registers once at a time: the browser's own event about the permission comes while the button's work goes on.
     * @param {boolean} always  registers a known subscription too
     */
    #register(always) {
        this.#registering ??= this.#subscribe(always).finally(() => {
            this.#registering = null;
        });
        return this.#registering;
    }

    /** @param {boolean} always */
    async #subscribe(always) {
        const { key } = await this.#ask("GET", "/v1/push");
        const manager = (await workerRegistration())?.pushManager;
        if (!key || !manager) return;
        let subscription = await manager.getSubscription();
        if (subscription && !isOfKey(subscription, key)) {
            await subscription.unsubscribe();
            subscription = null;
        }
        const isKnown = subscription !== null && !always && (await this.#ask("GET", endpoint)).registered;
        if (isKnown) return;
        try {
            subscription ??= await manager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
        } catch {
            // The browser has no push service, or cannot reach it: notifications while Nexus is open remain.
            return;
        }
        const { endpoint: address, keys } = subscription.toJSON();
        await this.#ask("PUT", endpoint, { service: "web", address, key: keys?.p256dh, secret: keys?.auth });
    }

    async #subscription() {
        return (await (await workerRegistration())?.pushManager?.getSubscription()) ?? null;
    }
}

/**
 * Ends everything that the signed-out user's notifications left in this browser.
 * @param {string} user
 */
export async function forgetNotifications(user) {
    localStorage.removeItem(wantedKey(user));
    const registration = await workerRegistration();
    for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
    // Nothing waits for the push service: the server ended the registration with the session.
    void registration?.pushManager?.getSubscription().then((subscription) => subscription?.unsubscribe()).catch(() => {});
}

/**
 * The bytes of base64url (RFC 4648, section 5), without padding.
 * @param {string} text
 */
export function bytesOf(text) {
    try {
        return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    } catch {
        throw new RefusalError({ code: "internal_error", message: "The server's key for notifications cannot be read." });
    }
}

/** @param {PushSubscription} subscription @param {string} key */
function isOfKey(subscription, key) {
    const used = subscription.options?.applicationServerKey;
    // Browsers that do not tell keep the subscription.
    return !used || String(new Uint8Array(used)) === String(bytesOf(key));
}

function isAppleTouch() {
    return /iPhone|iPad/u.test(navigator.userAgent) || (/Macintosh/u.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
}

function isInstalled() {
    return matchMedia("(display-mode: standalone)").matches || /** @type {{standalone?: boolean}} */ (navigator).standalone === true;
}
