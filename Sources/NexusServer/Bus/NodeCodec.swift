import NIOCore
import NexusCore

/// How messages between nodes are written: a byte of the version, the sender, a byte of the kind, then what the kind has. Numbers are big-endian; lists
/// begin with their count.
///
/// What cannot be read is nil, whatever its bytes: an older node ignores what a newer one added.
enum NodeCodec {
    static let version: UInt8 = 1

    static func encode(_ message: NodeMessage, from node: NodeID) -> [UInt8] {
        var out = ByteBuffer()
        out.writeInteger(version)
        out.writeID(node)
        out.writeInteger(message.kind)
        switch message {
        case .change(let change): write(change, to: &out)
        case .frame(let users, let frame):
            out.writeIDs(users)
            out.writeBytes(frame)
        case .typing(let conversation, let user, let isActive, let recipients):
            out.writeID(conversation)
            out.writeID(user)
            out.writeInteger(UInt8(isActive ? 1 : 0))
            out.writeIDs(recipients)
        case .sessionEnded(let session): out.writeID(session)
        case .sessionRefreshed(let session, let user):
            out.writeID(session)
            out.writeID(user)
        case .presence(let news): write(news, to: &out)
        case .heartbeat(let number): out.writeInteger(number)
        case .ask(let node): out.writeIDs(node.map { [$0] } ?? [])
        case .leaving: break
        case .switched(let user): out.writeID(user)
        case .related(let user, let other):
            out.writeID(user)
            out.writeID(other)
        }
        return Array(out.readableBytesView)
    }

    /// - Returns: nil for what this version cannot read.
    static func decode(_ payload: [UInt8]) -> (message: NodeMessage, sender: NodeID)? {
        var buffer = ByteBuffer(bytes: payload)
        guard buffer.readInteger(as: UInt8.self) == version, let sender: NodeID = buffer.readID(),
            let kind = buffer.readInteger(as: UInt8.self), let message = Self.message(kind, &buffer)
        else { return nil }
        return (message, sender)
    }

    private static func message(_ kind: UInt8, _ buffer: inout ByteBuffer) -> NodeMessage? {
        switch kind {
        case 1: return change(&buffer).map { .change($0) }
        case 2:
            guard let users: [UserID] = buffer.readIDs(), let frame = buffer.readText() else { return nil }
            return .frame(users, frame)
        case 3:
            guard let conversation: ConversationID = buffer.readID(), let user: UserID = buffer.readID(),
                let isActive = buffer.readInteger(as: UInt8.self), let recipients: [UserID] = buffer.readIDs()
            else { return nil }
            return .typing(conversation, user, isActive: isActive == 1, recipients: recipients)
        case 4:
            guard let session: SessionID = buffer.readID() else { return nil }
            return .sessionEnded(session)
        case 5:
            guard let session: SessionID = buffer.readID(), let user: UserID = buffer.readID() else { return nil }
            return .sessionRefreshed(session, user)
        case 6: return news(&buffer).map { .presence($0) }
        case 7:
            guard let number = buffer.readInteger(as: UInt64.self) else { return nil }
            return .heartbeat(number)
        case 8:
            guard let nodes: [NodeID] = buffer.readIDs() else { return nil }
            return .ask(nodes.first)
        case 9: return .leaving
        case 10:
            guard let user: UserID = buffer.readID() else { return nil }
            return .switched(user)
        case 11:
            guard let user: UserID = buffer.readID(), let other: UserID = buffer.readID() else { return nil }
            return .related(user, other)
        default: return nil
        }
    }

    // MARK: Changes

    private static func write(_ change: ForeignChange, to out: inout ByteBuffer) {
        out.writeID(change.conversation)
        out.writeIDs(change.recipients)
        out.writeIDs(change.departed)
        out.writeIDs(change.joined)
        out.writeIDs(change.author.map { [$0] } ?? [])
        out.writeInteger(UInt32(change.hidden.count))
        for (recipient, members) in change.hidden {
            out.writeID(recipient)
            out.writeInteger(UInt32(members.count))
            for (member, parts) in members {
                out.writeID(member)
                out.writeInteger(parts.rawValue)
            }
        }
        out.writeBytes(change.frame)
    }

