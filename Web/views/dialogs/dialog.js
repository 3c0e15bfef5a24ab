// @ts-check
import { element, iconButton } from "../element.js";

let count = 0;

/**
 * A modal dialog with a title and a way out. The browser keeps the focus in it, closes it on Esc, and gives the focus back.
 *
 * @param {string} title
 * @param {{className?: string, signal?: AbortSignal, closed?: () => void}} options `signal`: closes it when what it is
 *   about goes away
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
    // A press that began on the backdrop: a selection drawn out of a field must not close it.
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
