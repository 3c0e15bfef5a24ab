// @ts-check
// The live socket. A browser does not report why an upgrade was refused, so the session is refreshed before, and after
// a
// failure checked by a request with a readable response.

import { endsSession } from "./server-api.js";

/** The code by which the server closes the sockets of a session that is over. */
const sessionEnded = 4001;
/** The code that a browser gives to a connection that ended without a close frame (RFC 6455 §7.4.1). */
const abnormal = 1006;
const noStatus = 1005;
/** Milliseconds in which the first frame must come: some proxies accept the upgrade, and then pass nothing. */
const firstFrameTimeout = 8_000;

/**
 * @typedef {Omit<import("./current-socket.js").SocketEvents, "closed"> & {
 *   closed: (refusal: import("./contract.js").Refusal | null, isBlocked: boolean) => void,
 * }} LiveSocketEvents  `isBlocked`: no frame came, while a request was answered, so a proxy may pass no WebSockets
 */

/**
 * @param {object} parts
 * @param {import("./server-api.js").ServerAPI} parts.api
 * @param {() => boolean} parts.isFresh  whether the session's access is good for a while
 * @param {LiveSocketEvents} events
 * @returns {import("./current-socket.js").Socket}
 */
export function openLiveSocket({ api, isFresh }, events) {
    /** @type {WebSocket | null} */
    let socket = null;
    let isClosed = false;
    let hasHeard = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let alarm;
    let isRenewing = false;

    /** @param {import("./contract.js").Refusal | null} refusal */
    const end = (refusal, isBlocked = false) => {
        if (isClosed) return;
        isClosed = true;
        clearTimeout(alarm);
        events.closed(refusal, isBlocked);
    };
    /** Why no frame came. */
    const inquire = async () => {
        try {
            await api.call("GET", "/v1/profile");
            end(null, true);
        } catch (error) {
            const refusal = /** @type {import("../core/refusal-error.js").RefusalError} */ (error);
            end(endsSession(refusal) ? refusal.plain : null);
        }
    };
    /**
     * Renews the access of this socket. After a failure the server asks again, and closes a socket that is not renewed.
     * @param {string} name  of this socket
     */
    const renew = async (name) => {
        if (isRenewing) return;
        isRenewing = true;
        await api.call("POST", "/v1/live/renew", { socket: name }).catch(() => {});
        isRenewing = false;
    };
    const open = () => {
        if (isClosed) return;
        // The zone that defines "tomorrow" in messages written here.
        const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone);
        socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/v1/live?zone=${zone}`);
        alarm = setTimeout(() => socket?.close(), firstFrameTimeout);
        socket.onmessage = ({ data }) => {
            if (isClosed || typeof data !== "string") return;
            if (!hasHeard) {
                // Open once the server's first frame is there: what is sent before might go nowhere.
                hasHeard = true;
                clearTimeout(alarm);
                events.opened();
            }
            events.received(data);
        };
        socket.onclose = ({ code }) => {
            if (isClosed) return;
            if (code === sessionEnded) end({ code: "session_ended", message: "This session was ended. Sign in again." });
            else if (hasHeard || code !== abnormal && code !== noStatus) end(null);
            else void inquire();
        };
    };

    if (isFresh()) {
        open();
    } else {
        api.refresh().then(open, (refusal) => end(endsSession(refusal) ? refusal.plain : null));
    }
    return {
        send(frame) {
            if (socket?.readyState === WebSocket.OPEN) socket.send(frame);
        },
        renew: (name) => void renew(name),
        close() {
            isClosed = true;
            clearTimeout(alarm);
            socket?.close();
        },
    };
}
