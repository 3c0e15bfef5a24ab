// @ts-check
// Requests to the server. The session is in cookies that no script can read; a request with an expired session is
// repeated after a refresh.

import { RefusalError } from "../core/refusal-error.js";
import { StoredAttempt } from "./refresh-attempt.js";

/** The time-out of a response in seconds. */
const patience = 20;
/** Milliseconds that a read waits for the server's limits, at most; and how often. */
const longestWait = 30_000;
const waits = 5;

/**
 * @typedef {object} Manner  how a request differs from others
 * @property {number} [seconds]  until the end of the response
 * @property {(response: Response) => Promise<any>} [read]  reads the response; JSON otherwise
 * @property {boolean} [outlivesPage]  whether it goes on when the page is closed
 */

export class ServerAPI {
    #fetch;
    #refreshed;
    #ended;
    #restricted;
    #sleep;
    #attempt;
    /** @type {Promise<any> | null} */
    #refreshing = null;

    /**
     * @param {object} parts
     * @param {(signedIn: {expiresIn: number}) => Promise<void> | void} parts.refreshed  told what a refresh answers
     * @param {(refusal: RefusalError) => void} parts.ended  told when nothing is left to refresh: the session is over
     * @param {() => void} [parts.restricted]  told when the server wants a second factor to be set up before all else
     * @param {typeof fetch} [parts.send]
     * @param {{current: () => Promise<string>, end: () => Promise<void>}} [parts.attempt]  the name of the pending refresh
     * @param {(milliseconds: number) => Promise<void>} [parts.sleep]
     */
    constructor({
        refreshed,
        ended,
        restricted = () => {},
        send = (...request) => fetch(...request),
        attempt = new StoredAttempt(),
        sleep = (time) => new Promise((wake) => setTimeout(wake, time)),
    }) {
        this.#refreshed = refreshed;
        this.#ended = ended;
        this.#restricted = restricted;
        this.#sleep = sleep;
        this.#fetch = send;
        this.#attempt = attempt;
    }

    /**
     * Sends a request with the session. A rate-limited read waits as long as the server says. Throws a Refusal: of
     * the server, or "offline".
     * @param {"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} method @param {string} path @param {object | Blob} [body]
     * @param {Manner} [manner]
     * @returns {Promise<any>}
     */
    async call(method, path, body, manner) {
        const ask = () => this.#call(method, path, body, manner);
        return method === "GET" ? patiently(ask, this.#sleep) : ask();
    }

    /**
     * @param {"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} method @param {string} path @param {object | Blob} [body]
     * @param {Manner} [manner]
     */
    async #call(method, path, body, manner) {
        try {
            return await this.send(method, path, body, manner);
        } catch (error) {
            const { code } = /** @type {RefusalError} */ (error);
            // An expired cookie is not sent at all.
            if (code !== "token_expired" && code !== "not_signed_in") throw error;
        }
        await this.refresh();
        return this.send(method, path, body, manner);
    }

    /** Replaces the session's tokens; one refresh at a time, across tabs. Throws a Refusal that ends the session, or "offline". */
    refresh() {
        this.#refreshing ??= this.#refresh().finally(() => {
            this.#refreshing = null;
        });
        return this.#refreshing;
    }

    async #refresh() {
        const signedIn = await exclusively("nexus refresh", () => this.#spend());
        await this.#refreshed(signedIn);
        return signedIn;
    }

    /** Whether the server took an attempt is known once it answered, by success or by ending the session. */
    async #spend() {
        try {
            const signedIn = await this.send("POST", "/v1/sessions/refresh", { attempt: await this.#attempt.current() });
            await this.#attempt.end();
            return signedIn;
        } catch (error) {
            const refusal = /** @type {RefusalError} */ (error);
            if (endsSession(refusal)) {
                await this.#attempt.end();
                this.#ended(refusal);
            }
            throw refusal;
        }
    }

    /**
     * Sends a request unchanged.
     * @param {"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} method @param {string} path @param {object | Blob} [body]  a Blob goes as it is
     * @param {Manner} [manner]
     * @returns {Promise<any>}
     */
    async send(method, path, body, manner = {}) {
        const { seconds = patience, read = (/** @type {Response} */ response) => response.json(), outlivesPage = false } = manner;
        /** @type {Response} */
        let response;
        let answer;
        const isBlob = body instanceof Blob;
        const contentType = isBlob ? "application/octet-stream" : "application/json";
        const giveUp = new AbortController();
        const timer = setTimeout(() => giveUp.abort(), seconds * 1000);
        try {
            response = await this.#fetch(path, {
                method,
                headers: { "Nexus-Session": "cookie", ...(body && { "Content-Type": contentType }) },
                body: isBlob ? body : body && JSON.stringify(body),
                credentials: "same-origin",
                cache: "no-store",
                redirect: "error",
                signal: giveUp.signal,
                ...(outlivesPage && { keepalive: true }),
            });
            answer = await read(response).catch(() => null);
        } catch {
            throw RefusalError.offline("This");
        } finally {
            clearTimeout(timer);
        }
        if (response.ok && answer) return answer;
        if (answer?.error?.code === "second_factor_required") this.#restricted();
        throw answer?.error ? new RefusalError(answer.error) : new RefusalError({
            code: "unavailable",
            message: "The server cannot answer at the moment.",
            suggestion: "Try again in a little while.",
        });
    }
}

/**
 * Reads; again, after as long as the server says, while it is too soon for the server's limits. Throws the Refusal of the last try.
 * @template T @param {() => Promise<T>} read @param {(milliseconds: number) => Promise<void>} sleep @returns {Promise<T>}
 */
export async function patiently(read, sleep) {
    for (let waited = 0; ; waited += 1) {
        try {
            return await read();
        } catch (error) {
            const { code, retryAfter = Infinity } = /** @type {RefusalError} */ (error);
            if (code !== "rate_limited" || retryAfter > longestWait || waited === waits) throw error;
            await sleep(retryAfter);
        }
    }
}

/**
 * @template T @param {string} name @param {() => Promise<T>} work @returns {Promise<T>}
 */
function exclusively(name, work) {
    return globalThis.navigator?.locks ? navigator.locks.request(name, work) : work();
}

/**
 * Whether a Refusal means that the session is over.
 * @param {{code: string}} refusal
 */
export function endsSession({ code }) {
    return code === "session_ended" || code === "not_signed_in" || code === "token_expired";
}
