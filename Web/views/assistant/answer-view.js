// @ts-check
import { avatar } from "../avatar.js";
import { element, icon, spoken } from "../element.js";
import { dayName, dayOf, fullTime, plural, timeOfDay } from "../format.js";
import { pathOf } from "../router.js";
import { noteText } from "../insights/due.js";

/** @typedef {import("../../shell/assistant.js").Answer} Answer */
/** @typedef {import("../../shell/assistant.js").Citation} Citation */
/** @typedef {import("../../shell/assistant.js").Exchange} Exchange */
/** @typedef {import("../../shell/assistant.js").Summary} Summary */

/**
 * The attributes of a source.
 * @type {Record<string, string>}
 */
const kinds = {
    mention: "You are mentioned",
    decision: "Decision",
    action: "To do",
    urgent: "Urgent",
    deadline: "Deadline",
};

/**
 * A question with its answer.
 *
 * @param {Exchange} exchange
 * @param {{showsPlace: boolean}} options  showsPlace: whether sources name their conversation
 */
export function exchangeView({ question, readAs, askedAt, answer }, { showsPlace }) {
    return element(
        "article",
        { class: "exchange" },
        element("h3", { class: "exchange-question", dir: "auto", title: fullTime(askedAt) }, question),
        readAs && element("p", { class: "exchange-note" }, `Understood as: “${readAs}”`),
        ...answerParts(answer, { showsPlace }),
    );
}

/**
 * @param {Answer} answer
 * @param {{showsPlace: boolean}} options
 */
export function answerParts({ kind, statements = [], citations, model, notice }, { showsPlace }) {
    const sources = citations.length > 0 && element(
        "ol",
        { class: "sources", role: "list", "aria-label": "Sources" },
        ...citations.map((citation, place) => sourceView(citation, { number: place + 1, showsPlace })),
    );
    const remark = notice && element("p", { class: "exchange-note" }, notice);
    switch (kind) {
        case "written":
            return [
                element("div", { class: "statements" }, ...statements.map((statement) => statementView("p", statement, citations))),
                statements.length === 0 &&
                element("p", { class: "exchange-note" }, "The sources of this answer were deleted."),
                remark,
                element("p", { class: "exchange-note" }, `Written by ${model ?? "a language model"} from these messages:`),
                sources,
            ];
        case "quotes":
            return [
                remark,
                element("p", { class: "exchange-note" }, "Quotes from your conversations, no language model:"),
                sources,
            ];
        default:
            return [
                element("p", { class: "not-found" }, notice ?? "Not in your conversations."),
                sources && element("p", { class: "exchange-note" }, "The closest messages:"),
                sources,
            ];
    }
}

/**
 * @param {"p" | "li"} tag
 * @param {import("../../shell/assistant.js").Statement} statement
 * @param {Citation[]} sources  of the whole answer
 */
function statementView(tag, { text, citations }, sources) {
    return element(tag, { dir: "auto" }, text, " ", ...citations.map((place) => markView(place, sources[place])));
}

/**
 * The number of a source behind a statement, as a link to the message.
 *
 * @param {number} place
 * @param {Citation | undefined} source
 */
function markView(place, source) {
    const number = `[${place + 1}]`;
    if (source === undefined || source.state === "gone") return element("span", { class: "source-mark" }, number);
    const { conversation, message, senderName } = source;
    return element(
        "a",
        {
            class: "source-mark",
            href: pathOf({ name: "chat", conversation, message }),
            "aria-label": `${number}, message of ${senderName}`,
        },
        number,
    );
}

/** The maximum of sources announced with a finished answer. */
const told = 3;

/**
 * The announcement of a finished answer or summary: a line per statement, or per quote without statements.
 *
 * @param {HTMLElement} view  made by `exchangeView` or `summaryView`
 * @returns {string[]}
 */
