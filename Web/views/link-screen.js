// @ts-check
import { accountCard } from "./account-fields.js";
import { element, replace, setText } from "./element.js";
import { refusalText } from "./notices.js";

/**
 * The card of a link with a secret: busy until the server returns what the link is for, or an error.
 *
 * @template T
 * @param {string} title
 * @param {Promise<T>} looking
 * @param {(preview: T, card: {setTitle: (text: string) => void, draw: (...children: (Node | null)[]) => void}) => void} show
 *     `draw` fills the card and begins at its first field
 */
export function linkScreen(title, looking, show) {
    const place = element("div", { class: "account-form", "aria-busy": "true" });
    const card = accountCard(title, place);
    const heading = card.querySelector("h1");
    const setTitle = (/** @type {string} */ text) => void (heading && setText(heading, text));
    const draw = (/** @type {(Node | null)[]} */ ...children) => {
        replace(place, ...children);
        const first = place.querySelector("input:not([readonly])");
        if (first instanceof HTMLElement) first.focus();
    };
    looking.finally(() => place.removeAttribute("aria-busy")).then((preview) => show(preview, { setTitle, draw }), (error) => {
        setTitle("This link does not work");
        draw(
            element("p", { role: "alert" }, refusalText(error)),
            element("p", { class: "account-other" }, element("a", { href: "/sign-in" }, "Sign in")),
        );
    });
    return card;
}
