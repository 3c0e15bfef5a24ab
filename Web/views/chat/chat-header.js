// @ts-check
import { avatar } from "../avatar.js";
import { openConversationMenu } from "../conversations/conversation-menu.js";
import { openConversationDetails } from "../dialogs/conversation-details.js";
import { element, icon, iconButton, replace, setText, spoken } from "../element.js";
import { plural, presenceText, typingText } from "../format.js";
import { collapsedActions } from "../header-actions.js";
import { notePicture } from "../pictures.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/contract.js").Chat} Chat */
/** @typedef {import("../../shell/contract.js").ChatHeader} ChatHeader */

/** The other members, and their presence and typing. */
export class ChatHeaderView {
    #face = element("span", { class: "chat-face" });
    #title = element("h1", { class: "chat-title", dir: "auto" });
    #state = element("p", { class: "chat-state", role: "status" });
    #faceOf = "";
    #titleOf = "";

    /** @type {Context} */
    #context;

    /**
     * @param {Context} context
     * @param {Chat} chat
     * @param {() => void} assist opens and closes the assistant of this conversation
     */
    constructor(context, chat, assist) {
        this.#context = context;
        const open = () => openConversationDetails(context, chat);
        this.assistant = iconButton("mark", "Assistant", assist, {
            class: "icon-button header-action",
            "aria-expanded": "false",
        });
        this.details = iconButton("info", "Conversation details", open, { class: "icon-button header-action" });
        this.more = iconButton(
            "more",
            "Conversation menu",
            () =>
                openConversationMenu(context, this.more, chat.header, {
                    isUnread: false,
                    leave: () => context.router.go({ name: "list" }),
                    first: collapsedActions(this.element),
                }),
            { class: "icon-button header-menu", "aria-haspopup": "menu" },
        );
        this.element = element(
            "header",
            { class: "chat-header" },
            iconButton("back", "Back to all conversations", () => context.router.go({ name: "list" }), {
                class: "icon-button back",
            }),
            element(
                "div",
                { class: "chat-who", onclick: open },
                this.#face,
                element("div", { class: "chat-names" }, this.#title, this.#state),
            ),
            this.assistant,
            this.details,
            this.more,
        );
    }

    /** @param {ChatHeader} header */
    show(header) {
        for (const member of header.members) notePicture(member.id, member.picture);
        notePicture(header.other ?? header.id, header.picture);
        const isMuted = (header.mutedUntil ?? null) !== null;
        const title = `${header.title || "Conversation"}${isMuted ? " muted" : ""}`;
        if (title !== this.#titleOf) {
            this.#titleOf = title;
            replace(
                this.#title,
                header.title || "Conversation",
                isMuted && element("span", { class: "title-mark" }, icon("mute"), spoken(", muted")),
            );
        }
        const face = `${header.title} ${header.online}`;
        if (face !== this.#faceOf) {
            this.#faceOf = face;
            replace(
                this.#face,
                avatar(header.other ?? header.id, header.title, { kind: header.kind, size: "small" }),
                header.online && header.kind === "direct" && element("span", { class: "presence" }, spoken("online")),
            );
        }
        const typing = header.kind === "direct" && header.typing.length > 0 ? "typing" : typingText(header.typing);
        this.#state.classList.toggle("is-typing", typing !== "");
        setText(this.#state, typing !== "" ? `${typing}…` : stateText(header));
        this.#state.title = header.about;
        // Hidden if AI may not read the conversation, or the user hides AI.
        this.assistant.hidden = header.gone || !header.ai || this.#context.client.profile?.showsAI === false;
        this.details.hidden = header.gone;
        this.more.hidden = header.gone;
    }
}

/** @param {ChatHeader} header */
function stateText(header) {
    if (header.gone) return "You are no longer a member of this conversation";
    if (header.otherDeleted) return "This account was deleted";
    if (header.kind === "direct") return presenceText(header, Date.now());
    const online = header.members.filter((member) => member.online && !member.me).length;
    const members = plural(header.members.length, "member");
    const state = online > 0 ? `${members}, ${online} online` : members;
    return header.about === "" ? state : `${state} · ${header.about}`;
}
