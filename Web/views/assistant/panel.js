// @ts-check
import { Assistant } from "../../shell/assistant.js";
import { confirm } from "../dialogs/confirm.js";
import { element, icon, iconButton, replace } from "../element.js";
import { summaryView } from "./answer-view.js";
import { TopicController } from "./topic-controller.js";

/** @typedef {import("../context.js").Context} Context */

const prompts = ["Summarize thread", "Extract action items", "What decisions were made?", "Any deadlines?"];

/** @type {["unread" | "today" | "week" | "all", string][]} */
const ranges = [["unread", "Unread"], ["today", "Today"], ["week", "Last 7 days"], ["all", "All of it"]];

/**
 * The assistant of one conversation, beside its messages; on a phone on top of them.
 *
 * @param {Context} context
 * @param {{conversation: string, readBefore: number | null, closed: () => void}} parts  readBefore: the read position when the
 *   conversation was opened; null if nothing was unread
 * @param {AbortSignal} signal
 */
export function assistantPanel(context, { conversation, readBefore, closed }, signal) {
    const assistant = new Assistant();
    const engine = element("p", { class: "topic-model" }, "No language model");
    /** @type {TopicController} */
    const controller = new TopicController(context, assistant, {
        conversation,
        placeholder: "Ask about this conversation",
        empty: () => element(
            "div",
            { class: "topic-empty" },
            element("p", {}, "Answers with sources from this conversation."),
        ),
        changed: () => {
            forget.hidden = controller.topic === null;
        },
    }, signal);
    const catchUp = () =>
        void controller.show("Catch me up", async () =>
            summaryView(await assistant.catchUp(conversation, readBefore), "New since you last read"));
    const summarize = (/** @type {"unread" | "today" | "week" | "all"} */ range, /** @type {string} */ name) => {
        const title = `Summary: ${name.toLowerCase()}`;
        void controller.show(title, async () =>
            summaryView(
                range === "unread" && readBefore !== null
                    ? await assistant.catchUp(conversation, readBefore)
                    : await assistant.summary(conversation, range),
                title,
            ));
    };
    const forget = iconButton("delete", "Delete your questions here", () => void forgetTopic(), { hidden: true });
    const forgetTopic = async () => {
        const { topic } = controller;
        const agreed = topic !== null && await confirm({
            title: "Delete your questions here?",
            text: "The questions about this conversation and their answers are deleted on all of your devices.",
            confirm: "Delete",
            danger: true,
        });
        if (!agreed) return;
        try {
            await assistant.delete(topic);
            controller.clear();
            forget.hidden = true;
            controller.focus();
        } catch (error) {
            context.notices.refuse(error);
        }
    };
    const choices = element(
        "div",
        { class: "panel-choices" },
        element(
            "div",
            { class: "suggestions", role: "group", "aria-label": "Suggested questions" },
            element("button", { type: "button", class: "button primary", onclick: catchUp }, "Catch me up"),
            ...prompts.map((text) =>
                element("button", { type: "button", class: "button", onclick: () => void controller.ask(text) }, text)
            ),
        ),
        element(
            "div",
            { class: "suggestions", role: "group", "aria-label": "Summary of" },
            element("span", { class: "exchange-note", "aria-hidden": "true" }, "Summary of"),
            ...ranges.map(([range, name]) =>
                element(
                    "button",
                    { type: "button", class: "filter-chip", onclick: () => summarize(range, name) },
                    name,
                )
            ),
        ),
    );
    const panel = element(
        "aside",
        { class: "assistant-panel", "aria-label": "Assistant of this conversation" },
        element(
            "header",
            { class: "chat-header" },
            element("span", { class: "nexus-mark" }, icon("mark")),
            element("div", { class: "chat-names" }, element("h2", { class: "panel-title" }, "Assistant"), engine),
            forget,
            iconButton("plus", "New topic", () => {
                controller.clear();
                forget.hidden = true;
                controller.focus();
            }),
            iconButton("close", "Close the assistant", closed),
        ),
        choices,
        controller.element,
    );
    panel.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        closed();
    });
    // On a phone the panel lies over the message that a source leads to.
    panel.addEventListener("click", (event) => {
        const link = event.target instanceof Element ? event.target.closest(".source-link, .source-mark") : null;
        if (link && matchMedia("(max-width: 899px)").matches) setTimeout(closed);
    });

    const draw = async (opens = false) => {
        try {
            const { topics, model } = await assistant.topics(conversation);
            if (signal.aborted) return;
            if (model) replace(engine, `Written by ${model} from this conversation`);
            if (opens && topics[0] && controller.isUntouched) await controller.open(topics[0].id);
            else await controller.follow(topics);
            forget.hidden = controller.topic === null;
        } catch {
            // The question box reports the missing connection.
        }
    };
    signal.addEventListener("abort", context.client.subscribe({
        assistant: (changed) => {
            if (changed.conversation === conversation) void draw();
        },
    }), { once: true });
    void draw(true);
    queueMicrotask(() => controller.focus());
    return panel;
}
