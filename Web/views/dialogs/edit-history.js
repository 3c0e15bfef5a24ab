// @ts-check
import { wordsOf } from "../words.js";
import { element, replace } from "../element.js";
import { fullTime } from "../format.js";
import { refusalText } from "../notices.js";
import { makeDialog } from "./dialog.js";

/** @typedef {import("../../shell/contract.js").Chat} Chat */
/** @typedef {import("../../shell/contract.js").MessageRow} MessageRow */

/**
 * The versions of a message with their times, the current one first.
 *
 * @param {Chat} chat
 * @param {MessageRow} row
 * @param {AbortSignal} signal of the chat it is in
 */
export async function openEditHistory(chat, row, signal) {
    const dialog = makeDialog("Edit history", { className: "narrow", signal });
    const list = element("ol", { class: "versions", "aria-busy": "true", reversed: true });
    dialog.body.append(list);
    dialog.show();
    try {
        const versions = await chat.versions(row.id);
        replace(list, ...versions.map((version, index) => item(version, index === versions.length - 1)).reverse());
    } catch (error) {
        replace(dialog.body, element("p", { class: "form-problem", role: "alert" }, refusalText(error)));
    }
    list.removeAttribute("aria-busy");
}

/** @param {MessageRow} version @param {boolean} isNow */
function item(version, isNow) {
    const time = element("time", { datetime: new Date(version.writtenAt).toISOString() }, fullTime(version.writtenAt));
    return element(
        "li",
        {},
        element("p", { class: "version-time" }, time, isNow && " · now"),
        element("div", { class: "quoted words", dir: "auto" }, ...wordsOf(version)),
    );
}
