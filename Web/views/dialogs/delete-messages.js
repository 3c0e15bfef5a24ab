// @ts-check
import { element } from "../element.js";
import { makeDialog } from "./dialog.js";

/**
 * Asks whether to delete messages for everyone or for the user alone.
 *
 * @param {number} count
 * @param {boolean} mayForAll
 * @param {AbortSignal} signal of the chat they are in
 * @returns {Promise<"everyone" | "me" | null>}
 */
export function askDeletion(count, mayForAll, signal) {
    const what = count === 1 ? "this message" : `${count} messages`;
    return new Promise((resolve) => {
        /** @type {"everyone" | "me" | null} */
        let answer = null;
        const dialog = makeDialog(`Delete ${what}?`, { className: "narrow", signal, closed: () => resolve(answer) });
        /** @param {"everyone" | "me"} audience @param {string} label */
        const choice = (audience, label) =>
            element(
                "button",
                {
                    type: "button",
                    class: "button primary danger",
                    onclick: () => {
                        answer = audience;
                        dialog.close();
                    },
                },
                label,
            );
        dialog.body.append(
            element(
                "p",
                {},
                mayForAll
                    ? "For everyone: it disappears from the conversation. For me: it disappears from your devices. This cannot be undone."
                    : "It disappears from your devices; others keep it. This cannot be undone.",
            ),
            element(
                "div",
                { class: "dialog-actions deletion-actions" },
                element("button", { type: "button", class: "button", autofocus: true, onclick: dialog.close }, "Cancel"),
                choice("me", "Delete for me"),
                ...mayForAll ? [choice("everyone", "Delete for everyone")] : [],
            ),
        );
        dialog.show();
    });
}
