// @ts-check
import { element, icon, iconButton } from "../element.js";
import { sentenceTime } from "../format.js";
import { dueText, isOverdue } from "./due.js";

/** @typedef {import("./insights-api.js").Insight} Insight */

/**
 * @typedef {object} InsightActions
 * @property {(insight: Insight, state: "open" | "done" | "dismissed") => void} settle
 * @property {(insight: Insight, at: HTMLElement) => void} menu
 * @property {(insight: Insight) => void} jump  called when the user goes to the source
 */

export const kindNames = { action: "Action item", decision: "Decision", deadline: "Deadline", priority: "Urgent message" };
const stateNames = { done: "Done", dismissed: "Dismissed", cancelled: "Cancelled" };

/**
 * One insight.
 *
 * @param {Insight} insight
 * @param {string | null} place  the title of its conversation, if several are shown
 * @param {InsightActions} actions
 */
export function insightView(insight, place, actions) {
    const isClosed = insight.state !== "open" && insight.state !== "suggestedDone";
    const isTask = insight.kind === "action" || insight.kind === "deadline";
    const name = insight.text;
    return element(
        "li",
        { class: `insight${isClosed ? " closed" : ""}`, "data-kind": insight.kind, "data-state": insight.state },
        isTask
            ? element(
                "button",
                {
                    type: "button",
                    class: "insight-check",
                    "data-action": "complete",
                    "aria-pressed": String(insight.state === "done"),
                    "aria-label": `Done: ${name}`,
                    title: insight.state === "done" ? "Reopen" : "Mark as done",
                    onclick: () => actions.settle(insight, insight.state === "done" ? "open" : "done"),
                },
                icon("tick"),
            )
            : element("span", { class: "insight-mark" }, icon(insight.kind === "decision" ? "star" : "warning")),
        element(
            "div",
            { class: "insight-body" },
            element("p", { class: "insight-text", dir: "auto" }, insight.kind === "priority" ? `“${name}”` : name),
            element("p", { class: "insight-facts" }, ...facts(insight)),
            insight.state === "suggestedDone" && suggestion(insight, actions),
            element(
                "a",
                {
                    class: "insight-source",
                    href: `/c/${insight.conversation}/m/${insight.message}`,
                    dir: "auto",
                    onclick: () => actions.jump(insight),
                },
                element(
                    "span",
                    { class: "insight-who" },
                    `${insight.sender.name}${place && place !== insight.sender.name ? ` in ${place}` : ""}, ${sentenceTime(insight.writtenAt, Date.now())}`,
                ),
                insight.excerpt !== name && element("span", { class: "insight-excerpt" }, insight.excerpt),
            ),
        ),
        iconButton("more", `Actions for: ${name}`, (event) => {
            actions.menu(insight, /** @type {HTMLElement} */ (event.currentTarget));
        }, { "aria-haspopup": "menu", "data-action": "menu" }),
    );
}

/** @param {Insight} insight */
function facts(insight) {
    const now = Date.now();
    const { due, state } = insight;
    const isLate = due !== undefined && (state === "open" || state === "suggestedDone") && isOverdue(due, now);
    return [
        element("span", { class: "tag" }, kindNames[insight.kind]),
        insight.level === "high" && insight.kind !== "priority" && element("span", { class: "tag urgent" }, "High priority"),
        insight.level === "low" && element("span", {}, "Low priority"),
        due && element("span", { class: isLate ? "late" : "", title: `${due.at}, ${due.zone}` }, dueText(due, now)),
        insight.assignee && element("span", { dir: "auto" }, `for ${insight.assignee.name}`),
        state in stateNames && element("span", {}, `${stateNames[/** @type {"done"} */ (state)]}${by(insight)}`),
        insight.confirmed && state === "open" && element("span", {}, `Confirmed${by(insight)}`),
    ];
}

/** @param {Insight} insight */
function by({ changedBy }) {
    return changedBy ? ` by ${changedBy.name}` : "";
}

/**
 * @param {Insight} insight
 * @param {InsightActions} actions
 */
function suggestion(insight, actions) {
    return element(
        "p",
        { class: "insight-suggestion" },
        element(
            "a",
            { href: `/c/${insight.conversation}/m/${insight.saidBy}`, onclick: () => actions.jump(insight) },
            "A message says that this is done.",
        ),
        element("button", {
            type: "button",
            class: "text-button",
            "data-action": "agree",
            onclick: () => actions.settle(insight, "done"),
        }, "Yes, done"),
        element("button", {
            type: "button",
            class: "text-button",
            "data-action": "disagree",
            onclick: () => actions.settle(insight, "open"),
        }, "Not yet"),
    );
}
