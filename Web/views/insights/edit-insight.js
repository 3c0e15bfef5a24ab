// @ts-check
import { makeDialog } from "../dialogs/dialog.js";
import { append, element } from "../element.js";
import { dueOf, fieldsOf, zone } from "./due.js";
import { changeInsight, membersOf } from "./insights-api.js";

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
    const dialog = makeDialog("Edit", { className: "narrow" });
    const before = insight.due ? fieldsOf(insight.due.at) : { date: "", time: "" };
    const text = element("textarea", {
        id: "insight-text",
        rows: 3,
        maxlength: textLimit,
        required: true,
        dir: "auto",
        autofocus: true,
    });
    text.value = insight.text;
    const who = element("select", { id: "insight-who" }, element("option", { value: "" }, "Unassigned"));
    const mine = insight.assignee;
    if (mine) who.append(element("option", { value: mine.id }, mine.name));
    who.value = mine?.id ?? "";
    const date = element("input", { id: "insight-date", type: "date", value: before.date });
    const time = element("input", { id: "insight-time", type: "time", value: before.time });
    const allowTime = () => time.disabled = date.value === "";
    date.addEventListener("input", allowTime);
    allowTime();
    const level = element(
        "select",
        { id: "insight-level" },
        element("option", { value: "high" }, "High"),
        element("option", { value: "medium" }, "Medium"),
        element("option", { value: "low" }, "Low"),
    );
    level.value = insight.level;
    const save = element("button", { type: "submit", class: "button primary" }, "Save");
    const field = (/** @type {string} */ label, /** @type {HTMLElement} */ control) =>
        element("div", { class: "field" }, element("label", { for: control.id }, label), control);
    const submit = async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const due = dueOf(date.value, time.value || "");
        /** @type {import("./insights-api.js").InsightChange} */
        const change = {
            ...(text.value.trim() !== insight.text && { text: text.value }),
            ...(who.value !== (mine?.id ?? "") && { assignee: who.value === "" ? null : who.value }),
            ...((date.value !== before.date || time.value !== before.time) && { due, zone }),
            ...(level.value !== insight.level && { level: /** @type {import("./insights-api.js").Level} */ (level.value) }),
        };
        if (Object.keys(change).length === 0) return dialog.close();
        save.disabled = true;
        try {
            await changeInsight(context, insight, change);
            dialog.close();
            changed();
        } catch (error) {
            save.disabled = false;
            context.notices.refuse(error);
        }
    };
    append(
        dialog.body,
        element(
            "form",
            { class: "stack insight-form", onsubmit: submit },
            field("What", text),
            field("Who", who),
            element("div", { class: "insight-when" }, field("Due", date), field("Time", time)),
            field("Priority", level),
            element(
                "div",
                { class: "dialog-actions" },
                element("button", { type: "button", class: "button", onclick: dialog.close }, "Cancel"),
                save,
            ),
        ),
    );
    dialog.show();
    void offerMembers(context, insight, who);
}

/**
 * @param {Context} context
 * @param {Insight} insight
 * @param {HTMLSelectElement} who
 */
async function offerMembers(context, insight, who) {
    try {
        for (const { id, name } of await membersOf(context, insight.conversation)) {
            if (![...who.options].some((option) => option.value === id)) who.append(element("option", { value: id }, name));
        }
    } catch (error) {
        context.notices.refuse(error);
    }
}
