// @ts-check
// The server's insights, over HTTP.
import { queryText } from "../query-text.js";
import { saveFile } from "../save-file.js";

/**
 * @typedef {import("../context.js").Context} Context
 * @typedef {import("../../shell/wire.js").InsightRecord} Insight
 * @typedef {import("../../shell/wire.js").InsightPage} InsightPage
 * @typedef {import("../../shell/wire.js").InsightChange} InsightChange
 * @typedef {import("../../shell/wire.js").Member} Member
 * @typedef {import("../../shell/wire.js").InsightRecordPerson} Person
 * @typedef {Insight["kind"]} Kind
 * @typedef {Insight["state"]} State
 * @typedef {Insight["level"]} Level
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
    return queryText(/** @type {Record<string, string>} */ (Object.fromEntries(given)));
}

/**
 * The one name of an insight.
 *
 * @param {Insight} insight
 */
export function keyOf({ id, message, kind }) {
    return id ?? `${message} ${kind}`;
}

/** A new identifier (a version 4 UUID), also on pages without TLS. */
function newId() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const text = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(13, 16)}-8${text.slice(17, 20)}-${text.slice(20)}`;
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
 * @param {InsightChange} change
 * @returns {Promise<Insight>}
 */
export function changeInsight({ client }, { id, message, kind }, change) {
    return id === undefined
        ? client.ask("POST", `/v1/insights/${message}/${kind}`, change)
        : client.ask("PATCH", `/v1/insights/${id}`, change);
}

/**
 * Makes a message an insight.
 *
 * @param {Context} context
 * @param {Omit<import("../../shell/wire.js").NewInsight, "id">} fields
 * @returns {Promise<Insight>}
 */
export function createInsight({ client }, fields) {
    return client.ask("POST", "/v1/insights", { id: newId(), ...fields });
}

/**
 * Makes a part of an insight one of its own.
 *
 * @param {Context} context
 * @param {Insight} insight
 * @param {{text: string, rest: string}} parts
 * @returns {Promise<Insight>}
 */
export function splitInsight({ client }, insight, parts) {
    return client.ask("POST", "/v1/insights/split", { insight: insight.id, id: newId(), ...parts });
}

/**
 * Merges another insight of the same message and kind into one.
 *
 * @param {Context} context
 * @param {Insight} insight
 * @param {Insight} other
 * @returns {Promise<Insight>}
 */
export function mergeInsights({ client }, insight, other) {
    return client.ask("POST", "/v1/insights/merge", { insight: insight.id, other: other.id });
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
    /** @type {{members?: Member[]}} */
    const { members = [] } = await client.ask("GET", `/v1/conversations/${conversation}/changes?after=0`);
    return members
        .filter((member) => !member.left)
        .map(({ user, name }) => ({ id: user, name }))
        .sort((one, other) => one.name.localeCompare(other.name));
}
