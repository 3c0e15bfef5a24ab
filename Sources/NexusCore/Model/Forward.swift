/// The origin of a forwarded message.
public struct Forward: Equatable, Sendable {
    /// The original sender.
    public var user: UserID
    /// Their name when it was forwarded, since not every reader knows them.
    public var name: String
    /// The original message: only in a post. Recipients do not learn where it is.
    public var message: MessageID?

    public init(user: UserID, name: String, message: MessageID? = nil) {
        self.user = user
        self.name = name
        self.message = message
    }
}

extension Message {
    /// The post that forwards it. The server takes text and attachments from the original; those here are shown until
    /// then.
    ///
    /// - Parameters:
    ///   - writtenAt: now, by the device's clock.
    ///   - name: the present name of a user; empty if unknown.
    public func forwarded(at writtenAt: Timestamp, _ name: (UserID) -> String) -> Post {
        Post(
            text: MentioningText(text, mentions).shown(name).text, writtenAt: writtenAt, attachments: attachments,
            forward: Forward(
                user: forward?.user ?? sender, name: forward?.name ?? name(sender), message: id))
    }
}

// The column format of a forward: the identifier (16 bytes) and the name in UTF-8.
extension Forward {
    /// The bytes of a column.
    public var stored: [UInt8] {
        var bytes: [UInt8] = []
        for word in [user.high, user.low] {
            for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(56 - shift * 8))) }
        }
        return bytes + Array(name.utf8)
    }

    /// Reads what ``stored`` wrote; `nil` for any other bytes.
    public init?(stored bytes: [UInt8]) {
        guard bytes.count >= 16 else { return nil }
        var words: [UInt64] = [0, 0]
        for position in 0..<16 { words[position / 8] = words[position / 8] << 8 | UInt64(bytes[position]) }
        self.init(user: UserID(high: words[0], low: words[1]), name: String(decoding: bytes[16...], as: UTF8.self))
    }
}
