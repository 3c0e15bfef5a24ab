// @ts-check
import { avatar } from "../avatar.js";
import { element, icon, replace } from "../element.js";
import { factRow } from "../facts.js";
import { fullTime, sentenceTime } from "../format.js";
import { refusalText } from "../notices.js";
import { wordsOf } from "../words.js";
import { makeDialog } from "./dialog.js";

/** @typedef {import("../../shell/contract.js").Chat} Chat */
/** @typedef {import("../../shell/contract.js").MessageRow} MessageRow */
/** @typedef {import("../../shell/contract.js").Person} Person */

/**
 * The time and the receipts of a message.
 *
 * @param {import("../context.js").Context} context
 * @param {Chat} chat
 * @param {MessageRow} row
 * @param {AbortSignal} signal of the chat it is in
 */
export function openMessageDetails({ client }, chat, row, signal) {
    const dialog = makeDialog("Message details", { className: "narrow", signal });
    const people = element("div", { class: "receipts", "aria-busy": "true" });
    const ending = new AbortController();
    dialog.element.addEventListener("close", () => ending.abort(), { once: true });
    dialog.body.append(
        element("blockquote", { class: "quoted words", dir: "auto" }, ...row.deleted ? ["Message deleted"] : wordsOf(row)),
        element(
            "dl",
            { class: "facts" },
            factRow("From", row.mine ? "You" : row.senderName),
            factRow("Written", fullTime(row.writtenAt)),
            ...row.editedAt !== null ? [factRow("Edited", fullTime(row.editedAt))] : [],
        ),
        people,
    );
    /** The read time of each reader, from the server. @type {Map<string, number>} */
    const times = new Map();
    let asked = -1;
    const askTimes = async (/** @type {Person[]} */ readBy) => {
        if (asked === readBy.length) return;
        asked = readBy.length;
        try {
            const { readings } = await client.ask("GET", `/v1/conversations/${chat.id}/messages/${row.id}/readings`);
            for (const { user, at } of readings) times.set(user, at);
            if (!ending.signal.aborted) await draw();
        } catch {
            // With no network the names are there without the times.
        }
    };
    const draw = async () => {
        try {
            const { readBy, deliveredTo, audience, reactions } = await chat.receipts(row.id);
            const read = new Set(readBy.map((person) => person.id));
            const delivered = deliveredTo.filter((person) => !read.has(person.id));
            const has = new Set([...read, ...delivered.map((person) => person.id)]);
            people.removeAttribute("aria-busy");
            replace(
                people,
                ...reactions.map(({ emoji, people: reacted }) => section(`Reacted with ${emoji}`, null, "", reacted)),
                section("Read by", "ticks", "read", readBy, times),
                section("Delivered to", "ticks", "delivered", delivered),
                section("Not delivered yet", "clock", "pending", audience.filter((person) => !has.has(person.id))),
            );
            if (readBy.length > 0) void askTimes(readBy);
        } catch (error) {
            replace(people, element("p", { class: "form-problem", role: "alert" }, refusalText(error)));
        }
    };
    // Updates while open: a member may read the message now.
    ending.signal.addEventListener("abort", chat.subscribe({ rows: () => void draw() }), { once: true });
    void draw();
    dialog.show();
}

/** @param {number | undefined} time */
function timeOf(time) {
    if (time === undefined) return null;
    const written = new Date(time).toISOString();
    return element("time", { class: "option-detail", datetime: written, title: fullTime(time) }, sentenceTime(time, Date.now()));
}

/**
 * @param {string} title
 * @param {string | null} iconName
 * @param {string} status
 * @param {Person[]} people
 * @param {Map<string, number>} [times]
 */
function section(title, iconName, status, people, times) {
    return people.length > 0 && element(
        "section",
        {},
        element(
            "h3",
            {},
            iconName !== null && element("span", { class: "tick", "data-status": status }, icon(iconName)),
            title,
        ),
        element(
            "ul",
            { class: "people-list" },
            ...people.map((person) =>
                element(
                    "li",
                    {},
                    avatar(person.id, person.name, { size: "small" }),
                    element("span", { class: "option-text", dir: "auto" }, person.name),
                    timeOf(times?.get(person.id)),
                )
            ),
        ),
    );
}
