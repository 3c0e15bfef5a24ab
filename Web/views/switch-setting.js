// @ts-check
import { element } from "./element.js";

/**
 * A switch with a label and a note.
 *
 * @param {string} id
 * @param {{label: string, note: string}} texts
 * @param {() => boolean} value
 * @param {(on: boolean) => Promise<void>} change  a refused change is taken back
 * @returns {{element: HTMLElement, draw: () => void, disable: (isDisabled: boolean) => void}}
 */
export function switchSetting(id, { label, note }, value, change) {
    const input = element("input", { type: "checkbox", role: "switch", id, "aria-describedby": `${id}-note` });
    const draw = () => {
        input.checked = value();
    };
    input.addEventListener("change", () => void change(input.checked).catch(draw));
    draw();
    return {
        element: element(
            "div",
            { class: "setting" },
            element(
                "div",
                {},
                element("label", { for: id }, label),
                element("p", { class: "details-note", id: `${id}-note` }, note),
            ),
            input,
        ),
        draw,
        disable: (isDisabled) => {
            input.disabled = isDisabled;
        },
    };
}
