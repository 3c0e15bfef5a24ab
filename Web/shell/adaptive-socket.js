// @ts-check
// Opens the live socket as a WebSocket, and over requests while a proxy on the way passes no WebSockets. Finds that out by
// itself, tries a WebSocket again from time to time, and goes back to it once one works.

import { openLiveSocket } from "./live-socket.js";
import { openPolledSocket } from "./polled-socket.js";

/** Milliseconds until a WebSocket is tried again; twice as long after each further failure, up to `lastPause`. */
const firstPause = 60_000;
const lastPause = 900_000;
/** WebSockets in a row of which no frame comes before requests are used: a server that is just starting fails one. */
const suspicionLimit = 2;
/** A WebSocket that lived for fewer milliseconds was cut off. */
const shortLife = 10_000;
/** WebSockets in a row that are cut off before requests are used. */
const cutLimit = 3;

/**
 * @typedef {import("./current-socket.js").Socket} Socket
 * @typedef {import("./current-socket.js").SocketEvents} SocketEvents
 */

export class AdaptiveSocket {
    #parts;
    #openWebSocket;
    #openPolled;
    #now;
    #failures = 0;
    #cuts = 0;
    #suspicions = 0;
    /** When a WebSocket is tried again, in milliseconds; 0 unless requests are used. */
    #retryAt = 0;

    /**
     * @param {{api: import("./server-api.js").ServerAPI, isFresh: () => boolean}} parts
     * @param {{openWebSocket?: typeof openLiveSocket, openPolled?: typeof openPolledSocket, now?: () => number}} [hosts]  what a
     *   test replaces
     */
    constructor(parts, hosts) {
        this.#parts = parts;
        this.#openWebSocket = hosts?.openWebSocket ?? openLiveSocket;
        this.#openPolled = hosts?.openPolled ?? openPolledSocket;
        this.#now = hosts?.now ?? Date.now;
        // Another network may have no such proxy.
        globalThis.addEventListener?.("online", () => (this.#retryAt = 0));
    }

    /**
     * Opens a socket in whichever way works.
     * @param {SocketEvents} events @returns {Socket}
     */
    connect(events) {
        /** @type {Socket} */
        let socket;
        let isClosed = false;
        const overRequests = () => {
            socket = this.#overRequests(events);
        };
        if (this.#now() < this.#retryAt) {
            overRequests();
        } else {
            /** @type {number | null} */
            let openedAt = null;
            socket = this.#openWebSocket(this.#parts, {
                opened: () => {
                    openedAt = this.#now();
                    this.#retryAt = 0;
                    this.#suspicions = 0;
                    events.opened();
                },
                received: events.received,
                closed: (refusal, isBlocked) => {
                    if (isClosed) return;
                    if (isBlocked) this.#suspicions += 1;
                    if (isBlocked && this.#suspicions >= suspicionLimit) {
                        this.#suspicions = 0;
                        this.#blocked();
                        return overRequests();
                    }
                    if (openedAt !== null && !refusal) this.#ended(this.#now() - openedAt);
                    events.closed(refusal);
                },
            });
        }
        return {
            send: (frame) => socket.send(frame),
            renew: (name) => socket.renew(name),
            close: () => {
                isClosed = true;
                socket.close();
            },
        };
    }

    /** @param {SocketEvents} events @returns {Socket} */
    #overRequests(events) {
        let isOpen = false;
        /** @type {Socket | null} */
        let probe = null;
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        let timer;
        const stop = () => {
            clearTimeout(timer);
            probe?.close();
            probe = null;
        };
        const polled = this.#openPolled(this.#parts, {
            opened: () => {
                isOpen = true;
                events.opened();
            },
            received: events.received,
            closed: (refusal) => {
                stop();
                // Requests fail too: the next attempt begins with a WebSocket.
                if (!isOpen) this.#retryAt = 0;
                events.closed(refusal);
            },
        });
        /** Tries a WebSocket once it is time to, and ends this socket if it works: the engine then opens the next. */
        const lookAgain = () => {
            timer = setTimeout(() => {
                probe = this.#openWebSocket(this.#parts, {
                    opened: () => {
                        this.#retryAt = 0;
                        stop();
                        polled.close();
                        events.closed(null);
                    },
                    received: () => {},
                    closed: () => {
                        this.#blocked();
                        lookAgain();
                    },
                });
            }, Math.max(this.#retryAt - this.#now(), 0));
        };
        lookAgain();
        return {
            ...polled,
            close: () => {
                stop();
                polled.close();
            },
        };
    }

    /** No WebSocket could be opened, while requests are answered. */
    #blocked() {
        const pause = Math.min(firstPause * 2 ** this.#failures, lastPause);
        this.#failures = Math.min(this.#failures + 1, 10);
        this.#cuts = 0;
        // Between half and the whole, so that the members of an office do not try in step.
        this.#retryAt = this.#now() + pause / 2 + Math.random() * (pause / 2);
    }

    /**
     * An open WebSocket was closed, and not by this side.
     * @param {number} life  in milliseconds
     */
    #ended(life) {
        if (life >= shortLife) {
            this.#failures = 0;
            this.#cuts = 0;
            return;
        }
        this.#cuts += 1;
        if (this.#cuts >= cutLimit) this.#blocked();
    }
}
