// @ts-check
// The insights on this device, which work offline, and over HTTP those that only the server has.
import { queryText } from "../query-text.js";
import { saveFile } from "../save-file.js";

/**
 * @typedef {import("../context.js").Context} Context
 * @typedef {import("../../shell/wire.js").InsightRecord & {waiting?: boolean}} Insight  waiting: a change of it is not sent yet
 * @typedef {Omit<import("../../shell/wire.js").InsightPage, "insights"> & {insights: Insight[]}} InsightPage
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
 * The insights on this device, then those that only the server has, page by page.
 *
 * @param {Context} context
 * @param {Filter} filter
 * @param {{cursor?: string, limit?: number}} page
 * @returns {Promise<InsightPage>}
 */
export async function fetchInsights({ client }, filter, { cursor, limit = 50 }) {
    const onServer = () => client.ask("GET", `/v1/insights?${query({ ...filter, cursor, limit: String(limit) })}`);
    const held = await client.insights(selectionOf(filter));
    if (held === null) return onServer();
    const waiting = new Set(held.waiting);
    const own = held.insights.map((insight) => waiting.has(insight.id ?? "") ? { ...insight, waiting: true } : insight);
    const here = { insights: own, open: held.open };
    if (held.complete || !client.connection.online) return here;
    try {
        const page = await onServer();
        const known = new Set(held.known);
        const others = page.insights.filter((/** @type {Insight} */ { id }) => id === undefined || !known.has(id));
        return { ...page, insights: cursor === undefined ? [...own, ...others] : others, open: Math.max(held.open, page.open) };
    } catch (error) {
        if (/** @type {import("../../shell/contract.js").Refusal} */ (error).code !== "offline") throw error;
        return here;
    }
}

/**
 * @param {Filter} filter
 * @returns {import("../../shell/contract.js").InsightSelection}
 */
function selectionOf({ conversation, kind, state, assignee }) {
    return {
        ...(conversation !== "" && { conversation }),
        ...(kind !== "" && { kinds: kind.split(",") }),
        ...(state !== "" && { states: state.split(",") }),
        ...(assignee === "me" && { mine: true }),
        ...(assignee === "none" && { unassigned: true }),
    };
}

/**
 * Whether the server still reads older messages; false without a connection.
 *
 * @param {Context} context
 * @param {Filter} filter
 */
export async function isReadingOlder({ client }, filter) {
    if (!client.connection.online) return false;
    const { partial = false } = await client.ask("GET", `/v1/insights?${query({ ...filter, limit: "1" })}`);
    return partial;
}

/**
 * @param {Context} context
 * @param {Insight} insight
 * @param {InsightChange} change
 * @returns {Promise<void>}
 */
export async function changeInsight({ client }, { id, message, kind, conversation }, change) {
    if (id === undefined) return client.ask("POST", `/v1/insights/${message}/${kind}`, change);
    await client.changeInsights({ kind: "changeInsight", conversation, insight: id, change });
}

/**
 * Makes a message an insight.
 *
 * @param {Context} context
 * @param {string} conversation
 * @param {Omit<import("../../shell/wire.js").NewInsight, "id">} fields
 */
export function createInsight({ client }, conversation, fields) {
    return client.changeInsights({ kind: "makeInsight", conversation, insight: { id: newId(), ...fields } });
}

/**
 * Makes a part of an insight one of its own.
 *
 * @param {Context} context
 * @param {Insight} insight
 * @param {{text: string, rest: string}} parts
 */
export function splitInsight({ client }, { id = "", conversation }, parts) {
    return client.changeInsights({ kind: "splitInsight", conversation, split: { insight: id, id: newId(), ...parts } });
}

/**
 * Merges another insight of the same message and kind into one.
 *
 * @param {Context} context
 * @param {Insight} insight
 * @param {Insight} other
 */
export function mergeInsights({ client }, { id = "", conversation }, other) {
    return client.changeInsights({ kind: "mergeInsights", conversation, merge: { insight: id, other: other.id ?? "" } });
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
    const held = await client.insights({ conversation });
    if (held?.members) return byName(held.members);
    /** @type {{members?: Member[]}} */
    const { members = [] } = await client.ask("GET", `/v1/conversations/${conversation}/changes?after=0`);
    return byName(members.filter((member) => !member.left).map(({ user, name }) => ({ id: user, name })));
}

/** @param {Person[]} people */
function byName(people) {
    return [...people].sort((one, other) => one.name.localeCompare(other.name));
}
