// @ts-check
import { PushRegistration } from "../../shell/push-registration.js";
import { element, replace } from "../element.js";
import { deviceWords } from "./device-words.js";

/** @typedef {import("../context.js").Context} Context */

/**
 * The registration of this browser for the signed-in user.
 * @param {Context} context
 */
export const registrationOf = ({ client }) => new PushRegistration(client.profile?.id ?? "", client.ask.bind(client));

/**
 * Whether this browser shows notifications, with what to do about it.
 *
 * @param {Context} context
 * @param {AbortSignal} signal
 */
export function thisDevice(context, signal) {
    const { notices } = context;
    const device = registrationOf(context);
    const note = element("p", { class: "details-note", role: "status" });
    const place = element("div", { class: "notification-acts" });
    const steps = element("ol", { class: "test-steps", "aria-live": "polite" });
    const button = (/** @type {string} */ label, /** @type {() => Promise<void>} */ act) =>
        element("button", { type: "button", class: "button", onclick: () => void run(act) }, label);
    const run = async (/** @type {() => Promise<void>} */ act) => {
        try {
            await act();
        } catch (error) {
            notices.refuse(error);
        }
        await draw();
    };
    const test = async () => {
        const made = await device.test();
        replace(steps, ...made.map(({ name, ok, text }) =>
            element("li", { "data-ok": String(ok) }, element("strong", {}, `${name}: ${ok ? "done" : "failed"}`), text === "" ? null : ` ${text}`)));
    };
    const draw = async () => {
        const state = await device.state();
        if (signal.aborted) return;
        const { text, action } = deviceWords(state, state !== "unsupported" && state !== "install" && device.isRevoked);
        if (note.textContent !== text) note.textContent = text;
        replace(
            place,
            action === "enable" && button("Allow notifications", () => device.enable()),
            state === "on" && button("Send a test notification", test),
            action === "disable" && button("Stop notifications here", () => device.disable()),
        );
        if (state !== "on") replace(steps);
    };
    navigator.permissions?.query({ name: "notifications" }).then((permission) => {
        permission.addEventListener("change", () => void device.renew().catch(() => {}).then(draw), { signal });
    }, () => {});
    void draw();
    return element(
        "div",
        { class: "notification-device", role: "group", "aria-labelledby": "notifications-device" },
        element("h3", { id: "notifications-device" }, "On this device"),
        note,
        place,
        steps,
    );
}
