// @ts-check
import { element, icon, iconButton, replace } from "../element.js";
import { refusalText } from "../notices.js";
import { announcement, exchangeView, sourceView } from "./answer-view.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/assistant.js").Assistant} Assistant */

/** Characters of a question. */
const longest = 10_000;

/** Pixels above the end at which the reader is still taken to be there. */
const nearEnd = 40;

const offlineText = "You are offline. The assistant needs the server.";

/**
 * The exchanges of a topic and the box for the next question, used by the Nexus screen and the panel beside a chat.
 */
export class TopicController {
    /** @type {string | null} */
    topic = null;
    /**
     * The shown questions of the topic, in their order; summaries stand between them.
     * @type {HTMLElement[]}
     */
    #asked = [];
    #exchanges = element("div", { class: "exchanges" });
    #live = element("div", { class: "spoken", role: "status", "aria-live": "polite" });
    #problem = element("p", { class: "topic-problem", role: "alert" });
    #box = element("textarea", {
        rows: 1,
        maxlength: longest,
        "aria-label": "Ask a question",
        dir: "auto",
        enterkeyhint: "send",
    });
    #send = iconButton("send", "Ask", () => void this.ask(this.#box.value), { class: "icon-button send" });
    #stop = iconButton("close", "Stop", () => this.#asking?.abort(), { class: "icon-button send", hidden: true });
    #form = element(
        "form",
        { class: "ask-box" },
        this.#box,
        this.#send,
        this.#stop,
    );
    /** @type {AbortController | null} */
    #asking = null;
    #empty;
    #showing = 0;

    /**
     * @param {Context} context
     * @param {Assistant} assistant
     * @param {{conversation: string | null, placeholder: string, empty: () => HTMLElement, changed: () => void}} parts
     *   changed: called after a new topic or answer
     * @param {AbortSignal} signal
     */
    constructor(context, assistant, parts, signal) {
        this.context = context;
        this.assistant = assistant;
        this.parts = parts;
        this.signal = signal;
        this.#empty = parts.empty();
        this.#box.placeholder = parts.placeholder;
        this.scroller = element("div", { class: "topic-scroller", tabindex: "-1" }, this.#empty, this.#exchanges);
        this.element = element("div", { class: "topic-view" }, this.scroller, this.#live, this.#problem, this.#form);
        this.#form.addEventListener("submit", (event) => {
            event.preventDefault();
            void this.ask(this.#box.value);
        });
        this.#box.addEventListener("keydown", (event) => {
            if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            void this.ask(this.#box.value);
        });
        this.#box.addEventListener("input", () => this.#fit());
        signal.addEventListener("abort", () => this.#asking?.abort(), { once: true });
        signal.addEventListener("abort", context.client.subscribe({ connection: () => this.#drawConnection() }), { once: true });
        this.#drawConnection();
    }

    focus() {
        this.#box.focus();
    }

    /** True until a question, a summary or a topic is shown, or a new topic begins. */
    get isUntouched() {
        return this.#showing === 0 && this.#exchanges.childElementCount === 0;
    }

    /** Begins a new topic. */
    clear() {
        this.#showing += 1;
        this.#asking?.abort();
        this.topic = null;
        this.#asked = [];
        this.#exchanges.replaceChildren();
        this.#problem.textContent = "";
        this.#empty.hidden = false;
    }

    /**
     * Shows a stored topic.
     *
     * @param {string} topic
     */
    async open(topic) {
        if (this.topic !== topic) this.clear();
        this.topic = topic;
        const showing = this.#showing += 1;
        /** @type {Element | null} */
        let loading = this.#exchanges.querySelector(":scope > .is-waiting");
        if (this.#exchanges.childElementCount === 0) {
            this.#empty.hidden = true;
            this.#exchanges.append(loading = waiting("Loading"));
        }
        try {
            const { exchanges } = await this.assistant.thread(topic);
            if (showing !== this.#showing || this.signal.aborted) return;
            const views = exchanges.map((exchange) => this.#view(exchange));
            if (loading) {
                // What the user began while it loaded stays, below it.
                loading.replaceWith(...views);
                this.#asked.unshift(...views);
                this.#toEnd();
            } else this.#redraw(views);
        } catch (error) {
            if (showing !== this.#showing || this.signal.aborted) return;
            if (/** @type {{code?: string}} */ (error).code === "not_found") {
                this.#leave();
                this.parts.changed();
            } else {
                loading?.remove();
                this.#refused(error);
            }
        }
    }

    /**
     * Follows changes of the open topic on other devices; unchanged parts stay.
     *
     * @param {import("../../shell/assistant.js").Topic[]} topics
     */
    async follow(topics) {
        if (this.topic === null || this.#asking !== null) return;
        const topic = topics.find(({ id }) => id === this.topic);
        if (topic === undefined) this.#leave();
        else if (topic.count !== this.#asked.length) await this.open(topic.id);
    }

    /**
     * Shows the questions of the topic as they are now. Summaries stay where they are, and so does the reader, unless at the end.
     *
     * @param {HTMLElement[]} views
     */
    #redraw(views) {
        const { scrollTop, scrollHeight, clientHeight } = this.scroller;
        const isAtEnd = scrollTop + clientHeight >= scrollHeight - nearEnd;
        views.forEach((view, place) => {
            const shown = this.#asked[place];
            if (shown) shown.replaceWith(view);
            else this.#exchanges.append(view);
        });
        for (const gone of this.#asked.slice(views.length)) gone.remove();
        this.#asked = views;
        if (isAtEnd) this.#toEnd();
    }

    /** The topic was deleted on another device: its questions go, and summaries stay. */
    #leave() {
        this.#showing += 1;
        this.#redraw([]);
        this.#exchanges.querySelector(":scope > .is-waiting")?.remove();
        if (this.#exchanges.childElementCount === 0) this.clear();
        this.topic = null;
    }

    /**
     * Appends something other than an exchange, such as a summary.
     *
     * @param {string} title
     * @param {() => Promise<HTMLElement>} make
     */
    async show(title, make) {
        this.#empty.hidden = true;
        this.#problem.textContent = "";
        const place = element("article", { class: "exchange", "aria-busy": "true" },
            element("h3", { class: "exchange-question" }, title), waiting("Summarizing the conversation"));
        this.#exchanges.append(place);
        this.#toEnd();
        try {
            const made = await make();
            place.replaceWith(made);
            this.#say(made);
            this.#toEnd(made);
        } catch (error) {
            place.remove();
            this.#empty.hidden = this.#exchanges.childElementCount > 0;
            this.#refused(error);
        }
    }

    /** @param {string} typed */
    async ask(typed) {
        const text = typed.trim();
        if (text === "" || this.#asking !== null) return;
        if (!this.context.client.connection.online) return this.#drawConnection();
        const asking = this.#asking = new AbortController();
        // A topic that is loaded again would replace the question; one that loads for the first time is put above it.
        if (!this.#exchanges.querySelector(":scope > .is-waiting")) this.#showing += 1;
        this.#problem.textContent = "";
        this.#live.replaceChildren();
        this.#empty.hidden = true;
        this.#box.value = "";
        this.#fit();
        this.#drawAsking();
        const { conversation } = this.parts;
        const note = element("div", {});
        const words = element("p", { class: "statements", dir: "auto" });
        const sources = element("ol", { class: "sources", role: "list", "aria-label": "Sources" });
        const place = element(
            "article",
            { class: "exchange", "aria-busy": "true" },
            element("h3", { class: "exchange-question", dir: "auto" }, text),
            note,
            words,
            sources,
            waiting("Searching your conversations"),
        );
        this.#exchanges.append(place);
        this.#toEnd();
        try {
            const { topic, exchange } = await this.assistant.ask({ text, topic: this.topic, conversation }, {
                began: (topic, readAs) => {
                    this.topic = topic;
                    if (readAs !== null) {
                        replace(note, element("p", { class: "exchange-note" }, `Understood as: “${readAs}”`));
                    }
                },
                citation: (citation) => {
                    const number = sources.childElementCount + 1;
                    sources.append(sourceView(citation, { number, showsPlace: conversation === null }));
                },
                text: (part) => words.append(part),
            }, asking.signal);
            this.topic = topic;
            const view = this.#view(exchange);
            place.replaceWith(view);
            this.#asked.push(view);
            this.#say(view);
            this.#toEnd(view);
            this.parts.changed();
        } catch (error) {
            place.remove();
            this.#empty.hidden = this.#exchanges.childElementCount > 0;
            if (this.#box.value === "") this.#box.value = text;
            this.#fit();
            if (!asking.signal.aborted) this.#refused(error);
        } finally {
            if (this.#asking === asking) this.#asking = null;
            this.#drawAsking();
        }
    }

    /** @param {import("../../shell/assistant.js").Exchange} exchange */
    #view(exchange) {
        return exchangeView(exchange, { showsPlace: this.parts.conversation === null });
    }

    /** @param {unknown} error */
    #refused(error) {
        this.#problem.textContent = refusalText(error);
    }

    #drawConnection() {
        const { online } = this.context.client.connection;
        this.#send.disabled = !online;
        if (!online) {
            this.#problem.textContent = offlineText;
        } else if (this.#problem.textContent === offlineText) this.#problem.textContent = "";
    }

    #drawAsking() {
        const isAsking = this.#asking !== null;
        if (isAsking && document.activeElement === this.#send) this.#box.focus();
        this.#send.hidden = isAsking;
        this.#stop.hidden = !isAsking;
    }

    #fit() {
        this.#box.style.setProperty("height", "auto");
        this.#box.style.setProperty("height", `${Math.min(this.#box.scrollHeight, 160)}px`);
    }

    /** @param {HTMLElement} [at] the element to scroll to */
    #toEnd(at) {
        const last = at ?? this.#exchanges.lastElementChild;
        last?.scrollIntoView({ block: at ? "start" : "nearest", behavior: "instant" });
    }

    /** @param {HTMLElement} view  a finished answer or summary: announced once, a paragraph per part */
    #say(view) {
        replace(this.#live, ...announcement(view).map((line) => element("p", {}, line)));
    }
}

/** @param {string} text */
function waiting(text) {
    return element("p", { class: "is-waiting", role: "status" }, icon("clock"), `${text}…`);
}

