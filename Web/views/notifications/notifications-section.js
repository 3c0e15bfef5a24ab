// @ts-check
import { choiceField } from "../choice-field.js";
import { element } from "../element.js";
import { switchSetting } from "../switch-setting.js";
import { answerOf, keywordProblem, keywordsOf, minutesOf, timeOf } from "./device-words.js";
import { thisDevice } from "./this-device.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/wire.js").NotificationChange} Change */
/** @typedef {{element: HTMLElement, draw: () => void}} Part */

/** Minutes after midnight at which quiet hours begin and end when they are turned on. */
const usualQuiet = { start: 22 * 60, end: 7 * 60 };
const usualDelay = 15;
const levels = /** @type {const} */ ({ all: "all messages", mentions: "mentions", nothing: "nothing" });

/**
 * The settings' section of notifications: three questions, and the rest folded.
 *
 * @param {Context} context
 * @param {AbortSignal} signal
 */
export function notificationsSection(context, signal) {
    const { client, notices } = context;
    const settings = () => client.profile?.notifications ?? {};
    const change = async (/** @type {Change} */ notifications) => {
        try {
            await client.updateProfile({ notifications });
        } catch (error) {
            notices.refuse(error);
            throw error;
        }
    };
    const parts = [aboutField(settings, change), quietFields(settings, change)];
    const folded = [keywordsField(settings, change), mailField(settings, change), delayField(settings, change), ...switches(context, settings, change)];
    const draw = () => [...parts, ...folded].forEach((part) => part.draw());
    signal.addEventListener("abort", client.subscribe({ session: draw }), { once: true });
    draw();
    return element(
        "section",
        { class: "settings-section notifications", "aria-labelledby": "settings-notifications" },
        element("h2", { id: "settings-notifications" }, "Notifications"),
        ...parts.map((part) => part.element),
        thisDevice(context, signal),
        element("details", { class: "notification-more" }, element("summary", {}, "Keywords, mail and more"), ...folded.map((part) => part.element)),
    );
}

/**
 * @param {() => import("../../shell/wire.js").NotificationSettings} settings
 * @param {(change: Change) => Promise<void>} change
 * @returns {Part}
 */
function aboutField(settings, change) {
    const field = choiceField("notify-about", "What about", {
        all: "Everything",
        mentions: "Direct messages and mentions",
        nothing: "Nothing",
    }, /** @type {"all" | "mentions" | "nothing"} */ ("all"), () => {
        const groups = field.value();
        change({ direct: groups === "nothing" ? "nothing" : "all", groups }).catch(draw);
    });
    const other = element("p", { class: "details-note" });
    const draw = () => {
        const answer = answerOf(settings());
        const { direct = "all", groups = "all" } = settings();
        field.set(/** @type {any} */ (answer));
        other.textContent = answer === null ? `Now: ${levels[direct]} of direct messages, ${levels[groups]} of groups.` : "";
        other.hidden = answer !== null;
    };
    return { element: element("div", {}, field.element, other), draw };
}

/**
 * @param {() => import("../../shell/wire.js").NotificationSettings} settings
 * @param {(change: Change) => Promise<void>} change
 * @returns {Part}
 */
function quietFields(settings, change) {
    const quiet = () => settings().quiet ?? { start: 0, end: 0 };
    const isOn = () => quiet().start !== quiet().end;
    const setting = switchSetting(
        "quietHours",
        { label: "Quiet hours", note: "Messages come in silently at these times, on all of your devices." },
        isOn,
        (on) => change({ quiet: on ? usualQuiet : { start: 0, end: 0 } }),
    );
    const time = (/** @type {"start" | "end"} */ which, /** @type {string} */ label) => {
        const input = element("input", { type: "time", id: `quiet-${which}`, required: true });
        input.addEventListener("change", () => {
            const minutes = minutesOf(input.value);
            const other = quiet()[which === "start" ? "end" : "start"];
            // Equal times would turn them off.
            if (minutes === null || minutes === other) draw();
            else change({ quiet: { ...quiet(), [which]: minutes } }).catch(draw);
        });
        return { input, element: element("div", { class: "field" }, element("label", { for: input.id }, label), input) };
    };
    const [start, end] = [time("start", "From"), time("end", "To")];
    const times = element("div", { class: "quiet-times" }, start.element, end.element);
    const draw = () => {
        setting.draw();
        times.hidden = !isOn();
        start.input.value = timeOf(quiet().start);
        end.input.value = timeOf(quiet().end);
    };
    return { element: element("div", {}, setting.element, times), draw };
}

