// @ts-check
import { avatar } from "../avatar.js";
import { element, icon, replace } from "../element.js";
import { plural } from "../format.js";
import { makeDialog } from "./dialog.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/contract.js").ConversationRow} ConversationRow */

/** Conversations at once, at most (docs/protocol.md). */
const targetLimit = 20;
/** Conversations that are offered; typing finds the others. */
const most = 50;

/**
 * Picks the conversations that messages are forwarded to.
 *
 * @param {Context} context
 * @param {number} count of messages
 * @param {(conversations: ConversationRow[]) => void} send
 * @param {AbortSignal} signal of the chat they are in
 */
export function openForward({ client }, count, send, signal) {
    const dialog = makeDialog(`Forward ${count === 1 ? "this message" : plural(count, "message")}`, {
        className: "people",
        signal,
    });
    /** @type {Map<string, ConversationRow>} */
    const chosen = new Map();
    const input = element("input", {
        type: "search",
        class: "picker-input",
        placeholder: "Find a conversation",
        "aria-label": "Find a conversation",
        autocomplete: "off",
        spellcheck: "false",
        dir: "auto",
        autofocus: true,
    });
    const list = element("ul", { class: "picker-results", "aria-label": "Conversations" });
    const note = element("p", { class: "dialog-note", role: "status" });
    const submit = element("button", { type: "submit", class: "button primary", disabled: true }, "Forward");
    /** @param {ConversationRow} row */
    const toggle = (row) => {
        if (!chosen.delete(row.id) && chosen.size < targetLimit) chosen.set(row.id, row);
        draw();
    };
    const draw = () => {
        const rows = client.find(input.value).slice(0, most);
        const focused = document.activeElement?.id;
        replace(list, ...rows.map((row) => option(row, chosen, toggle)));
        if (focused && list.contains(document.getElementById(focused))) document.getElementById(focused)?.focus();
        submit.disabled = chosen.size === 0;
        note.textContent = rows.length === 0
            ? "No conversation matches."
            : chosen.size >= targetLimit
            ? `${targetLimit} conversations at once, and no more.`
            : chosen.size === 0
            ? ""
            : [...chosen.values()].map(({ title }) => title).join(", ");
    };
    input.addEventListener("input", draw);
    dialog.body.append(element(
        "form",
        {
            class: "stack",
            onsubmit: (/** @type {SubmitEvent} */ event) => {
                event.preventDefault();
                if (chosen.size === 0) return;
                dialog.close();
                send([...chosen.values()]);
            },
        },
        element("div", { class: "search" }, icon("search"), input),
        list,
        element("div", { class: "dialog-actions" }, note, submit),
    ));
    draw();
    dialog.show();
}

/**
 * @param {ConversationRow} row
 * @param {Map<string, ConversationRow>} chosen
 * @param {(row: ConversationRow) => void} toggle
 */
function option(row, chosen, toggle) {
    const isFull = chosen.size >= targetLimit && !chosen.has(row.id);
    return element(
        "li",
        {},
        element(
            "label",
            { class: "option forward-option" },
            element("input", {
                type: "checkbox",
                id: `forward-${row.id}`,
                checked: chosen.has(row.id),
                disabled: isFull,
                onchange: () => toggle(row),
            }),
            avatar(row.other ?? row.id, row.title, { kind: row.kind, size: "small" }),
            element(
                "span",
                { class: "option-text" },
                element("span", { class: "option-name", dir: "auto" }, row.title),
                row.kind === "group" && element("span", { class: "option-detail", dir: "auto" }, row.memberNames.join(", ")),
            ),
        ),
    );
}
