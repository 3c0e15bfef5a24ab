// @ts-check
import { avatar } from "./avatar.js";
import { element, iconButton } from "./element.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../shell/contract.js").Banner} Banner */

/**
 * The banner of a message elsewhere: one at a time, for the core's duration.
 *
 * @param {Context} context
 * @param {HTMLElement} parent
 * @param {AbortSignal} signal
 */
export function showBanners({ client, router }, parent, signal) {
    const place = element("div", { class: "banner-place", role: "region", "aria-label": "New message elsewhere" });
    parent.append(place);
    /** @param {Banner | null} banner */
    const show = (banner) => {
        place.replaceChildren();
        if (banner === null) return;
        const link = element(
            "a",
            {
                class: "banner-link",
                href: `/c/${encodeURIComponent(banner.conversation)}`,
                onclick: () => client.dismissBanner(),
            },
            avatar(banner.sender, banner.senderName),
            element(
                "span",
                { class: "banner-text" },
                element(
                    "span",
                    { class: "banner-from", dir: "auto" },
                    banner.title === null ? banner.senderName : `${banner.senderName} in ${banner.title}`,
                ),
                element("span", { class: "banner-words", dir: "auto" }, banner.text),
            ),
        );
        place.append(element(
            "div",
            { class: "banner" },
            link,
            iconButton("close", "Dismiss", () => client.dismissBanner()),
        ));
    };
    signal.addEventListener("abort", client.subscribe({ banner: show }), { once: true });
    signal.addEventListener("abort", () => place.remove(), { once: true });
}
