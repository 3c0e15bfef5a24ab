// @ts-check
import { accountCard, codeField, refuse, validate, valueOf } from "../account-fields.js";
import { element, replace } from "../element.js";
import { refusalText } from "../notices.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {{provider: string, state: string, code?: string, error?: string, iss?: string}} Answer */

/**
 * The screen that a provider's answer leads to: finishes the sign-in, or the connection that a signed-in user began. The answer is in the
 * address, after `#`, and taken out of it at once.
 *
 * @param {Context} context
 */
export function providerScreen(context) {
    const answer = takeAnswer();
    const isConnection = context.client.phase === "signedIn";
    const place = element("div", { class: "account-form", "aria-busy": "true" }, element("p", { role: "status" }, "One moment…"));
    const card = accountCard(isConnection ? "Connecting" : "Signing in", place);
    const fail = (/** @type {unknown} */ error) => {
        place.removeAttribute("aria-busy");
        const heading = card.querySelector("h1");
        if (heading) replace(heading, isConnection ? "Not connected" : "You are not signed in");
        const back = element(
            "a",
            { class: "button primary wide", href: isConnection ? "/settings" : "/sign-in" },
            isConnection ? "Back to the settings" : "Back to sign-in",
        );
        replace(place, element("p", { role: "alert" }, refusalText(error)), back);
        back.focus();
    };
    const finish = isConnection ? connect(context, answer) : signIn(context, answer);
    finish.catch((error) => {
        if (/** @type {{code?: string}} */ (error).code === "code_required") askForCode(context, answer, place, fail);
        else fail(error);
    });
    return card;
}

/** @returns {Answer} */
function takeAnswer() {
    const fields = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
    history.replaceState(history.state, "", location.pathname);
    return { provider: "", state: "", ...fields };
}

/** @param {Context} context @param {Answer} answer @param {string} [secondFactor] */
async function signIn({ client, router }, answer, secondFactor) {
    await client.finishProvider({ ...answer, ...(secondFactor && { secondFactor }) });
    router.go({ name: "list" }, { replace: true });
}

/** @param {Context} context @param {Answer} answer */
async function connect({ client, router, notices }, { provider, ...answer }) {
    const { connected } = await client.ask("POST", `/v1/providers/${encodeURIComponent(provider)}/connected`, answer);
    const made = connected.find((/** @type {{provider: {name: string}}} */ one) => one.provider.name === provider);
    notices.show(`${made?.provider.title ?? "The provider"} is connected.`);
    router.go({ name: "settings" }, { replace: true });
}

/**
 * Asks for the code of the account's second factor, which finishes the same sign-in.
 *
 * @param {Context} context @param {Answer} answer @param {HTMLElement} place @param {(error: unknown) => void} fail
 */
function askForCode(context, answer, place, fail) {
    const fields = [codeField("Code of your authenticator app, or a recovery code")];
    const problem = element("p", { class: "form-problem", role: "alert" });
    const submit = element("button", { type: "submit", class: "button primary wide" }, "Sign in");
    const form = element(
        "form",
        {
            novalidate: true,
            class: "account-form",
            onsubmit: async (/** @type {SubmitEvent} */ event) => {
                event.preventDefault();
                replace(problem);
                if (submit.disabled || !validate(fields)) return;
                submit.disabled = true;
                try {
                    await signIn(context, answer, valueOf(fields, "code").trim());
                } catch (error) {
                    if (/** @type {{code?: string}} */ (error).code === "provider_expired") fail(error);
                    else refuse(error, fields, problem);
                } finally {
                    submit.disabled = false;
                }
            },
        },
        ...fields.map((one) => one.element),
        problem,
        submit,
    );
    place.removeAttribute("aria-busy");
    replace(place, form);
    fields[0]?.input.focus();
}
