import Foundation
import GRDB
import NexusCore

// The columns of domain values.

/// Sixteen bytes, in the order in which identifiers compare.
extension ID: DatabaseValueConvertible {
    public var databaseValue: DatabaseValue {
        var bytes = Data(count: 16)
        bytes.withUnsafeMutableBytes {
            $0.storeBytes(of: high.bigEndian, as: UInt64.self)
            $0.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        return bytes.databaseValue
    }

    public static func fromDatabaseValue(_ value: DatabaseValue) -> ID? {
        guard case .blob(let data) = value.storage, data.count == 16 else { return nil }
        return data.withUnsafeBytes {
            ID(
                high: UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
        }
    }
}

/// Milliseconds.
extension Timestamp: DatabaseValueConvertible {
    public var databaseValue: DatabaseValue { milliseconds.databaseValue }

    public static func fromDatabaseValue(_ value: DatabaseValue) -> Timestamp? {
        Int64.fromDatabaseValue(value).map { Timestamp(milliseconds: $0) }
    }
}

extension Gaps {
    /// `1-99,150-200`.
    var stored: String { ranges.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",") }

    init(stored: String) {
        self.init(
            stored.split(separator: ",").compactMap { part in
                let bounds = part.split(separator: "-").compactMap { Seq($0) }
                return bounds.count == 2 && bounds[0] <= bounds[1] ? bounds[0]...bounds[1] : nil
            })
    }
}

extension Row {
    /// The mentions of a text, from their column.
    func mentions(_ column: Int) -> [Mention] {
        (self[column] as Data?).flatMap { [Mention](stored: Array($0)) } ?? []
    }
}

extension Message {
    static let columns = """
        conversation, seq, id, changed, sender, text, writtenAt, editedAt, deletedAt, replyTo, attachments, reactions, \
        mentions, pinnedBy, pinnedAt, forward, event
        """

    /// Reads the columns of ``columns``, in that order.
    init(_ row: Row) {
        self.init(
            id: row[2], conversation: row[0], seq: row[1], changed: row[3], sender: row[4], text: row[5],
            mentions: row.mentions(12),
            attachments: (row[10] as String?).flatMap { try? [Attachment].decode($0) } ?? [], writtenAt: row[6],
            editedAt: row[7], deletedAt: row[8], replyTo: row[9],
            reactions: (row[11] as Data?).flatMap { [Reaction](stored: Array($0)) } ?? [],
            pin: (row[13] as UserID?).map { Pin(user: $0, at: row[14]) },
            forward: (row[15] as Data?).flatMap { Forward(stored: Array($0)) },
            event: (row[16] as String?).flatMap { try? GroupEvent.decode($0) })
    }

    var arguments: StatementArguments {
        [
            conversation, seq, id, changed, sender, text, writtenAt, editedAt, deletedAt, replyTo,
            attachments.isEmpty ? nil : String(decoding: attachments.json, as: UTF8.self),
            reactions.stored.map { Data($0) }, mentions.stored.map { Data($0) }, pin?.user, pin?.at,
            forward.map { Data($0.stored) }, event.map { String(decoding: $0.json, as: UTF8.self) },
        ]
    }
}

extension Member {
    static let columns = "user, name, role, hasLeft, joined, read, delivered, changed, picture"

    init(_ row: Row) {
        self.init(
            user: row[0], name: row[1], picture: row[8], role: Member.Role(rawValue: row[2]) ?? .member,
            hasLeft: row[3], joined: row[4], read: row[5], delivered: row[6], changed: row[7])
    }

    func arguments(in conversation: ConversationID) -> StatementArguments {
        [conversation, user, name, role.rawValue, hasLeft, joined, read, delivered, changed, picture]
    }
}

extension ConversationRecord {
    static let columns = """
        id, kind, title, creator, createdAt, changed, cursor, head, gaps, read, unreadInGaps, mentionsInGaps, allowsAI, \
        about, picture
        """

    init(_ row: Row) {
        self.init(
            info: Conversation(
                id: row[0], kind: row[1] == 1 ? .group : .direct, title: row[2], creator: row[3], createdAt: row[4],
                allowsAI: row[12], about: row[13], picture: row[14], changed: row[5]),
            cursor: row[6], head: row[7], gaps: Gaps(stored: row[8]), read: row[9], unreadInGaps: row[10],
            mentionsInGaps: row[11])
    }

    var arguments: StatementArguments {
        [
            info.id, info.kind == .group ? 1 : 0, info.title, info.creator, info.createdAt, info.changed, cursor, head,
            gaps.stored, read, unreadInGaps, mentionsInGaps, info.allowsAI, info.about, info.picture,
        ]
    }
}

extension ConversationSettings {
    static let columns =
        "conversation, mutedUntil, archivedThrough, isPinned, isMarkedUnread, draft, changed, clearedThrough, hidden"

    init(_ row: Row) {
        self.init(
            conversation: row[0], mutedUntil: row[1], archivedThrough: row[2], isPinned: row[3], isMarkedUnread: row[4],
            draft: row[5], clearedThrough: row[7], hidden: ConversationSettings.hidden(stored: row[8]),
            changed: row[6])
    }

    var arguments: StatementArguments {
        [
            conversation, mutedUntil, archivedThrough, isPinned, isMarkedUnread, draft, changed, clearedThrough,
            storedHidden,
        ]
    }
}

extension Relation {
    static let columns = "user, name, isFavourite, isBlocked, changed"

    init(_ row: Row) {
        self.init(user: row[0], name: row[1], isFavourite: row[2], isBlocked: row[3], changed: row[4])
    }

    var arguments: StatementArguments { [user, name, isFavourite, isBlocked, changed] }
}

extension OutboxEntry {
    static let columns = "position, operation, state, seq, code, reason, createdAt"

    /// - Throws: `JSONError` when the stored operation is not one.
    init(_ row: Row) throws {
        let text: String = row[1]
        let state: State =
            switch row[2] as Int {
            case 1: .acknowledged(row[3])
            case 2: .failed(Refusal(ErrorCode(named: row[4] ?? ""), row[5] ?? ""))
            default: .waiting
            }
        self.init(operation: try Operation.decode(text), order: row[0], state: state, createdAt: row[6])
    }

    var arguments: StatementArguments {
        var number = 0
        var seq: Seq?
        var refusal: Refusal?
        switch state {
        case .waiting: break
        case .acknowledged(let at): (number, seq) = (1, at)
        case .failed(let reason): (number, refusal) = (2, reason)
        }
        return [
            operation.id, operation.conversation, order, String(decoding: operation.json, as: UTF8.self), number, seq,
            refusal?.code.text, refusal?.message, createdAt,
        ]
    }
}
