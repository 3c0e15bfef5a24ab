// @ts-check
// The times that a reminder can have, as readers see them.
import { isOverdue } from "./due.js";

/**
 * @typedef {import("./insights-api.js").Insight} Insight
 * @typedef {NonNullable<import("../../shell/wire.js").ReminderRequest["when"]>} ReminderMoment
 */

/** The hour at which "this evening" begins on the server (docs/api.md). */
const evening = 18;
const clock = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
const moment = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });
const momentWithYear = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric", hour: "numeric", minute: "2-digit" });

/**
 * The presets that lie ahead. The server computes their times, in this device's zone.
 *
 * @param {Insight["due"] | undefined} due
 * @param {number} now
 * @returns {{when: ReminderMoment, label: string}[]}
 */
export function presets(due, now) {
    const isDueAhead = due !== undefined && !isOverdue(due, now) && startOfDay(due.at) > now;
    return [
        { when: "hour", label: "In an hour" },
        ...new Date(now).getHours() < evening ? [{ when: /** @type {const} */ ("evening"), label: "This evening" }] : [],
        { when: "tomorrow", label: "Tomorrow morning" },
        ...isDueAhead ? [{ when: /** @type {const} */ ("due"), label: "On the morning it is due" }] : [],
    ];
}

/** @param {string} at  a due date */
function startOfDay(at) {
    const day = at.includes("T") ? new Date(at) : new Date(`${at}T00:00`);
    return day.setHours(9, 0, 0, 0);
}

/**
 * "today, 18:00", "tomorrow, 9:00", "Fri, 6 Mar, 9:00".
 *
 * @param {number} at
 * @param {number} now
 */
export function reminderTime(at, now) {
    const days = Math.round((new Date(at).setHours(12, 0, 0, 0) - new Date(now).setHours(12, 0, 0, 0)) / 86_400_000);
    if (days === 0) return `today, ${clock.format(at)}`;
    if (days === 1) return `tomorrow, ${clock.format(at)}`;
    return (Math.abs(days) < 300 ? moment : momentWithYear).format(at);
}

/**
 * The value of a `datetime-local` field, in this device's zone.
 *
 * @param {number} at
 */
export function fieldOf(at) {
    return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
