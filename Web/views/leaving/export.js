// @ts-check
import { element } from "../element.js";
import { fullTime } from "../format.js";
import { refusalText } from "../notices.js";
import { redrawRows } from "../redraw.js";

/** Milliseconds until a copy that is being made is looked at again. */
const pause = 1_000;

/** @typedef {import("../../shell/wire.js").ExportState} State */

/**
 * The settings' section of the copy of one's data.
 *
 * @param {import("../context.js").Context} context
 * @param {AbortSignal} signal
 */
export function exportSection({ client, notices }, signal) {
    const note = element("p", { class: "details-note", role: "status" });
    const place = element("div", { class: "export" });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    /** The state and the copy that the buttons are of. */
    let drawn = "";
    const button = (/** @type {string} */ label, /** @type {() => void} */ onclick) =>
        element("button", { type: "button", class: "button", onclick }, label);
    const again = () => {
        clearTimeout(timer);
        if (!signal.aborted) timer = setTimeout(() => void ask("GET"), pause);
    };
    const draw = (/** @type {State} */ { state, id, done, total, bytes = 0, expiresAt = 0, message }) => {
        clearTimeout(timer);
        if (signal.aborted) return;
        /** @type {HTMLElement[]} */
        let buttons;
        switch (state) {
            case "making":
                note.textContent = total > 0 ? `Being made: ${done} of ${total} conversations.` : "Being made…";
                buttons = [button("Cancel export", () => void ask("DELETE"))];
                again();
                break;
            case "ready":
                note.textContent = `Ready: ${size(bytes)}. It can be downloaded once, until ${fullTime(expiresAt)}.`;
                buttons = [button("Download", () => void download(id)), button("Delete copy", () => void ask("DELETE"))];
                break;
            default:
                note.textContent = message
                    || "A ZIP file with your profile, the conversations and files that you can read, insights and assistant history, to open without Nexus.";
                buttons = [button("Export my data", () => void ask("POST"))];
        }
        const wanted = `${state} ${id}`;
        if (wanted === drawn) return;
        drawn = wanted;
        redrawRows(place, buttons);
    };
    const ask = async (/** @type {"GET" | "POST" | "DELETE"} */ method) => {
        try {
            const answer = await client.ask(method, "/v1/export", method === "POST" ? {} : undefined);
            draw(method === "DELETE" ? await client.ask("GET", "/v1/export") : answer);
        } catch (error) {
            if (method === "GET") note.textContent = refusalText(error);
            else notices.refuse(error);
            if (drawn.startsWith("making ")) again();
        }
    };
    // The browser saves the file itself, with the access cookie that the question before has renewed.
    const download = async (/** @type {string | undefined} */ id) => {
        await ask("GET");
        if (place.querySelectorAll("button").length < 2) return;
        element("a", { href: `/v1/export/${id}`, download: "nexus-export.zip" }).click();
        // The server deletes its own with the last byte.
        timer = setTimeout(() => void ask("GET"), 3 * pause);
    };
    signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
    void ask("GET");
    return element(
        "section",
        { class: "settings-section", "aria-labelledby": "settings-export" },
        element("h2", { id: "settings-export" }, "Copy of your data"),
        note,
        place,
    );
}

/** @param {number} bytes */
function size(bytes) {
    return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
