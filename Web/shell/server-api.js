// @ts-check
// Requests to the server. The session is in cookies that no script can read; a request that finds it expired is repeated after
// a refresh.

import { RefusalError } from "../core/refusal-error.js";
import { currentAttempt, endAttempt } from "./refresh-attempt.js";

/** Seconds after which an answer is no longer waited for. */
const patience = 20;

export class ServerAPI {
    #fetch;
    #refreshed;
    /** @type {Promise<any> | null} */
    #refreshing = null;

    /**
     * @param {(signedIn: {expiresIn: number}) => Promise<void> | void} refreshed  told what a refresh answers
     * @param {typeof fetch} [send]
     */
    constructor(refreshed, send = (...request) => fetch(...request)) {
        this.#refreshed = refreshed;
        this.#fetch = send;
    }

    /**
     * Asks with the session. Throws a Refusal: of the server, or "offline".
     * @param {"GET" | "POST" | "DELETE"} method @param {string} path @param {object} [body]
     * @returns {Promise<any>}
     */
    async call(method, path, body) {
        try {
            return await this.send(method, path, body);
        } catch (error) {
            const { code } = /** @type {RefusalError} */ (error);
            // A cookie whose time is over is not sent at all.
            if (code !== "token_expired" && code !== "not_signed_in") throw error;
        }
        await this.refresh();
        return this.send(method, path, body);
    }

    /** Replaces the session's tokens; one refresh at a time, in whatever tab. Throws a Refusal that ends the session, or "offline". */
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
            const signedIn = await this.send("POST", "/v1/sessions/refresh", { attempt: currentAttempt() });
            endAttempt();
            return signedIn;
        } catch (error) {
            if (endsSession(/** @type {RefusalError} */ (error))) endAttempt();
            throw error;
        }
    }

    /**
     * Asks as it is.
     * @param {"GET" | "POST" | "DELETE"} method @param {string} path @param {object} [body]
     * @returns {Promise<any>}
     */
    async send(method, path, body) {
        /** @type {Response} */
        let response;
        let answer;
        try {
            response = await this.#fetch(path, {
                method,
                headers: { "Nexus-Session": "cookie", ...(body && { "Content-Type": "application/json" }) },
                body: body && JSON.stringify(body),
                credentials: "same-origin",
                cache: "no-store",
                redirect: "error",
                signal: expiry(patience * 1000),
            });
            answer = await response.json().catch(() => null);
        } catch {
            throw RefusalError.offline("This");
        }
        if (response.ok && answer) return answer;
        throw answer?.error ? new RefusalError(answer.error) : new RefusalError({
            code: "unavailable",
            message: "The server cannot answer at the moment.",
            suggestion: "Try again in a little while.",
        });
    }
}

/**
 * @template T @param {string} name @param {() => Promise<T>} work @returns {Promise<T>}
 */
function exclusively(name, work) {
    return globalThis.navigator?.locks ? navigator.locks.request(name, work) : work();
}

/**
 * @param {number} milliseconds
 * @returns {AbortSignal}
 */
function expiry(milliseconds) {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), milliseconds);
    return controller.signal;
}

/**
 * Whether a Refusal says that the session is over.
 * @param {{code: string}} refusal
 */
export function endsSession({ code }) {
    return code === "session_ended" || code === "not_signed_in" || code === "token_expired";
}
