/// The reactions to a message with one emoji.
public struct Reaction: Equatable, Sendable {
    public var emoji: String
    /// In the order in which they did; never empty in a message.
    public var users: [UserID]

    public init(emoji: String, users: [UserID]) {
        self.emoji = emoji
        self.users = users
    }
}

extension [Reaction] {
    /// The number of reactions, over all emoji.
    public var total: Int { reduce(0) { $0 + $1.users.count } }

    /// Adds or removes a user's reaction; emoji keep the order of first use.
    ///
    /// - Returns: whether that changed anything.
    public mutating func set(_ emoji: String, by user: UserID, on: Bool) -> Bool {
        guard let position = firstIndex(where: { $0.emoji == emoji }) else {
            if on { append(Reaction(emoji: emoji, users: [user])) }
            return on
        }
        let place = self[position].users.firstIndex(of: user)
        guard (place != nil) != on else { return false }
        if let place {
            self[position].users.remove(at: place)
            if self[position].users.isEmpty { remove(at: position) }
        } else {
            self[position].users.append(user)
        }
        return true
    }

    /// Whether one more reaction with that emoji would exceed a limit.
    public func isFull(for emoji: String) -> Bool {
        total >= Limits.reactions || (count >= Limits.reactionEmoji && !contains { $0.emoji == emoji })
    }
}

// The column format of reactions: for each emoji its length in bytes (1 byte), its UTF-8, the number of users (2 bytes,
// big-endian) and their identifiers (16 bytes each).
extension [Reaction] {
    /// The bytes of a column; `nil` without reactions.
    public var stored: [UInt8]? {
        guard !isEmpty else { return nil }
        var bytes: [UInt8] = []
        for reaction in self {
            bytes.append(UInt8(clamping: reaction.emoji.utf8.count))
            bytes.append(contentsOf: reaction.emoji.utf8.prefix(255))
            bytes.append(UInt8(truncatingIfNeeded: reaction.users.count >> 8))
            bytes.append(UInt8(truncatingIfNeeded: reaction.users.count))
            for user in reaction.users {
                for word in [user.high, user.low] {
                    for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(56 - shift * 8))) }
                }
            }
        }
        return bytes
    }

    /// Reads what ``stored`` wrote; `nil` for any other bytes.
    public init?(stored bytes: [UInt8]) {
        self = []
        var rest = bytes[...]
        while let length = rest.popFirst() {
            guard rest.count >= Int(length) + 2 else { return nil }
            let emoji = String(decoding: rest.prefix(Int(length)), as: UTF8.self)
            rest.removeFirst(Int(length))
            let count = Int(rest.removeFirst()) << 8 | Int(rest.removeFirst())
            guard rest.count >= count * 16 else { return nil }
            var users: [UserID] = []
            users.reserveCapacity(count)
            for _ in 0..<count {
                var words: [UInt64] = [0, 0]
                for position in 0..<16 { words[position / 8] = words[position / 8] << 8 | UInt64(rest.removeFirst()) }
                users.append(UserID(high: words[0], low: words[1]))
            }
            append(Reaction(emoji: emoji, users: users))
        }
    }
}
