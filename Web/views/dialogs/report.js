// @ts-check
import { element } from "../element.js";
import { makeDialog } from "./dialog.js";

/** Characters of a reason, at most: as the server has it. */
const reasonCharacters = 500;

/**
 * Asks for the reason of a report to the server's administrators.
 *
 * @param {string} sender the author of the message
 * @param {(reason: string) => void} send
 * @param {AbortSignal} signal of the chat it is in
 */
export function openReport(sender, send, signal) {
    const dialog = makeDialog("Report this message", { className: "narrow", signal });
    const reason = element("textarea", {
        id: "report-reason",
        rows: 3,
        maxlength: reasonCharacters,
        required: true,
        autofocus: true,
        dir: "auto",
    });
    dialog.body.append(
        element(
            "form",
            {
                class: "report-form",
                onsubmit: (/** @type {SubmitEvent} */ event) => {
                    event.preventDefault();
                    if (reason.value.trim() === "") {
                        reason.focus();
                        return;
                    }
                    dialog.close();
                    send(reason.value.trim());
                },
            },
            element(
                "p",
                {},
                `The administrators of this server see the message by ${sender}, your name and your reason. `
                    + "Nobody else sees the report.",
            ),
            element("label", { for: "report-reason" }, "What is wrong with it?"),
            element("div", { class: "field-box" }, reason),
            element(
                "div",
                { class: "dialog-actions" },
                element("button", { type: "button", class: "button", onclick: dialog.close }, "Cancel"),
                element("button", { type: "submit", class: "button primary danger" }, "Report"),
            ),
        ),
    );
    dialog.show();
}
