// @ts-check
// Times and counts for readers, in their locale and time zone.

const dayLength = 86_400_000;
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const weekday = new Intl.DateTimeFormat(undefined, { weekday: "long", timeZone: "UTC" });
const shortWeekday = new Intl.DateTimeFormat(undefined, { weekday: "short", timeZone: "UTC" });
const dateInYear = new Intl.DateTimeFormat(undefined, {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
});
const dateWithYear = new Intl.DateTimeFormat(
    undefined,
    { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" },
);
const shortDate = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });
const shortDateWithYear = new Intl.DateTimeFormat(
    undefined,
    { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" },
);
const full = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "medium" });
const count = new Intl.NumberFormat();

/**
 * Days since 1970-01-01 in the reader's time zone.
 *
 * @param {number} time milliseconds since 1970
 */
export function dayOf(time) {
    const date = new Date(time);
    return Math.floor((time - date.getTimezoneOffset() * 60_000) / dayLength);
}

/** @param {number} time */
export function timeOfDay(time) {
    return clock.format(time);
}

/** @param {number} time */
export function fullTime(time) {
    return full.format(time);
}

/** @param {number} number */
export function counted(number) {
    return count.format(number);
}

/**
 * "1 message", "2 messages".
 *
 * @param {number} number
 * @param {string} one
 * @param {string} [many]
 */
export function plural(number, one, many = `${one}s`) {
    return `${count.format(number)} ${number === 1 ? one : many}`;
}

/**
 * "Today", "Yesterday", "Monday", "3 March", "3 March 2024".
 *
 * @param {number} day days since 1970-01-01
 * @param {number} now milliseconds since 1970
 */
export function dayName(day, now) {
    const today = dayOf(now);
    if (day === today) return "Today";
    if (day === today - 1) return "Yesterday";
    const at = day * dayLength;
    if (day < today && day > today - 7) return weekday.format(at);
    return isThisYear(at, today) ? dateInYear.format(at) : dateWithYear.format(at);
}

/**
 * The shortest unambiguous form: "14:02", "Yesterday", "Mon", "3 Mar".
 *
 * @param {number} time
 * @param {number} now
 */
export function briefTime(time, now) {
    const day = dayOf(time);
    const today = dayOf(now);
    if (day >= today) return clock.format(time);
    if (day === today - 1) return "Yesterday";
    const at = day * dayLength;
    if (day > today - 7) return shortWeekday.format(at);
    return isThisYear(at, today) ? shortDate.format(at) : shortDateWithYear.format(at);
}

/**
 * "today at 14:02", "yesterday at 9:00", "on Monday at 9:00".
 *
 * @param {number} time
 * @param {number} now
 */
export function sentenceTime(time, now) {
    const day = dayOf(time);
    const today = dayOf(now);
    const at = clock.format(time);
    if (day >= today) return `today at ${at}`;
    if (day === today - 1) return `yesterday at ${at}`;
    return `on ${
        day > today - 7 ? weekday.format(day * dayLength) : shortDateWithYear.format(day * dayLength)
    } at ${at}`;
}

/**
 * @param {number | null} lastSeen
 * @param {number} now
 */
export function lastSeenText(lastSeen, now) {
    if (lastSeen === null) return "Offline";
    const minutes = Math.floor((now - lastSeen) / 60_000);
    if (minutes < 1) return "Last seen just now";
    if (minutes < 60) return `Last seen ${plural(minutes, "minute")} ago`;
    return `Last seen ${sentenceTime(lastSeen, now)}`;
}

/**
 * "Online" or the last-seen time; empty if unknown.
 *
 * @param {{online: boolean, lastSeen: number | null, presenceKnown: boolean}} person
 * @param {number} now
 */
export function presenceText({ online, lastSeen, presenceKnown }, now) {
    if (online) return "Online";
    return presenceKnown ? lastSeenText(lastSeen, now) : "";
}

/**
 * "Ada is typing", "Ada and Grace are typing", "Ada and 2 others are typing"; empty without names.
 *
 * @param {string[]} names
 */
export function typingText(names) {
    if (names.length === 0) return "";
    if (names.length === 1) return `${names[0]} is typing`;
    if (names.length === 2) return `${names[0]} and ${names[1]} are typing`;
    return `${names[0]} and ${names.length - 1} others are typing`;
}

/**
 * @param {number} day
 * @param {number} today
 */
function isThisYear(day, today) {
    return new Date(day).getUTCFullYear() === new Date(today * dayLength).getUTCFullYear();
}

const decimal = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const units = ["B", "KB", "MB", "GB"];

/**
 * "812 B", "3.4 MB".
 *
 * @param {number} bytes
 */
export function bytesText(bytes) {
    let value = bytes;
    let unit = 0;
    while (value >= 1024 && unit < units.length - 1) {
        value /= 1024;
        unit += 1;
    }
    return `${decimal.format(value)} ${units[unit]}`;
}

/**
 * "0:07", "12:30".
 *
 * @param {number} milliseconds
 */
export function durationText(milliseconds) {
    const seconds = Math.max(0, Math.round(milliseconds / 1000));
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
