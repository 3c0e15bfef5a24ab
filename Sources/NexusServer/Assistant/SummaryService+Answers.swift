import NIOPosix
import NexusCore
import NexusDatabase
import NexusIntelligence

/// Answers to questions that ask for records or a summary rather than for one message.
extension SummaryService {
    /// Conversations that are caught up on in one answer, at most: those that changed last.
    static let caughtUpLimit = 12
    /// Conversations whose unprocessed messages are extracted for an answer over all of them, at most.
    static let behindLimit = 5

    /// - Parameter tell: called with progress.
    /// - Throws: `Refusal` (`conversation_gone`).
    func answer(
        _ question: RoutedQuestion, for user: UserID, utcOffset: Int, tell: (AssistantEvent) async throws -> Void
    ) async throws -> StoredAnswer {
        switch question.route.target {
        case .summary, .catchUp, .messages:
            let isCatchUp = question.route.target == .catchUp
            guard let place = question.place else {
                return try await overview(question, for: user, utcOffset: utcOffset)
            }
            let start: Span = isCatchUp ? .after(try await readPosition(of: user, in: place)) : .all
            let span = question.span ?? start
            let reading = try await read(place, span, for: user, utcOffset: utcOffset)
            var answer = try await made(of: reading, isCatchUp: isCatchUp, for: user, tell: tell).answer
            guard answer.sources.isEmpty else { return answer }
            answer.kind = .notFound
            answer.notice = question.nothingFound
            return answer
        case .decisions, .tasks, .deadlines, .nextDeadline, .urgent, .changes:
            let insights = try await insights(for: question, of: user)
            return try await threads.runIfActive {
                RecordAnswer.answer(
                    to: question, from: insights.kept + insights.late.flatMap { $0.all() },
                    thresholds: insights.thresholds, utcOffset: utcOffset)
            }
        }
    }

    private struct Found: Sendable {
        var kept: [CitedInsight] = []
        var late: [ConversationInsights] = []
        var thresholds: InsightThresholds
    }

    /// The insights of a conversation, or of all that the user is in.
    private func insights(for question: RoutedQuestion, of user: UserID) async throws -> Found {
        let time = now()
        return try await database.read { [serverZone] reader in
            let scope = try AssistantScope(for: user, in: question.place, reader)
            let thresholds = try InsightThresholds(at: time, reader)
            guard question.place == nil else {
                guard let place = scope.places.first else { throw Refusal.conversationGone }
                return Found(
                    late: [try ConversationInsights(of: place, in: scope, serverZone: serverZone, reader)],
                    thresholds: thresholds)
            }
            var query = InsightQuery(kinds: question.kinds)
            query.limit = InsightQuery.exportLimit
            var late: [SearchRepository.Place] = []
            for place in scope.places where late.count < Self.behindLimit {
                guard let progress = try InsightProgress.place(of: place.id, reader),
                    try InsightProgress.isBehind(progress, in: place.id, reader)
                else { continue }
                late.append(place)
            }
            let behind = Set(late.map(\.id))
            return Found(
                kept: try query.cited(for: user, reader).filter { !behind.contains($0.insight.conversation) },
                late: try late.map { try ConversationInsights(of: $0, in: scope, serverZone: serverZone, reader) },
                thresholds: thresholds)
        }
    }

    /// What matters in all conversations: unread messages, or those of the days that the question names, or of the last
    /// seven days.
    private func overview(_ question: RoutedQuestion, for user: UserID, utcOffset: Int) async throws -> StoredAnswer {
        let isCatchUp = question.route.target == .catchUp
        let named = question.span ?? (isCatchUp ? nil : week(utcOffset: utcOffset))
        let places = try await database.read { reader in
            try AssistantScope(for: user, in: nil, reader).places.map(\.id)
        }
        var points: [(kind: ThreadSummary.Kind, source: StoredAnswer.Source)] = []
        var read = 0
        for place in places where read < Self.caughtUpLimit {
            let span: Span
            if let named { span = named } else { span = .after(try await readPosition(of: user, in: place)) }
            let reading = try await self.read(place, span, for: user, utcOffset: utcOffset)
            guard !reading.messages.isEmpty else { continue }
            read += 1
            points += try await threads.runIfActive {
                ThreadSummary.catchUp(on: reading.points).map { (reading.points[$0].kind, reading.source($0)) }
            }
        }
        // Kinds by importance; within one the newest first, whatever their conversation.
        points.sort { ($0.kind, $1.source.writtenAt) < ($1.kind, $0.source.writtenAt) }
        let sources = points.prefix(RecordAnswer.limit).map(\.source)
        guard sources.isEmpty else { return StoredAnswer(kind: .quotes, sources: sources) }
        return StoredAnswer(kind: .notFound, notice: question.nothingFound)
    }
}

extension RoutedQuestion {
    /// The kinds of insights that it asks for.
    fileprivate var kinds: [InsightRecord.Kind] {
        switch route.target {
        case .decisions: [.decision]
        case .tasks: [.action]
        case .deadlines, .nextDeadline: [.deadline, .action]
        case .urgent: [.priority, .action]
        case .changes, .messages, .summary, .catchUp: []
        }
    }

    /// The days that it names.
    fileprivate var span: SummaryService.Span? {
        route.days.map {
            .since(asker.zone.start(of: $0.lowerBound), until: asker.zone.start(of: $0.upperBound.later(by: 1)))
        }
    }

    /// What a summary without messages says.
    fileprivate var nothingFound: String {
        if route.days != nil { return "There are no messages of that time." }
        return route.target == .catchUp
            ? "There are no new messages since you last read." : "There is nothing to summarize yet."
    }
}
