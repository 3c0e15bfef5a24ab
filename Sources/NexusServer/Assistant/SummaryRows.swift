import NexusCore
import NexusDatabase
import NexusIntelligence

/// The messages of a summary, in one snapshot, with their insights.
struct SummaryRows: Sendable {
    let user: UserID
    /// The reader's name.
    let userName: String
    let messages: [SearchedMessage]
    let passages: [Passage]
    /// The number of reactions and replies of a message.
    let answers: [MessageID: Int]
    let insights: ConversationInsights
    /// The conversation's last change.
    let head: Seq
    /// The number of messages in the range, including those that are not read.
    let count: Int
    /// The conversation's title, or the other person's name.
    let title: String

    /// - Throws: `Refusal` (`conversation_gone`).
    init(
        _ conversation: ConversationID, _ span: SummaryService.Span, for user: UserID, utcOffset: Int,
        blocks: MeaningBlocks?, serverZone: InsightZone, limit: Int, _ reader: Reader
    ) throws {
        let scope = try AssistantScope(for: user, in: conversation, reader)
        guard let place = scope.places.first else { throw Refusal.conversationGone }
        self.user = user
        head = place.head
        title = place.name
        var after: Seq = 0
        var times = (start: Timestamp(milliseconds: .min), end: Timestamp?.none)
        switch span {
        case .after(let seq): after = seq
        case .since(let start, let end): times = (start, end)
        case .all: break
        }
        var messages = try scope.messages(in: place, after: after, before: times.end, limit: limit, reader)
        messages.removeAll { $0.writtenAt < times.start }
        count =
            messages.count < limit
            ? messages.count
            : try Self.count(in: conversation, after: max(after, place.deleted.clearedThrough), times, reader)
        insights = try ConversationInsights(
            of: place, in: scope, after: (messages.first?.seq ?? 1) - 1, serverZone: serverZone, reader)
        answers = try Self.answers(to: messages, reader)
        let vectors = try blocks?.block(of: conversation, reader)
        var names = NameTable()
        userName = try names.name(of: user, reader)
        var exchange = 0
        var passages: [Passage] = []
        for (number, message) in messages.enumerated() {
            if number > 0, message.isNewExchange(after: messages[number - 1]) { exchange += 1 }
            passages.append(
                Passage(
                    sender: try names.name(of: message.sender, reader), text: message.text,
                    day: MeaningDay.words(message.writtenAt, utcOffset: utcOffset), exchange: exchange,
                    vector: vectors?.vector(for: message.seq)))
        }
        self.messages = messages
        self.passages = passages
    }

    /// The number of messages, if they are too many to read.
    private static func count(
        in conversation: ConversationID, after seq: Seq, _ times: (start: Timestamp, end: Timestamp?), _ reader: Reader
    ) throws -> Int {
        try reader.first(
            """
            SELECT COUNT(*) FROM messages WHERE conversation_id = $1 AND seq > $2 AND written_at >= $3 AND written_at < $4
                AND deleted_at IS NULL
            """, .id(conversation), .integer(seq), .time(times.start),
            .time(times.end ?? Timestamp(milliseconds: .max))
        ) { try $0.next() } ?? 0
    }

    private static func answers(to messages: [SearchedMessage], _ reader: Reader) throws -> [MessageID: Int] {
        var answers: [MessageID: Int] = [:]
        for message in messages {
            guard let whole = try MessageRepository.message(message.id, in: reader) else { continue }
            answers[message.id, default: 0] += whole.reactions.count
            if let original = whole.replyTo { answers[original, default: 0] += 1 }
        }
        return answers
    }
}
