// @ts-check
// What this browser's notifications say of themselves.

/** @typedef {import("../../shell/push-registration.js").DeviceState} DeviceState */

/**
 * @param {DeviceState} state
 * @param {boolean} isRevoked  they were on, and the permission was taken back
 * @returns {{text: string, action?: "enable" | "disable"}}
 */
export function deviceWords(state, isRevoked) {
    switch (state) {
        case "unsupported":
            return { text: "This browser cannot show notifications, or not in a private window." };
        case "install":
            return {
                text: "On iPhone and iPad, notifications need Nexus on the Home Screen: press Share, then “Add to Home Screen”, and open Nexus from there.",
            };
        case "denied":
            return {
                text: `${isRevoked ? "Notifications were blocked in the browser's settings." : "The browser blocks notifications of Nexus."} `
                    + "To allow them, open the site settings beside the address, set Notifications to Allow, and reload the page.",
            };
        case "ask":
            return {
                text: isRevoked
                    ? "The browser has forgotten its permission. Allow notifications again to hear of new messages."
                    : "Nexus can tell you here of new messages while it is closed. The browser will ask whether you allow it.",
                action: "enable",
            };
        case "off":
            return { text: "Off on this device.", action: "enable" };
        case "open":
            return { text: "On while Nexus is open in a tab. This server or browser cannot reach you when it is closed.", action: "disable" };
        case "on":
            return { text: "On, also while Nexus is closed.", action: "disable" };
    }
}

/**
 * A minute of the day, as fields of times have it: "07:30".
 * @param {number} minutes  after midnight
 */
export const timeOf = (minutes) => `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/**
 * @param {string} time  "07:30"
 * @returns {number | null}  minutes after midnight; null for no time
 */
export function minutesOf(time) {
    const [, hours, minutes] = /^(\d\d):(\d\d)/u.exec(time) ?? [];
    return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/**
 * Keywords as typed, separated by commas or lines.
 * @param {string} text
 */
export const keywordsOf = (text) => [...new Set(text.split(/[,\n]/u).map((word) => word.trim()).filter((word) => word !== ""))];

/**
 * Why the server would refuse keywords; empty if it would not.
 * @param {string[]} words
 */
export function keywordProblem(words) {
    if (words.length > 20) return "You can have at most 20 keywords.";
    return words.some((word) => [...word].length > 40) ? "A keyword has at most 40 characters." : "";
}

/**
 * Which of the three answers the levels are; null for another combination.
 * @param {import("../../shell/wire.js").NotificationSettings} settings
 * @returns {"all" | "mentions" | "nothing" | null}
 */
export function answerOf({ direct = "all", groups = "all" }) {
    if (direct === "all" && groups !== "nothing") return groups;
    return direct === "nothing" && groups === "nothing" ? "nothing" : null;
}
