// @ts-check
import { replace } from "./element.js";

/** @typedef {import("./element.js").Child} Child */

/**
 * A function that asks and shows the answer. Only the answer to the latest question is shown: one that comes later is of an earlier state.
 *
 * @template Answer
 * @param {() => Promise<Answer>} ask
 * @param {(answer: Answer) => void} show
 * @param {(error: unknown) => void} refuse
 * @returns {() => Promise<void>}
 */
export function newest(ask, show, refuse) {
    let asked = 0;
    return async () => {
        asked += 1;
        const number = asked;
        try {
            const answer = await ask();
            if (number === asked) show(answer);
        } catch (error) {
            if (number === asked) refuse(error);
        }
    };
}

/**
 * Replaces the rows of a list. If one of its buttons or fields has the focus, that of the same name gets it, or else the first button, or
 * `otherwise`.
 *
 * @param {Element} list
 * @param {Child[]} rows
 * @param {HTMLElement | null} [otherwise]
 */
export function redrawRows(list, rows, otherwise) {
    const focused = list.contains(document.activeElement) ? nameOf(document.activeElement) : null;
    replace(list, ...rows);
    if (focused === null) return;
    const parts = [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("button, input, select"))];
    (parts.find((part) => nameOf(part) === focused) ?? list.querySelector("button") ?? otherwise)?.focus();
}

/** @param {Element | null} part  a field has no text, and is named by its identifier */
function nameOf(part) {
    return part?.getAttribute("aria-label") ?? (part?.id || part?.textContent) ?? "";
}
