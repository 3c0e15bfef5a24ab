// @ts-check
import { element, iconButton, spoken } from "../element.js";
import { counted } from "../format.js";
import { focusAction } from "../header-actions.js";
import { loadStyle } from "../style.js";
import { insightIcon } from "./insight-icon.js";
import { InsightList } from "./insight-list.js";
import { fetchInsights } from "./insights-api.js";

/** @typedef {import("../context.js").Context} Context */

/** Milliseconds of debouncing. */
const gathering = 400;
const most = 200;

/**
 * What insights add to an open conversation: a sheet of them with how many are open, and a mark on messages that cannot wait.
 */
export class ChatInsights {
    #count = element("span", { class: "insight-count", hidden: true });
    #button = element(
        "button",
        {
            type: "button",
            class: "icon-button header-action insight-toggle",
            title: "Insights",
            "aria-expanded": "false",
            onclick: () => this.#sheet === null ? this.open() : this.close(),
        },
        insightIcon(),
        spoken("Insights"),
        this.#count,
    );
    /** @type {HTMLElement | null} */
    #sheet = null;
    #ending = new AbortController();
    /** Why messages cannot wait, by message. @type {Map<string, string>} */
    #urgent = new Map();
    #soon = 0;

    /**
     * @param {Context} context
     * @param {string} conversation
     * @param {HTMLElement} screen  of the conversation
     * @param {AbortSignal} signal
     */
    static async add(context, conversation, screen, signal) {
        await loadStyle("insights");
        return signal.aborted ? null : new ChatInsights(context, conversation, screen, signal);
    }

    /**
     * @param {Context} context
     * @param {string} conversation
     * @param {HTMLElement} screen
     * @param {AbortSignal} signal
     */
    constructor(context, conversation, screen, signal) {
        this.context = context;
        this.conversation = conversation;
        this.screen = screen;
        screen.querySelector(".chat-header > .chat-who")?.after(this.#button);
        const rows = screen.querySelector(".timeline-rows") ?? screen;
        const watching = new MutationObserver(() => this.#mark());
        watching.observe(rows, { childList: true, subtree: true });
        signal.addEventListener("abort", () => {
            watching.disconnect();
            clearTimeout(this.#soon);
            this.#ending.abort();
        }, { once: true });
        let wasOnline = context.client.connection.online;
        signal.addEventListener(
            "abort",
            context.client.subscribe({
                insights: ({ conversation: moved }) => {
                    if (!moved || moved === conversation) this.#loadSoon();
                },
                session: () => this.#loadSoon(),
                connection: () => {
                    const { online } = context.client.connection;
                    if (online && !wasOnline) this.#loadSoon();
                    wasOnline = online;
                },
            }),
            { once: true },
        );
        void this.#load();
    }

    get isOpen() {
        return this.#sheet !== null;
    }

    open() {
        this.#ending = new AbortController();
        const heading = element("h2", { tabindex: -1 }, "Insights");
        this.#sheet = element(
            "aside",
            { class: "insight-sheet", "aria-label": "Insights of this conversation" },
            element("header", { class: "insight-sheet-header" }, heading, iconButton("close", "Close insights", () => this.close())),
            new InsightList(this.context, this.conversation, {
                counted: (open) => this.#showCount(open),
                jumped: () => {
                    // On a phone the sheet covers the target message.
                    if (matchMedia("(max-width: 1099px)").matches) this.close(false);
                },
            }, this.#ending.signal).element,
        );
        this.#sheet.addEventListener("keydown", (event) => {
            if (event.key !== "Escape" || event.defaultPrevented) return;
            event.preventDefault();
            event.stopPropagation();
            this.close();
        });
        this.screen.append(this.#sheet);
        this.screen.classList.add("has-sheet");
        this.#button.setAttribute("aria-expanded", "true");
        heading.focus();
    }

    /** @param {boolean} [returns]  whether the keyboard goes back to the button */
    close(returns = true) {
        this.#ending.abort();
        this.#sheet?.remove();
        this.#sheet = null;
        this.screen.classList.remove("has-sheet");
        this.#button.setAttribute("aria-expanded", "false");
        if (returns) focusAction(this.#button);
    }

    #loadSoon() {
        this.#soon ||= setTimeout(() => void this.#load(), gathering);
    }

    async #load() {
        this.#soon = 0;
        this.#button.hidden = this.context.client.profile?.showsAI === false;
        try {
            const filter = { conversation: this.conversation, kind: "priority", state: "open", assignee: "" };
            const { insights, open } = await fetchInsights(this.context, filter, { limit: most });
            this.#urgent = new Map(insights.map(({ message, text }) => [message, text]));
            this.#showCount(open);
            this.#mark();
        } catch {
            // Without a connection the earlier result stays.
        }
    }

    /** @param {number} open */
    #showCount(open) {
        this.#count.hidden = open === 0;
        this.#count.replaceChildren(counted(open), spoken(" open"));
    }

    /** Adds and removes marks. */
    #mark() {
        for (const message of this.screen.querySelectorAll(".message[data-key]")) {
            const reason = this.#urgent.get(/** @type {HTMLElement} */ (message).dataset.key ?? "");
            const bubble = message.querySelector(".bubble");
            const present = message.querySelector(".priority-mark");
            if (reason === undefined || bubble === null) {
                present?.remove();
            } else if (/** @type {HTMLElement | null} */ (present)?.dataset.reason !== reason) {
                present?.remove();
                bubble.append(priorityMark(reason));
            }
        }
    }
}

/** @param {string} reason  the urgent words of the message */
function priorityMark(reason) {
    const text = `High priority: “${reason}”`;
    return element(
        "span",
        { class: "priority-mark", role: "img", tabindex: 0, "aria-label": text, "data-reason": reason },
        "!",
        element("span", { class: "priority-reason", "aria-hidden": "true" }, text),
    );
}
