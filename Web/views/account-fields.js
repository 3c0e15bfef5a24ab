// @ts-check
// The fields of account forms, with their errors.
import { append, element, icon, setText } from "./element.js";
import { refusalText } from "./notices.js";
import { strengthOf } from "./password-strength.js";

/** @typedef {import("../shell/contract.js").Refusal} Refusal */

/** The field of a server's error: the first of these that a form has. */
const fieldsOfCode = /** @type {Record<string, string[]>} */ ({
    invalid_email: ["email", "test-address"],
    email_taken: ["email"],
    invalid_password: ["newPassword", "password"],
    invalid_name: ["name"],
    title_invalid: ["team"],
    wrong_code: ["code"],
});

/** The name of an account's owner. */
export const nameField = () => field("name", "Your name", { autocomplete: "name", maxlength: 80, "data-first": true });

/**
 * @param {boolean} isFirst  whether it gets the focus first
 * @param {string} name  unique on the page
 */
export const emailField = (isFirst, name = "email") =>
    field(
        name,
        "E-mail",
        {
            type: "email",
            autocomplete: "username",
            inputmode: "email",
            autocapitalize: "none",
            spellcheck: "false",
            "data-first": isFirst,
        },
        { check: "email" },
    );

/**
 * A code of an authenticator app, or a recovery code.
 * @param {string} label
 */
export const codeField = (label) =>
    field("code", label, { autocomplete: "one-time-code", autocapitalize: "none", spellcheck: "false", dir: "ltr" });

/**
 * The value of the field with that name; empty without one.
 * @param {Field[]} fields @param {string} name
 */
export const valueOf = (fields, name) => fields.find((one) => one.name === name)?.input.value ?? "";

/**
 * The card of sign-in, sign-up and links.
 * @param {string} title @param {...(Node | string | null)} children
 */
export function accountCard(title, ...children) {
    return element(
        "main",
        { class: "account-screen" },
        element(
            "div",
            { class: "account-card" },
            element("div", { class: "wordmark" }, icon("mark"), element("span", {}, "Nexus")),
            element("h1", {}, title),
            ...children,
        ),
    );
}

/** @typedef {{name: string, element: HTMLElement, input: HTMLInputElement, problem: HTMLElement, check: (value: string) => string | null}} Field */

/** @type {Record<string, (value: string) => string | null>} */
const checks = {
    name: (value) => value.trim() === "" ? "Enter a name." : null,
    email: (value) =>
        value.trim() === ""
            ? "Enter an e-mail address."
            : /^[^\s@]+@[^\s@]+$/u.test(value.trim())
            ? null
            : "That does not look like an e-mail address.",
    password: (value) => value === "" ? "Enter your password." : null,
    code: (value) => value.trim() === "" ? "Enter the code." : null,
    team: (value) => value.trim() === "" ? "Enter the team's name." : null,
    newPassword: (value) =>
        [...value].length < 8
            ? "Use at least 8 characters."
            : [...value].length > 256 ? "Use at most 256 characters." : null,
};

/**
 * @param {string} name
 * @param {string} label
 * @param {Record<string, string | number | boolean>} attributes
 * @param {{check?: string, hint?: string, extra?: Element}} options
 * @returns {Field}
 */
export function field(name, label, attributes, { check = name, hint, extra } = {}) {
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

/** Hints about the strength of a new password, computed in the page while it is typed. */
const strengthHints = {
    short: "8 characters or more. A few words are easy to remember.",
    weak: "Weak: easy to guess. Add a word or two.",
    fair: "Fair. Another word makes it good.",
    good: "Good.",
};

/**
 * @param {boolean} isNew
 * @param {{name?: string, label?: string}} names
 */
export function passwordField(isNew, { name = "password", label = "Password" } = {}) {
    const reveal = element("button", { type: "button", class: "text-button reveal", "aria-pressed": "false" }, "Show");
    const made = field(
        name,
        label,
        { type: "password", autocomplete: isNew ? "new-password" : "current-password", dir: "ltr" },
        { check: isNew ? "newPassword" : "password", ...isNew && { hint: strengthHints.short }, extra: reveal },
    );
    const hint = made.element.querySelector(".field-hint");
    if (hint) {
        hint.setAttribute("aria-live", "polite");
        made.input.addEventListener("input", () => setText(hint, strengthHints[strengthOf(made.input.value)]));
    }
    reveal.setAttribute("aria-label", `Show ${label.toLowerCase()}`);
    reveal.addEventListener("click", () => {
        const shows = made.input.type === "text";
        made.input.type = shows ? "password" : "text";
        reveal.setAttribute("aria-pressed", String(!shows));
        setText(reveal, shows ? "Show" : "Hide");
    });
    return made;
}

/** @param {Field[]} fields */
export function validate(fields) {
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
 * Shows a refusal beside the field that it is about. One for the lack of a code adds the code's field to the form.
 *
 * @param {unknown} error
 * @param {Field[]} fields
 * @param {HTMLElement} problem
 */
export function refuse(error, fields, problem) {
    const code = /** @type {Partial<Refusal> | null} */ (error)?.code ?? "";
    if (code === "code_required" && !fields.some((one) => one.name === "code")) {
        const made = codeField("Code of your authenticator app, or a recovery code");
        fields.push(made);
        problem.before(made.element);
        made.input.focus();
        return;
    }
    const about = (fieldsOfCode[code] ?? []).map((name) => fields.find((one) => one.name === name)).find(Boolean);
    if (about) {
        complain(about, refusalText(error));
        about.input.focus();
        return;
    }
    problem.replaceChildren();
    append(problem, refusalText(error));
    if (code === "wrong_credentials") fields.find((one) => one.name === "password")?.input.select();
}
