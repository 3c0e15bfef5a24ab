// @ts-check
import { element, setText } from "../element.js";

/** @typedef {import("../../shell/contract.js").ReactionRow} ReactionRow */

/** The reactions below a message; a press on one adds or removes the user's. */
export class ReactionsView {
    element = element("div", { class: "reactions", role: "group", "aria-label": "Reactions" });
    /** @type {Map<string, HTMLButtonElement>} */
    #chips = new Map();

    /** @param {ReactionRow[]} reactions */
    show(reactions) {
        const shown = new Set(reactions.map(({ emoji }) => emoji));
        for (const [emoji, chip] of this.#chips) {
            if (shown.has(emoji)) continue;
            chip.remove();
            this.#chips.delete(emoji);
        }
        for (const reaction of reactions) this.#show(reaction);
    }

    /** @param {ReactionRow} reaction */
    #show(reaction) {
        const { emoji, count, mine } = reaction;
        let chip = this.#chips.get(emoji);
        if (!chip) {
            chip = element(
                "button",
                { type: "button", class: "reaction", "data-action": "react", "data-emoji": emoji },
                element("span", { class: "reaction-emoji" }, emoji),
                element("span", { class: "reaction-count" }),
            );
            this.#chips.set(emoji, chip);
            this.element.append(chip);
        }
        chip.setAttribute("aria-pressed", String(mine));
        chip.title = who(reaction);
        chip.setAttribute("aria-label", `${emoji} ${count}: ${who(reaction)}`);
        setText(/** @type {Node} */ (chip.lastChild), String(count));
    }
}

/**
 * The users of a reaction: "You, Ada and 3 others".
 *
 * @param {ReactionRow} reaction
 */
export function who({ count, mine, names }) {
    const told = [...mine ? ["You"] : [], ...names];
    const others = count - told.length;
    if (others > 0) return `${told.join(", ")} and ${others} ${others === 1 ? "other" : "others"}`;
    return told.length > 1 ? `${told.slice(0, -1).join(", ")} and ${told.at(-1)}` : told[0] ?? "";
}
