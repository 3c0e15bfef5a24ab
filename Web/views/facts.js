// @ts-check
import { element } from "./element.js";

/**
 * A row of a list of facts (`dl.facts`).
 *
 * @param {string} name
 * @param {string} value
 */
export function factRow(name, value) {
    return element("div", { class: "fact" }, element("dt", {}, name), element("dd", { dir: "auto" }, value));
}

/** @param {[string, string][]} facts  names and values */
export const factRows = (facts) => facts.map(([name, value]) => factRow(name, value));
