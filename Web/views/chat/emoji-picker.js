// @ts-check
import { element } from "../element.js";
import { place } from "../menu.js";
import { groups } from "./emoji.js";

const recentKey = "nexus.emoji";
const recentCount = 16;

/**
 * A grid of emoji beside a button. Typing searches by name, arrows move, Enter takes one, Esc closes.
 *
 * @param {HTMLElement} at
 * @param {(emoji: string) => void} choose
 */
export function openEmojiPicker(at, choose) {
    const before = document.activeElement;
    const search = element("input", {
        type: "search",
        class: "emoji-search",
        placeholder: "Search emoji",
        "aria-label": "Search emoji",
        autocomplete: "off",
    });
    const grid = element("div", { class: "emoji-grid" });
    const picker = element(
        "div",
        { class: "emoji-picker", popover: "auto", role: "dialog", "aria-label": "Emoji" },
        search,
        grid,
    );
    const settle = () => place(picker, at, "above");
    const close = (/** @type {boolean} */ returns) => {
        if (!picker.isConnected) return;
        removeEventListener("resize", settle);
        picker.remove();
        if (returns && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
    const take = (/** @type {string} */ emoji) => {
        remember(emoji);
        close(true);
        choose(emoji);
    };
    const draw = () => {
        const wanted = search.value.trim().toLowerCase();
        const shown = wanted === "" ? [{ name: "Recently used", emoji: recent() }, ...groups] : [{
            name: "Found",
            emoji: groups.flatMap((group) => group.emoji).filter(([, name]) => name.includes(wanted)),
        }];
        grid.replaceChildren(
            ...shown.filter((group) => group.emoji.length > 0).map((group) =>
                element(
                    "section",
                    { "aria-label": group.name },
                    element("h3", {}, group.name),
                    element(
                        "div",
                        { class: "emoji-row" },
                        ...group.emoji.map(([emoji, name]) =>
                            element(
                                "button",
                                {
                                    type: "button",
                                    class: "emoji",
                                    "aria-label": name,
                                    title: name,
                                    tabindex: -1,
                                    onclick: () => take(emoji),
                                },
                                emoji,
                            )
                        ),
                    ),
                )
            ),
        );
        const first = grid.querySelector("button");
        if (first) first.tabIndex = 0;
        else grid.append(element("p", { class: "emoji-none", role: "status" }, "No emoji found."));
    };
    search.addEventListener("input", draw);
    picker.addEventListener("keydown", (event) => {
        event.stopPropagation();
        if (event.key === "Escape") {
            event.preventDefault();
            close(true);
        } else if (event.key === "Enter" && event.target === search) {
            event.preventDefault();
            grid.querySelector("button")?.click();
        } else {
            move(event, search, grid);
        }
    });
    picker.addEventListener("toggle", (event) => {
        if (/** @type {ToggleEvent} */ (event).newState === "closed") close(picker.contains(document.activeElement));
    });
    draw();
    document.body.append(picker);
    picker.showPopover();
    settle();
    // The keyboard of a phone takes half of the window: it opens for the search alone, and the picker moves out of its way.
    addEventListener("resize", settle);
    const field = matchMedia("(hover: hover)").matches ? search : grid.querySelector("button");
    field?.focus({ preventScroll: true });
}

/**
 * Arrows move to the neighbour on the screen, across groups.
 *
 * @param {KeyboardEvent} event
 * @param {HTMLElement} search
 * @param {HTMLElement} grid
 */
function move(event, search, grid) {
    const buttons = [...grid.querySelectorAll("button")];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (at < 0) {
        if (event.key !== "ArrowDown") return;
        event.preventDefault();
        buttons[0]?.focus();
        return;
    }
    if (step === undefined && event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const next = step !== undefined ? buttons[at + step] : neighbour(buttons, at, event.key === "ArrowDown" ? 1 : -1);
    if (next) next.focus();
    else if (event.key === "ArrowUp") search.focus();
}

/**
 * @param {HTMLElement[]} buttons
 * @param {number} at
 * @param {1 | -1} direction
 */
function neighbour(buttons, at, direction) {
    const from = buttons[at];
    if (!from) return undefined;
    let line = /** @type {number | null} */ (null);
    let best = /** @type {HTMLElement | undefined} */ (undefined);
    for (let index = at + direction; buttons[index]; index += direction) {
        const button = /** @type {HTMLElement} */ (buttons[index]);
        if (button.offsetTop === from.offsetTop) continue;
        line ??= button.offsetTop;
        if (button.offsetTop !== line) break;
        if (!best || Math.abs(button.offsetLeft - from.offsetLeft) < Math.abs(best.offsetLeft - from.offsetLeft)) {
            best = button;
        }
    }
    return best;
}

/** @returns {[string, string][]} */
function recent() {
    const known = new Map(groups.flatMap((group) => group.emoji));
    try {
        const stored = /** @type {unknown} */ (JSON.parse(localStorage.getItem(recentKey) ?? "[]"));
        if (!Array.isArray(stored)) return [];
        return stored.flatMap((emoji) => {
            const name = known.get(emoji);
            return name === undefined ? [] : [/** @type {[string, string]} */ ([emoji, name])];
        });
    } catch {
        return [];
    }
}

/** @param {string} emoji */
function remember(emoji) {
    const list = [emoji, ...recent().map(([used]) => used).filter((used) => used !== emoji)].slice(0, recentCount);
    try {
        localStorage.setItem(recentKey, JSON.stringify(list));
    } catch {
        // Only a convenience.
    }
}
