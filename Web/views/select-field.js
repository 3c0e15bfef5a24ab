// @ts-check
import { element } from "./element.js";

/**
 * A label with a menu of choices.
 *
 * @param {string} id
 * @param {string} label
 * @param {Record<string, string>} choices  the text of each value
 * @param {string} value
 * @param {(value: string) => void} changed
 */
export function selectField(id, label, choices, value, changed) {
    const options = Object.entries(choices).map(([each, text]) => element("option", { value: each, selected: each === value }, text));
    const select = element("select", { id, onchange: () => changed(select.value) }, ...options);
    return element("div", { class: "field" }, element("label", { for: id }, label), select);
}
