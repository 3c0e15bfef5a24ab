// @ts-check
import { accountCard, emailField, nameField, passwordField, valueOf } from "./account-fields.js";
import { accountForm } from "./account-form.js";
import { element } from "./element.js";
import { refusalText } from "./notices.js";
import { addTeamPicture } from "./team-picture.js";

/** @typedef {import("./context.js").Context} Context */

const words = {
    signIn: { title: "Sign in to Nexus", submit: "Sign in", busy: "Signing in…" },
    signUp: { title: "Create your account", submit: "Create account", busy: "Creating your account…" },
};

/**
 * Sign-in and sign-up: one form; sign-up also has a name.
 *
 * @param {Context} context
 * @param {"signIn" | "signUp"} mode
 * @returns {HTMLElement}
 */
export function accountScreen(context, mode) {
    const { client, notices } = context;
    const isNew = mode === "signUp";
    const fields = [...isNew ? [nameField()] : [], emailField(!isNew), passwordField(isNew)];
    const form = accountForm(fields, {
        ...words[mode],
        notices,
        problem: !isNew && client.ended ? refusalText(client.ended) : "",
        send: async () => {
            const account = { email: valueOf(fields, "email").trim(), password: valueOf(fields, "password") };
            const code = valueOf(fields, "code").trim();
            const name = valueOf(fields, "name").trim();
            await (isNew ? client.signUp({ name, ...account }) : client.signIn({ ...account, ...(code !== "" && { code }) }));
        },
    });
    const forgot = forgotten();
    if (!isNew) form.append(forgot);
    const other = element(
        "p",
        { class: "account-other" },
        isNew ? "Already have an account? " : "New here? ",
        element("a", { href: isNew ? "/sign-in" : "/sign-up" }, isNew ? "Sign in" : "Create an account"),
    );
    const screen = accountCard(words[mode].title, form, other);
    client.server().then((server) => {
        addTeamPicture(screen, server);
        tellWhoMayJoin(server, { isNew, form, other });
        if (server.passkeys && !isNew) void offerPasskeys(context, fields, other);
        if (server.providers) void addProviders(context, server, { form, forgot, isNew });
        if (server.mail) forgot.replaceChildren(element("a", { href: "/forgot" }, "Forgot your password?"));
    }, () => {});
    return screen;
}

/** @param {Context} context @param {import("./account-fields.js").Field[]} fields @param {HTMLElement} below */
async function offerPasskeys(context, fields, below) {
    const { passkeyButton } = await import("./credentials/passkey-sign-in.js");
    const address = fields.find(({ name }) => name === "email")?.input;
    const offer = address && passkeyButton(context, address);
    if (offer) below.before(offer);
}

/**
 * Adds the buttons of the sign-in providers, in place of the form where passwords are off.
 *
 * @param {Context} context
 * @param {import("../shell/contract.js").ServerInfo} server
 * @param {{form: HTMLElement, forgot: HTMLElement, isNew: boolean}} parts
 */
async function addProviders(context, { providers = [], passwords = true, join, needsSetup }, { form, forgot, isNew }) {
    const { providerButtons } = await import("./providers/provider-buttons.js");
    // Who is not invited and has no account would be refused there too.
    if (needsSetup || isNew && join !== "everyone") return;
    const buttons = providerButtons(context, providers, { isOnly: !passwords });
    const problem = form.querySelector(".form-problem");
    if (passwords) {
        form.after(buttons);
    } else {
        forgot.remove();
        form.replaceWith(...problem ? [problem] : [], buttons);
        buttons.querySelector("button")?.focus();
    }
}

/** The answer to “Forgot your password?” where the server sends no e-mail. */
function forgotten() {
    const answer = element("p", { class: "account-other", id: "forgotten", hidden: true },
        "Ask an administrator of your team for a link that sets a new password.");
    const ask = element(
        "button",
        {
            type: "button",
            class: "text-button",
            "aria-expanded": "false",
            "aria-controls": "forgotten",
            onclick: () => {
                answer.hidden = !answer.hidden;
                ask.setAttribute("aria-expanded", String(!answer.hidden));
            },
        },
        "Forgot your password?",
    );
    return element("div", { class: "account-forgotten" }, ask, answer);
}

/**
 * Explains how to join where nobody can sign up.
 *
 * @param {import("../shell/contract.js").ServerInfo} server
 * @param {{isNew: boolean, form: HTMLElement, other: HTMLElement}} parts
 */
function tellWhoMayJoin(server, { isNew, form, other }) {
    if (server.needsSetup) {
        form.replaceWith(element("p", {}, "This server is not set up yet. Open the set-up link that it printed when it started."));
        other.hidden = true;
    } else if (server.join !== "everyone") {
        const ask = (server.domains ?? []).length > 0 && server.mail ? [" Or ", element("a", { href: "/ask" }, "join with your address"), "."] : [];
        if (isNew) form.replaceWith(element("p", {}, "This server takes people by invitation. Ask a member of the team for a link.", ...ask));
        else other.replaceChildren("New here? Ask a member of the team for an invitation link.", ...ask);
    }
}
