// @ts-check
import { element, icon, replace } from "../element.js";
import { plural } from "../format.js";
import { makeDialog } from "./dialog.js";
import { PeoplePicker } from "./people-picker.js";

/** @typedef {import("../context.js").Context} Context */

/** Characters of a group's title, at most (docs/protocol.md). */
export const titleLimit = 120;

/**
 * Starts a conversation: with one person, or a group of several.
 *
 * @param {Context} context
 * @param {string} [query] the initial query
 */
export function openNewConversation(context, query = "") {
    const dialog = makeDialog("New conversation", { className: "people" });
    const picker = new PeoplePicker(context, {
        query,
        picked: (person) => void start(context, dialog, () => context.client.createDirect(person)),
    });
    dialog.body.append(
        element(
            "button",
            {
                type: "button",
                class: "list-button",
                onclick: () => {
                    dialog.close();
                    openNewGroup(context);
                },
            },
            element("span", { class: "list-button-icon" }, icon("group")),
            "New group",
        ),
        picker.element,
    );
    dialog.show();
}

/** @param {Context} context */
function openNewGroup(context) {
    const dialog = makeDialog("New group", { className: "people" });
    const title = element("input", {
        id: "group-title",
        type: "text",
        maxlength: titleLimit,
        dir: "auto",
        autocomplete: "off",
        required: true,
    });
    const create = element("button", { type: "submit", class: "button primary", disabled: true }, "Create group");
    const count = element("span", { class: "dialog-note", role: "status" });
    const picker = new PeoplePicker(context, { many: true, changed: () => check() });
    const check = () => {
        create.disabled = title.value.trim() === "" || picker.chosen.size === 0;
        replace(count, picker.chosen.size > 0 && `${plural(picker.chosen.size + 1, "member")}, with you`);
    };
    title.addEventListener("input", check);
    dialog.body.append(element(
        "form",
        {
            class: "stack",
            onsubmit: (/** @type {SubmitEvent} */ event) => {
                event.preventDefault();
                void start(
                    context,
                    dialog,
                    () => context.client.createGroup(title.value.trim(), [...picker.chosen.values()]),
                );
            },
        },
        element("div", { class: "field" }, element("label", { for: "group-title" }, "Name of the group"), title),
        element("h3", { class: "field-label" }, "Members"),
        picker.element,
        element("div", { class: "dialog-actions" }, count, create),
    ));
    dialog.show();
    title.focus();
}

/**
 * @param {Context} context
 * @param {{close: () => void}} dialog
 * @param {() => Promise<string>} create
 */
async function start(context, dialog, create) {
    try {
        const conversation = await create();
        dialog.close();
        context.router.go({ name: "chat", conversation });
    } catch (error) {
        context.notices.refuse(error);
    }
}
