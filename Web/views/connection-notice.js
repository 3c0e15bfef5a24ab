// @ts-check
import { element, icon, replace } from "./element.js";
import { counted, sentenceTime } from "./format.js";

/** @typedef {import("./context.js").Context} Context */

/** Milliseconds of an interruption before the notice appears. */
const patience = 1_000;

/**
 * Shows that the connection is lost, and how many changes wait.
 *
 * @param {Context} context
 * @param {AbortSignal} signal
 */
export function connectionNotice({ client }, signal) {
    const text = element("span", {});
    const notice = element(
        "div",
        { class: "connection-notice", role: "status", hidden: true },
        icon("offline"),
        text,
    );
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const show = () => {
        clearTimeout(timer);
        const { online, offlineSince, waiting } = client.connection;
        const since = offlineSince ?? Date.now();
        const early = patience - (Date.now() - since);
        if (!online && early > 0) timer = setTimeout(show, early);
        notice.hidden = online || early > 0;
        if (notice.hidden) {
            replace(text);
            return;
        }
        const waits = waiting === 0
            ? ""
            : ` ${counted(waiting)} ${waiting === 1 ? "change waits" : "changes wait"} to be sent.`;
        replace(text, `Offline since ${sentenceTime(since, Date.now()).replace("today at ", "")}.${waits}`);
    };
    signal.addEventListener("abort", client.subscribe({ connection: show }), { once: true });
    signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
    show();
    return notice;
}
