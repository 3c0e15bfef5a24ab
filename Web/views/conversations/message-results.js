// @ts-check
import { element, replace, setText } from "../element.js";
import { briefTime, plural } from "../format.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/contract.js").SearchResult} SearchResult */

/** Milliseconds without a keystroke before the server is queried. */
const pause = 250;

/** The messages that a search finds, beneath the conversations that it finds. */
export class MessageResults {
    #status = element("p", { class: "results-status", role: "status" });
    #list = element("ul", { class: "results-list", "aria-label": "Messages" });
    #more = element("button", { type: "button", class: "button results-more", hidden: true }, "Show more");
    /** @type {SearchResult[]} */
    #results = [];
    /** @type {string | null} */
    #cursor = null;
    #text = "";
    /** @type {"best" | "newest"} */
    #order = "best";
    #timer = 0;
    /** The results are of an earlier query, order or connection. */
    #isStale = false;
    /** The number of the current search: answers to earlier ones are ignored. */
    #turn = 0;

    /**
     * @param {Context} context
     * @param {{changed: () => void, filter: (part: string) => void, has: (part: string) => boolean}} parts  `filter` adds a filter to
     *   the query or removes it
     */
    constructor(context, parts) {
        this.context = context;
        this.parts = parts;
        this.#more.addEventListener("click", () => void this.#ask(this.#cursor));
        this.chips = [
            ["from:me", "From me"],
            ["mentions:me", "Mentions me"],
            ["has:link", "With a link"],
            ["has:image", "With a photo"],
            ["after:yesterday", "Since yesterday"],
        ].map(([part = "", label = ""]) => ({
            part,
            button: element("button", { type: "button", class: "filter-chip", onclick: () => parts.filter(part) }, label),
        }));
        this.newest = element("button", { type: "button", class: "filter-chip", onclick: () => this.#toggleOrder() }, "Newest first");
        this.element = element(
            "section",
            { class: "results", "aria-label": "Messages found", hidden: true },
            element(
                "div",
                { class: "results-filters", role: "group", "aria-label": "Filters" },
                ...this.chips.map(({ button }) => button),
                this.newest,
            ),
            this.#status,
            this.#list,
            this.#more,
        );
        this.element.addEventListener("keydown", (event) => this.#key(event));
    }

    get count() {
        return this.#results.length;
    }

    /** @param {string} text  the query; empty for no search */
    search(text) {
        if (text === this.#text) return;
        this.#text = text;
        this.#turn += 1;
        this.#isStale = text !== "";
        clearTimeout(this.#timer);
        this.element.hidden = text === "";
        if (text === "") {
            this.#show([], null);
            setText(this.#status, "");
            return;
        }
        this.#drawChips();
        this.#timer = setTimeout(() => void this.#ask(null), pause);
    }

    /** Searches at once; also repeats the search after a change of the connection. */
    now() {
        if (this.#text === "") return;
        clearTimeout(this.#timer);
        void this.#ask(null);
    }

    /** Searches at once if the results are stale; resolves to true once they are those of the current query. */
    async settle() {
        if (this.#isStale) {
            clearTimeout(this.#timer);
            await this.#ask(null);
        }
        return !this.#isStale;
    }

    /** @returns {HTMLAnchorElement | null} */
    focusFirst() {
        const first = this.#list.querySelector("a");
        first?.focus();
        return first;
    }

    /** @param {string | null} cursor */
    async #ask(cursor) {
        const turn = this.#turn += 1;
        const { client } = this.context;
        if (cursor === null) {
            this.#isStale = true;
            setText(this.#status, "Searching…");
        }
        this.#more.disabled = true;
        try {
            const answer = await client.search({ query: this.#text, order: this.#order, cursor });
            if (turn !== this.#turn) return;
            const kept = cursor === null ? [] : this.#results;
            this.#show([...kept, ...answer.results], answer.cursor);
            setText(this.#status, this.#summary(answer));
        } catch (error) {
            if (turn !== this.#turn) return;
            if (cursor === null) this.#show([], null);
            setText(this.#status, /** @type {{message: string}} */ (error).message);
        } finally {
            if (turn === this.#turn) {
                this.#more.disabled = false;
                if (cursor === null) this.#isStale = false;
            }
        }
        this.parts.changed();
    }

    /** @param {{onDevice: boolean, partial: boolean, byMeaning: boolean}} answer */
    #summary({ onDevice, partial, byMeaning }) {
        const number = this.#results.length;
        const found = number === 0 ? "No message found" : `${plural(number, "message")}${this.#cursor === null ? "" : " and more"}`;
        if (onDevice) return `${found} on this device. There may be more on the server.`;
        const how = this.#order === "best" && !byMeaning ? ", by words alone" : "";
        return partial ? `${found}${how}. There may be more.` : `${found}${how}`;
    }

    /** @param {SearchResult[]} results @param {string | null} cursor */
    #show(results, cursor) {
        this.#results = results;
        this.#cursor = cursor;
        this.#more.hidden = cursor === null;
        replace(this.#list, ...results.map((result) => this.#row(result)));
    }

    /** @param {SearchResult} result */
    #row({ conversation, message, senderName, writtenAt, snippet }) {
        const { client } = this.context;
        const title = client.conversations.rows.find((row) => row.id === conversation)?.title ?? "";
        return element(
            "li",
            {},
            element(
                "a",
                { class: "result-link", href: `/c/${conversation}/m/${message}` },
                element(
                    "span",
                    { class: "result-top" },
                    element("span", { class: "result-title", dir: "auto" }, title),
                    element("time", { class: "row-time" }, briefTime(writtenAt, Date.now())),
                ),
                element(
                    "span",
                    { class: "result-text", dir: "auto" },
                    element("span", { class: "result-sender" }, `${senderName}: `),
                    ...marked(snippet),
                ),
            ),
        );
    }

    #toggleOrder() {
        this.#order = this.#order === "best" ? "newest" : "best";
        this.#drawChips();
        this.now();
    }

    #drawChips() {
        for (const { part, button } of this.chips) button.setAttribute("aria-pressed", String(this.parts.has(part)));
        this.newest.setAttribute("aria-pressed", String(this.#order === "newest"));
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        const links = [...this.#list.querySelectorAll("a")];
        const at = links.findIndex((link) => link === event.target);
        if (at < 0) return;
        event.preventDefault();
        links[Math.max(0, Math.min(links.length - 1, at + step))]?.focus();
    }
}

/**
 * The snippet with its matches marked.
 *
 * @param {SearchResult["snippet"]} snippet
 */
function marked({ text, marks }) {
    const parts = [];
    let end = 0;
    for (const [from, to] of marks) {
        if (from < end || to > text.length) continue;
        if (from > end) parts.push(text.slice(end, from));
        parts.push(element("mark", {}, text.slice(from, to)));
        end = to;
    }
    if (end < text.length) parts.push(text.slice(end));
    return parts;
}
