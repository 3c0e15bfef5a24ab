// @ts-check
// Pictures and recordings for the screens of this tab, as URLs for elements. They are cached on this
// device for offline use.

import { RefusalError } from "../core/refusal-error.js";
import { patiently } from "./server-api.js";

/**
 * @typedef {import("./contract.js").Attachment} Attachment
 *
 * @typedef {object} MediaParts
 * @property {() => string | null} user  who is signed in
 * @property {import("./leader-methods.js").Request} request  to the leading tab
 */

/** The maximum of cached pictures on this device. */
const keptPictures = 1_000;
/** The maximum of object URLs for a tab's screens; the least recently used is revoked first. */
const heldAddresses = 200;

/** Bytes of a file that goes to the downloads by way of this page's memory; a larger one the browser fetches itself. */
const downloadedBytes = 16 << 20;

/** @param {string} user */
const cacheName = (user) => `nexus-media ${user}`;

export class MediaCache {
    #parts;
    /** @type {Map<string, Promise<string>>} */
    #addresses = new Map();
    /** This tab's own uploads: shown without fetching them. @type {Map<string, Blob>} */
    #own = new Map();

    /** @param {MediaParts} parts */
    constructor(parts) {
        this.#parts = parts;
    }

    /**
     * Shows this tab's upload from here until the page closes.
     * @param {string} media @param {Blob} blob
     */
    keep(media, blob) {
        this.#own.set(media, blob);
    }

    /**
     * The change of a picture in an operation, with its file; null removes it.
     * @param {Blob | null | undefined} picture @param {string} media  the identifier of a new one
     */
    shown(picture, media) {
        if (!picture) return { fields: { picture }, files: [] };
        this.keep(media, picture);
        return { fields: { picture: media }, files: [{ media, blob: picture }] };
    }

    /**
     * An address of a picture in a size, or of the whole; throws a Refusal.
     * @param {{media: string}} attachment @param {import("./contract.js").PictureSize} size @returns {Promise<string>}
     */
    address({ media }, size) {
        const name = this.#own.has(media) ? media : `${media}${size ? `?size=${size}` : ""}`;
        const held = this.#addresses.get(name);
        if (held) {
            this.#addresses.delete(name);
            this.#addresses.set(name, held);
            return held;
        }
        const made = this.#blob(media, size).then((blob) => URL.createObjectURL(blob));
        this.#addresses.set(name, made);
        made.catch(() => this.#addresses.delete(name));
        this.#forgetOldest();
        return made;
    }

    /**
     * Hands a file to the browser's downloads. Throws a Refusal.
     * @param {Attachment} attachment @param {(milliseconds: number) => void} [waiting]  told where the server's limits ask to wait
     */
    async download({ media, name, bytes }, waiting) {
        const own = this.#own.get(media) ?? await this.#parts.request("uploadBlob", { media }).catch(() => null);
        const path = `/v1/media/${media}`;
        // A browser says nothing of a download that the server refuses, so the answer is read here.
        const response = own ? null : await this.#fetch(path, waiting);
        const isLarge = response !== null && bytes > downloadedBytes;
        if (isLarge) await response.body?.cancel();
        const blob = isLarge ? null : own ?? await response?.blob().catch(() => {
            throw RefusalError.offline("This file");
        });
        const link = document.createElement("a");
        link.download = name;
        link.href = blob ? URL.createObjectURL(blob) : path;
        link.click();
        if (blob) setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    }

    /** Another user has signed in: no picture of the previous one is shown any more. */
    clear() {
        for (const address of this.#addresses.values()) address.then(URL.revokeObjectURL).catch(() => {});
        this.#addresses.clear();
        this.#own.clear();
    }

    /**
     * Deletes an account's data from this device.
     * @param {string} user
     */
    static async remove(user) {
        await globalThis.caches?.delete(cacheName(user));
    }

    #forgetOldest() {
        while (this.#addresses.size > heldAddresses) {
            const [name, address] = /** @type {[string, Promise<string>]} */ (this.#addresses.entries().next().value);
            this.#addresses.delete(name);
            address.then(URL.revokeObjectURL).catch(() => {});
        }
    }

    /** @param {string} media @param {number | null} size @returns {Promise<Blob>} */
    async #blob(media, size) {
        const own = this.#own.get(media);
        if (own) return own;
        const path = `/v1/media/${media}${size ? `?size=${size}` : ""}`;
        const cache = await this.#cache();
        const kept = await cache?.match(path);
        if (kept) return kept.blob();
        // A waiting one is in the leading tab's store.
        const waiting = await this.#parts.request("uploadBlob", { media }).catch(() => null);
        if (waiting) return waiting;
        const response = await this.#fetch(path);
        if (cache) await this.#put(cache, path, response.clone());
        return response.blob();
    }

    /** @param {string} path @param {(milliseconds: number) => void} [waiting] @returns {Promise<Response>} */
    #fetch(path, waiting) {
        return patiently(() => this.#fetchOnce(path), (milliseconds) => {
            waiting?.(milliseconds);
            return new Promise((wake) => setTimeout(wake, milliseconds));
        });
    }

    /** @param {string} path @returns {Promise<Response>} */
    async #fetchOnce(path) {
        /** @type {Response} */
        let response;
        try {
            response = await fetch(path, { credentials: "same-origin" });
            if (response.status === 401) {
                await this.#parts.request("freshen", { force: true });
                response = await fetch(path, { credentials: "same-origin" });
            }
        } catch {
            throw RefusalError.offline("This");
        }
        if (response.ok) return response;
        const answer = await response.json().catch(() => null);
        throw new RefusalError(answer?.error ?? { code: "unavailable", message: "The server cannot answer at the moment." });
    }

    async #cache() {
        const user = this.#parts.user();
        // Unavailable over plain HTTP from another machine, and in some private windows.
        if (!user || !globalThis.caches) return null;
        return caches.open(cacheName(user)).catch(() => null);
    }

    /** @param {Cache} cache @param {string} path @param {Response} response */
    async #put(cache, path, response) {
        try {
            await cache.put(path, response);
            const kept = await cache.keys();
            for (const request of kept.slice(0, Math.max(0, kept.length - keptPictures))) await cache.delete(request);
        } catch {
            // A full device caches no pictures; they are fetched again.
        }
    }
}
