// @ts-check
import { plainWordsOf } from "../words.js";
import { element, icon, iconButton, replace } from "../element.js";
import { briefTime } from "../format.js";
import { refusalText } from "../notices.js";
import { makeDialog } from "./dialog.js";

/** @typedef {import("../../shell/contract.js").Chat} Chat */
/** @typedef {import("../../shell/contract.js").MessageRow} MessageRow */

/**
 * All pinned messages of a conversation, each with a link. Updates while open.
 *
 * @param {import("../chat/pin-bar.js").PinBar} bar
 * @param {AbortSignal} signal of the chat it is in
 */
export function openPinnedMessages(bar, signal) {
    const { chat } = bar;
    const ending = new AbortController();
    const dialog = makeDialog("Pinned messages", { className: "narrow", signal, closed: () => ending.abort() });
    const list = element("ul", { class: "people-list" });
    const problem = element("p", { class: "form-problem", role: "alert", hidden: true });
    const draw = async () => {
        await bar.ask();
        if (ending.signal.aborted) return;
        if (bar.rows.length === 0) dialog.close();
        replace(list, ...bar.rows.map((row) => item(row)));
    };
    /** @param {MessageRow} row */
    const unpin = async (row) => {
        problem.hidden = true;
        try {
            await chat.pin(row.id, false);
        } catch (error) {
            problem.hidden = false;
            problem.textContent = refusalText(error);
        }
        await draw();
        /** @type {HTMLElement | null} */ (list.querySelector(".list-button"))?.focus();
    };
    /** @param {MessageRow} row */
    const item = (row) =>
        element(
            "li",
            { class: "pinned-item" },
            element(
                "button",
                {
                    type: "button",
                    class: "list-button",
                    onclick: () => {
                        dialog.close();
                        bar.parts.open(row.id);
                    },
                },
                element("span", { class: "list-button-icon" }, icon("pin")),
                element(
                    "span",
                    { class: "option-text" },
                    element("span", { class: "option-name", dir: "auto" }, plainWordsOf(row)),
                    element("span", { class: "option-detail", dir: "auto" }, detail(row)),
                ),
            ),
            chat.header.may.pin && iconButton("close", "Unpin", () => void unpin(row)),
        );
    dialog.body.append(problem, list);
    ending.signal.addEventListener("abort", chat.subscribe({ altered: () => void draw() }), { once: true });
    void draw();
    dialog.show();
}

/** @param {MessageRow} row */
function detail({ mine, senderName, writtenAt, pinnedBy }) {
    const written = `${mine ? "You" : senderName}, ${briefTime(writtenAt, Date.now())}`;
    return pinnedBy ? `${written}, pinned by ${pinnedBy}` : written;
}
