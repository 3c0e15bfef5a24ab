// @ts-check
import { accountCard } from "../account-fields.js";
import { confirm } from "../dialogs/confirm.js";
import { element } from "../element.js";
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
    return accountCard(
        "Set up two-step sign-in",
        element("p", {}, "Your team requires it of everyone. You need an authenticator app, such as the one in your phone’s password manager."),
        element(
            "button",
            { type: "button", class: "button primary wide", "data-first": true, onclick: () => setUpSecondFactor(context, { kept: finish }) },
            "Set up",
        ),
        element("p", { class: "account-other" }, element("button", { type: "button", class: "text-button", onclick: () => void signOut() }, "Sign out")),
    );
}
