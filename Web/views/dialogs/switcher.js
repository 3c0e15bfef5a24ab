// @ts-check
import { avatar } from "../avatar.js";
import { element, icon, replace } from "../element.js";
import { makeDialog } from "./dialog.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/contract.js").ConversationRow} ConversationRow */

const most = 12;

/**
 * Jumps to a conversation by a few letters.
 *
 * @param {Context} context
 */
export function openSwitcher(context) {
    const { client, router } = context;
    const dialog = makeDialog("Find a conversation", { className: "switcher" });
    const results = element("ul", {
        class: "picker-results",
        role: "listbox",
        id: "switcher-results",
        "aria-label": "Conversations",
    });
    const note = element("p", { class: "picker-note", role: "status" });
    const input = element("input", {
        type: "text",
        class: "picker-input",
        placeholder: "Find a conversation",
        "aria-label": "Find a conversation",
        role: "combobox",
        "aria-expanded": "true",
        "aria-controls": "switcher-results",
        "aria-autocomplete": "list",
        autocomplete: "off",
        spellcheck: "false",
        dir: "auto",
        autofocus: true,
    });
    /** @type {ConversationRow[]} */
    let rows = [];
    let active = 0;
    const go = (/** @type {ConversationRow | undefined} */ row) => {
        if (!row) return;
        dialog.close();
        router.go({ name: "chat", conversation: row.id });
    };
    const showActive = () => {
        [...results.children].forEach((option, index) => {
            option.classList.toggle("active", index === active);
            option.setAttribute("aria-selected", String(index === active));
        });
        const option = results.children[active];
        if (option) input.setAttribute("aria-activedescendant", option.id);
        else input.removeAttribute("aria-activedescendant");
        option?.scrollIntoView({ block: "nearest", behavior: "instant" });
    };
    const draw = () => {
        const wanted = input.value.trim();
        rows = (wanted === "" ? client.conversations.rows : byTitleFirst(client.find(wanted), wanted)).slice(0, most);
        active = 0;
        replace(
            results,
            ...rows.map((row, index) =>
                element(
                    "li",
                    { role: "option", id: `switcher-${index}`, class: "option", onclick: () => go(row) },
                    avatar(row.other ?? row.id, row.title, { kind: row.kind, size: "small" }),
                    element(
                        "span",
                        { class: "option-text" },
                        element("span", { class: "option-name", dir: "auto" }, row.title),
                        row.kind === "group" &&
                            element("span", { class: "option-detail", dir: "auto" }, row.memberNames.join(", ")),
                    ),
                    row.unread > 0 &&
                        element(
                            "span",
                            { class: "unread-badge" },
                            String(row.unread),
                            element("span", { class: "spoken" }, " unread"),
                        ),
                )
            ),
        );
        note.textContent = rows.length > 0
            ? ""
            : wanted === ""
            ? "No conversations yet."
            : `No conversation matches “${wanted}”.`;
        showActive();
    };
    input.addEventListener("input", draw);
    input.addEventListener("keydown", (event) => {
        if (event.isComposing) return;
        if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            active = Math.max(0, Math.min(rows.length - 1, active + (event.key === "ArrowDown" ? 1 : -1)));
            showActive();
        } else if (event.key === "Enter") {
            event.preventDefault();
            go(rows[active]);
        }
    });
    dialog.body.append(element("div", { class: "search" }, icon("search"), input), note, results);
    draw();
    dialog.show();
}

/**
 * Sorts the core's results: titles with the typed prefix come first.
 *
 * @param {ConversationRow[]} rows
 * @param {string} wanted
 */
function byTitleFirst(rows, wanted) {
    const start = wanted.toLowerCase();
    const rank = (/** @type {ConversationRow} */ row) =>
        row.title.toLowerCase().startsWith(start) ? 0 : row.title.toLowerCase().includes(start) ? 1 : 2;
    return [...rows].sort((left, right) => rank(left) - rank(right));
}
