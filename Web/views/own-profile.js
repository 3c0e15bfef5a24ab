// @ts-check
import { avatar } from "./avatar.js";
import { openAddressChange } from "./credentials/address.js";
import { element } from "./element.js";
import { PictureChoice } from "./media/picture-choice.js";

/** @typedef {import("./context.js").Context} Context */

/** The maximum characters of a display name, and of a description (docs/protocol.md). */
const limits = { name: 80, about: 140 };

/**
 * The user's public profile: picture, name and description.
 *
 * @param {Context} context
 * @param {AbortSignal} signal
 */
export function profileSection(context, signal) {
    const { client, notices } = context;
    const choice = new PictureChoice({
        of: "your picture",
        change: (picture) => client.updateProfile({ picture }),
        notices,
    });
    const address = element("p", { class: "details-note" });
    const name = element("input", {
        id: "profile-name",
        type: "text",
        maxlength: limits.name,
        autocomplete: "name",
        dir: "auto",
        required: true,
        "aria-describedby": "profile-name-problem",
    });
    const about = element("input", {
        id: "profile-about",
        type: "text",
        maxlength: limits.about,
        autocomplete: "off",
        dir: "auto",
        placeholder: "A description that others see",
    });
    const problem = element("p", { class: "field-problem", id: "profile-name-problem" });
    const save = element("button", { type: "submit", class: "button" }, "Save");
    const change = () => {
        const [typed, line] = [name.value.trim(), about.value.trim()];
        return {
            ...(typed !== client.profile?.name && { name: typed }),
            ...(line !== (client.profile?.about ?? "") && { about: line }),
        };
    };
    const check = () => {
        save.disabled = Object.keys(change()).length === 0 || name.value.trim() === "";
        problem.textContent = name.value.trim() === "" ? "Enter a name." : "";
    };
    /** The values drawn last: a field that differs from its own has unsaved text. */
    const drawn = new Map([[name, ""], [about, ""]]);
    const fill = (/** @type {HTMLInputElement} */ field, /** @type {string} */ value) => {
        if (field.value === drawn.get(field)) field.value = value;
        drawn.set(field, value);
    };
    const draw = () => {
        const profile = client.profile;
        if (profile === null) return;
        choice.show(avatar(profile.id, profile.name, { size: "large" }), profile.picture !== undefined);
        address.textContent = profile.email;
        fill(name, profile.name);
        fill(about, profile.about ?? "");
        check();
    };
    for (const field of [name, about]) field.addEventListener("input", check);
    signal.addEventListener("abort", client.subscribe({ session: draw }), { once: true });
    draw();
    return element(
        "section",
        { class: "settings-section", "aria-labelledby": "settings-profile" },
        element("h2", { id: "settings-profile" }, "Profile"),
        element(
            "div",
            { class: "details-head own-profile" },
            choice.element,
            element(
                "form",
                {
                    class: "profile-form",
                    onsubmit: async (/** @type {SubmitEvent} */ event) => {
                        event.preventDefault();
                        if (save.disabled) return;
                        save.disabled = true;
                        for (const field of [name, about]) field.value = field.value.trim();
                        try {
                            const wanted = change();
                            await client.updateProfile(wanted);
                            notices.show("name" in wanted ? "Your name was changed." : "Your profile was changed.");
                        } catch (error) {
                            notices.refuse(error);
                        }
                        check();
                    },
                },
                element("label", { for: "profile-name" }, "Display name"),
                element("div", { class: "field-box" }, name),
                problem,
                element("label", { for: "profile-about" }, "About you"),
                element("div", { class: "field-box" }, about, save),
                element(
                    "div",
                    { class: "field-box" },
                    address,
                    element("button", { type: "button", class: "text-button", onclick: () => openAddressChange(context) }, "Change address"),
                ),
            ),
        ),
    );
}
