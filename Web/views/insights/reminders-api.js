// @ts-check
// The user's own reminders of insights, over HTTP.

/**
 * @typedef {import("../context.js").Context} Context
 * @typedef {import("../../shell/wire.js").Reminder} Reminder
 * @typedef {import("../../shell/wire.js").ReminderRequest} ReminderRequest
 */

/**
 * By time, those that fired included.
 *
 * @param {Context} context
 * @returns {Promise<Reminder[]>}
 */
export async function fetchReminders({ client }) {
    /** @type {import("../../shell/wire.js").ReminderList} */
    const { reminders } = await client.ask("GET", "/v1/reminders");
    return reminders;
}

/**
 * Sets the reminder of an insight, in place of an earlier one.
 *
 * @param {Context} context
 * @param {string} insight
 * @param {ReminderRequest} request
 * @returns {Promise<Reminder>}
 */
export function setReminder({ client }, insight, request) {
    return client.ask("PUT", `/v1/insights/${insight}/reminder`, request);
}

/**
 * @param {Context} context
 * @param {string} insight
 * @returns {Promise<unknown>}
 */
export function removeReminder({ client }, insight) {
    return client.ask("DELETE", `/v1/insights/${insight}/reminder`);
}
