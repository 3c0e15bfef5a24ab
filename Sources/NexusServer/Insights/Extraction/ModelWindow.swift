import NexusCore
import NexusDatabase
import NexusIntelligence

/// The next messages of a conversation that a language model reads, with what its check needs: fetched in one snapshot.
struct ModelWindow: Sendable {
    /// New messages in one request, at most.
    static let newMessages = 40
    /// Messages before them, as context.
    static let contextMessages = 12
    /// Earlier open records that the messages may speak of: the newest.
    static let knownRecords = 20
    /// Milliseconds without a message after which a window that is not full is read.
    static let quiet: Int64 = 120_000
    /// Milliseconds since its post for which a message is read: no history leaves the server unasked.
    static let age: Int64 = 24 * 3_600_000

    /// What to do with a conversation.
    enum Next: Sendable {
        /// Its last messages are too new.
        case waits
        /// Nothing up to there is to be sent.
        case nothing(through: Seq)
        case window(ModelWindow)
    }

    var id: ConversationID
    /// The messages after this one are new.
    var after: Seq
    var through: Seq
    /// The version of the conversation's messages, as of the rules.
    var version: Int64
    var lines: [InsightReading.Line]
    /// The places of new messages in `lines`.
    var new: Range<Int>
    var members: [InsightMember]
    var records: [ExtractionWindow.Known]
    /// In the order of sending: messages of records, context, new ones.
    var quotes: [QuotedMessage]
    /// The sender of the last message, whose budget is used.
    var user: UserID

    /// Reads what is next.
    /// - Parameter room: the estimated tokens that quotes may take.
    static func next(
        in id: ConversationID, room: Int, at time: Timestamp, serverZone: InsightZone, _ reader: Reader
    ) throws -> Next {
        guard let place = try InsightProgress.place(of: id, reader), place.changed == nil,
            try InsightPolicy.mayRead(id, reader)
        else { return .waits }
        let read = try ModelFindingRepository.progress(of: id, reader).read
        let start = time.advanced(by: -age)
        let posted = try heads(in: id, after: read, through: place.read, since: start, limit: newMessages, reader)
        guard let last = posted.last else { return .nothing(through: place.read) }
        guard posted.count == newMessages || last.postedAt <= time.advanced(by: -quiet) else { return .waits }
        var spent = 0
        let new = posted.prefix { head in
            spent += TokenUsage.estimate(of: head.text) + 60
            return spent <= room || head.seq == posted[0].seq
        }
        let through =
            new.count < posted.count ? new.last?.seq ?? last.seq : posted.count == newMessages ? last.seq : place.read
        let sendable = new.filter(\.maySend)
        guard let first = sendable.first, let final = sendable.last else { return .nothing(through: through) }
        let context = try heads(in: id, before: first.seq, limit: contextMessages, reader).filter(\.maySend)
        let wanted = Set(sendable.map(\.seq)).union(context.map(\.seq))
        let beginning = context.first?.seq ?? first.seq
        let lines = try InsightProgress.lines(
            in: id, after: beginning - 1, limit: 4 * (newMessages + contextMessages), serverZone: serverZone, reader
        ).lines.filter { wanted.contains($0.seq) && !$0.isDeleted }
        guard let from = lines.firstIndex(where: { $0.seq >= first.seq }) else { return .nothing(through: through) }
        var window = ModelWindow(
            id: id, after: first.seq - 1, through: through, version: place.version, lines: lines,
            new: from..<lines.count,
            members: try MeaningRepository.members(of: id, reader), records: [], quotes: [], user: final.sender)
        try window.quote(context + sendable, reader)
        return .window(window)
    }

    /// What the check needs.
    var extraction: ExtractionWindow {
        ExtractionWindow(
            lines: lines.enumerated().map { number, line in
                .init(line.message, meaning: line.meaning, isNew: new.contains(number))
            }, members: members, records: records)
    }

