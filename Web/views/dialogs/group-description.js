// @ts-check
import { avatar } from "../avatar.js";
import { element } from "../element.js";
import { PictureChoice } from "../media/picture-choice.js";
import { makeDialog } from "./dialog.js";
import { titleLimit } from "./new-conversation.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/contract.js").Chat} Chat */

/** Characters of a group's description, at most (docs/protocol.md). */
const descriptionLimit = 500;

/**
 * A group's title, description and picture.
 *
 * @param {Context} context
 * @param {Chat} chat
 */
export function openGroupDescription({ notices }, chat) {
    const ending = new AbortController();
    const dialog = makeDialog("Edit the group", { className: "narrow", closed: () => ending.abort() });
    const choice = new PictureChoice({
        of: "the group's picture",
        change: (picture) => chat.describe({ picture }),
        notices,
    });
    const title = element("input", {
        id: "new-title",
        type: "text",
        maxlength: titleLimit,
        dir: "auto",
        autocomplete: "off",
        required: true,
        autofocus: true,
    });
    const about = element("textarea", { id: "new-about", maxlength: descriptionLimit, dir: "auto", rows: 4 });
    title.value = chat.header.title;
    about.value = chat.header.about;
    const draw = () => {
        const { id, title: name, picture } = chat.header;
        choice.show(avatar(id, name, { kind: "group", size: "large" }), picture !== undefined);
    };
    const save = async () => {
        const [wanted, text] = [title.value.trim(), about.value.trim()];
        if (wanted === "") return;
        dialog.close();
        try {
            if (wanted !== chat.header.title) await chat.rename(wanted);
            if (text !== chat.header.about) await chat.describe({ about: text });
        } catch (error) {
            notices.refuse(error);
        }
    };
    ending.signal.addEventListener("abort", chat.subscribe({ header: draw }), { once: true });
    draw();
    dialog.body.append(
        choice.element,
        element(
            "form",
            {
                class: "stack",
                onsubmit: (/** @type {SubmitEvent} */ event) => {
                    event.preventDefault();
                    void save();
                },
            },
            element("div", { class: "field" }, element("label", { for: "new-title" }, "Name of the group"), title),
            element(
                    "div",
                    { class: "field" },
                    element("label", { for: "new-about" }, "Description"),
                    element("div", { class: "field-box" }, about),
                ),
            element(
                "div",
                { class: "dialog-actions" },
                element("button", { type: "button", class: "button", onclick: dialog.close }, "Cancel"),
                element("button", { type: "submit", class: "button primary" }, "Save"),
            ),
        ),
    );
    dialog.show();
    title.select();
}