    private static func change(_ buffer: inout ByteBuffer) -> ForeignChange? {
        guard let conversation: ConversationID = buffer.readID(), let recipients: [UserID] = buffer.readIDs(),
            let departed: [UserID] = buffer.readIDs(), let joined: [UserID] = buffer.readIDs(),
            let author: [UserID] = buffer.readIDs(), let count = buffer.readInteger(as: UInt32.self)
        else { return nil }
        var hidden: [UserID: [UserID: HiddenParts]] = [:]
        for _ in 0..<count {
            guard let recipient: UserID = buffer.readID(), let count = buffer.readInteger(as: UInt32.self) else {
                return nil
            }
            var members: [UserID: HiddenParts] = [:]
            for _ in 0..<count {
                guard let member: UserID = buffer.readID(), let parts = buffer.readInteger(as: UInt8.self) else {
                    return nil
                }
                members[member] = HiddenParts(rawValue: parts)
            }
            hidden[recipient] = members
        }
        return buffer.readText().map { frame in
            ForeignChange(
                conversation: conversation, recipients: recipients, departed: departed, joined: joined,
                author: author.first, hidden: hidden, frame: frame)
        }
    }

    // MARK: Presence

    private static func write(_ news: PresenceNews, to out: inout ByteBuffer) {
        out.writeInteger(news.number)
        out.writeInteger(news.marks.rawValue)
        out.writeInteger(UInt32(news.entries.count))
        for entry in news.entries {
            out.writeID(entry.user)
            out.writeIDs(entry.sessions)
            out.writeInteger(UInt8(entry.showsPresence.map { $0 ? 1 : 0 } ?? 2))
            out.writeInteger(entry.lastSeen?.milliseconds ?? -1)
        }
    }

    private static func news(_ buffer: inout ByteBuffer) -> PresenceNews? {
        guard let number = buffer.readInteger(as: UInt64.self), let marks = buffer.readInteger(as: UInt8.self),
            let count = buffer.readInteger(as: UInt32.self)
        else { return nil }
        var entries: [PresenceNews.Entry] = []
        for _ in 0..<count {
            guard let user: UserID = buffer.readID(), let sessions: [SessionID] = buffer.readIDs(),
                let shows = buffer.readInteger(as: UInt8.self), let seen = buffer.readInteger(as: Int64.self)
            else { return nil }
            entries.append(
                PresenceNews.Entry(
                    user: user, sessions: sessions, showsPresence: shows > 1 ? nil : shows == 1,
                    lastSeen: seen < 0 ? nil : Timestamp(milliseconds: seen)))
        }
        return PresenceNews(number: number, marks: PresenceNews.Marks(rawValue: marks), entries: entries)
    }
}

extension NodeMessage {
    /// Its number on the wire; one that is gone is not used again.
    fileprivate var kind: UInt8 {
        switch self {
        case .change: 1
        case .frame: 2
        case .typing: 3
        case .sessionEnded: 4
        case .sessionRefreshed: 5
        case .presence: 6
        case .heartbeat: 7
        case .ask: 8
        case .leaving: 9
        case .switched: 10
        case .related: 11
        }
    }
}

extension ByteBuffer {
    fileprivate mutating func writeID<Subject>(_ id: ID<Subject>) {
        writeInteger(id.high)
        writeInteger(id.low)
    }

    fileprivate mutating func writeIDs<Subject>(_ ids: [ID<Subject>]) {
        reserveCapacity(minimumWritableBytes: 4 + ids.count * 16)
        writeInteger(UInt32(ids.count))
        for id in ids { writeID(id) }
    }

    fileprivate mutating func readID<Subject>() -> ID<Subject>? {
        guard let high = readInteger(as: UInt64.self), let low = readInteger(as: UInt64.self) else { return nil }
        return ID(high: high, low: low)
    }

    fileprivate mutating func readIDs<Subject>() -> [ID<Subject>]? {
        guard let count = readInteger(as: UInt32.self), Int(count) <= readableBytes / 16 else { return nil }
        var ids: [ID<Subject>] = []
        ids.reserveCapacity(Int(count))
        for _ in 0..<count {
            guard let id: ID<Subject> = readID() else { return nil }
            ids.append(id)
        }
        return ids
    }

    /// The rest, if it is a text.
    fileprivate mutating func readText() -> [UInt8]? {
        let bytes = readBytes(length: readableBytes) ?? []
        return bytes.isEmpty || String(validating: bytes, as: UTF8.self) == nil ? nil : bytes
    }
}
