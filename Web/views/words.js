// @ts-check
// A message's text as elements: the core has parsed its marks (NexusCore's FormattedText), here they are rendered.
import { element } from "./element.js";

/** @typedef {import("../shell/contract.js").MessageRow} MessageRow */
/** @typedef {import("../shell/contract.js").TextBlock} TextBlock */
/** @typedef {import("../shell/contract.js").TextPiece} TextPiece */

/** For each letter of a style, its element; the outermost first. */
const elements = /** @type {const} */ ([
    ["b", "strong", {}],
    ["i", "em", {}],
    ["s", "s", {}],
    ["c", "code", {}],
    ["m", "span", { class: "mention", dir: "auto" }],
]);
const schemes = new Set(["http:", "https:", "mailto:"]);

/**
 * The children of an element with a message's text.
 *
 * @param {Pick<MessageRow, "text" | "format">} row
 * @returns {(Node | string)[]}
 */
export function wordsOf({ text, format }) {
    if (format === null) return [text];
    if (format.length === 1 && format[0]?.kind === "paragraph") return format[0].pieces.map(pieceOf);
    /** @type {HTMLElement[]} */
    const shown = [];
    for (const block of format) {
        const list = listOf(block, shown.at(-1));
        if (list === null) shown.push(blockOf(block));
        else {
            if (list !== shown.at(-1)) shown.push(list);
            list.append(itemOf(block));
        }
    }
    return shown;
}

/**
 * The text without its marks, as the core's `FormattedText.words`.
 *
 * @param {Pick<MessageRow, "text" | "format">} row
 */
export function plainTextOf({ text, format }) {
    if (format === null) return text;
    return format.map(({ kind, number, pieces }) => {
        const sign = kind !== "item" ? "" : number === null ? "• " : `${number}. `;
        return sign + pieces.map((piece) => piece.text).join("");
    }).join("\n");
}

/**
 * The plain words, for previews.
 *
 * @param {MessageRow} row
 */
export function plainWordsOf(row) {
    if (row.folded) return "Message from a person you blocked";
    return plainTextOf(row) || row.attachments.map(({ name }) => name).join(", ");
}

/**
 * The list that an item belongs to: the one before it, or a new one.
 *
 * @param {TextBlock} block
 * @param {HTMLElement | undefined} before
 */
function listOf({ kind, number }, before) {
    if (kind !== "item") return null;
    const name = number === null ? "ul" : "ol";
    return before?.localName === name ? before : element(name, { class: "words-list" });
}

/** @param {TextBlock} block */
function itemOf({ number, depth, pieces }) {
    const properties = { class: `depth-${depth}`, ...(number !== null && { value: Number(number) }) };
    return element("li", properties, ...pieces.map(pieceOf));
}

/** @param {TextBlock} block */
function blockOf({ kind, pieces, language }) {
    switch (kind) {
        case "quote":
            return element("blockquote", {}, ...pieces.map(pieceOf));
        case "code":
            return element(
                "pre",
                { ...(language !== "" && { "aria-label": `Code, ${language}` }) },
                element("code", {}, pieces.map((piece) => piece.text).join("")),
            );
        default:
            return element("p", {}, ...pieces.map(pieceOf));
    }
}

/** @param {TextPiece} piece */
function pieceOf({ text, style, link }) {
    /** @type {Node | string} */
    let shown = text;
    for (const [letter, name, properties] of [...elements].reverse()) {
        if (style.includes(letter)) shown = element(name, properties, shown);
    }
    const address = link === null ? null : addressOf(link);
    if (address === null) return shown;
    const properties = isOwn(address) ? {} : { target: "_blank", rel: "noopener noreferrer" };
    // If the words are not the address, the tooltip shows the address.
    const title = text === link ? {} : { title: address.href };
    return element("a", { href: address.href, ...properties, ...title }, shown);
}

/**
 * The browser may reject an address that the core accepts.
 *
 * @param {string} link
 */
function addressOf(link) {
    try {
        const address = new URL(link);
        return schemes.has(address.protocol) ? address : null;
    } catch {
        return null;
    }
}

/**
 * A link to a message of this server opens in this page.
 *
 * @param {URL} address
 */
function isOwn({ origin, pathname }) {
    return origin === location.origin && pathname.startsWith("/c/");
}
