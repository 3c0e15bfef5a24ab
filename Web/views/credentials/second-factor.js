// @ts-check
import { codeField, passwordField, valueOf } from "../account-fields.js";
import { confirm } from "../dialogs/confirm.js";
import { makeDialog } from "../dialogs/dialog.js";
import { element, replace } from "../element.js";
import { fullTime, plural } from "../format.js";
import { refusalText } from "../notices.js";
import { openForm } from "./form-dialog.js";
import { qrPicture } from "../qr.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {{since?: number, recoveryCodes: number, required?: boolean}} State */
/** @typedef {{confirmed?: () => void, kept?: () => void}} Listener  told once it is on, and once the recovery codes were seen */

const title = "Two-step sign-in";

/**
 * The settings' section of the second factor.
 *
 * @param {Context} context
 */
export function secondFactorSection(context) {
    const place = element("div", { class: "second-factor" });
    const draw = async () => {
        try {
            replace(place, ...stateOf(context, await context.client.ask("GET", "/v1/second-factor"), () => void draw()));
        } catch (error) {
            replace(place, element("p", { class: "details-note" }, refusalText(error)));
        }
    };
    void draw();
    return element(
        "section",
        { class: "settings-section", "aria-labelledby": "settings-second-factor" },
        element("h2", { id: "settings-second-factor" }, title),
        place,
    );
}

/** @param {Context} context @param {State} state @param {() => void} changed */
function stateOf(context, { since, recoveryCodes, required = false }, changed) {
    const button = (/** @type {string} */ label, /** @type {() => void} */ onclick) =>
        element("button", { type: "button", class: "button", onclick }, label);
    if (since === undefined) {
        return [
            element("p", { class: "details-note" }, "A code of an authenticator app protects your account even if your password leaks."),
            button("Turn on", () => setUpSecondFactor(context, { confirmed: changed })),
        ];
    }
    const left = recoveryCodes === 0
        ? "No recovery codes are left."
        : `${plural(recoveryCodes, "recovery code")} left.`;
    return [
        element("p", { class: "details-note" }, `On since ${fullTime(since)}. ${left}`),
        required && element("p", { class: "details-note" }, "Your team requires it. Once it is off you set it up again before all else."),
        element(
            "div",
            { class: "second-factor-acts" },
            button("New recovery codes", () => void renewCodes(context, changed)),
            button("Turn off", () => turnOff(context, changed)),
        ),
    ];
}

/**
 * Leads through turning two-step sign-in on.
 *
 * @param {Context} context @param {Listener} listener
 */
export async function setUpSecondFactor(context, listener) {
    const fields = await passwordFields(context);
    openForm({
        title: `Turn on ${title.toLowerCase()}`,
        fields,
        notices: context.notices,
        submit: "Continue",
        send: async () => {
            const made = await context.client.ask("POST", "/v1/second-factor", { password: valueOf(fields, "password") });
            return () => confirmKey(context, made, listener);
        },
    });
}

/**
 * The field of the password, for an account that has one; for others a fresh sign-in counts.
 *
 * @param {Context} context
 */
async function passwordFields({ client }) {
    const state = /** @type {{password?: boolean}} */ (await client.ask("GET", "/v1/second-factor").catch(() => ({})));
    return state.password === false ? [] : [passwordField(false)];
}

/** @param {Context} context @param {{key: string, link: string}} made @param {Listener} listener */
function confirmKey({ client, notices }, { key, link }, { confirmed, kept }) {
    const fields = [codeField("6-digit code")];
    openForm({
        title: `Turn on ${title.toLowerCase()}`,
        fields,
        notices,
        lead: [
            element("p", {}, "Scan this with your authenticator app, or type the key into it. Then enter the code that it shows."),
            qrPicture(link, "QR code for your authenticator app"),
            element("p", { class: "secret-key", dir: "ltr" }, (key.match(/.{1,4}/gu) ?? []).join(" ")),
        ],
        submit: "Turn on",
        send: async () => {
            const { codes } = await client.ask("POST", "/v1/second-factor/confirm", { code: valueOf(fields, "code").trim() });
            confirmed?.();
            return () => showCodes(codes, notices, kept);
        },
    });
}

/** @param {Context} context @param {() => void} changed */
async function renewCodes({ client, notices }, changed) {
    const agreed = await confirm({
        title: "Make new recovery codes?",
        text: "The ones you have kept no longer work then.",
        confirm: "Make new codes",
    });
    if (!agreed) return;
    try {
        const { codes } = await client.ask("POST", "/v1/second-factor/recovery-codes", {});
        changed();
        showCodes(codes, notices);
    } catch (error) {
        notices.refuse(error);
    }
}

/** @param {string[]} codes @param {import("../notices.js").Notices} notices @param {(() => void)} [kept] */
function showCodes(codes, notices, kept) {
    const dialog = makeDialog("Your recovery codes", { className: "narrow", closed: kept });
    const copy = async () => {
        try {
            await navigator.clipboard.writeText(codes.join("\n"));
            notices.show("Codes copied");
        } catch {
            notices.show("The browser did not allow copying.", { problem: true });
        }
    };
    dialog.body.append(
        element("p", {}, "Keep these where you find them without your device. Each replaces a code of the app once. They are not shown again."),
        element("ul", { class: "recovery-codes", dir: "ltr" }, ...codes.map((code) => element("li", {}, code))),
        element(
            "div",
            { class: "dialog-actions" },
            element("button", { type: "button", class: "button", onclick: copy }, "Copy"),
            element("button", { type: "button", class: "button primary", autofocus: true, onclick: dialog.close }, "I have kept them"),
        ),
    );
    dialog.show();
}

/** @param {Context} context @param {() => void} changed */
async function turnOff(context, changed) {
    const { client, notices } = context;
    const fields = [...await passwordFields(context), codeField("Code of your app, or a recovery code")];
    openForm({
        title: `Turn off ${title.toLowerCase()}`,
        fields,
        notices,
        submit: "Turn off",
        danger: true,
        send: async () => {
            await client.ask("POST", "/v1/second-factor/remove", {
                password: valueOf(fields, "password"), code: valueOf(fields, "code").trim(),
            });
            notices.show("Two-step sign-in is off.");
            changed();
        },
    });
}
