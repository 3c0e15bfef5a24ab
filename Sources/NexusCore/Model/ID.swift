/// A 128-bit identifier of a `Subject`, written as the 36 lower-case characters of a UUID (RFC 9562).
///
/// The creator of an object makes its identifier before it first leaves the device: version 7 (time-ordered, so that
/// indexes grow at their end), except the identifier of a direct conversation, which both sides derive.
public struct ID<Subject>: Hashable, Comparable, Sendable {
    /// The first eight bytes, big-endian.
    public let high: UInt64
    /// The last eight bytes, big-endian.
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A version 7 identifier (RFC 9562 §5.7): 48 bits of time, 74 random bits.
    public init<Source: RandomNumberGenerator>(at time: Timestamp, using random: inout Source) {
        let milliseconds = UInt64(truncatingIfNeeded: max(0, time.milliseconds)) & 0xFFFF_FFFF_FFFF
        high = milliseconds << 16 | 0x7000 | (random.next() & 0x0FFF)
        low = 0x8000_0000_0000_0000 | (random.next() >> 2)
    }

    /// The same, from the system's random numbers.
    public init(at time: Timestamp) {
        var random = SystemRandomNumberGenerator()
        self.init(at: time, using: &random)
    }

    /// Reads the 36-character form, in either case. Anything else is `nil`.
    public init?(_ text: String) {
        var high: UInt64 = 0
        var low: UInt64 = 0
        var position = 0
        for byte in text.utf8 {
            switch position {
            case 8, 13, 18, 23:
                guard byte == UInt8(ascii: "-") else { return nil }
            case 0..<36:
                guard let digit = hexadecimalDigit(byte) else { return nil }
                if position < 18 { high = high << 4 | digit } else { low = low << 4 | digit }
            default:
                return nil
            }
            position += 1
        }
        guard position == 36 else { return nil }
        self.init(high: high, low: low)
    }

    public static func < (left: ID, right: ID) -> Bool {
        left.high != right.high ? left.high < right.high : left.low < right.low
    }

    /// The UUID version: the four bits that RFC 9562 §4.2 sets apart.
    public var version: Int { Int(high >> 12 & 0xF) }

    /// The same bits as an identifier of something else: an operation that posts gives its identifier to the message.
    public func retyped<Other>(_: Other.Type = Other.self) -> ID<Other> { ID<Other>(high: high, low: low) }

    /// The 36-character form.
    public var text: String {
        String(unsafeUninitializedCapacity: 36) { buffer in
            var position = 0
            for word in [high, low] {
                var shift = 64
                while shift > 0 {
                    if position == 8 || position == 13 || position == 18 || position == 23 {
                        buffer[position] = UInt8(ascii: "-")
                        position += 1
                    }
                    shift -= 4
                    let digit = UInt8(truncatingIfNeeded: word >> UInt64(shift) & 0xF)
                    buffer[position] = digit < 10 ? 48 + digit : 87 + digit
                    position += 1
                }
            }
            return position
        }
    }
}

extension ID: CustomStringConvertible {
    public var description: String { text }
}

/// The kinds of identified objects.
public enum UserSubject {}
public enum SessionSubject {}
public enum SocketSubject {}
public enum ConversationSubject {}
public enum MessageSubject {}
public enum OperationSubject {}
public enum MediaSubject {}
public enum ReportSubject {}
public enum TopicSubject {}
public enum EpochSubject {}
public enum InvitationSubject {}
public enum PasskeySubject {}
public enum MailSubject {}
public enum ExportSubject {}
public enum InsightSubject {}

public typealias UserID = ID<UserSubject>
public typealias SessionID = ID<SessionSubject>
/// One open live socket.
public typealias SocketID = ID<SocketSubject>
public typealias ConversationID = ID<ConversationSubject>
public typealias MessageID = ID<MessageSubject>
public typealias OperationID = ID<OperationSubject>
public typealias ReportID = ID<ReportSubject>
public typealias MediaID = ID<MediaSubject>
public typealias InvitationID = ID<InvitationSubject>
public typealias PasskeyID = ID<PasskeySubject>
/// One e-mail to one recipient.
public typealias MailID = ID<MailSubject>
public typealias ExportID = ID<ExportSubject>
public typealias InsightID = ID<InsightSubject>
public typealias TopicID = ID<TopicSubject>
/// The identity of a database's timeline: a restored database has a new one.
public typealias EpochID = ID<EpochSubject>

extension ID where Subject == ConversationSubject {
    /// The identifier of the direct conversation between two users, the same on both sides: so at most one can exist,
    /// and a device can open it offline. A version 8 (custom) UUID over the ordered pair.
    public static func direct(between one: UserID, and other: UserID) -> ConversationID {
        let (first, second) = one < other ? (one, other) : (other, one)
        var state: UInt64 = 0x6E65_7875_7320_6469
        var high: UInt64 = 0
        var low: UInt64 = 0
        for word in [first.high, first.low, second.high, second.low] {
            state = mixed(state ^ word)
            high = mixed(high &+ state)
            low = mixed(low ^ state.byteSwapped)
        }
        return ConversationID(high: high & ~0xF000 | 0x8000, low: low >> 2 | 0x8000_0000_0000_0000)
    }

    /// Whether the identifier has the form of a direct conversation's.
    public var isDirect: Bool { version == 8 }
}

extension ID where Subject == InsightSubject {
    /// The identifier of an insight that a server finds in a message: the same each time the message is read. A version
    /// 8 (custom) UUID.
    ///
    /// - Parameters:
    ///   - kind: its kind, as a word.
    ///   - place: where its words begin.
    ///   - number: counts up where the identifier is in use.
    public static func found(in message: MessageID, kind: String, at place: Int, number: Int = 0) -> InsightID {
        var state: UInt64 = 0x6E65_7875_7320_696E
        var high: UInt64 = 0
        var low: UInt64 = 0
        var words = [message.high, message.low, UInt64(bitPattern: Int64(place)), UInt64(bitPattern: Int64(number))]
        for byte in kind.utf8 { words.append(UInt64(byte)) }
        for word in words {
            state = mixed(state ^ word)
            high = mixed(high &+ state)
            low = mixed(low ^ state.byteSwapped)
        }
        return InsightID(high: high & ~0xF000 | 0x8000, low: low >> 2 | 0x8000_0000_0000_0000)
    }
}

/// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014): every input bit changes about half of the output's.
private func mixed(_ value: UInt64) -> UInt64 {
    var value = value &+ 0x9E37_79B9_7F4A_7C15
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
}

private func hexadecimalDigit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - 48)
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - 87)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - 55)
    default: nil
    }
}