export function announcement(view) {
    const said = [...view.querySelectorAll(".not-found, .statements > *")].map((one) => {
        const words = /** @type {Element} */ (one.cloneNode(true));
        for (const mark of words.querySelectorAll(".source-mark")) mark.remove();
        return words.textContent?.trim() ?? "";
    });
    const sources = [...view.querySelectorAll(".source:not(.is-gone)")];
    const textOf = (/** @type {Element} */ source, /** @type {string} */ part) => source.querySelector(part)?.textContent ?? "";
    if (said.length > 0) return sources.length > 0 ? [...said, plural(sources.length, "source")] : said;
    const quotes = sources.slice(0, told).map((source) =>
        `${textOf(source, ".source-sender")}: ${textOf(source, ".source-excerpt")}`
    );
    return sources.length > told ? [...quotes, plural(sources.length - told, "more source")] : quotes;
}

/**
 * @param {Summary} summary
 * @param {string} title
 */
export function summaryView({ messages, read, statements = [], points, model, notice }, title) {
    const of = messages === 1 ? "Of one message" : `Of ${messages} messages`;
    const isWritten = statements.length > 0;
    const some = read < messages ? isWritten ? `, ${read} of them read` : `, the newest ${read}` : "";
    return element(
        "article",
        { class: "exchange" },
        element("h3", { class: "exchange-question" }, title),
        notice && element("p", { class: "exchange-note" }, notice),
        points.length === 0
            ? element(
                "p",
                { class: "not-found" },
                messages === 0 ? "There are no messages in that time." : "Nothing important was written in that time.",
            )
            : element(
                "p",
                { class: "exchange-note" },
                `${of}${some}, ${
                    isWritten ? `written by ${model ?? "a language model"}` : "quoted, no language model"
                }:`,
            ),
        isWritten &&
            element("ul", { class: "statements", role: "list" }, ...statements.map((statement) => statementView("li", statement, points))),
        isWritten && element("p", { class: "exchange-note" }, "From these messages:"),
        points.length > 0 && element(
            isWritten ? "ol" : "ul",
            { class: "sources", role: "list", "aria-label": isWritten ? "Sources" : "Messages" },
            ...points.map((citation, place) =>
                sourceView(citation, { number: isWritten ? place + 1 : null, showsPlace: false })
            ),
        ),
    );
}

/**
 * The part of a note that the reason does not say already: "Task of Ann" needs no "Ann, by 2026-03-06".
 *
 * @param {string | undefined} reason
 * @param {string} note
 */
function noteBeside(reason, note) {
    const [first = "", ...rest] = note.split(", ");
    return reason?.endsWith(` ${first}`) ? rest.join(", ") : note;
}

/**
 * A source as a card that leads to its message: its head is the link, which lies over the whole card.
 *
 * @param {Citation} citation
 * @param {{number: number | null, showsPlace: boolean}} options
 */
export function sourceView(citation, { number, showsPlace }) {
    const { conversation, message, title, sender, senderName, writtenAt, excerpt, match, kind, note, reason, state } = citation;
    if (state === "gone") {
        return element(
            "li",
            { class: "source is-gone" },
            number !== null && element("span", { class: "source-number" }, String(number)),
            element("p", {}, "This message was deleted, or you can no longer read it."),
        );
    }
    const day = dayName(dayOf(writtenAt), Date.now());
    return element(
        "li",
        { class: "source" },
        element(
            "p",
            { class: "source-head" },
            element(
                "a",
                { class: "source-link", href: pathOf({ name: "chat", conversation, message }) },
                number !== null && spoken("Source "),
                number !== null && element("span", { class: "source-number" }, String(number)),
                avatar(sender, senderName, { size: "small" }),
                " ",
                element("span", { class: "source-sender", dir: "auto" }, senderName),
                " ",
                showsPlace && title !== senderName &&
                    element("span", { class: "source-place", dir: "auto" }, `in ${title}`),
                " ",
                element("time", { class: "source-time", title: fullTime(writtenAt) }, `${day}, ${timeOfDay(writtenAt)}`),
            ),
            match !== undefined && element("span", { class: "source-match" }, `${match} % match`),
        ),
        (reason || kind || note) && element(
            "p",
            { class: "source-kind" },
            element("strong", { dir: "auto" }, reason ?? (kind ? kinds[kind] ?? kind : "")),
            note && ` ${noteText(noteBeside(reason, note), Date.now())}`,
        ),
        element("blockquote", { class: "source-excerpt", dir: "auto" }, excerpt),
        state === "edited" && element("p", { class: "source-state" }, icon("edit"), "Edited since"),
    );
}
