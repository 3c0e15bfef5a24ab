// @ts-check
import { avatar } from "../avatar.js";
import { element, icon, iconButton, replace, setText, spoken } from "../element.js";
import { briefTime, counted, typingText } from "../format.js";

/** @typedef {import("../../shell/contract.js").ConversationRow} ConversationRow */

/** One conversation in the list. */
export class ConversationRowView {
    #face = element("span", { class: "row-face" });
    #title = element("span", { class: "row-title", dir: "auto" });
    #time = element("time", { class: "row-time" });
    #preview = element("span", { class: "row-preview", dir: "auto" });
    #marks = element("span", { class: "row-marks" });
    link = element(
        "a",
        { class: "row-link" },
        this.#face,
        element("span", { class: "row-top" }, this.#title, this.#time),
        element("span", { class: "row-bottom" }, this.#preview, this.#marks),
    );
    #more = iconButton("more", "Actions", () => this.#openMenu(), {
        class: "icon-button row-more",
        "aria-haspopup": "menu",
        tabindex: -1,
    });
    element = element("li", { class: "row" }, this.link, this.#more);
    #seen = "";
    #shownFace = "";
    /** @type {ConversationRow | null} */
    #row = null;

    /** @param {(row: ConversationRow, at: HTMLElement) => void} openMenu */
    constructor(openMenu) {
        this.openMenu = openMenu;
        // A long press, the right button, or the menu key.
        this.link.addEventListener("contextmenu", (event) => {
            event.preventDefault();
            this.#openMenu();
        });
    }

    #openMenu() {
        // On a touch screen without the button the menu opens beside the row.
        if (this.#row) this.openMenu(this.#row, this.#more.offsetParent !== null ? this.#more : this.link);
    }

    /**
     * @param {ConversationRow} row
     * @param {boolean} selected
     */
    show(row, selected) {
        this.#row = row;
        if (selected) this.link.setAttribute("aria-current", "page");
        else this.link.removeAttribute("aria-current");
        const now = Date.now();
        const time = briefTime(row.lastAt, now);
        // The whole content of the row: if equal, nothing changes.
        const seen = JSON.stringify([
            row.title,
            row.online,
            row.lastText,
            row.lastSenderName,
            row.lastIsMine,
            row.lastIsDeleted,
            time,
            row.unread,
            row.mentions,
            row.typing,
            row.waiting,
            row.failed,
            row.pinned,
            row.mutedUntil,
            row.markedUnread,
            row.draft,
            row.lastIsFolded,
            selected,
        ]);
        if (seen === this.#seen) return;
        this.#seen = seen;
        this.link.setAttribute("href", `/c/${encodeURIComponent(row.id)}`);
        this.link.classList.toggle("unread", row.unread > 0 || row.markedUnread);
        this.link.classList.toggle("muted", row.mutedUntil !== undefined);
        this.#more.setAttribute("aria-label", `Actions for ${row.title}`);
        this.#drawFace(row);
        setText(this.#title, row.title || "Conversation");
        setText(this.#time, time);
        this.#time.dateTime = new Date(row.lastAt).toISOString();
        this.#drawPreview(row);
        replace(
            this.#marks,
            row.failed > 0 && mark("warning", `${counted(row.failed)} could not be sent`, "failed"),
            row.failed === 0 && row.waiting > 0 &&
                mark("clock", `${counted(row.waiting)} waiting to be sent`, "waiting"),
            row.mutedUntil !== undefined && mark("mute", "Muted", "muted"),
            row.pinned && mark("pin", "Pinned", "pinned"),
            row.mentions > 0 && element(
                "span",
                { class: "unread-badge mention", title: "You are mentioned" },
                "@",
                spoken(`${counted(row.mentions)} mention you,`),
            ),
            row.unread === 0 && row.markedUnread &&
                element("span", { class: "unread-badge dot" }, spoken("marked as unread")),
            row.unread > 0 && element(
                "span",
                { class: "unread-badge" },
                row.unread > 999 ? "999+" : counted(row.unread),
                spoken(" unread"),
            ),
        );
    }

    /** @param {ConversationRow} row */
    #drawFace(row) {
        const face = JSON.stringify([row.other, row.title, row.online]);
        if (face === this.#shownFace) return;
        this.#shownFace = face;
        replace(
            this.#face,
            avatar(row.other ?? row.id, row.title, { kind: row.kind }),
            row.online && element("span", { class: "presence" }, spoken("online")),
        );
    }

    /** @param {ConversationRow} row */
    #drawPreview(row) {
        const typing = row.kind === "direct" && row.typing.length > 0 ? "typing" : typingText(row.typing);
        this.#preview.className = typing !== ""
            ? "row-preview is-typing"
            : row.lastIsDeleted
            ? "row-preview is-deleted"
            : "row-preview";
        if (typing !== "") {
            replace(this.#preview, `${typing}…`);
            return;
        }
        if (row.draft && this.link.getAttribute("aria-current") === null) {
            replace(
                this.#preview,
                element("span", { class: "row-draft" }, "Draft: "),
                element("bdi", {}, row.draft),
            );
            return;
        }
        const author = row.lastIsFolded
            ? ""
            : row.lastIsMine
            ? "You: "
            : row.kind === "group" && row.lastSenderName
            ? `${row.lastSenderName}: `
            : "";
        const text = row.lastIsDeleted
            ? "Message deleted"
            : row.lastIsFolded
            ? "Message from a person you blocked"
            : row.lastText;
        if (text === undefined) {
            replace(this.#preview, "No messages yet");
        } else {
            replace(
                this.#preview,
                author !== "" && element("span", { class: "row-author" }, author),
                element("bdi", {}, text),
            );
        }
    }
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string} kind
 */
function mark(name, label, kind) {
    return element("span", { class: `row-mark ${kind}`, title: label }, icon(name), spoken(label));
}
