// @ts-check
import { hueOf } from "../avatar.js";
import { element, setText } from "../element.js";

/** @typedef {import("../../shell/contract.js").Quote} Quote */

/** The original of a reply, above its text; a press goes there. Updated in place. */
export class QuoteView {
    #sender = element("span", { class: "quote-sender", dir: "auto" });
    #text = element("span", { class: "quote-text", dir: "auto" });
    #shown = "";

    constructor() {
        this.element = element("button", { type: "button", class: "quote", "data-action": "quote" }, this.#sender, this.#text);
    }

    /** @param {Quote} quote */
    show(quote) {
        const shown = JSON.stringify(quote);
        if (shown === this.#shown) return;
        this.#shown = shown;
        this.element.className = quote.sender === null ? "quote" : `quote ink-${hueOf(quote.sender)}`;
        this.element.dataset.state = quote.state;
        setText(this.#sender, quote.senderName);
        setText(this.#text, quoteText(quote));
        const isThere = quote.state !== "hidden";
        this.element.disabled = !isThere;
        this.element.setAttribute("aria-label", `Answers ${quote.senderName}: ${quoteText(quote)}${isThere ? ". Go there" : ""}`);
    }
}

/** @param {Quote} quote */
export function quoteText(quote) {
    switch (quote.state) {
        case "deleted":
            return "Message deleted";
        case "hidden":
            return "Message deleted for you";
        case "folded":
            return "Message from a person you blocked";
        case "missing":
            return "An earlier message";
        default:
            return quote.text;
    }
}
