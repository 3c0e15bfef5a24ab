// @ts-check
import { element } from "../element.js";
import { loadStyle } from "../style.js";
import { dueOf, fieldsOf, zone } from "./due.js";
import { field, openInsightDialog } from "./insight-dialog.js";
import { changeInsight, createInsight, membersOf, splitInsight } from "./insights-api.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("./insights-api.js").Insight} Insight */

const textLimit = 8_000;

/**
 * A form that edits an insight: text, assignee, due date and priority.
 *
 * @param {Context} context
 * @param {Insight} insight
 * @param {() => void} changed
 */
export function editInsight(context, insight, changed) {
    const fields = new InsightFields(context, insight.conversation, insight);
    openInsightDialog(context, "Edit", [fields.element], async () => {
        const change = fields.change();
        if (Object.keys(change).length === 0) return;
        await changeInsight(context, insight, change);
        changed();
    });
}

/**
 * A form that makes a message a task or a decision.
 *
 * @param {Context} context
 * @param {{id: string, text: string}} message
 * @param {string} conversation
 * @param {"action" | "decision"} kind
 */
export async function makeInsight(context, message, conversation, kind) {
    await loadStyle("insights");
    const line = message.text.split(/\s+/).join(" ").trim();
    const text = line.length <= 150 ? line : `${line.slice(0, 149)}…`;
    const isTask = kind === "action";
    const fields = new InsightFields(context, conversation, { text, level: "medium" }, isTask);
    openInsightDialog(context, isTask ? "Make a task" : "Make a decision", [fields.element], async () => {
        await createInsight(context, conversation, { message: message.id, kind, ...fields.values() });
        context.notices.show(isTask ? "Added to the tasks." : "Added to the decisions.");
    });
}

/**
 * A form that makes two insights of one.
 *
 * @param {Context} context
 * @param {Insight} insight
 * @param {() => void} changed
 */
export function openSplit(context, insight, changed) {
    const first = textArea("insight-first", insight.text);
    const second = textArea("insight-second", "");
    openInsightDialog(context, "Split", [field("First", first), field("Second", second)], async () => {
        await splitInsight(context, insight, { text: second.value, rest: first.value });
        changed();
    });
}

/** The fields of an insight. */
class InsightFields {
    /**
     * @param {Context} context
     * @param {string} conversation
     * @param {Pick<Insight, "text" | "level"> & Partial<Pick<Insight, "assignee" | "due">>} before
     * @param {boolean} [isTask]  with a person and a date
     */
    constructor(context, conversation, before, isTask = true) {
        this.before = before;
        this.when = before.due ? fieldsOf(before.due.at) : { date: "", time: "" };
        this.text = textArea("insight-text", before.text);
        this.who = element("select", { id: "insight-who" }, element("option", { value: "" }, "Unassigned"));
        const person = before.assignee;
        if (person) this.who.append(element("option", { value: person.id }, person.name));
        this.who.value = person?.id ?? "";
        this.date = element("input", { id: "insight-date", type: "date", value: this.when.date });
        this.time = element("input", { id: "insight-time", type: "time", value: this.when.time });
        const allowTime = () => this.time.disabled = this.date.value === "";
        this.date.addEventListener("input", allowTime);
        allowTime();
        this.level = element(
            "select",
            { id: "insight-level" },
            element("option", { value: "high" }, "High"),
            element("option", { value: "medium" }, "Medium"),
            element("option", { value: "low" }, "Low"),
        );
        this.level.value = before.level;
        this.element = element(
            "div",
            { class: "stack" },
            field("What", this.text),
            isTask && field("Who", this.who),
            isTask && element("div", { class: "insight-when" }, field("Due", this.date), field("Time", this.time)),
            field("Priority", this.level),
        );
        if (isTask) void offerMembers(context, conversation, this.who);
    }

    #level() {
        return /** @type {import("./insights-api.js").Level} */ (this.level.value);
    }

    /** Those of a new insight. */
    values() {
        const due = dueOf(this.date.value, this.time.value || "");
        return {
            text: this.text.value,
            level: this.#level(),
            ...(this.who.value !== "" && { assignee: this.who.value }),
            ...(due !== null && { due, zone }),
        };
    }

    /**
     * Those that differ from the insight.
     *
     * @returns {import("./insights-api.js").InsightChange}
     */
    change() {
        const { before, when } = this;
        const due = dueOf(this.date.value, this.time.value || "");
        return {
            ...(this.text.value.trim() !== before.text && { text: this.text.value }),
            ...(this.who.value !== (before.assignee?.id ?? "") && { assignee: this.who.value === "" ? null : this.who.value }),
            ...((this.date.value !== when.date || this.time.value !== when.time) && { due, zone }),
            ...(this.level.value !== before.level && { level: this.#level() }),
        };
    }
}

/**
 * @param {string} id
 * @param {string} text
 */
function textArea(id, text) {
    const area = element("textarea", { id, rows: 3, maxlength: textLimit, required: true, dir: "auto" });
    area.value = text;
    return area;
}

/**
 * @param {Context} context
 * @param {string} conversation
 * @param {HTMLSelectElement} who
 */
async function offerMembers(context, conversation, who) {
    try {
        for (const { id, name } of await membersOf(context, conversation)) {
            if (![...who.options].some((option) => option.value === id)) who.append(element("option", { value: id }, name));
        }
    } catch (error) {
        context.notices.refuse(error);
    }
}
