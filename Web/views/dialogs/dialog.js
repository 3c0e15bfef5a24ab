// @ts-check
import { element, iconButton } from "../element.js";

let count = 0;

/**
 * A modal dialog with a title and a close button. The browser traps the focus, closes it on Esc, and restores the focus.
 *
 * @param {string} title
 * @param {{className?: string, signal?: AbortSignal, closed?: () => void}} options `signal`: closes it when its subject
 *   disappears
 * @returns {{element: HTMLDialogElement, body: HTMLElement, heading: HTMLElement, show: () => void, close: () => void}}
 */
export function makeDialog(title, { className = "", signal, closed } = {}) {
    const id = `dialog-${count += 1}`;
    const heading = element("h2", { id }, title);
    const body = element("div", { class: "dialog-body" });
    /** @type {HTMLDialogElement} */
    const dialog = element(
        "dialog",
        { class: `dialog ${className}`.trim(), "aria-labelledby": id },
        element("header", { class: "dialog-header" }, heading, iconButton("close", "Close", () => dialog.close())),
        body,
    );
    dialog.addEventListener("close", () => {
        dialog.remove();
        closed?.();
    }, { once: true });
    // Only a press that began on the backdrop closes it: a selection dragged out of a field must not.
    dialog.addEventListener("pointerdown", (event) => {
        if (event.target === dialog) dialog.close();
    });
    signal?.addEventListener("abort", () => dialog.close(), { once: true });
    return {
        element: dialog,
        body,
        heading,
        show: () => {
            document.body.append(dialog);
            dialog.showModal();
        },
        close: () => dialog.close(),
    };
}
