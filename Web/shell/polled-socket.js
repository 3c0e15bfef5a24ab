// @ts-check
// The live socket over requests, for browsers behind a proxy that passes no WebSockets: one poll that the server holds while
// it has no frame, and this side's frames in requests of their own, one at a time. Frames are numbered in each
// direction, so a request whose answer was lost is repeated and nothing is lost or doubled.

import { endsSession } from "./server-api.js";

/** Milliseconds for which a poll asks to be held: at first, and at least, while a proxy cuts longer ones off. */
const longestHold = 25_000;
const shortestHold = 5_000;
/** Seconds that an answer may take beyond that. */
const patience = 10;
/** Failures in a row after which the socket counts as lost, and milliseconds until the first repetition. */
const failureLimit = 3;
const firstDelay = 250;
/** Milliseconds that the socket waits for a limit of the server, at most. */
const longestWait = 30_000;
/** Frames, and bytes, of one request. */
const frameLimit = 256;
const byteLimit = 1 << 20;

/**
 * @param {object} parts
 * @param {import("./server-api.js").ServerAPI} parts.api
 * @param {(milliseconds: number) => Promise<void>} [parts.sleep]
 * @param {import("./current-socket.js").SocketEvents} events
 * @returns {import("./current-socket.js").Socket}
 */
export function openPolledSocket({ api, sleep = (time) => new Promise((wake) => setTimeout(wake, time)) }, events) {
    let path = "";
    let isClosed = false;
    let isSending = false;
    /** @type {string[]} */
    const queue = [];
    /** The number of the first frame in the queue. */
    let first = 1;

    const leave = () => {
        if (path) void api.call("DELETE", path, undefined, { outlivesPage: true }).catch(() => {});
    };
    /** @param {import("./contract.js").Refusal | null} refusal */
    const end = (refusal) => {
        if (isClosed) return;
        close();
        events.closed(refusal);
    };
    const close = () => {
        if (isClosed) return;
        isClosed = true;
        globalThis.removeEventListener?.("pagehide", leave);
        leave();
    };
    /**
     * Repeats a request until it succeeds; undefined once the socket is lost.
     * @template T @param {Retry} retry @param {() => Promise<T>} ask @returns {Promise<T | undefined>}
     */
    const persist = async (retry, ask) => {
        while (!isClosed) {
            const start = Date.now();
            try {
                const answer = await ask();
                retry.succeeded();
                return answer;
            } catch (error) {
                const refusal = /** @type {import("../core/refusal-error.js").RefusalError} */ (error);
                const delay = retry.failed(refusal, Date.now() - start);
                if (delay === null) end(endsSession(refusal) ? refusal.plain : null);
                else await sleep(delay);
            }
        }
        return undefined;
    };
    const poll = async () => {
        const retry = new Retry();
        let number = 0;
        while (!isClosed) {
            const ask = () => api.call("POST", `${path}/poll?after=${number}&wait=${retry.hold}`, {}, {
                seconds: retry.hold / 1000 + patience,
                read: async (response) => (response.ok ? lines(await response.text()) : response.json()),
            });
            const frames = await persist(retry, ask);
            if (!frames || isClosed) return;
            number += frames.length;
            for (const frame of frames) if (!isClosed) events.received(frame);
        }
    };
    const flush = async () => {
        if (isSending) return;
        isSending = true;
        const retry = new Retry();
        while (path && !isClosed && queue.length > 0) {
            const frames = queue.slice(0, batch(queue));
            const ask = () => api.call("POST", `${path}/frames?first=${first}`, new Blob([frames.join("\n")]));
            if (!await persist(retry, ask)) break;
            queue.splice(0, frames.length);
            first += frames.length;
        }
        isSending = false;
    };
    const open = async () => {
        try {
            const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone);
            const { socket } = await api.call("POST", `/v1/live/polled?zone=${zone}`, {});
            path = `/v1/live/polled/${socket}`;
        } catch (error) {
            const refusal = /** @type {import("../core/refusal-error.js").RefusalError} */ (error);
            return end(endsSession(refusal) ? refusal.plain : null);
        }
        if (isClosed) return leave();
        globalThis.addEventListener?.("pagehide", leave);
        events.opened();
        void poll();
        void flush();
    };

    void open();
    return {
        send(frame) {
            if (isClosed) return;
            queue.push(frame);
            void flush();
        },
        // Every request shows fresh access; what is renewed is how long the server keeps the socket.
        renew: (name) => void api.call("POST", "/v1/live/renew", { socket: name }).catch(() => {}),
        close,
    };
}

/** When a request is repeated. */
export class Retry {
    #failures = 0;
    hold = longestHold;

    succeeded() {
        this.#failures = 0;
    }

    /**
     * Milliseconds until the request is repeated; null if it is not.
     * @param {{code: string, retryAfter?: number}} refusal @param {number} duration  of the failed request, in milliseconds
     * @returns {number | null}
     */
    failed({ code, retryAfter = 1000 }, duration) {
        if (code === "rate_limited" || code === "overloaded") return retryAfter <= longestWait ? Math.max(retryAfter, 100) : null;
        if (code !== "offline" && code !== "unavailable") return null;
        if (duration >= shortestHold && this.hold > shortestHold) {
            this.hold = Math.max(Math.floor(this.hold / 2), shortestHold);
            return firstDelay;
        }
        this.#failures += 1;
        return this.#failures <= failureLimit ? firstDelay * 2 ** (this.#failures - 1) : null;
    }
}

/** @param {string} text */
function lines(text) {
    return text.split("\n").filter((line) => line !== "");
}

/**
 * The number of frames, from the first, that one request takes: at least one.
 * @param {string[]} frames
 */
export function batch(frames) {
    let count = 0;
    let bytes = 0;
    for (const frame of frames.slice(0, frameLimit)) {
        // A character has at most three bytes in UTF-8 per unit of UTF-16.
        bytes += frame.length * 3 + 1;
        if (count > 0 && bytes > byteLimit) break;
        count += 1;
    }
    return count;
}
