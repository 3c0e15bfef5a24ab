// @ts-check
import { confirm } from "../dialogs/confirm.js";
import { element } from "../element.js";
import { fullTime } from "../format.js";
import { refusalText } from "../notices.js";
import { newest, redrawRows } from "../redraw.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/wire.js").ConnectedProviders} ConnectedProviders */
/** @typedef {{name: string, title: string}} Provider */

/**
 * The settings' section of sign-in providers; hidden on a server without any.
 *
 * @param {Context} context
 */
export function providersSection(context) {
    const { client, notices } = context;
    const list = element("ul", { class: "people-list" });
    const section = element(
        "section",
        { class: "settings-section", "aria-labelledby": "settings-providers", hidden: true },
        element("h2", { id: "settings-providers" }, "Sign-in providers"),
        element("p", { class: "details-note" }, "Connect an account that you sign in with in place of a password."),
        list,
    );
    /** @param {Provider[]} providers @param {ConnectedProviders} own */
    const show = (providers, { connected }) => {
        section.hidden = providers.length === 0;
        redrawRows(list, providers.map((provider) => {
            const made = connected.find((one) => one.provider.name === provider.name);
            return element(
                "li",
                { class: "session" },
                element(
                    "span",
                    { class: "option-text" },
                    element("span", { class: "option-name" }, provider.title),
                    made && element("span", { class: "details-note", dir: "auto" }, `${made.email ?? ""} since ${fullTime(made.connectedAt)}`.trim()),
                ),
                element("button", {
                    type: "button",
                    class: "text-button",
                    onclick: () => void (made ? disconnect(provider) : connect(provider)),
                }, `${made ? "Disconnect" : "Connect"} ${provider.title}`),
            );
        }));
    };
    /** @type {Provider[]} */
    let providers = [];
    const draw = newest(
        async () => {
            providers = (await client.server()).providers ?? [];
            return providers.length > 0 ? client.ask("GET", "/v1/providers") : null;
        },
        (own) => own && show(providers, own),
        (error) => {
            section.hidden = false;
            redrawRows(list, [element("li", {}, element("p", { role: "status" }, refusalText(error)))]);
        },
    );
    /** @param {Provider} provider */
    async function connect({ name }) {
        try {
            const { url } = await client.ask("POST", `/v1/providers/${name}/connect`, { device: "browser" });
            location.assign(url);
        } catch (error) {
            notices.refuse(error);
        }
    }
    /** @param {Provider} provider */
    async function disconnect({ name, title }) {
        const agreed = await confirm({
            title: `Disconnect ${title}?`,
            text: `You no longer sign in with ${title}. You stay signed in here.`,
            confirm: "Disconnect",
        });
        if (!agreed) return;
        try {
            show(providers, await client.ask("DELETE", `/v1/providers/${name}`));
        } catch (error) {
            notices.refuse(error);
        }
    }
    void draw();
    return section;
}
