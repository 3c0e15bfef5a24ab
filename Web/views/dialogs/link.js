// @ts-check
import { element, replace } from "../element.js";
import { refusalText } from "../notices.js";
import { makeDialog } from "./dialog.js";

/**
 * Shows a link to copy, whose secret the server returns once.
 *
 * @param {string} title
 * @param {import("../notices.js").Notices} notices
 * @param {Promise<{link: string, note: string}>} making  the note says how long it works
 */
export function openLink(title, notices, making) {
    const dialog = makeDialog(title, { className: "narrow" });
    dialog.body.append(element("p", { "aria-busy": "true" }, "Making a link…"));
    dialog.show();
    making.then(({ link, note }) => {
        const field = element("input", { id: "secret-link", type: "text", readonly: true, value: link, dir: "ltr" });
        field.addEventListener("focus", () => field.select());
        const copy = async () => {
            try {
                await navigator.clipboard.writeText(link);
                notices.show("Link copied");
            } catch {
                field.select();
                notices.show("The browser blocked copying.", { problem: true });
            }
        };
        replace(
            dialog.body,
            element("label", { for: "secret-link" }, "Link"),
            element("div", { class: "field-box" }, field),
            element("p", { class: "details-note" }, note),
            element(
                "div",
                { class: "dialog-actions" },
                element("button", { type: "button", class: "button primary", onclick: copy }, "Copy link"),
            ),
        );
        field.focus();
    }, (error) => replace(dialog.body, element("p", { role: "alert" }, refusalText(error))));
}
