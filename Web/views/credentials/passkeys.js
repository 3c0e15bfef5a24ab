// @ts-check
import { field, valueOf } from "../account-fields.js";
import { confirm } from "../dialogs/confirm.js";
import { element, icon } from "../element.js";
import { sentenceTime } from "../format.js";
import { refusalText } from "../notices.js";
import { newest, redrawRows } from "../redraw.js";
import { openForm } from "./form-dialog.js";
import { hasPasskeys, makePasskey } from "./passkey-ceremony.js";

/**
 * @typedef {import("../context.js").Context} Context
 * @typedef {import("../../shell/wire.js").Passkey} Passkey
 */

/**
 * The settings' section of passkeys.
 *
 * @param {Context} context
 */
export function passkeySection(context) {
    const { client, notices } = context;
    const list = element("ul", { class: "people-list" });
    const note = element("p", { class: "details-note", role: "status" });
    const add = element("button", { type: "button", class: "button", hidden: true, onclick: () => void begin() }, "Add a passkey");
    const draw = newest(
        () => Promise.all([client.ask("GET", "/v1/passkeys"), client.server()]),
        ([{ passkeys }, server]) => {
            const rows = passkeys.map((/** @type {Passkey} */ passkey) => passkeyItem(passkey, {
                rename: () => rename(context, passkey, draw),
                remove: () => void remove(passkey),
            }));
            redrawRows(list, rows, add);
            add.hidden = server.passkeys !== true || !hasPasskeys();
            note.textContent = server.passkeys !== true
                ? "This server’s address cannot have passkeys. They need a host name and TLS."
                : hasPasskeys() ? "" : "This browser has no passkeys.";
        },
        (error) => {
            note.textContent = refusalText(error);
        },
    );
    const begin = async () => {
        try {
            const added = await addPasskey(context);
            if (!added) return;
            notices.show("The passkey is added.");
            await draw();
            rename(context, added, draw);
        } catch (error) {
            notices.refuse(error);
        }
    };
    const remove = async (/** @type {Passkey} */ { id, name }) => {
        const agreed = await confirm({
            title: `Remove ${name}?`,
            text: "It signs you in no more. Remove it from your device or password manager as well.",
            confirm: "Remove",
            danger: true,
        });
        if (!agreed) return;
        try {
            await client.ask("DELETE", `/v1/passkeys/${id}`);
            notices.show("The passkey is removed.");
        } catch (error) {
            notices.refuse(error);
        }
        await draw();
    };
    void draw();
    return element(
        "section",
        { class: "settings-section", "aria-labelledby": "settings-passkeys" },
        element("h2", { id: "settings-passkeys" }, "Passkeys"),
        element("p", { class: "details-note" }, "Sign in with your fingerprint, face or PIN, without a password and without a code."),
        list,
        note,
        element("div", {}, add),
    );
}

/**
 * Makes a passkey on this device and adds it to the account; null if the person called it off. Throws a Refusal.
 *
 * @param {Context} context
 * @returns {Promise<Passkey | null>}
 */
export async function addPasskey({ client }) {
    const made = await makePasskey(await client.ask("POST", "/v1/passkeys/challenge", {}));
    return made && client.ask("POST", "/v1/passkeys", { name: deviceWords(), ...made });
}

/** The name of a new passkey, until its owner gives it another. */
function deviceWords() {
    const agent = navigator.userAgent;
    const systems = { iPhone: "iPhone", iPad: "iPad", Android: "Android", "Mac OS": "Mac", Windows: "Windows", CrOS: "Chromebook" };
    return `Passkey of ${Object.entries(systems).find(([sign]) => agent.includes(sign))?.[1] ?? "this device"}`;
}

/** @param {Context} context @param {Passkey} passkey @param {() => void} changed */
function rename({ client, notices }, { id, name }, changed) {
    const fields = [field("passkey-name", "Name", { maxlength: 80, autocomplete: "off", value: name }, { check: "name" })];
    openForm({
        title: "Name this passkey",
        fields,
        notices,
        submit: "Save",
        send: async () => {
            await client.ask("POST", `/v1/passkeys/${id}`, { name: valueOf(fields, "passkey-name").trim() });
            changed();
        },
    });
    fields[0]?.input.select();
}

/** @param {Passkey} passkey @param {{rename: () => void, remove: () => void}} acts */
function passkeyItem({ name, createdAt, lastUsedAt, synced }, { rename: onRename, remove: onRemove }) {
    const now = Date.now();
    const button = (/** @type {string} */ label, /** @type {string} */ kind, /** @type {() => void} */ onclick) =>
        element("button", { type: "button", class: `text-button ${kind}`.trim(), "aria-label": `${label} the passkey ${name}`, onclick }, label);
    return element(
        "li",
        { class: "session" },
        element("span", { class: "list-button-icon" }, icon("device")),
        element(
            "span",
            { class: "option-text" },
            element("span", { class: "option-name", dir: "auto" }, name),
            element(
                "span",
                { class: "option-detail" },
                `Added ${sentenceTime(createdAt, now)}. ${lastUsedAt === undefined ? "Not used yet" : `Last used ${sentenceTime(lastUsedAt, now)}`}`
                    + `${synced ? ", on your other devices too" : ""}`,
            ),
        ),
        button("Rename", "", onRename),
        button("Remove", "danger", onRemove),
    );
}
