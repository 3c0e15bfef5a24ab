// @ts-check
import { registrationOf } from "./this-device.js";

/** @typedef {import("../context.js").Context} Context */

/** In localStorage once it was suggested in this browser. */
const suggested = "nexus notifications suggested";

/**
 * Keeps this browser's registration current, and suggests notifications once, after the user has sent a message.
 *
 * @param {Context} context
 * @param {AbortSignal} signal
 */
export function watchDevice(context, signal) {
    const { client } = context;
    const device = registrationOf(context);
    const startedAt = Date.now();
    let isRenewed = false;
    const renew = () => {
        if (isRenewed || !client.connection.caughtUp) return;
        isRenewed = true;
        // What fails is tried with the next start.
        device.renew().catch(() => {});
    };
    const look = () => {
        if (document.visibilityState !== "visible" || localStorage.getItem(suggested) !== null) return;
        if (!client.conversations.rows.some((row) => row.lastIsMine && row.lastAt >= startedAt && row.waiting === 0)) return;
        localStorage.setItem(suggested, "yes");
        void device.state().then((state) => {
            if (state === "ask" && !device.isRevoked && !signal.aborted) suggest(context, device);
        });
    };
    signal.addEventListener("abort", client.subscribe({ connection: renew, conversations: look }), { once: true });
    renew();
}

/** @param {Context} context @param {import("../../shell/push-registration.js").PushRegistration} device */
function suggest({ notices }, device) {
    notices.show("Do you want to hear of answers while Nexus is closed?", {
        action: {
            label: "Allow notifications",
            run: () => void device.enable().catch((error) => notices.refuse(error)),
        },
    });
}
