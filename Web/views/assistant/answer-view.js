// @ts-check
import { avatar } from "../avatar.js";
import { element, icon } from "../element.js";
import { dayName, dayOf, fullTime, timeOfDay } from "../format.js";
import { pathOf } from "../router.js";
import { noteText } from "../insights/due.js";

/** @typedef {import("../../shell/assistant.js").Answer} Answer */
/** @typedef {import("../../shell/assistant.js").Citation} Citation */
/** @typedef {import("../../shell/assistant.js").Exchange} Exchange */
/** @typedef {import("../../shell/assistant.js").Summary} Summary */

/** What a source is besides what it says. */
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
        readAs && element("p", { class: "exchange-note" }, `Read with the question before: “${readAs}”`),
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
        { class: "sources" },
        ...citations.map((citation, place) => sourceView(citation, { number: place + 1, showsPlace })),
    );
    const remark = notice && element("p", { class: "exchange-note" }, notice);
    switch (kind) {
        case "written":
            return [
                element("div", { class: "statements" }, ...statements.map((statement) => statementView("p", statement))),
                statements.length === 0 &&
                element("p", { class: "exchange-note" }, "What this answer was made of is gone."),
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
                sources && element("p", { class: "exchange-note" }, "The nearest to it that was said:"),
                sources,
            ];
    }
}

/**
 * @param {"p" | "li"} tag
 * @param {import("../../shell/assistant.js").Statement} statement
 */
function statementView(tag, { text, citations }) {
    const marks = citations.map((place) => element("span", { class: "source-mark" }, `[${place + 1}]`));
    return element(tag, { dir: "auto" }, text, " ", ...marks);
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
                messages === 0 ? "Nothing was written in that time." : "Nothing stands out in that time.",
            )
            : element(
                "p",
                { class: "exchange-note" },
                `${of}${some}, ${
                    isWritten ? `written by ${model ?? "a language model"}` : "in their own words, no language model"
                }:`,
            ),
        isWritten &&
            element("ul", { class: "statements" }, ...statements.map((statement) => statementView("li", statement))),
        isWritten && element("p", { class: "exchange-note" }, "From these messages:"),
        points.length > 0 && element(
            isWritten ? "ol" : "ul",
            { class: "sources" },
            ...points.map((citation, place) =>
                sourceView(citation, { number: isWritten ? place + 1 : null, showsPlace: false })
            ),
        ),
    );
}

/**
 * A source as a card that leads to its message.
 *
 * @param {Citation} citation
 * @param {{number: number | null, showsPlace: boolean}} options
 */
export function sourceView(citation, { number, showsPlace }) {
    const { conversation, message, title, sender, senderName, writtenAt, excerpt, match, kind, note, state } = citation;
    if (state === "gone") {
        return element(
            "li",
            { class: "source is-gone" },
            number !== null && element("span", { class: "source-number" }, String(number)),
            element("p", {}, "This message was deleted, or is no longer yours to read."),
        );
    }
    const day = dayName(dayOf(writtenAt), Date.now());
    return element(
        "li",
        { class: "source" },
        element(
            "a",
            { class: "source-link", href: pathOf({ name: "chat", conversation, message }) },
            element(
                "span",
                { class: "source-head" },
                number !== null && element("span", { class: "source-number" }, String(number)),
                avatar(sender, senderName, { size: "small" }),
                element("span", { class: "source-sender", dir: "auto" }, senderName),
                showsPlace && title !== senderName &&
                    element("span", { class: "source-place", dir: "auto" }, `in ${title}`),
                element("time", { class: "source-time", title: fullTime(writtenAt) }, `${day}, ${timeOfDay(writtenAt)}`),
                match !== undefined && element("span", { class: "source-match" }, `${match} % match`),
            ),
            (kind || note) && element(
                "span",
                { class: "source-kind" },
                kind && element("strong", {}, kinds[kind] ?? kind),
                note && ` ${noteText(note, Date.now())}`,
            ),
            element("span", { class: "source-excerpt", dir: "auto" }, excerpt),
            state === "edited" && element("span", { class: "source-state" }, icon("edit"), "Edited since"),
        ),
    );
}
