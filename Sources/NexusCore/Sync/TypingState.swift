/// Typing members, as received; and this device's own typing frames.
public struct TypingState: Equatable, Sendable {
    private struct Mark: Equatable, Sendable {
        var conversation: ConversationID
        var user: UserID
        var until: Timestamp
    }

    private var marks: [Mark] = []
    /// The conversation and time of this device's last typing frame.
    private var own: (conversation: ConversationID, at: Timestamp)?

    /// A received lease outlives the server's limit a little, so that a renewal in flight does not make it flicker.
    private static let life = Limits.typingMilliseconds + 1_000
    /// Milliseconds between renewals while the user types.
    private static let renewal: Int64 = 2_000

    /// The typing members of a conversation, in the order they began.
    public func users(in conversation: ConversationID) -> [UserID] {
        marks.filter { $0.conversation == conversation }.map { $0.user }
    }

    mutating func told(_ conversation: ConversationID, _ user: UserID, active: Bool, at now: Timestamp) -> Bool {
        let position = marks.firstIndex { $0.conversation == conversation && $0.user == user }
        if let position {
            if active { marks[position].until = now.advanced(by: TypingState.life) } else { marks.remove(at: position) }
            return !active
        }
        guard active else { return false }
        marks.append(Mark(conversation: conversation, user: user, until: now.advanced(by: TypingState.life)))
        return true
    }

    /// Takes out marks that have ended; returns their conversations.
    mutating func expire(at now: Timestamp) -> [ConversationID] {
        let ended = marks.filter { $0.until <= now }
        marks.removeAll { $0.until <= now }
        return ended.map { $0.conversation }
    }

    func nextExpiry(at now: Timestamp) -> Int64? {
        marks.map { $0.until }.min().map { max(1, $0.since(now)) }
    }

    /// The composer was edited: returns whether to send a frame.
    mutating func edited(_ conversation: ConversationID, at now: Timestamp) -> Bool {
        if let own, own.conversation == conversation, now.since(own.at) < TypingState.renewal, now >= own.at {
            return false
        }
        own = (conversation, now)
        return true
    }

    /// The composer was left or sent: returns whether to send a frame.
    mutating func ended(_ conversation: ConversationID) -> Bool {
        guard own?.conversation == conversation else { return false }
        own = nil
        return true
    }

    public static func == (left: TypingState, right: TypingState) -> Bool { left.marks == right.marks }
}
