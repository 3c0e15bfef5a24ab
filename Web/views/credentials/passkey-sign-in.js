// @ts-check
import { element, setText } from "../element.js";
import { refusalText } from "../notices.js";
import { hasPasskeys, signWithPasskey } from "./passkey-ceremony.js";

/** Milliseconds after which the browser's suggestions get a new challenge: before theirs ends. */
const renewal = 240_000;

/**
 * The button that signs in with a passkey; null in a browser without them. Passkeys are among the browser's suggestions for the address too.
 *
 * @param {import("../context.js").Context} context
 * @param {HTMLInputElement} address
 */
export function passkeyButton({ client, notices }, address) {
    if (!hasPasskeys()) return null;
    const problem = element("p", { class: "form-problem", role: "alert" });
    let suggesting = new AbortController();
    const signIn = async () => {
        suggesting.abort();
        problem.textContent = "";
        button.disabled = true;
        try {
            const signed = await signWithPasskey(await client.passkeyChallenge());
            if (signed) await client.signInWithPasskey(signed);
        } catch (error) {
            if (problem.isConnected) setText(problem, refusalText(error));
            else notices.refuse(error);
        } finally {
            button.disabled = false;
            void suggest();
        }
    };
    const suggest = async () => {
        const browser = /** @type {{isConditionalMediationAvailable?: () => Promise<boolean>}} */ (/** @type {unknown} */ (globalThis.PublicKeyCredential));
        if (!(await browser.isConditionalMediationAvailable?.().catch(() => false))) return;
        while (address.isConnected) {
            suggesting = new AbortController();
            const { signal } = suggesting;
            const timer = setTimeout(() => suggesting.abort("renewal"), renewal);
            try {
                const signed = await signWithPasskey(await client.passkeyChallenge(), { signal, autofill: true });
                if (signed) return await client.signInWithPasskey(signed);
            } catch (error) {
                if (problem.isConnected) setText(problem, refusalText(error));
                return;
            } finally {
                clearTimeout(timer);
            }
            if (signal.reason !== "renewal") return;
        }
    };
    const button = element("button", { type: "button", class: "button wide", onclick: () => void signIn() }, "Sign in with a passkey");
    address.autocomplete = "username webauthn";
    void suggest();
    return element("div", { class: "account-passkey" }, button, problem);
}
