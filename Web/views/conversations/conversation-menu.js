// @ts-check
import { forGood } from "../../shell/for-good.js";
import { confirm } from "../dialogs/confirm.js";
import { openMenu } from "../menu.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/contract.js").SettingsChange} SettingsChange */

/**
 * The common fields of rows and headers.
 *
 * @typedef {object} Settled
 * @property {string} id
 * @property {string} title
 * @property {boolean} pinned
 * @property {number | null} [mutedUntil]
 * @property {boolean} archived
 * @property {string | null} [other]
 * @property {boolean} [blocked]
 * @property {import("../../shell/contract.js").ConversationLevel} level
 * @property {boolean} sound
 */

const hour = 3_600_000;

/**
 * The menu of a conversation's personal settings.
 *
 * @param {Context} context
 * @param {HTMLElement} at
 * @param {Settled} conversation
 * @param {{isUnread: boolean, leave?: () => void, first?: import("../menu.js").MenuItem[]}} options `leave`: closes the open
 *   conversation; `first`: items before its own
 */
export function openConversationMenu(context, at, conversation, { isUnread, leave = () => {}, first = [] }) {
    const { id, title } = conversation;
    const { client, notices } = context;
    const run = (/** @type {Promise<void>} */ work) => void work.catch((error) => notices.refuse(error));
    const settle = (/** @type {SettingsChange} */ change) => run(client.settle(id, change));
    const isMuted = (conversation.mutedUntil ?? null) !== null;
    openMenu(at, title, [
        ...first,
        isUnread
            ? { label: "Mark as read", icon: "ticks", run: () => run(client.markRead(id)) }
            : {
                label: "Mark as unread",
                icon: "unread",
                run: () => {
                    // An open conversation is read.
                    leave();
                    settle({ markedUnread: true });
                },
            },
        conversation.pinned
            ? { label: "Unpin", icon: "pin", run: () => settle({ pinned: false }) }
            : { label: "Pin to the top", icon: "pin", run: () => settle({ pinned: true }) },
        isMuted
            ? { label: "Unmute", icon: "bell", run: () => settle({ mutedUntil: 0 }) }
            : { label: "Mute…", icon: "mute", run: () => openMuteMenu(at, title, settle) },
        { label: "Notifications…", icon: "bell", run: () => openNotificationMenu(at, conversation, settle) },
        conversation.archived
            ? { label: "Unarchive", icon: "archive", run: () => settle({ archived: false }) }
            : {
                label: "Archive",
                icon: "archive",
                run: () => {
                    leave();
                    settle({ archived: true });
                },
            },
        {
            label: "Delete for me…",
            icon: "delete",
            danger: true,
            run: () => void clear(context, conversation, leave),
        },
        ...(conversation.other ? [blockItem(context, conversation, conversation.other, leave)] : []),
    ]);
}

/**
 * @param {Context} context
 * @param {Settled} conversation
 * @param {() => void} leave
 */
async function clear({ client, notices }, { id, title }, leave) {
    const agreed = await confirm({
        title: `Delete ${title} for you?`,
        text: "Its messages so far disappear from all of your devices. Others keep them. This cannot be undone.",
        confirm: "Delete for me",
        danger: true,
    });
    if (!agreed) return;
    leave();
    try {
        await client.markRead(id);
        await client.settle(id, { cleared: true });
    } catch (error) {
        notices.refuse(error);
    }
}

/**
 * @param {Context} context
 * @param {Settled} conversation
 * @param {string} other
 * @param {() => void} leave
 */
function blockItem({ client, notices }, { title, blocked }, other, leave) {
    if (blocked) {
        return {
            label: "Unblock",
            icon: "block",
            run: () => void client.relate(other, { blocked: false }).catch((error) => notices.refuse(error)),
        };
    }
    const block = async () => {
        const agreed = await confirm({
            title: `Block ${title}?`,
            text: `${title} can no longer write to you, nor see when you are here or what you have read. `
                + "In groups you share, their messages are folded. You can unblock them in the settings.",
            confirm: "Block",
            danger: true,
        });
        if (!agreed) return;
        leave();
        await client.relate(other, { blocked: true });
    };
    return {
        label: "Block…",
        icon: "block",
        danger: true,
        run: () => void block().catch((error) => notices.refuse(error)),
    };
}

/**
 * @param {HTMLElement} at
 * @param {string} title
 * @param {(change: SettingsChange) => void} settle
 */
function openMuteMenu(at, title, settle) {
    openMenu(at, `Mute ${title}`, [
        { label: "For 1 hour", icon: "mute", run: () => settle({ mutedUntil: Date.now() + hour }) },
        { label: "For 8 hours", icon: "mute", run: () => settle({ mutedUntil: Date.now() + 8 * hour }) },
        { label: "Always", icon: "mute", run: () => settle({ mutedUntil: forGood }) },
    ]);
}

/**
 * @param {HTMLElement} at
 * @param {Settled} conversation
 * @param {(change: SettingsChange) => void} settle
 */
function openNotificationMenu(at, { title, level, sound }, settle) {
    const levels = /** @type {const} */ ([
        ["default", "As in the settings"], ["all", "All messages"], ["mentions", "Mentions and replies"], ["nothing", "Nothing"],
    ]);
    openMenu(at, `Notifications of ${title}`, [
        ...levels.map(([value, label]) => ({
            label,
            icon: value === level ? "tick" : value === "nothing" ? "mute" : "bell",
            checked: value === level,
            run: () => settle({ level: value }),
        })),
        { label: "Sound", icon: sound ? "tick" : "bell", checked: sound, run: () => settle({ sound: !sound }) },
    ]);
}
