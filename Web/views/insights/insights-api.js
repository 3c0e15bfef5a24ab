// @ts-check
// The server's insights, over HTTP.
import { saveFile } from "../save-file.js";

/**
 * @typedef {import("../context.js").Context} Context
 * @typedef {"action" | "decision" | "deadline" | "priority"} Kind
 * @typedef {"open" | "suggestedDone" | "done" | "dismissed" | "cancelled"} State
 * @typedef {"high" | "medium" | "low"} Level
 * @typedef {{id: string, name: string}} Person
 *
 * @typedef {object} Insight
 * @property {string} conversation
 * @property {string} message  the source
 * @property {number} seq
 * @property {Kind} kind
 * @property {string} text
 * @property {Person} [assignee]
 * @property {{at: string, zone: string, serverZone?: boolean}} [due]
 * @property {Level} level
 * @property {State} state
 * @property {boolean} [confirmed]
 * @property {string} [saidBy]  the message that reports completion
 * @property {Person} [changedBy]
 * @property {number} [changedAt]
 * @property {Person} sender
 * @property {number} writtenAt
 * @property {string} excerpt
 *
 * @typedef {object} InsightPage
 * @property {Insight[]} insights
 * @property {string} [cursor]
 * @property {number} open
 * @property {boolean} [partial]
 *
 * @typedef {object} Filter  empty for all
 * @property {string} conversation
 * @property {string} kind
 * @property {string} state  a comma-separated list
 * @property {string} assignee
 */

/** @param {Record<string, string | undefined>} parts */
function query(parts) {
    const given = Object.entries(parts).filter(([, value]) => value !== undefined && value !== "");
    return new URLSearchParams(/** @type {[string, string][]} */ (given)).toString();
}

/**
 * The one name of an insight.
 *
 * @param {Insight} insight
 */
export function keyOf({ message, kind }) {
    return `${message} ${kind}`;
}

/**
 * @param {Context} context
 * @param {Filter} filter
 * @param {{cursor?: string, limit?: number}} page
 * @returns {Promise<InsightPage>}
 */
export function fetchInsights({ client }, filter, { cursor, limit = 50 }) {
    return client.ask("GET", `/v1/insights?${query({ ...filter, cursor, limit: String(limit) })}`);
}

/**
 * @param {Context} context
 * @param {Insight} insight
 * @param {object} change  as `Endpoints.updateInsight` takes it
 * @returns {Promise<Insight>}
 */
export function changeInsight({ client }, { message, kind }, change) {
    return client.ask("POST", `/v1/insights/${message}/${kind}`, change);
}

/**
 * Downloads the shown insights as a file.
 *
 * @param {Context} context
 * @param {Filter} filter
 * @param {"ics" | "csv"} format
 */
export async function downloadInsights({ client }, filter, format) {
    saveFile(await client.ask("GET", `/v1/insights/export?${query({ ...filter, format })}`));
}

/**
 * The members of a conversation, by name.
 *
 * @param {Context} context
 * @param {string} conversation
 * @returns {Promise<Person[]>}
 */
export async function membersOf({ client }, conversation) {
    const { members = [] } = await client.ask("GET", `/v1/conversations/${conversation}/changes?after=0`);
    return members
        .filter((/** @type {any} */ member) => !member.left)
        .map((/** @type {any} */ { user, name }) => ({ id: user, name }))
        .sort((/** @type {Person} */ one, /** @type {Person} */ other) => one.name.localeCompare(other.name));
}
