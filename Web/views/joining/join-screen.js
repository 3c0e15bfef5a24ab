// @ts-check
import { emailField, field, nameField, passwordField, valueOf } from "../account-fields.js";
import { accountForm } from "../account-form.js";
import { element } from "../element.js";
import { linkScreen } from "../link-screen.js";
import { addTeamPicture } from "../team-picture.js";
import { join, openWhenThere } from "./acceptance.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/contract.js").InvitationPreview} InvitationPreview */

/**
 * The screen of an invitation's link for a person who is not signed in: opens an account, claims the one the link was made for, or
 * signs in, then opens the invitation's conversation. The token is in the address, after `#`.
 *
 * @param {Context} context
 */
export function joinScreen(context) {
    const token = location.hash.slice(1);
    const screen = linkScreen("You are invited", context.client.invitation(token), (preview, { setTitle, draw }) => {
        setTitle(titleOf(preview));
        show(preview.person ? "claim" : "join");

        /** @param {"claim" | "join" | "signIn"} mode */
        function show(mode) {
            const other = mode === "claim" || preview.creator === "" ? null : element(
                "p",
                { class: "account-other" },
                mode === "join" ? "Already have an account? " : "New here? ",
                element(
                    "button",
                    { type: "button", class: "text-button", onclick: () => show(mode === "join" ? "signIn" : "join") },
                    mode === "join" ? "Sign in" : "Create an account",
                ),
            );
            const place = element("div", { hidden: true });
            const form = formOf(context, token, preview, mode);
            draw(element("p", {}, leadOf(preview)), form, place, other);
            addProviders(context, token, { form, place, other }).catch(() => {});
        }
    });
    context.client.server().then((server) => addTeamPicture(screen, server), () => {});
    return screen;
}

/**
 * Adds the buttons of the sign-in providers, in place of the form where passwords are off.
 *
 * @param {Context} context
 * @param {string} invitation
 * @param {{form: HTMLElement, place: HTMLElement, other: HTMLElement | null}} parts
 */
async function addProviders(context, invitation, { form, place, other }) {
    const { providers, passwords = true } = await context.client.server();
    if (!providers) return;
    const { providerButtons } = await import("../providers/provider-buttons.js");
    place.replaceWith(providerButtons(context, providers, { invitation, isOnly: !passwords }));
    if (passwords) return;
    form.remove();
    other?.remove();
}

const words = {
    claim: { submit: "Open your account", busy: "Opening your account…" },
    join: { submit: "Create account and join", busy: "Creating your account…" },
    signIn: { submit: "Sign in and join", busy: "Signing in…" },
};

/**
 * @param {Context} context
 * @param {string} token
 * @param {InvitationPreview} preview
 * @param {"claim" | "join" | "signIn"} mode
 */
function formOf(context, token, preview, mode) {
    const { client } = context;
    const fields = mode === "claim"
        ? [field("email", "E-mail", { type: "email", autocomplete: "username", readonly: true, value: preview.person?.email ?? "" })]
        : mode === "join" ? [nameField(), emailField(false)] : [emailField(true)];
    // The address that the invitation was sent to.
    const address = fields.find(({ name }) => name === "email");
    if (address && preview.email !== undefined) address.input.value = preview.email;
    // The link confirms this address and no other.
    if (address && preview.creator === "") address.input.readOnly = true;
    fields.push(passwordField(mode !== "signIn"));
    async function enter() {
        const account = { email: valueOf(fields, "email").trim(), password: valueOf(fields, "password") };
        if (mode === "signIn") {
            const code = valueOf(fields, "code").trim();
            await client.signIn({ ...account, ...(code !== "" && { code }) });
            await join(context, token);
            return;
        }
        const name = mode === "claim" ? preview.person?.name ?? "" : valueOf(fields, "name").trim();
        await (mode === "claim" ? client.claim({ token, name, ...account }) : client.join({ token, name, ...account }));
        openWhenThere(context, preview);
    }

    return accountForm(fields, { ...words[mode], notices: context.notices, send: enter });
}

/** @param {InvitationPreview} preview */
function titleOf({ team, conversations, person }) {
    if (person) return `Welcome, ${person.name}`;
    return `Join ${conversations?.[0]?.title || team || "the team"}`;
}

/** @param {InvitationPreview} preview */
function leadOf({ team, creator, person }) {
    const place = team || "this team";
    if (creator === "") return person ? `Your account at ${place} is waiting for you. Choose a password.` : `Your address is confirmed. Open your account at ${place}.`;
    return person ? `${creator} has opened an account for you at ${place}. Choose a password.` : `${creator} invites you to ${place}.`;
}
