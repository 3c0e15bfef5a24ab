// @ts-check
// The live socket. A browser does not report why an upgrade was refused, so the session is refreshed before, and after
// a
// failure checked by a request with a readable response.

import { endsSession } from "./server-api.js";

/** The code by which the server closes the sockets of a session that is over. */
const sessionEnded = 4001;

/**
 * @param {object} parts
 * @param {import("./server-api.js").ServerAPI} parts.api
 * @param {() => boolean} parts.isFresh  whether the session's access is good for a while
 * @param {import("./current-socket.js").SocketEvents} events
 * @returns {import("./current-socket.js").Socket}
 */
export function openLiveSocket({ api, isFresh }, events) {
    /** @type {WebSocket | null} */
    let socket = null;
    let isClosed = false;
    let hasOpened = false;
    let isRenewing = false;

    /** @param {import("./contract.js").Refusal | null} refusal */
    const end = (refusal) => {
        if (isClosed) return;
        isClosed = true;
        events.closed(refusal);
    };
    /** Why a socket did not open. */
    const inquire = async () => {
        try {
            await api.call("GET", "/v1/profile");
            end(null);
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
        socket.onopen = () => {
            hasOpened = true;
            if (!isClosed) events.opened();
        };
        socket.onmessage = ({ data }) => {
            if (!isClosed && typeof data === "string") events.received(data);
        };
        socket.onclose = ({ code }) => {
            if (isClosed) return;
            if (code === sessionEnded) end({ code: "session_ended", message: "This session was ended. Sign in again." });
            else if (hasOpened) end(null);
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
            socket?.close();
        },
    };
}
