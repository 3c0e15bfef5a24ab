// @ts-check
// The assistant, over HTTP from the tab that shows it: nothing is stored on this device, and it needs the network.

import { RefusalError } from "../core/refusal-error.js";
import { ServerAPI } from "./server-api.js";

/**
 * @typedef {import("./wire.js").Citation} Citation
 * @typedef {import("./wire.js").AssistantAnswer} Answer
 * @typedef {import("./wire.js").AssistantExchange} Exchange
 * @typedef {import("./wire.js").AssistantTopic} Topic
 * @typedef {import("./wire.js").AssistantAnswerStatement} Statement
 * @typedef {import("./wire.js").ConversationSummary} Summary
 *
 * @typedef {object} Hearing  the progress of an answer
 * @property {(topic: string, readAs: string | null) => void} began
 * @property {(citation: Citation) => void} citation
 * @property {(text: string) => void} text
 */

export class Assistant {
    #api = new ServerAPI({ refreshed: () => {}, ended: () => {} });

    /**
     * Asks, and reports progress. Resolves to the stored exchange; throws a Refusal.
     *
     * @param {{text: string, topic: string | null, conversation: string | null}} question
     * @param {Hearing} hearing
     * @param {AbortSignal} signal
     * @returns {Promise<{topic: string, exchange: Exchange}>}
     */
    async ask({ text, topic, conversation }, hearing, signal) {
        const body = JSON.stringify({
            text,
            ...(topic !== null && { topic }),
            ...(conversation !== null && { conversation }),
            utcOffset: -new Date().getTimezoneOffset(),
        });
        let response = await this.#post(body, signal);
        if (response.status === 401) {
            await this.#api.refresh();
            response = await this.#post(body, signal);
        }
        if (!response.ok || response.body === null) throw await refusal(response);
        try {
            for await (const line of lines(response.body)) {
                const event = JSON.parse(line);
                if (event.type === "finished") return { topic: event.topic, exchange: event.exchange };
                if (event.type === "failed") throw new RefusalError(event.error);
                if (event.type === "began") hearing.began(event.topic, event.readAs ?? null);
                if (event.type === "citation") hearing.citation(event.citation);
                if (event.type === "text") hearing.text(event.text);
            }
        } catch (error) {
            throw error instanceof RefusalError ? error : RefusalError.offline("The assistant");
        }
        throw RefusalError.offline("The assistant");
    }

    /** @param {string | null} conversation @returns {Promise<{topics: Topic[], model?: string}>} */
    topics(conversation) {
        return this.#api.call("GET", `/v1/assistant/topics${conversation === null ? "" : `?conversation=${conversation}`}`);
    }

    /** @param {string} topic @returns {Promise<{topic: Topic, exchanges: Exchange[]}>} */
    thread(topic) {
        return this.#api.call("GET", `/v1/assistant/topics/${topic}`);
    }

    /** @param {string} topic */
    async delete(topic) {
        await this.#api.call("DELETE", `/v1/assistant/topics/${topic}`);
    }

    /** @param {string} conversation @param {"unread" | "today" | "week" | "all"} range @returns {Promise<Summary>} */
    summary(conversation, range) {
        return this.#api.call("GET", `/v1/conversations/${conversation}/summary?range=${range}&utcOffset=${offset()}`);
    }

    /** @param {string} conversation @param {number | null} after @returns {Promise<Summary>} */
    catchUp(conversation, after) {
        const since = after === null ? "" : `&after=${after}`;
        return this.#api.call("GET", `/v1/conversations/${conversation}/catch-up?utcOffset=${offset()}${since}`);
    }

    /** @param {string} body @param {AbortSignal} signal */
    async #post(body, signal) {
        try {
            return await fetch("/v1/assistant/questions", {
                method: "POST",
                headers: { "Nexus-Session": "cookie", "Content-Type": "application/json" },
                body,
                credentials: "same-origin",
                cache: "no-store",
                redirect: "error",
                signal,
            });
        } catch {
            throw RefusalError.offline("The assistant");
        }
    }
}

function offset() {
    return -new Date().getTimezoneOffset();
}

/** @param {Response} response */
async function refusal(response) {
    const answer = await response.json().catch(() => null);
    return new RefusalError(answer?.error ?? {
        code: "unavailable",
        message: "The server cannot answer at the moment.",
        suggestion: "Try again in a little while.",
    });
}

/** @param {ReadableStream<Uint8Array>} stream */
async function* lines(stream) {
    const reader = stream.getReader();
    const decoder = new TextDecoder();
    let rest = "";
    while (true) {
        const { done, value } = await reader.read();
        rest += decoder.decode(value, { stream: !done });
        const parts = rest.split("\n");
        rest = parts.pop() ?? "";
        for (const part of parts) if (part !== "") yield part;
        if (done) break;
    }
    if (rest !== "") yield rest;
}
