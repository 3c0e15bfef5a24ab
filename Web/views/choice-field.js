// @ts-check
import { element } from "./element.js";

/**
 * One of a few choices, all of them visible.
 *
 * @template {string} Value
 * @param {string} name
 * @param {string} legend
 * @param {Record<Value, string>} choices  the text of each value
 * @param {Value} value
 * @param {() => void} [changed]
 * @returns {{element: HTMLFieldSetElement, value: () => Value, set: (value: Value) => void}}
 */
export function choiceField(name, legend, choices, value, changed) {
    const texts = /** @type {[Value, string][]} */ (Object.entries(choices));
    const inputs = texts.map(([each]) => element("input", { type: "radio", name, value: each, checked: each === value, onchange: changed }));
    return {
        element: element(
            "fieldset",
            { class: "setup-step" },
            element("legend", {}, legend),
            element(
                "div",
                {},
                ...inputs.map((input, index) => element("label", { class: "setup-choice" }, input, element("span", {}, texts[index]?.[1]))),
            ),
        ),
        value: () => /** @type {Value} */ (inputs.find(({ checked }) => checked)?.value ?? value),
        set: (wanted) => {
            for (const input of inputs) input.checked = input.value === wanted;
        },
    };
}
