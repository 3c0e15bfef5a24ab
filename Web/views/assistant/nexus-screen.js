// @ts-check
import { Assistant } from "../../shell/assistant.js";
import { confirm } from "../dialogs/confirm.js";
import { element, icon, iconButton, replace } from "../element.js";
import { dayName, dayOf, plural } from "../format.js";
import { TopicController } from "./topic-controller.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/assistant.js").Topic} Topic */

const suggestions = [
    "What did we decide this week?",
    "Who is waiting for something from me?",
    "When is the next deadline?",
];

/**
 * Nexus: questions over all of the user's conversations, and earlier topics.
 *
 * @param {Context} context
 * @param {AbortSignal} signal
 */
export function nexusScreen(context, signal) {
    const assistant = new Assistant();
    const list = element("ul", { class: "topics" });
    const engine = element("p", { class: "topic-model" });
    const none = element("p", { class: "exchange-note", hidden: true }, "Your topics, on all of your devices.");
    /** @type {TopicController} */
    const controller = new TopicController(context, assistant, {
        conversation: null,
        placeholder: "Ask about anything in your conversations",
        empty: () => blank((text) => void controller.ask(text)),
        changed: () => void draw(),
    }, signal);
    const begin = () => {
        controller.clear();
        void draw();
        controller.focus();
    };
    const history = element(
        "aside",
        { class: "topic-history", "aria-label": "Earlier topics" },
        element(
            "button",
            { type: "button", class: "button wide", onclick: begin },
            icon("plus"),
            "New topic",
        ),
        none,
        list,
    );
    const toggle = iconButton("clock", "Earlier topics", () => {
        const isOpen = screen.classList.toggle("shows-history");
        toggle.setAttribute("aria-expanded", String(isOpen));
        if (isOpen) history.querySelector("button")?.focus();
    }, { class: "icon-button history-toggle", "aria-expanded": "false" });
    const screen = element(
        "section",
        { class: "nexus", "aria-label": "Nexus" },
        element(
            "header",
            { class: "chat-header" },
            iconButton("back", "Back to all conversations", () => context.router.go({ name: "list" }), {
                class: "icon-button back",
            }),
            element("span", { class: "nexus-mark" }, icon("mark")),
            element("div", { class: "chat-names" }, element("h1", { class: "chat-title" }, "Nexus"), engine),
            toggle,
        ),
        element("div", { class: "nexus-body" }, controller.element, history),
    );

    const open = (/** @type {Topic} */ topic) => {
        screen.classList.remove("shows-history");
        toggle.setAttribute("aria-expanded", "false");
        void controller.open(topic.id).then(() => draw());
    };
    const forget = async (/** @type {Topic} */ topic) => {
        const agreed = await confirm({
            title: "Delete this topic?",
            text: `“${topic.title}” and its answers are deleted on all of your devices.`,
            confirm: "Delete topic",
            danger: true,
        });
        if (!agreed) return;
        try {
            await assistant.delete(topic.id);
            if (controller.topic === topic.id) controller.clear();
            await draw();
        } catch (error) {
            context.notices.refuse(error);
        }
    };
    async function draw() {
        try {
            const { topics, model } = await assistant.topics(null);
            if (signal.aborted) return;
            engine.textContent = model
                ? `Written by ${model} from your conversations`
                : "Quotes from your conversations, no language model";
            void controller.follow(topics);
            none.hidden = topics.length > 0;
            replace(list, ...topics.map((topic) => topicItem(topic, controller.topic, open, forget)));
        } catch {
            // The question box reports the missing connection.
            engine.textContent ||= "Quotes from your conversations";
        }
    }

    let wasOnline = context.client.connection.online;
    signal.addEventListener("abort", context.client.subscribe({
        assistant: ({ conversation }) => {
            if (conversation === null) void draw();
        },
        connection: () => {
            const { online } = context.client.connection;
            if (online && !wasOnline) void draw();
            wasOnline = online;
        },
    }), { once: true });
    void draw();
    queueMicrotask(() => {
        if (matchMedia("(hover: hover)").matches) controller.focus();
    });
    return screen;
}

/** @param {(text: string) => void} ask */
function blank(ask) {
    return element(
        "div",
        { class: "topic-empty" },
        icon("mark"),
        element("h2", {}, "Ask your conversations"),
        element("p", {}, "Answers with sources: each links to its message. If the answer is not in your conversations, Nexus says so."),
        element(
            "div",
            { class: "suggestions" },
            ...suggestions.map((text) =>
                element("button", { type: "button", class: "button", onclick: () => ask(text) }, text)
            ),
        ),
    );
}

/**
 * @param {Topic} topic
 * @param {string | null} current
 * @param {(topic: Topic) => void} open
 * @param {(topic: Topic) => void} forget
 */
function topicItem(topic, current, open, forget) {
    return element(
        "li",
        { class: "topic" },
        element(
            "button",
            {
                type: "button",
                class: "topic-link",
                "aria-current": topic.id === current ? "true" : null,
                onclick: () => open(topic),
            },
            element("span", { class: "topic-title", dir: "auto" }, topic.title),
            element(
                "span",
                { class: "topic-note" },
                `${dayName(dayOf(topic.changedAt), Date.now())} · ${plural(topic.count, "question")}`,
            ),
        ),
        iconButton("delete", `Delete “${topic.title}”`, () => void forget(topic)),
    );
}