/**
 * @param {() => import("../../shell/wire.js").NotificationSettings} settings
 * @param {(change: Change) => Promise<void>} change
 * @returns {Part}
 */
function keywordsField(settings, change) {
    const input = element("input", { type: "text", id: "keywords", autocomplete: "off", "aria-describedby": "keywords-hint keywords-problem" });
    const problem = element("p", { class: "field-problem", id: "keywords-problem", role: "alert" });
    const typed = () => (settings().keywords ?? []).join(", ");
    const draw = () => {
        if (document.activeElement !== input && problem.textContent === "") input.value = typed();
    };
    input.addEventListener("change", () => {
        const words = keywordsOf(input.value);
        problem.textContent = keywordProblem(words);
        input.setAttribute("aria-invalid", String(problem.textContent !== ""));
        // What is refused stays in the field, to be corrected.
        if (problem.textContent === "") change({ keywords: words }).catch(() => {});
    });
    return {
        element: element(
            "div",
            { class: "field" },
            element("label", { for: "keywords" }, "Keywords"),
            input,
            element("p", { class: "field-hint", id: "keywords-hint" }, "Words that count like a mention of you, separated by commas: at most 20, of up to 40 characters."),
            problem,
        ),
        draw,
    };
}

/**
 * @param {() => import("../../shell/wire.js").NotificationSettings} settings
 * @param {(change: Change) => Promise<void>} change
 */
function mailField(settings, change) {
    const choices = { "off": "Never", "15m": "After 15 minutes", "1h": "After an hour", "daily": "Every day at 8:00" };
    return select("notify-mail", "Mail about unread messages", choices, () => settings().mail ?? "15m", (mail) => change({ mail }));
}

/**
 * @param {() => import("../../shell/wire.js").NotificationSettings} settings
 * @param {(change: Change) => Promise<void>} change
 */
function delayField(settings, change) {
    const choices = { 0: "At once", 15: "After 15 seconds", 60: "After a minute", 300: "After 5 minutes" };
    return select("notify-delay", "While another device is in use, tell this one", choices,
        () => /** @type {any} */ (String(settings().delay ?? usualDelay)), (delay) => change({ delay: Number(delay) }));
}

/**
 * A label with a menu of choices. A value that another client has set is a choice too.
 *
 * @template {string | number} Value
 * @param {string} id
 * @param {string} label
 * @param {Record<Value, string>} choices
 * @param {() => Value} value
 * @param {(value: Value) => Promise<void>} change
 * @returns {Part}
 */
function select(id, label, choices, value, change) {
    const input = element("select", { id });
    const add = (/** @type {string} */ each, /** @type {string} */ text) => input.append(element("option", { value: each }, text));
    for (const [each, text] of Object.entries(choices)) add(each, /** @type {string} */ (text));
    const draw = () => {
        const chosen = String(value());
        if (![...input.options].some((option) => option.value === chosen)) add(chosen, `After ${chosen} seconds`);
        input.value = chosen;
    };
    input.addEventListener("change", () => void change(/** @type {any} */ (input.value)).catch(draw));
    return { element: element("div", { class: "field" }, element("label", { for: id }, label), input), draw };
}

/**
 * @param {Context} context
 * @param {() => import("../../shell/wire.js").NotificationSettings} settings
 * @param {(change: Change) => Promise<void>} change
 */
function switches({ client }, settings, change) {
    let isHiddenByServer = false;
    const hides = switchSetting(
        "hidesContent",
        { label: "Hide message text", note: "Notifications outside Nexus then name neither the sender nor the text." },
        () => isHiddenByServer || settings().hidesContent === true,
        (on) => change({ hidesContent: on }),
    );
    client.ask("GET", "/v1/push").then(({ hidesContent = false }) => {
        isHiddenByServer = hidesContent;
        hides.disable(isHiddenByServer);
        hides.draw();
    }, () => {});
    const urgent = switchSetting(
        "urgentPasses",
        { label: "Urgent messages may pass", note: "A message that says it is urgent announces itself in quiet hours too." },
        () => settings().urgentPasses ?? true,
        (on) => change({ urgentPasses: on }),
    );
    return [hides, urgent];
}
