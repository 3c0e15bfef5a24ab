import NIOPosix
import NexusCore
import NexusDatabase
import NexusIntelligence

/// Summaries of a conversation, and of what happened in it: by a language model if it may be used, otherwise by quoted
/// messages. Cached until the conversation changes.
struct SummaryService: Sendable {
    /// Messages looked at for one summary: the newest.
    static let messageLimit = 1_500
    static let day: Int64 = 86_400_000

    let database: any Database
    /// Nil without a model.
    let blocks: MeaningBlocks?
    let threads: NIOThreadPool
    let writer: SummaryWriter
    /// The time zone of writers whose own is unknown.
    let serverZone: InsightZone
    let now: @Sendable () -> Timestamp
    let kept = SummaryCache()

    /// The range of messages.
    enum Span: Hashable, Sendable {
        case after(Seq)
        /// Written since a time, and before another.
        case since(Timestamp, until: Timestamp? = nil)
        case all
    }

    /// - Throws: `Refusal` (`conversation_gone`).
    func summary(
        of conversation: ConversationID, _ range: ConversationSummary.Range, for user: UserID, utcOffset: Int
    ) async throws -> ConversationSummary {
        let read = range == .unread ? try await readPosition(of: user, in: conversation) : 0
        let span: Span =
            switch range {
            case .unread: .after(read)
            case .today: .since(Self.midnight(now(), utcOffset: utcOffset))
            case .week: week(utcOffset: utcOffset)
            case .all: .all
            }
        return try await told(conversation, span, isCatchUp: false, for: user, utcOffset: utcOffset)
    }

    /// A summary of what happened after a `seq`, or since the user's read position, most important first.
    func catchUp(
        on conversation: ConversationID, after seq: Seq?, for user: UserID, utcOffset: Int
    ) async throws -> ConversationSummary {
        var start = seq
        if start == nil { start = try await readPosition(of: user, in: conversation) }
        return try await told(conversation, .after(start ?? 0), isCatchUp: true, for: user, utcOffset: utcOffset)
    }

    /// A summary with its origin.
    struct Made: Sendable {
        var answer: StoredAnswer
        /// Messages that were looked at.
        var read: Int
        /// Whether it may be cached.
        var isLasting: Bool
    }

    func made(
        of reading: SummaryReading, isCatchUp: Bool, for user: UserID,
        tell: (AssistantEvent) async throws -> Void = { _ in }
    ) async throws -> Made {
        let outstanding = try await threads.runIfActive { ThreadSummary.catchUp(on: reading.points) }
        let chosen =
            isCatchUp ? outstanding : try await threads.runIfActive { ThreadSummary.points(of: reading.points) }
        let quotes = Made(
            answer: StoredAnswer(kind: .quotes, sources: chosen.map(reading.source)), read: reading.messages.count,
            isLasting: true)
        guard writer.engine != nil, !chosen.isEmpty else { return quotes }
        switch try await writer.write(
            reading, outstanding: outstanding, isCatchUp: isCatchUp, for: user, tell: tell)
        {
        case .written(let answer, let read): return Made(answer: answer, read: read, isLasting: true)
        case .quotesInstead(let notice, let isLasting):
            var made = quotes
            made.answer.notice = notice
            made.isLasting = isLasting
            return made
        }
    }

    private func told(
        _ conversation: ConversationID, _ span: Span, isCatchUp: Bool, for user: UserID, utcOffset: Int
    ) async throws -> ConversationSummary {
        // The key comes from a snapshot in which the user is a member: a cached summary never reaches another user.
        let state = try await database.read { try Self.state(of: conversation, for: user, $0) }
        let key = SummaryCache.Key(
            user: user, conversation: conversation, span: span, isCatchUp: isCatchUp, utcOffset: utcOffset,
            state: state, engine: writer.engine)
        if let summary = kept[key] { return summary }
        let reading = try await read(conversation, span, for: user, utcOffset: utcOffset)
        let made = try await made(of: reading, isCatchUp: isCatchUp, for: user)
        let answer = try await database.read { reader in
            var citations = try CitationReader(for: user, reader)
            return try citations.answer(made.answer.dated(reader), reader)
        }
        let isWritten = answer.kind == .written
        let summary = ConversationSummary(
            messages: reading.rows.count, through: reading.rows.head, read: made.read, statements: answer.statements,
            points: isWritten ? answer.citations : answer.citations.filter { $0.state != .gone }, model: answer.model,
            notice: answer.notice)
        if made.isLasting, try await database.read({ try Self.state(of: conversation, for: user, $0) }) == state {
            kept[key] = summary
        }
        return summary
    }

    func read(
        _ conversation: ConversationID, _ span: Span, for user: UserID, utcOffset: Int
    ) async throws -> SummaryReading {
        let rows = try await database.read { [blocks, serverZone] reader in
            try SummaryRows(
                conversation, span, for: user, utcOffset: utcOffset, blocks: blocks, serverZone: serverZone,
                limit: Self.messageLimit, reader)
        }
        return try await threads.runIfActive { SummaryReading(rows) }
    }

    func readPosition(of user: UserID, in conversation: ConversationID) async throws -> Seq {
        try await database.read { reader in
            guard let view = try HistoryRepository.view(conversation, for: user, in: reader) else {
                throw Refusal.conversationGone
            }
            return view.read
        }
    }

    private static func state(
        of conversation: ConversationID, for user: UserID, _ reader: Reader
    ) throws -> SummaryCache.State {
        let scope = try AssistantScope(for: user, in: conversation, reader)
        let progress = try InsightProgress.place(of: conversation, reader)
        return SummaryCache.State(
            head: scope.places.first?.head ?? 0, own: try UserSettingsRepository.head(of: user, in: reader).head,
            insights: try InsightProgress.revision(of: conversation, reader),
            isBehind: try progress.map { try InsightProgress.isBehind($0, in: conversation, reader) } ?? false)
    }

    /// The last seven days, from the beginning of the first: the same span for every request of a day.
    func week(utcOffset: Int) -> Span {
        .since(Self.midnight(now().advanced(by: -7 * Self.day), utcOffset: utcOffset))
    }

    private static func midnight(_ time: Timestamp, utcOffset: Int) -> Timestamp {
        let offset = Int64(utcOffset) * 60_000
        let local = time.milliseconds + offset
        return Timestamp(milliseconds: local - ((local % day) + day) % day - offset)
    }
}
