import NIOPosix
import NexusCore
import NexusDatabase
import NexusIntelligence

/// What a conversation is about, and what happened in it, by its messages themselves. Kept for as long as the conversation has not moved.
struct SummaryService: Sendable {
    /// Messages looked at for one summary: the newest.
    static let messageLimit = 1_500
    static let day: Int64 = 86_400_000

    let database: any Database
    /// Nil where there is no model.
    let blocks: MeaningBlocks?
    let threads: NIOThreadPool
    let now: @Sendable () -> Timestamp
    let kept = SummaryCache()

    /// What is to be told of.
    enum Span: Hashable, Sendable {
        case after(Seq)
        case since(Timestamp)
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
            case .week: .since(now().advanced(by: -7 * Self.day))
            case .all: .all
            }
        return try await told(conversation, span, for: user, utcOffset: utcOffset) {
            ThreadSummary.points(of: $0.points)
        }
    }

    /// What happened after a `seq`, or since one last read, the most important first.
    func catchUp(
        on conversation: ConversationID, after seq: Seq?, for user: UserID, utcOffset: Int
    ) async throws -> ConversationSummary {
        var start = seq
        if start == nil { start = try await readPosition(of: user, in: conversation) }
        return try await told(
            conversation, .after(start ?? 0), isCatchUp: true, for: user, utcOffset: utcOffset
        ) { ThreadSummary.catchUp(on: $0.points) }
    }

    /// An answer to what somebody wants of a conversation.
    func answer(
        _ intent: AssistantIntent, in conversation: ConversationID, for user: UserID, utcOffset: Int
    ) async throws -> StoredAnswer {
        let span: Span = intent == .catchUp ? .after(try await readPosition(of: user, in: conversation)) : .all
        let reading = try await read(conversation, span, for: user, utcOffset: utcOffset)
        return try await threads.runIfActive {
            let sources: [StoredAnswer.Source] =
                switch intent {
                case .summary, .question: ThreadSummary.points(of: reading.points).map(reading.source)
                case .catchUp: ThreadSummary.catchUp(on: reading.points).map(reading.source)
                case .actions: reading.sources(of: .action)
                case .decisions: reading.sources(of: .decision)
                case .deadlines: reading.dueSources()
                }
            return StoredAnswer(
                kind: sources.isEmpty ? .notFound : .quotes, sources: sources,
                notice: sources.isEmpty ? Self.nothing(intent) : nil)
        }
    }

    private static func nothing(_ intent: AssistantIntent) -> String {
        switch intent {
        case .actions: "Nobody was found to be asked, or to promise, to do something in this conversation."
        case .decisions: "No decision was found in this conversation."
        case .deadlines: "No deadline was found in this conversation."
        case .catchUp: "Nothing has been written since you last read."
        case .summary, .question: "There is nothing to summarize yet."
        }
    }

    private func told(
        _ conversation: ConversationID, _ span: Span, isCatchUp: Bool = false, for user: UserID, utcOffset: Int,
        choose: @escaping @Sendable (SummaryReading) -> [Int]
    ) async throws -> ConversationSummary {
        // The key is made from a snapshot in which the person is a member: nobody else is given what was kept.
        let head = try await database.read { try Self.state(of: conversation, for: user, $0) }
        let key = SummaryCache.Key(
            user: user, conversation: conversation, span: span, isCatchUp: isCatchUp, utcOffset: utcOffset,
            head: head.conversation, own: head.own)
        if let summary = kept[key] { return summary }
        let reading = try await read(conversation, span, for: user, utcOffset: utcOffset)
        let sources = try await threads.runIfActive { choose(reading).map(reading.source) }
        let points = try await database.read { reader in
            var citations = try CitationReader(for: user, reader)
            let read: [Citation] = try sources.map { source in
                var source = source
                source.editedAt = try MessageRepository.message(source.message, in: reader)?.editedAt
                return try citations.citation(source, reader)
            }
            return read.filter { $0.state != .gone }
        }
        let summary = ConversationSummary(
            messages: reading.count, through: reading.head, read: reading.messages.count, points: points)
        if reading.head == head.conversation { kept[key] = summary }
        return summary
    }

    private func read(
        _ conversation: ConversationID, _ span: Span, for user: UserID, utcOffset: Int
    ) async throws -> SummaryReading {
        try await database.read { [blocks] reader in
            try SummaryReading(
                conversation, span, for: user, utcOffset: utcOffset, blocks: blocks, limit: Self.messageLimit, reader)
        }
    }

    private func readPosition(of user: UserID, in conversation: ConversationID) async throws -> Seq {
        try await database.read { reader in
            guard let view = try HistoryRepository.view(conversation, for: user, in: reader) else {
                throw Refusal.conversationGone
            }
            return view.read
        }
    }

    private static func state(
        of conversation: ConversationID, for user: UserID, _ reader: Reader
    ) throws -> (conversation: Seq, own: Seq) {
        let scope = try AssistantScope(for: user, in: conversation, reader)
        return (scope.places.first?.head ?? 0, try OwnRepository.head(of: user, in: reader).head)
    }

    private static func midnight(_ time: Timestamp, utcOffset: Int) -> Timestamp {
        let offset = Int64(utcOffset) * 60_000
        let local = time.milliseconds + offset
        return Timestamp(milliseconds: local - ((local % day) + day) % day - offset)
    }
}
