// @ts-check
import { element } from "./element.js";

const hues = 8;

/**
 * A number from 0 to 7 that is stable for a person on every device.
 *
 * @param {string} id
 */
export function hueOf(id) {
    let sum = 0;
    for (let index = 0; index < id.length; index += 1) sum = (sum * 31 + id.charCodeAt(index)) >>> 0;
    return sum % hues;
}

/**
 * First letters of the first and last word.
 *
 * @param {string} name
 */
export function initials(name) {
    const words = name.trim().split(/\s+/u).filter((word) => word !== "");
    const chosen = words.length > 1 ? [words[0], words[words.length - 1]] : words;
    return chosen.map((word) => [...(word ?? "")][0] ?? "").join("").toUpperCase();
}

/**
 * The provider of pictures, once it is loaded (pictures.js).
 *
 * @type {{show: ((avatar: HTMLElement) => void) | null}}
 */
export const faces = { show: null };

/**
 * The picture of a person or a group, or initials on a stable colour. Decorative: the name is always beside it.
 *
 * @param {string} id
 * @param {string} name
 * @param {{kind?: "direct" | "group", size?: "small" | "large"}} options
 */
export function avatar(id, name, { kind = "direct", size } = {}) {
    const shape = kind === "group" ? " square" : "";
    const made = element(
        "span",
        { class: `avatar hue-${hueOf(id)}${shape}${size ? ` ${size}` : ""}`, "aria-hidden": "true", "data-face": id },
        element("span", {}, initials(name) || "·"),
    );
    faces.show?.(made);
    return made;
}
