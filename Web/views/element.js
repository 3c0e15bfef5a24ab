// @ts-check
// Builds elements. Text becomes text nodes and nothing else: user input is never parsed as markup.

const sprite = new URL("../icons.svg", import.meta.url).pathname;

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * An element with attributes and children. An attribute that is `null`, `undefined` or `false` is left out; `true` is set
 * empty; a function under `onclick`, `oninput`… becomes a listener.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | boolean | null | undefined | Function>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (value === null || value === undefined || value === false) continue;
        if (typeof value === "function") {
            made.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
        } else {
            made.setAttribute(name, value === true ? "" : String(value));
        }
    }
    append(made, ...children);
    return made;
}

/**
 * @param {Element} parent
 * @param {...Child} children
 */
export function append(parent, ...children) {
    for (const child of children) {
        if (child !== null && child !== undefined && child !== false) parent.append(child);
    }
}

/**
 * Replaces the children of an element.
 *
 * @param {Element} parent
 * @param {...Child} children
 */
export function replace(parent, ...children) {
    parent.replaceChildren();
    append(parent, ...children);
}

/**
 * A decorative icon of our sprite: text beside it must convey its meaning.
 *
 * @param {string} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", `icon icon-${name}`);
    svg.setAttribute("aria-hidden", "true");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `${sprite}#${name}`);
    svg.append(use);
    return svg;
}

/**
 * A button that shows an icon only; `label` is its name.
 *
 * @param {string} name
 * @param {string} label
 * @param {(event: MouseEvent) => void} onclick
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes]
 */
export function iconButton(name, label, onclick, attributes = {}) {
    return element(
        "button",
        { type: "button", class: "icon-button", "aria-label": label, title: label, onclick, ...attributes },
        icon(name),
    );
}

/**
 * Text for screen readers alone.
 *
 * @param {string} text
 */
export function spoken(text) {
    return element("span", { class: "spoken" }, text);
}

/**
 * Sets the text only if it changes, so that an unchanged row costs no layout.
 *
 * @param {Node} node
 * @param {string} text
 */
export function setText(node, text) {
    if (node.textContent !== text) node.textContent = text;
}