    /// Makes the quotes: the messages of earlier records first, with the labels of these.
    private mutating func quote(_ heads: [Head], _ reader: Reader) throws {
        let title = try reader.first("SELECT title FROM conversations WHERE id = $1", .id(id)) {
            try $0.next(String?.self)
        }
        var notes: [MessageID: [String]] = [:]
        var sources: [Head] = []
        for known in try Self.known(in: id, before: lines[new.lowerBound].seq, reader) {
            guard let head = try Self.head(known.source, reader), head.maySend else { continue }
            records.append(ExtractionWindow.Known(id: known.id, kind: known.kind, source: known.source))
            notes[known.source, default: []].append(
                "record r\(records.count): \(known.kind == .action ? "task" : known.kind.rawValue)")
            if !heads.contains(where: { $0.id == head.id }), !sources.contains(where: { $0.id == head.id }) {
                sources.append(head)
            }
        }
        sources.sort { $0.seq < $1.seq }
        let newest = lines[new.lowerBound].seq
        quotes = (sources + heads).map { head in
            // The new ones are left out last, and of the others the oldest first.
            let rank = head.seq >= newest ? 0 : 1 + Int(clamping: newest - head.seq)
            return QuotedMessage(
                id: head.id, conversation: id, seq: head.seq, sender: head.name, place: (title ?? nil) ?? "",
                time: MeaningDay.words(head.writtenAt, utcOffset: 0), text: head.text,
                note: notes[head.id, default: []].joined(separator: ", "), rank: rank)
        }
    }

    // MARK: SQL

    /// A message, as it is sent.
    private struct Head: Sendable {
        var id: MessageID
        var seq: Seq
        var sender: UserID
        var name: String
        /// Whether the sender wants AI.
        var showsAI: Bool
        var postedAt: Timestamp
        var writtenAt: Timestamp
        var text: String

        /// Neither of a sender who hides AI, nor an instruction to it.
        var maySend: Bool { showsAI && ExtractionWindow.maySend(text) }

        static let columns = "m.id, m.seq, m.sender_id, u.name, u.shows_ai, m.posted_at, m.written_at, m.text"

        init(_ row: inout Row) throws {
            id = try row.next()
            seq = try row.next()
            sender = try row.next()
            name = try row.next()
            showsAI = try row.next()
            postedAt = try row.next()
            writtenAt = try row.next()
            text = try row.next()
        }
    }

    private static func heads(
        in id: ConversationID, after: Seq, through: Seq, since start: Timestamp, limit: Int, _ reader: Reader
    ) throws -> [Head] {
        try reader.all(
            SQL(
                """
                SELECT \(Head.columns) FROM messages AS m JOIN users AS u ON u.id = m.sender_id
                WHERE m.conversation_id = $1 AND m.seq > $2 AND m.seq <= $3 AND m.deleted_at IS NULL
                    AND m.posted_at >= $4
                ORDER BY m.seq LIMIT $5
                """), .id(id), .integer(after), .integer(through), .time(start), .integer(limit)
        ) { try Head(&$0) }
    }

    /// The messages before one, oldest first.
    private static func heads(
        in id: ConversationID, before seq: Seq, limit: Int, _ reader: Reader
    ) throws -> [Head] {
        try reader.all(
            SQL(
                """
                SELECT \(Head.columns) FROM messages AS m JOIN users AS u ON u.id = m.sender_id
                WHERE m.conversation_id = $1 AND m.seq < $2 AND m.deleted_at IS NULL ORDER BY m.seq DESC LIMIT $3
                """), .id(id), .integer(seq), .integer(limit)
        ) { try Head(&$0) }.reversed()
    }

    private static func head(_ message: MessageID, _ reader: Reader) throws -> Head? {
        try reader.first(
            SQL(
                """
                SELECT \(Head.columns) FROM messages AS m JOIN users AS u ON u.id = m.sender_id
                WHERE m.id = $1 AND m.deleted_at IS NULL
                """), .id(message)
        ) { try Head(&$0) }
    }

    /// The open tasks and the decisions of earlier messages, newest first.
    private static func known(
        in id: ConversationID, before seq: Seq, _ reader: Reader
    ) throws -> [(id: InsightID, kind: InsightRecord.Kind, source: MessageID)] {
        try reader.all(
            """
            SELECT id, kind, message_id FROM insights
            WHERE conversation_id = $1 AND seq < $2 AND kind IN ('action', 'decision') AND is_closed = 0
                AND merged_into IS NULL
            ORDER BY seq DESC, place LIMIT $3
            """, .id(id), .integer(seq), .integer(knownRecords)
        ) { row in
            let id: InsightID = try row.next()
            let kind = InsightRecord.Kind(rawValue: try row.next()) ?? .action
            return (id, kind, try row.next())
        }
    }
}
