// @ts-check
import { accountCard } from "../account-fields.js";
import { confirm } from "../dialogs/confirm.js";
import { element, setText } from "../element.js";
import { hasPasskeys, signWithPasskey } from "./passkey-ceremony.js";
import { addPasskey } from "./passkeys.js";
import { setUpSecondFactor } from "./second-factor.js";

/**
 * What a person sees whose team requires two-step sign-in, until theirs is on.
 *
 * @param {import("../context.js").Context} context
 */
export function requiredScreen(context) {
    const { client, notices } = context;
    const finish = () => void client.secured().catch((error) => notices.refuse(error));
    const signOut = async () => {
        const agreed = await confirm({
            title: "Sign out?",
            text: "The data on this device is removed. Unsent messages are lost.",
            confirm: "Sign out",
            danger: true,
        });
        if (agreed) client.signOut().catch((error) => notices.refuse(error));
    };
    const offer = element("div", { class: "account-passkey" });
    const setUp = element(
        "button",
        { type: "button", class: "button primary wide", "data-first": true, onclick: () => setUpSecondFactor(context, { kept: finish }) },
        "Set up",
    );
    const text = element("p", {}, "Your team requires it of everyone. You need an authenticator app, such as the one in your phone’s password manager.");
    const passkeys = async () => {
        const [{ passkey = false }, server] = await Promise.all([client.ask("GET", "/v1/second-factor"), client.server()]);
        if (passkey) {
            text.textContent = "Your team requires two factors of everyone. Your passkey is both. If you have lost it, ask an administrator for a link.";
            setUp.remove();
            setText(/** @type {HTMLElement} */ (card.querySelector("h1")), "Confirm with your passkey");
        }
        if (!server.passkeys || !hasPasskeys()) return;
        const act = passkey ? () => useIt(client) : () => addPasskey(context);
        const button = element("button", {
            type: "button",
            class: passkey ? "button primary wide" : "button wide",
            onclick: () => void act().then((done) => done && finish()).catch((error) => notices.refuse(error)),
        }, passkey ? "Use your passkey" : "Add a passkey instead");
        offer.append(button);
        if (passkey) button.focus();
    };
    const card = accountCard(
        "Set up two-step sign-in",
        text,
        setUp,
        offer,
        element("p", { class: "account-other" }, element("button", { type: "button", class: "text-button", onclick: () => void signOut() }, "Sign out")),
    );
    void passkeys().catch((error) => notices.refuse(error));
    return card;
}

/** @param {import("../context.js").Context["client"]} client */
async function useIt(client) {
    const signed = await signWithPasskey(await client.ask("POST", "/v1/sessions/proof/challenge", {}));
    if (signed) await client.ask("POST", "/v1/sessions/proof", { passkey: signed });
    return signed !== null;
}
