import NexusCore
import NexusEvaluation
import NexusIntelligence

/// `chat FILE --model`: how well the records of labelled chats are found by rules and trained reader, by the language model
/// whose records passed the check, and by both. It sends the chats to the endpoint of `NEXUS_AI_URL`.
public struct ModelChatScenario: Sendable {
    /// New messages in a request, and messages before them: as in the server.
    private static let window = 40
    private static let context = 12

    private let files: [ChatFile]
    private let model: any ChatModel

    /// - Parameter sample: conversations, spread over the folder; nil for all.
    /// - Throws: `BenchFailure` for files of another form, and without a language model.
    public init(file: String, sample: Int?, environment: [String: String]) throws {
        do {
            guard let settings = try ChatEndpointSettings(environment: environment) else {
                throw BenchFailure(
                    "There is no language model: set NEXUS_AI_URL and NEXUS_AI_MODEL, and NEXUS_AI_KEY_FILE if it wants a key."
                )
            }
            model = ChatEndpoint(settings)
            let all = try ChatFolder.files(at: file)
            let count = min(all.count, max(1, sample ?? all.count))
            files = (0..<count).map { all[$0 * all.count / count] }
        } catch let failure as BenchFailure {
            throw failure
        } catch let error as ChatSettingsError {
            throw BenchFailure(error.text)
        } catch {
            throw BenchFailure("\(error)")
        }
    }

    public func run() async throws -> BenchReport {
        var scores = [("rules", ChatScore()), ("model", ChatScore()), ("both", ChatScore())]
        var (requests, failures, refused, tokens) = (0, 0, 0, 0)
        let started = ContinuousClock.now
        for file in files {
            let messages = file.input
            var extractor = InsightExtractor(members: file.insightMembers)
            for message in messages { extractor.take(message) }
            let ruled = extractor.insights
            var found: [CheckedRecord] = []
            for start in stride(from: 0, to: messages.count, by: Self.window) {
                let range = max(0, start - Self.context)..<min(messages.count, start + Self.window)
                let window = ExtractionWindow(
                    lines: range.map { .init(messages[$0], isNew: $0 >= start) }, members: file.insightMembers)
                requests += 1
                do {
                    let reply = try await records(of: window, in: file, new: range.upperBound - start)
                    found += reply.records
                    refused += reply.refused
                    tokens += reply.tokens
                } catch let error as ChatModelError where error.code == .invalidReply || error.isTransient {
                    failures += 1
                }
            }
            let own = found.compactMap { Insight($0, messages) }
            scores[0].1.add(ruled, of: file)
            scores[1].1.add(own, of: file)
            scores[2].1.add(ruled.filter { one in own.contains { $0.isSame(as: one) } }, of: file)
        }
        var report = BenchReport(scenario: "chat with \(model.name)")
        report.add("conversations", scores[0].1.conversations)
        report.add("messages", scores[0].1.messages)
        report.add("requests", requests)
        report.add("failedRequests", failures)
        report.add("refusedRecords", refused)
        report.add("tokens", tokens)
        report.add("seconds", (ContinuousClock.now - started) / .seconds(1))
        for (name, score) in scores {
            for (kind, found) in [
                ("actions", score.actions), ("actionsWithAssigneeAndDay", score.wholeActions),
                ("decisions", score.decisions), ("deadlines", score.deadlines), ("urgent", score.urgent),
            ] {
                report.add("\(name).\(kind)Precision", 100 * found.precision)
                report.add("\(name).\(kind)Recall", 100 * found.recall)
            }
        }
        return report
    }

    /// The records of a window that passed the check.
    /// - Throws: `ChatModelError`.
    private func records(
        of window: ExtractionWindow, in file: ChatFile, new: Int
    ) async throws -> (records: [CheckedRecord], refused: Int, tokens: Int) {
        let sent = window.lines.filter { ExtractionWindow.maySend($0.message.text) }
        let count = sent.count { $0.isNew }
        guard count > 0 else { return ([], 0, 0) }
        let quotes = sent.enumerated().map { number, line in
            QuotedMessage(
                id: line.message.id, conversation: ConversationID(high: 3, low: 3), seq: Int64(number + 1),
                sender: file.members[Int(line.message.sender.low)], place: file.name,
                time: file.messages[Int(line.message.id.low) - 1].time, text: line.message.text,
                rank: line.isNew ? 0 : sent.count - number)
        }
        let request = try Prompt.extraction.request(
            ExtractionWindow.question(quotes: quotes.count, new: count), quotes: quotes
        ).fitted(to: model.window)
        let reply = try await model.structured(request)
        let all = ExtractedRecord.all(in: reply.value)
        guard let check = ExtractionCheck(window, quotes: request.quotes) else { return ([], all.count, 0) }
        let checked = all.compactMap { try? check.check($0).get() }
        return (checked, all.count - checked.count, reply.usage.total)
    }
}

extension Insight {
    /// A checked record as it would be alone; nil for what changes an earlier one.
    fileprivate init?(_ record: CheckedRecord, _ messages: [InsightMessage]) {
        if case .event? = record.relation { return nil }
        switch record.kind {
        case .action:
            self = .actionItem(
                ActionItem(
                    source: record.source, task: record.text, assignee: record.assignee, due: record.due,
                    dueSource: record.due == nil ? nil : record.source, isUrgent: false, state: .open,
                    span: record.span))
        case .decision: self = .decision(Decision(source: record.source, text: record.text, span: record.span))
        case .deadline:
            guard let due = record.due else { return nil }
            self = .deadline(Deadline(source: record.source, text: record.text, due: due, span: record.span))
        case .priority: self = .priority(Priority(source: record.source, reason: record.text, span: record.span))
        }
    }

    /// Whether two readers mean the same: of one kind, in overlapping words.
    fileprivate func isSame(as other: Insight) -> Bool {
        guard source == other.source else { return false }
        let overlaps =
            span.start < other.span.start + other.span.length && other.span.start < span.start + span.length
        switch (self, other) {
        case (.actionItem, .actionItem), (.decision, .decision), (.deadline, .deadline): return overlaps
        case (.priority, .priority): return true
        default: return false
        }
    }
}
