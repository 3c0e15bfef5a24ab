import NexusCore
import NexusDatabase

/// What a commit tells the other nodes of what they have in memory, and of whom it concerns live (docs/decisions/0029).
enum NodeNote: Equatable, Sendable {
    /// The head of a conversation has moved, at a time.
    case head(ConversationID, Seq, Timestamp)
    /// How far a member has read and received, and the change that said so.
    case receipts(ConversationID, UserID, read: Seq, delivered: Seq, changed: Seq)
    /// A conversation's members or description have changed, or it is new.
    case conversation(ConversationID)
    /// A user's name or picture.
    case face(UserID)
    /// Whom a user has blocked.
    case blocks(UserID)
    /// Who hides receipts.
    case hiding
    /// A session has ended: its sockets close.
    case sessionEnded(SessionID)
    /// A session has other tokens: its sockets must be renewed.
    case sessionChanged(SessionID)
    /// A user's own stream has moved.
    case own(UserID)
    /// A node leads, under that number.
    case leader(Int64)

    private var tag: UInt8 {
        switch self {
        case .head: 1
        case .receipts: 2
        case .conversation: 3
        case .face: 4
        case .blocks: 5
        case .hiding: 6
        case .sessionEnded: 7
        case .sessionChanged: 8
        case .own: 9
        case .leader: 10
        }
    }

    private var words: [UInt64] {
        switch self {
        case .head(let id, let seq, let time):
            [id.high, id.low, UInt64(bitPattern: seq), UInt64(bitPattern: time.milliseconds)]
        case .receipts(let id, let user, let read, let delivered, let changed):
            [
                id.high, id.low, user.high, user.low, UInt64(bitPattern: read), UInt64(bitPattern: delivered),
                UInt64(bitPattern: changed),
            ]
        case .conversation(let id): [id.high, id.low]
        case .face(let user), .blocks(let user), .own(let user): [user.high, user.low]
        case .hiding: []
        case .sessionEnded(let session), .sessionChanged(let session): [session.high, session.low]
        case .leader(let number): [UInt64(bitPattern: number)]
        }
    }

    /// Its tag, how many numbers follow, and the numbers: a node of another version skips what it does not know.
    var bytes: [UInt8] {
        let words = words
        var bytes: [UInt8] = [tag, UInt8(words.count)]
        for word in words { withUnsafeBytes(of: word.bigEndian) { bytes += $0 } }
        return bytes
    }

    private init?(tag: UInt8, _ words: [UInt64]) {
        func seq(_ index: Int) -> Seq { Seq(bitPattern: words[index]) }
        switch (tag, words.count) {
        case (1, 4):
            self = .head(
                ConversationID(high: words[0], low: words[1]), seq(2),
                Timestamp(milliseconds: Int64(bitPattern: words[3])))
        case (2, 7):
            self = .receipts(
                ConversationID(high: words[0], low: words[1]), UserID(high: words[2], low: words[3]), read: seq(4),
                delivered: seq(5), changed: seq(6))
        case (3, 2): self = .conversation(ConversationID(high: words[0], low: words[1]))
        case (4, 2): self = .face(UserID(high: words[0], low: words[1]))
        case (5, 2): self = .blocks(UserID(high: words[0], low: words[1]))
        case (6, 0): self = .hiding
        case (7, 2): self = .sessionEnded(SessionID(high: words[0], low: words[1]))
        case (8, 2): self = .sessionChanged(SessionID(high: words[0], low: words[1]))
        case (9, 2): self = .own(UserID(high: words[0], low: words[1]))
        case (10, 1): self = .leader(Int64(bitPattern: words[0]))
        default: return nil
        }
    }

    /// Reads what one commit told; nil if it cannot be read: everything may have changed.
    static func all(in bytes: [UInt8]) -> [NodeNote]? {
        var notes: [NodeNote] = []
        var rest = bytes[...]
        while let tag = rest.popFirst() {
            guard let count = rest.popFirst(), rest.count >= Int(count) * 8 else { return nil }
            var words: [UInt64] = []
            for _ in 0..<count {
                words.append(rest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
                rest.removeFirst(8)
            }
            if let note = NodeNote(tag: tag, words) { notes.append(note) }
        }
        return notes
    }
}

extension Transaction {
    /// Tells the other nodes, once this is committed.
    func tellOthers(_ note: @autoclosure () -> NodeNote) {
        if isShared { tellOthers(note().bytes) }
    }
}

extension TurnsOfOthers {
    /// In order; nil if everything may have changed.
    var read: [NodeNote]? {
        guard let notes else { return nil }
        var all: [NodeNote] = []
        for told in notes {
            guard let read = NodeNote.all(in: told) else { return nil }
            all += read
        }
        return all
    }
}
