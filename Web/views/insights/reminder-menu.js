// @ts-check
import { element } from "../element.js";
import { openMenu } from "../menu.js";
import { loadStyle } from "../style.js";
import { zone } from "./due.js";
import { field, openInsightDialog } from "./insight-dialog.js";
import { fieldOf, presets, reminderTime } from "./reminder-times.js";
import { removeReminder, setReminder } from "./reminders-api.js";

/**
 * @typedef {import("../context.js").Context} Context
 * @typedef {import("./insights-api.js").Insight} Insight
 * @typedef {import("../../shell/wire.js").ReminderRequest} ReminderRequest
 *
 * @typedef {object} Subject  an insight
 * @property {string} insight  its identifier
 * @property {Insight["due"]} [due]
 * @property {number} [at]  when the user is reminded of it; undefined: not yet
 */

/**
 * A menu of times to be reminded of an insight.
 *
 * @param {Context} context
 * @param {HTMLElement} at
 * @param {Subject} subject
 * @param {() => void} changed
 */
export function openReminderMenu(context, at, subject, changed) {
    const set = (/** @type {ReminderRequest} */ request) => void change(context, subject.insight, request, changed);
    openMenu(at, "Remind me", [
        ...presets(subject.due, Date.now()).map(({ when, label }) => ({ label, icon: "clock", run: () => set({ when, zone }) })),
        { label: "Choose a time…", icon: "edit", run: () => openTimes(context, subject, changed) },
        ...subject.at === undefined
            ? []
            : [{ label: "Remove reminder", icon: "close", danger: true, run: () => void change(context, subject.insight, null, changed) }],
    ]);
}

/**
 * @param {Context} context
 * @param {string} insight
 * @param {ReminderRequest | null} request  null removes it
 * @param {() => void} changed
 */
async function change(context, insight, request, changed) {
    try {
        await apply(context, insight, request);
        changed();
    } catch (error) {
        context.notices.refuse(error);
    }
}

/**
 * @param {Context} context
 * @param {string} insight
 * @param {ReminderRequest | null} request
 */
async function apply(context, insight, request) {
    if (request === null) {
        await removeReminder(context, insight);
        context.notices.show("Reminder removed.");
    } else {
        const { at } = await setReminder(context, insight, request);
        context.notices.show(`You will be reminded ${reminderTime(at, Date.now())}.`);
    }
}

/**
 * A dialog for any other time.
 *
 * @param {Context} context
 * @param {Subject} subject
 * @param {() => void} changed
 */
async function openTimes(context, subject, changed) {
    await loadStyle("insights");
    const now = Date.now();
    const time = element("input", {
        id: "reminder-time",
        type: "datetime-local",
        required: true,
        min: fieldOf(now),
        value: fieldOf(Math.max(subject.at ?? 0, now + 3_600_000)),
    });
    const set = async () => {
        await apply(context, subject.insight, { at: new Date(time.value).getTime() });
        changed();
    };
    openInsightDialog(context, "Remind me", [field("Date and time", time)], set, "Set reminder");
}
