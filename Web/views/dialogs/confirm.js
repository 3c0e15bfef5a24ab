// @ts-check
import { element } from "../element.js";
import { makeDialog } from "./dialog.js";

/**
 * Asks before an action that cannot be undone.
 *
 * @param {{title: string, text: string, confirm: string, danger?: boolean}} question
 * @returns {Promise<boolean>}
 */
export function confirm({ title, text, confirm: label, danger = false }) {
    return new Promise((resolve) => {
        let agreed = false;
        const dialog = makeDialog(title, { className: "narrow", closed: () => resolve(agreed) });
        const cancel = element(
            "button",
            { type: "button", class: "button", autofocus: true, onclick: dialog.close },
            "Cancel",
        );
        dialog.body.append(
            element("p", {}, text),
            element(
                "div",
                { class: "dialog-actions" },
                cancel,
                element(
                    "button",
                    {
                        type: "button",
                        class: danger ? "button primary danger" : "button primary",
                        onclick: () => {
                            agreed = true;
                            dialog.close();
                        },
                    },
                    label,
                ),
            ),
        );
        dialog.show();
    });
}
