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

extension Message {
    static let columns = """
        id, conversation, seq, changed, sender, text, mentions, attachments, writtenAt, editedAt, deletedAt, replyTo, \
        reactions, pinnedBy, pinnedAt, forward, event
        """

    /// Reads the columns of ``columns``, in that order.
    init(_ row: Row) {
        var row = RowCursor(row)
        self.init(
            id: row.next(), conversation: row.next(), seq: row.next(), changed: row.next(), sender: row.next(),
            text: row.next(), mentions: row.list([Mention].init(stored:)), attachments: row.attachments(),
            writtenAt: row.next(), editedAt: row.next(), deletedAt: row.next(), replyTo: row.next(),
            reactions: row.list([Reaction].init(stored:)), pin: row.pin(), forward: row.forward(), event: row.event())
    }

    var arguments: StatementArguments {
        [
            id, conversation, seq, changed, sender, text, mentions.stored.map { Data($0) },
            attachments.isEmpty ? nil : String(decoding: attachments.json, as: UTF8.self), writtenAt, editedAt,
            deletedAt,
            replyTo, reactions.stored.map { Data($0) }, pin?.user, pin?.at,
            forward.map { Data($0.stored) }, event.map { String(decoding: $0.json, as: UTF8.self) },
        ]
    }
}

extension RowCursor {
    fileprivate mutating func attachments() -> [Attachment] {
        let stored: String? = next()
        return stored.flatMap { try? [Attachment].decode($0) } ?? []
    }

    fileprivate mutating func pin() -> Pin? {
        let (user, at): (UserID?, Timestamp?) = (next(), next())
        guard let user, let at else { return nil }
        return Pin(user: user, at: at)
    }

    fileprivate mutating func forward() -> Forward? {
        let stored: Data? = next()
        return stored.flatMap { Forward(stored: Array($0)) }
    }

    fileprivate mutating func event() -> GroupEvent? {
        let stored: String? = next()
        return stored.flatMap { try? GroupEvent.decode($0) }
    }
}

extension Member {
    static let columns = "user, name, picture, role, hasLeft, joined, read, delivered, changed"

    /// Reads the columns of ``columns``, in that order.
    init(_ row: inout RowCursor) {
        self.init(
            user: row.next(), name: row.next(), picture: row.next(), role: Member.Role(rawValue: row.next()) ?? .member,
            hasLeft: row.next(), joined: row.next(), read: row.next(), delivered: row.next(), changed: row.next())
    }

    func arguments(in conversation: ConversationID) -> StatementArguments {
        [conversation, user, name, picture, role.rawValue, hasLeft, joined, read, delivered, changed]
    }
}

extension ConversationRecord {
    static let columns = """
        id, kind, title, creator, createdAt, allowsAI, about, picture, changed, cursor, head, gaps, read, unreadInGaps, \
        mentionsInGaps
        """

    init(_ row: Row) {
        var row = RowCursor(row)
        self.init(
            info: Conversation(
                id: row.next(), kind: row.next() == 1 ? .group : .direct, title: row.next(), creator: row.next(),
                createdAt: row.next(), allowsAI: row.next(), about: row.next(), picture: row.next(),
                changed: row.next()),
            cursor: row.next(), head: row.next(), gaps: Gaps(stored: row.next()), read: row.next(),
            unreadInGaps: row.next(), mentionsInGaps: row.next())
    }

    var arguments: StatementArguments {
        [
            info.id, info.kind == .group ? 1 : 0, info.title, info.creator, info.createdAt, info.allowsAI, info.about,
            info.picture, info.changed, cursor, head, gaps.stored, read, unreadInGaps, mentionsInGaps,
        ]
    }
}

extension ConversationSettings {
    static let columns = """
        conversation, mutedUntil, archivedThrough, isPinned, isMarkedUnread, draft, clearedThrough, hidden, \
        level, playsSound, changed
        """

    init(_ row: Row) {
        var row = RowCursor(row)
        self.init(
            conversation: row.next(), mutedUntil: row.next(), archivedThrough: row.next(), isPinned: row.next(),
            isMarkedUnread: row.next(), draft: row.next(), clearedThrough: row.next(),
            hidden: ConversationSettings.hidden(stored: row.next()),
            level: ConversationLevel(rawValue: row.next()) ?? .usual, playsSound: row.next(), changed: row.next())
    }

    var arguments: StatementArguments {
        [
            conversation, mutedUntil, archivedThrough, isPinned, isMarkedUnread, draft, clearedThrough, storedHidden,
            level.rawValue, playsSound, changed,
        ]
    }
}

extension Relation {
    static let columns = "user, name, isFavourite, isBlocked, changed"

    init(_ row: Row) {
        var row = RowCursor(row)
        self.init(
            user: row.next(), name: row.next(), isFavourite: row.next(), isBlocked: row.next(), changed: row.next())
    }

    var arguments: StatementArguments { [user, name, isFavourite, isBlocked, changed] }
}

extension OutboxEntry {
    static let columns = "position, operation, state, seq, code, reason, createdAt, files"

    /// - Throws: `JSONError` when the stored operation is not one.
    init(_ row: Row) throws {
        var row = RowCursor(row)
        let (order, text): (Int64, String) = (row.next(), row.next())
        let (number, seq): (Int, Seq?) = (row.next(), row.next())
        let (code, reason): (String?, String?) = (row.next(), row.next())
        let state: State =
            switch number {
            case 1: .acknowledged(seq ?? 0)
            case 2: .failed(Refusal(ErrorCode(named: code ?? ""), reason ?? ""))
            default: .waiting
            }
        self.init(
            operation: try Operation.decode(text), order: order, state: state, createdAt: row.next(),
            files: Files(rawValue: row.next()) ?? .ahead)
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
            refusal?.code.text, refusal?.message, createdAt, files.rawValue,
        ]
    }
}
