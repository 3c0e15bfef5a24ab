// @ts-check
import { element, replace } from "../element.js";
import { fullTime } from "../format.js";

/**
 * Says above every screen when the account is deleted, and keeps it.
 *
 * @param {import("../context.js").Context} context
 * @param {AbortSignal} signal
 */
export function deletionNotice(context, signal) {
    const notice = element("div", { class: "deletion-notice", role: "status", hidden: true });
    const draw = () => {
        const at = context.client.profile?.deletesAt;
        notice.hidden = at === undefined;
        if (at === undefined) {
            replace(notice);
            return;
        }
        replace(
            notice,
            element("span", {}, `Your account will be deleted on ${fullTime(at)}.`),
            element("button", { type: "button", class: "button", onclick: () => void keepAccount(context) }, "Keep my account"),
        );
    };
    signal.addEventListener("abort", context.client.subscribe({ session: draw }), { once: true });
    draw();
    return notice;
}

/** @param {import("../context.js").Context} context */
export async function keepAccount({ client, notices }) {
    try {
        await client.ask("DELETE", "/v1/account/deletion");
        notices.show("Your account is kept.");
    } catch (error) {
        notices.refuse(error);
    }
}
