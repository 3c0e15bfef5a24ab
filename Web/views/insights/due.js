// @ts-check
// Due dates for readers and forms.

/** @typedef {import("./insights-api.js").Insight} Insight */

const day = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });
const dayWithYear = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const moment = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });

/** This device's time zone, by its name in the tz database. */
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * "due today", "due Fri, 6 Mar, 17:00", "3 days overdue"; times are in the reader's zone.
 *
 * @param {NonNullable<Insight["due"]>} due
 * @param {number} now
 */
export function dueText(due, now) {
    const days = daysUntil(due.at, now);
    const note = due.serverZone && !isSameClock(due) ? ` (read in the server’s zone, ${due.zone})` : "";
    if (days === 0 && !due.at.includes("T")) return `due today${note}`;
    if (days === 1 && !due.at.includes("T")) return `due tomorrow${note}`;
    return `${isOverdue(due, now) ? "overdue since" : "due"} ${dateText(due.at, now)}${note}`;
}

/**
 * "Fri, 6 Mar", "Fri, 6 Mar, 17:00": a day as it is, a time in the reader's zone.
 *
 * @param {string} at
 * @param {number} now
 */
export function dateText(at, now) {
    if (at.includes("T")) return moment.format(new Date(at));
    return (Math.abs(daysUntil(at, now)) < 300 ? day : dayWithYear).format(new Date(`${at}T00:00Z`));
}

const written = /\b\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(Z|[+-]\d{2}:\d{2}))?/g;

/**
 * A note of the server, "Ann, by 2026-03-06", with readable dates.
 *
 * @param {string} note
 * @param {number} now
 */
export function noteText(note, now) {
    return note.replace(written, (at) => Number.isNaN(Date.parse(at)) ? at : dateText(at, now));
}

/**
 * Whether the date's time zone and the reader's show the same time.
 *
 * @param {NonNullable<Insight["due"]>} due
 */
function isSameClock({ at, zone: written }) {
    const time = new Date(at);
    const told = (/** @type {string} */ timeZone) => time.toLocaleString("sv", { timeZone });
    try {
        return told(written) === told(zone);
    } catch {
        return false; // A zone unknown to this device.
    }
}

/**
 * Whether it has passed in the reader's zone: a day passes with its end.
 *
 * @param {NonNullable<Insight["due"]>} due
 * @param {number} now
 */
export function isOverdue(due, now) {
    return due.at.includes("T") ? new Date(due.at).getTime() < now : daysUntil(due.at, now) < 0;
}

/**
 * @param {string} at
 * @param {number} now
 */
function daysUntil(at, now) {
    const { date } = fieldsOf(at);
    const today = fieldsOf(isoOf(new Date(now))).date;
    return Math.round((Date.parse(`${date}T00:00Z`) - Date.parse(`${today}T00:00Z`)) / 86_400_000);
}

/**
 * A date for the fields of a form, in the reader's zone.
 *
 * @param {string} at
 * @returns {{date: string, time: string}}
 */
export function fieldsOf(at) {
    if (!at.includes("T")) return { date: at, time: "" };
    const local = isoOf(new Date(at));
    return { date: local.slice(0, 10), time: local.slice(11, 16) };
}

/**
 * The fields of a form in ISO 8601 with this device's offset at that time; null for no date.
 *
 * @param {string} date
 * @param {string} time
 */
export function dueOf(date, time) {
    if (date === "") return null;
    return time === "" ? date : isoOf(new Date(`${date}T${time}`));
}

/** @param {Date} time */
function isoOf(time) {
    const offset = -time.getTimezoneOffset();
    const local = new Date(time.getTime() + offset * 60_000).toISOString().slice(0, 16);
    const two = (/** @type {number} */ number) => String(Math.floor(number)).padStart(2, "0");
    return `${local}${offset < 0 ? "-" : "+"}${two(Math.abs(offset) / 60)}:${two(Math.abs(offset) % 60)}`;
}
