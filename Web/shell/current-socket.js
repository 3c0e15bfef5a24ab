// @ts-check
// The socket that the engine opened last. Events of earlier ones are ignored.

/**
 * @typedef {object} Socket
 * @property {(frame: string) => void} send
 * @property {(name: string) => void} renew  the access of the socket that the server calls so
 * @property {() => void} close
 *
 * @typedef {object} SocketEvents
 * @property {() => void} opened
 * @property {(text: string) => void} received
 * @property {(refusal: import("./contract.js").Refusal | null) => void} closed  a refusal says that the session is over
 *
 * @typedef {(events: SocketEvents) => Socket} Connect  opens a socket
 */

export class CurrentSocket {
    #connect;
    #tell;
    /** @type {Socket | null} */
    #socket = null;
    /** Tells this socket's events from those of the ones before it. */
    #number = 0;
    isOpen = false;

    /** @param {Connect} connect @param {(input: object | string) => void} tell  the engine */
    constructor(connect, tell) {
        this.#connect = connect;
        this.#tell = tell;
    }

    /** Opens a socket in the place of the one that is there. */
    open() {
        this.drop();
        const number = this.#number;
        const isCurrent = () => number === this.#number;
        this.#socket = this.#connect({
            opened: () => {
                if (!isCurrent()) return;
                this.isOpen = true;
                this.#tell({ type: "socketOpened" });
            },
            received: (text) => {
                if (isCurrent()) this.#tell(`{"type":"frame","frame":${text}}`);
            },
            closed: (refusal) => {
                if (!isCurrent()) return;
                this.drop();
                this.#tell({ type: "socketClosed", ...(refusal && { error: refusal }) });
            },
        });
    }

    /** Closes the socket; nothing that it still says is heard. */
    drop() {
        this.#number += 1;
        this.#socket?.close();
        this.#socket = null;
        this.isOpen = false;
    }

    /** @param {string} frame */
    send(frame) {
        this.#socket?.send(frame);
    }

    /** @param {string} name  by which the server calls the socket whose access runs out */
    renew(name) {
        this.#socket?.renew(name);
    }
}
