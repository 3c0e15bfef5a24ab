// @ts-check
import { element, icon, iconButton } from "../element.js";
import { sentenceTime } from "../format.js";
import { dateText, dueText, isOverdue } from "./due.js";
import { reminderTime } from "./reminder-times.js";

/** @typedef {import("./insights-api.js").Insight} Insight */

/**
 * @typedef {object} InsightActions
 * @property {(insight: Insight, state: "open" | "done" | "dismissed") => void} settle
 * @property {(insight: Insight, at: HTMLElement) => void} menu
 * @property {(insight: Insight, at: HTMLElement) => void} remind  offers times of a reminder
 * @property {(insight: Insight) => void} jump  called when the user goes to the source
 */

export const kindNames = { action: "Action item", decision: "Decision", deadline: "Deadline", priority: "Urgent message" };
/** What a person says of a finding that is none. */
export const denials = { action: "Not a task", decision: "Not a decision", deadline: "Not a deadline", priority: "Not urgent" };
const stateNames = { done: "Done", dismissed: "Dismissed", cancelled: "Cancelled" };

/**
 * One insight.
 *
 * @param {Insight} insight
 * @param {string | null} place  the title of its conversation, if several are shown
 * @param {import("../../shell/wire.js").Reminder | undefined} reminder  the user's own
 * @param {InsightActions} actions
 */
export function insightView(insight, place, reminder, actions) {
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
            history(insight, actions),
            reminder && !isClosed && reminderButton(insight, reminder, actions),
            isSuggested(insight) && !isClosed && doubt(insight, actions),
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
        !isClosed && !isSuggested(insight) && iconButton("close", `${denials[insight.kind]}: ${name}`, () => actions.settle(insight, "dismissed"), {
            "data-action": "dismiss",
        }),
        iconButton("more", `Actions for: ${name}`, (event) => {
            actions.menu(insight, /** @type {HTMLElement} */ (event.currentTarget));
        }, { "aria-haspopup": "menu", "data-action": "menu" }),
    );
}

/**
 * When the user is reminded, or was; a press changes it.
 *
 * @param {Insight} insight
 * @param {import("../../shell/wire.js").Reminder} reminder
 * @param {InsightActions} actions
 */
function reminderButton(insight, { at, firedAt }, actions) {
    return element(
        "button",
        {
            type: "button",
            class: "text-button insight-reminder",
            "data-action": "remind",
            "aria-haspopup": "menu",
            onclick: (/** @type {MouseEvent} */ event) => actions.remind(insight, /** @type {HTMLElement} */ (event.currentTarget)),
        },
        icon("clock"),
        `${firedAt === undefined ? "Reminder" : "Reminded"} ${reminderTime(at, Date.now())}`,
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
        insight.waiting && element("span", { class: "insight-waiting" }, "Waiting to be sent"),
        insight.confirmed && state === "open"
            && element("span", {}, insight.made ? addedBy(insight) : `Confirmed${by(insight)}`),
    ];
}

/** @param {Insight} insight */
function by({ changedBy }) {
    return changedBy ? ` by ${changedBy.name}` : "";
}

/** @param {Insight} insight */
function addedBy({ madeBy }) {
    return madeBy ? `Added by ${madeBy.name}` : "Added by hand";
}

/**
 * Whether it may be none.
 *
 * @param {Insight} insight
 */
export function isSuggested({ certainty }) {
    return certainty === "suggested";
}

/**
 * @param {Insight} insight
 * @param {InsightActions} actions
 */
function doubt(insight, actions) {
    const button = (/** @type {string} */ label, /** @type {"open" | "dismissed"} */ state) =>
        element("button", {
            type: "button",
            class: "text-button",
            "data-action": state === "open" ? "confirm" : "dismiss",
            "aria-label": `${label}: ${insight.text}`,
            onclick: () => actions.settle(insight, state),
        }, label);
    return element("p", { class: "insight-doubt" }, button("Confirm", "open"), button(denials[insight.kind], "dismissed"));
}

/**
 * What later messages say of it: "accepted by Bob · moved to Fri, 6 Mar by Ana", each with a link to its message.
 *
 * @param {Insight} insight
 * @param {InsightActions} actions
 */
function history(insight, actions) {
    const { conversation, events = [], replaces } = insight;
    const link = (/** @type {string} */ message, /** @type {string} */ text) =>
        element("a", { href: `/c/${conversation}/m/${message}`, dir: "auto", onclick: () => actions.jump(insight) }, text);
    const links = [
        ...events.map((event) => link(event.message, eventText(event))),
        ...replaces ? [link(replaces, "replaces an earlier decision")] : [],
    ];
    if (links.length === 0) return null;
    return element("p", { class: "insight-history" }, ...links.flatMap((one, at) => at === 0 ? [one] : [" · ", one]));
}

const deeds = {
    accepted: "accepted",
    refused: "refused",
    moved: "moved",
    reassigned: "reassigned",
    repeated: "said again",
    done: "said to be done",
    cancelled: "cancelled",
};

/** @param {import("../../shell/wire.js").InsightRecordEvent} event */
function eventText({ kind, person, due, assignee }) {
    const to = assignee ? ` to ${assignee.name}` : "";
    const date = due ? ` ${kind === "moved" ? "to" : "for"} ${dateText(due, Date.now())}` : "";
    return `${deeds[kind]}${to}${date} by ${person.name}`;
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
