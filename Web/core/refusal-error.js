// @ts-check

/** A Refusal as it is thrown: a stable code, a text that is safe to show, and what to do about it. */
export class RefusalError extends Error {
    /** @param {{code: string, message: string, suggestion?: string, retryAfter?: number}} refusal */
    constructor({ code, message, suggestion, retryAfter }) {
        super(message);
        this.name = "Refusal";
        this.code = code;
        this.suggestion = suggestion;
        this.retryAfter = retryAfter;
    }

    /**
     * An action that needs the network.
     * @param {string} what  "Signing in", "This"
     */
    static offline(what) {
        return new RefusalError({
            code: "offline",
            message: `${what} needs a connection to the server.`,
            suggestion: "Check your network and try again.",
        });
    }

    /**
     * The browser cannot store data.
     * @param {unknown} cause
     */
    static storage(cause) {
        const full = cause instanceof DOMException && cause.name === "QuotaExceededError";
        return new RefusalError({
            code: "storage",
            message: full
                ? "This browser has no room left, so nothing more can be kept on this device."
                : "This browser does not let Nexus keep anything on this device.",
            suggestion: full
                ? "Free some disk space, then try again."
                : "Leave private browsing, or allow this site to store data, then reload.",
        });
    }

    /**
     * Any error as a Refusal.
     * @param {unknown} error
     * @returns {RefusalError}
     */
    static from(error) {
        if (error instanceof RefusalError) return error;
        if (error instanceof DOMException) return RefusalError.storage(error);
        const { code, message, suggestion } = /** @type {any} */ (error ?? {});
        if (typeof code === "string" && typeof message === "string") {
            return new RefusalError({ code, message, suggestion });
        }
        console.error(error);
        return new RefusalError({ code: "internal_error", message: "Something went wrong in this page. Reload it." });
    }

    /**
     * As plain data, to send to another tab.
     * @returns {import("../shell/contract.js").Refusal}
     */
    get plain() {
        const { code, message, suggestion } = this;
        return suggestion === undefined ? { code, message } : { code, message, suggestion };
    }
}
