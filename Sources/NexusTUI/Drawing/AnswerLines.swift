import NexusClient
import NexusCore

/// Answers of the assistant with their sources as lines of cells.
struct AnswerLines {
    struct Line: Equatable {
        var cells: [Cell]
        /// The source that it belongs to, counted through all answers.
        var source: Int?
    }

    let theme: Theme
    let clock: ClockText
    let width: Int

    func lines(of content: AssistantContent, chosen: Int?) -> [Line] {
        var lines: [Line] = []
        if content.exchanges.isEmpty, content.summary == nil {
            lines += plain("Ask a question. Each answer names the messages that it is from.", theme.faint)
            if !content.prompts.isEmpty { lines.append(Line(cells: [])) }
            for (index, prompt) in content.prompts.enumerated() {
                lines += plain("F\(index + 2)  \(prompt.title)", theme.accent)
            }
        }
        var source = 0
        for exchange in content.exchanges {
            lines.append(Line(cells: []))
            lines += plain("You: \(exchange.question)", theme.bold)
            if let readAs = exchange.readAs { lines += plain("Read as: \(readAs)", theme.faint) }
            lines += self.lines(of: exchange)
            for (number, citation) in exchange.citations.enumerated() {
                lines += self.lines(of: citation, number: number + 1, source: source)
                source += 1
            }
        }
        if let summary = content.summary { lines += self.lines(of: summary, firstSource: source) }
        if content.isOffline { lines += plain("No connection: questions need the server.", theme.warning) }
        if content.isLoading { lines += plain("Loading…", theme.faint) }
        return lines
    }

    private func lines(of exchange: AssistantContent.Exchange) -> [Line] {
        guard let answer = exchange.answer else {
            return plain(
                exchange.progress.isEmpty ? "Searching your conversations…" : exchange.progress + "…", theme.plain)
        }
        switch answer.kind {
        case .notFound:
            return plain(answer.notice ?? "Not in your conversations.", theme.plain)
                + (answer.citations.isEmpty ? [] : plain("The nearest to it:", theme.faint))
        case .quotes:
            return plain("Quotes from your conversations:", theme.faint) + notice(answer)
        case .written:
            return answer.statements.flatMap { statement in
                plain(statement.text + " " + statement.citations.map { "[\($0 + 1)]" }.joined(), theme.plain)
            } + notice(answer) + plain("Written by \(answer.model ?? "a language model") from:", theme.faint)
        }
    }

    private func notice(_ answer: AssistantAnswer) -> [Line] { answer.notice.map { plain($0, theme.faint) } ?? [] }

    private func lines(of citation: Citation, number: Int, source: Int) -> [Line] {
        guard citation.state != .gone else {
            return [
                Line(cells: Cell.of("[\(number)] This message was deleted.", theme.faint).fitted(width), source: source)
            ]
        }
        var head = Cell.of("[\(number)] ", theme.accent) + Cell.of(citation.senderName, theme.person(citation.sender))
        head += Cell.of("  \(citation.title), \(clock.full(citation.writtenAt))", theme.faint)
        let text = Cell.of(citation.excerpt.split(whereSeparator: \.isNewline).joined(separator: " "))
        return [Line(cells: head.fitted(width), source: source)]
            + text.wrapped(max(1, width - 4)).prefix(2).map { Line(cells: Cell.of("    ") + $0, source: source) }
    }

    private func lines(of summary: ConversationSummary, firstSource: Int) -> [Line] {
        var lines = [Line(cells: [])] + plain("Summary of \(summary.messages) messages", theme.bold)
        if summary.points.isEmpty { lines += plain("Nothing important was written in that time.", theme.faint) }
        for statement in summary.statements {
            lines += plain(
                "• " + statement.text + " " + statement.citations.map { "[\($0 + 1)]" }.joined(), theme.plain)
        }
        for (number, point) in summary.points.enumerated() {
            lines += self.lines(of: point, number: number + 1, source: firstSource + number)
        }
        return lines
    }

    private func plain(_ text: String, _ style: CellStyle) -> [Line] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .flatMap { Cell.of(String($0), style).wrapped(width) }.map { Line(cells: $0) }
    }
}
