// @ts-check
import { append, element, icon, setText } from "./element.js";
import { refusalText } from "./notices.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../shell/contract.js").Refusal} Refusal */

/** Which field a refusal of the server is about. */
const fieldOfCode = /** @type {Record<string, string>} */ ({
    invalid_email: "email",
    email_taken: "email",
    invalid_password: "password",
    invalid_name: "name",
});

const words = {
    signIn: { title: "Sign in to Nexus", submit: "Sign in", busy: "Signing in…" },
    signUp: { title: "Create your account", submit: "Create account", busy: "Creating your account…" },
};

/**
 * Signing in and signing up: one form, with a name more for the second.
 *
 * @param {Context} context
 * @param {"signIn" | "signUp"} mode
 * @returns {HTMLElement}
 */
export function accountScreen(context, mode) {
    const { client } = context;
    const isNew = mode === "signUp";
    const fields = [
        ...isNew ? [field("name", "Your name", { autocomplete: "name", maxlength: 80, "data-first": true })] : [],
        field("email", "E-mail", {
            type: "email",
            autocomplete: "username",
            inputmode: "email",
            autocapitalize: "none",
            spellcheck: "false",
            "data-first": !isNew,
        }),
        passwordField(isNew),
    ];
    const problem = element("p", { class: "form-problem", role: "alert" });
    if (!isNew && client.ended) problem.textContent = refusalText(client.ended);
    const submit = element("button", { type: "submit", class: "button primary wide" }, words[mode].submit);

    const form = element(
        "form",
        {
            novalidate: true,
            class: "account-form",
            onsubmit: async (/** @type {SubmitEvent} */ event) => {
                event.preventDefault();
                problem.textContent = "";
                if (!validate(fields) || submit.disabled) return;
                submit.disabled = true;
                setText(submit, words[mode].busy);
                try {
                    const value = (/** @type {string} */ name) =>
                        fields.find((one) => one.name === name)?.input.value ?? "";
                    const account = { email: value("email").trim(), password: value("password") };
                    await (isNew ? client.signUp({ name: value("name").trim(), ...account }) : client.signIn(account));
                } catch (error) {
                    refuse(error, fields, problem);
                } finally {
                    submit.disabled = false;
                    setText(submit, words[mode].submit);
                }
            },
        },
        ...fields.map((one) => one.element),
        problem,
        submit,
    );

    return element(
        "main",
        { class: "account-screen" },
        element(
            "div",
            { class: "account-card" },
            element("div", { class: "wordmark" }, icon("mark"), element("span", {}, "Nexus")),
            element("h1", {}, words[mode].title),
            form,
            element(
                "p",
                { class: "account-other" },
                isNew ? "Already have an account? " : "New here? ",
                element("a", { href: isNew ? "/sign-in" : "/sign-up" }, isNew ? "Sign in" : "Create an account"),
            ),
        ),
    );
}

/** @typedef {{name: string, element: HTMLElement, input: HTMLInputElement, problem: HTMLElement, check: (value: string) => string | null}} Field */

/** @type {Record<string, (value: string) => string | null>} */
const checks = {
    name: (value) => value.trim() === "" ? "Tell your team who you are." : null,
    email: (value) =>
        value.trim() === ""
            ? "Enter your e-mail address."
            : /^[^\s@]+@[^\s@]+$/u.test(value.trim())
            ? null
            : "That does not look like an e-mail address.",
    password: (value) => value === "" ? "Enter your password." : null,
    newPassword: (value) => [...value].length < 8 ? "Use at least 8 characters." : null,
};

/**
 * @param {string} name
 * @param {string} label
 * @param {Record<string, string | number | boolean>} attributes
 * @param {{check?: string, hint?: string, extra?: Element}} options
 * @returns {Field}
 */
function field(name, label, attributes, { check = name, hint, extra } = {}) {
    const problem = element("p", { class: "field-problem", id: `${name}-problem` });
    const note = hint ? element("p", { class: "field-hint", id: `${name}-hint` }, hint) : null;
    const input = element("input", {
        id: name,
        name,
        type: "text",
        required: true,
        dir: "auto",
        "aria-describedby": `${name}-problem${hint ? ` ${name}-hint` : ""}`,
        ...attributes,
    });
    const own = { name, input, problem, check: checks[check] ?? (() => null) };
    // An error disappears as soon as it is fixed, and appears only when the user leaves the field.
    input.addEventListener("input", () => {
        if (problem.textContent !== "") complain(own, own.check(input.value));
    });
    return {
        ...own,
        element: element(
            "div",
            { class: "field" },
            element("label", { for: name }, label),
            extra ? element("div", { class: "field-box" }, input, extra) : input,
            note,
            problem,
        ),
    };
}

/** @param {boolean} isNew */
function passwordField(isNew) {
    const reveal = element("button", { type: "button", class: "text-button reveal", "aria-pressed": "false" }, "Show");
    const made = field(
        "password",
        "Password",
        { type: "password", autocomplete: isNew ? "new-password" : "current-password", dir: "ltr" },
        { check: isNew ? "newPassword" : "password", ...isNew && { hint: "8 characters or more." }, extra: reveal },
    );
    reveal.setAttribute("aria-label", "Show the password");
    reveal.addEventListener("click", () => {
        const shows = made.input.type === "text";
        made.input.type = shows ? "password" : "text";
        reveal.setAttribute("aria-pressed", String(!shows));
        setText(reveal, shows ? "Show" : "Hide");
    });
    return made;
}

/** @param {Field[]} fields */
function validate(fields) {
    for (const one of fields) complain(one, one.check(one.input.value));
    const wrong = fields.find((one) => one.problem.textContent !== "");
    wrong?.input.focus();
    return wrong === undefined;
}

/**
 * @param {Pick<Field, "input" | "problem">} field
 * @param {string | null} text
 */
function complain(field, text) {
    setText(field.problem, text ?? "");
    if (text === null) {
        field.input.removeAttribute("aria-invalid");
    } else {
        field.input.setAttribute("aria-invalid", "true");
    }
}

/**
 * @param {unknown} error
 * @param {Field[]} fields
 * @param {HTMLElement} problem
 */
function refuse(error, fields, problem) {
    const code = /** @type {Partial<Refusal> | null} */ (error)?.code ?? "";
    const about = fields.find((one) => one.name === fieldOfCode[code]);
    if (about) {
        complain(about, refusalText(error));
        about.input.focus();
        return;
    }
    problem.replaceChildren();
    append(problem, refusalText(error));
    if (code === "wrong_credentials") fields.find((one) => one.name === "password")?.input.select();
}
