// @ts-check
// The uploads of operations: in parts, each at the server's offset, so that an interruption costs at most one part.

import { RefusalError } from "../core/refusal-error.js";
import { endsSession } from "./server-api.js";

/**
 * @typedef {object} UploadParts
 * @property {import("./server-api.js").ServerAPI} api
 * @property {import("./local-store.js").LocalStore} store  where the blobs wait
 * @property {(input: object) => void} tell  the engine
 * @property {(progress: {message: string, conversation: string, sent: number, total: number}) => void} progress
 *
 * @typedef {{media: string, name: string, type: string, bytes: number}} Attachment
 * @typedef {{id: string, conversation: string, attachments?: Attachment[], picture?: string}} UploadOperation
 */

/** Bytes of one part: few enough for a slow network within a request's time-out. */
const partBytes = 512 * 1024;
/**
 * The files of a post, or the picture of a user or a group.
 * @param {UploadOperation} operation @returns {Attachment[]}
 */
const carried = ({ attachments, picture = "" }) =>
    attachments ?? [{ media: picture, name: "picture.jpg", type: "image/jpeg", bytes: 0 }];
/** How often in a row the server may return another offset than the sent one. */
const patience = 3;

export class Uploads {
    #parts;
    /** @type {Map<string, AbortController>} */
    #running = new Map();

    /** @param {UploadParts} parts */
    constructor(parts) {
        this.#parts = parts;
    }

    /**
     * Uploads an operation's files and reports to the engine; a no-op while that runs.
     * @param {UploadOperation} operation
     */
    start(operation) {
        if (this.#running.has(operation.id)) return;
        const control = new AbortController();
        this.#running.set(operation.id, control);
        void this.#run(operation, control.signal);
    }

    /**
     * Cancels the upload of a discarded operation.
     * @param {UploadOperation} operation
     */
    cancel(operation) {
        this.stop(operation.id);
        for (const { media } of carried(operation)) {
            this.#parts.api.call("DELETE", `/v1/media/${media}`).catch(() => {});
        }
    }

    /**
     * Stops an upload whose files are another operation's now.
     * @param {string} operation
     */
    stop(operation) {
        this.#running.get(operation)?.abort();
        this.#running.delete(operation);
    }

    /** Stops permanently: the next host of the engine continues the uploads. */
    close() {
        for (const control of this.#running.values()) control.abort();
        this.#running.clear();
    }

    /** @param {UploadOperation} operation @param {AbortSignal} signal */
    async #run(operation, signal) {
        /** @type {import("./contract.js").Refusal | null} */
        let error = null;
        try {
            await this.#upload(operation, signal);
        } catch (problem) {
            const refusal = RefusalError.from(problem);
            // Network and session failures are transient; the live socket detects the session's end.
            const passes = refusal.code === "offline" || refusal.code === "storage" || endsSession(refusal);
            error = { ...refusal.plain, ...(passes && { code: "unavailable" }) };
        }
        if (signal.aborted) return;
        this.#running.delete(operation.id);
        const { id } = operation;
        this.#parts.tell(error ? { type: "uploadFailed", operation: id, error } : { type: "uploaded", operation: id });
    }

    /** @param {UploadOperation} operation @param {AbortSignal} signal */
    async #upload(operation, signal) {
        const { id, conversation } = operation;
        const attachments = carried(operation);
        const total = attachments.reduce((sum, { bytes }) => sum + bytes, 0);
        let before = 0;
        for (const attachment of attachments) {
            const blob = await this.#parts.store.upload(attachment.media);
            // Attachments of a forwarded message are on the server, and only there.
            if (blob) {
                const base = before;
                await this.#send(attachment, blob, signal, (sent) =>
                    this.#parts.progress({ message: id, conversation, sent: base + sent, total }));
            }
            before += attachment.bytes;
        }
    }

    /**
     * @param {Attachment} attachment @param {Blob} blob @param {AbortSignal} signal @param {(sent: number) => void} progress
     */
    async #send({ media, name, type }, blob, signal, progress) {
        const { api } = this.#parts;
        const path = `/v1/media/${media}`;
        const sha256 = await hashOf(blob);
        let state = await api.call("POST", "/v1/media", { id: media, name, type, bytes: blob.size, ...(sha256 && { sha256 }) });
        let surprises = 0;
        while (!state.finished && state.offset < state.bytes) {
            if (signal.aborted) return;
            progress(state.offset);
            const part = blob.slice(state.offset, state.offset + partBytes);
            try {
                state = await api.call("PATCH", `${path}/upload?offset=${state.offset}`, part);
                surprises = 0;
            } catch (error) {
                // A part can arrive although its response was lost.
                if (RefusalError.from(error).code !== "upload_mismatch" || surprises >= patience) throw error;
                surprises += 1;
                state = await api.call("GET", `${path}/upload`);
            }
        }
        if (signal.aborted) return;
        progress(blob.size);
        await api.call("POST", `${path}/finish`, {});
    }
}

/**
 * SHA-256 in hexadecimal; undefined if the page has no cryptography, as over plain HTTP from another machine.
 * @param {Blob} blob
 * @returns {Promise<string | undefined>}
 */
async function hashOf(blob) {
    const subtle = globalThis.crypto?.subtle;
    if (!subtle) return undefined;
    const bytes = new Uint8Array(await subtle.digest("SHA-256", await blob.arrayBuffer()));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
