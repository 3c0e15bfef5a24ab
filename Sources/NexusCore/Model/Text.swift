/// The reason why a typed text is not accepted. `message` is safe to show.
public enum TextProblem: Error, Equatable, Sendable {
    case empty(field: TextField)
    case tooLong(field: TextField, limit: Int)
    case tooShort(field: TextField, limit: Int)
    /// An invisible character or one that makes a text read as another.
    case hidden(Unicode.Scalar, field: TextField)
    case notAnEmail
    case notAnEmoji

    public var message: String {
        switch self {
        case .empty(let field): "\(field.name) is empty. Type something first."
        case .tooLong(let field, let limit): "\(field.name) is too long: at most \(limit) \(field.unit)."
        case .tooShort(let field, let limit): "\(field.name) is too short: at least \(limit) \(field.unit)."
        case .hidden(let scalar, let field): "\(field.name) has \(HiddenCharacters.name(of: scalar)). Remove it."
        case .notAnEmoji: "A reaction is one emoji."
        case .notAnEmail: "That is not an e-mail address. Write it like name@example.org."
        }
    }
}

/// The kinds of typed texts.
public enum TextField: Equatable, Sendable {
    case message, name, title, team, email, password, reason, note, about, description

    var name: String {
        switch self {
        case .message: "The message"
        case .name: "The name"
        case .title: "The title"
        case .team: "The team's name"
        case .email: "The e-mail address"
        case .password: "The password"
        case .reason: "The reason"
        case .note: "The note"
        case .about: "What you say about yourself"
        case .description: "The description"
        }
    }

    var unit: String {
        switch self {
        case .email: "bytes"
        default: "characters"
        }
    }
}

/// The rules for texts, checked by clients and enforced by the server.
public enum TextRule {
    /// A message's text for storage: trimmed, otherwise unchanged.
    public static func message(_ text: String) throws(TextProblem) -> String {
        try trimmed(text, field: .message, limit: Limits.messageCharacters)
    }

    /// A draft: unchanged, may be empty.
    public static func draft(_ text: String) throws(TextProblem) -> String {
        guard text.unicodeScalars.count <= Limits.messageCharacters else {
            throw .tooLong(field: .message, limit: Limits.messageCharacters)
        }
        try storable(text, field: .message)
        return text
    }

    /// A question to the assistant: trimmed, not empty.
    public static func question(_ text: String) throws(TextProblem) -> String {
        try trimmed(text, field: .message, limit: Limits.questionCharacters)
    }

    /// A display name: trimmed, on one line, of visible characters, not empty.
    public static func name(_ text: String) throws(TextProblem) -> String {
        try seen(try trimmed(text, field: .name, limit: Limits.nameCharacters), field: .name, allowsLines: false)
    }

    /// A group's title: trimmed, on one line, of visible characters, not empty.
    public static func title(_ text: String) throws(TextProblem) -> String {
        try seen(try trimmed(text, field: .title, limit: Limits.titleCharacters), field: .title, allowsLines: false)
    }

    /// A team's name: trimmed, on one line, of characters that can be seen, not empty.
    public static func team(_ text: String) throws(TextProblem) -> String {
        try seen(try trimmed(text, field: .team, limit: Limits.teamCharacters), field: .team, allowsLines: false)
    }

    /// A profile description: trimmed, of visible characters; may be empty.
    public static func about(_ text: String) throws(TextProblem) -> String {
        try seen(
            try optional(text, field: .about, limit: Limits.aboutCharacters), field: .about, allowsLines: true)
    }

    /// A group's description: trimmed, of visible characters; may be empty.
    public static func description(_ text: String) throws(TextProblem) -> String {
        try seen(
            try optional(text, field: .description, limit: Limits.descriptionCharacters), field: .description,
            allowsLines: true)
    }

    /// A text stripped of characters forbidden in names: for names chosen by programs, where no user could react to an
    /// error.
    public static func visible(_ text: String) -> String {
        string(HiddenCharacters.removed(from: Array(text.unicodeScalars)))
    }

    /// A device's name: cut to a length, and stripped of characters forbidden in names. May be empty.
    public static func deviceName(_ text: String, limit: Int) -> String {
        string(HiddenCharacters.removed(from: Array(text.unicodeScalars.prefix(limit))))
    }

    /// The reason of a report: trimmed, not empty.
    public static func reason(_ text: String) throws(TextProblem) -> String {
        try trimmed(text, field: .reason, limit: Limits.reasonCharacters)
    }

    /// The reason of an administrator's act: trimmed; may be empty.
    public static func note(_ text: String) throws(TextProblem) -> String {
        try optional(text, field: .note, limit: Limits.reasonCharacters)
    }

    /// A keyword of notifications: trimmed; may be empty.
    public static func keyword(_ text: String) throws(TextProblem) -> String {
        try optional(text, field: .note, limit: NotificationSettings.keywordCharacters)
    }

    /// An e-mail address, trimmed and in lower case (ASCII letters), with the shape `local@domain.tld`.
    public static func email(_ text: String) throws(TextProblem) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            bytes.append(byte >= 65 && byte <= 90 ? byte + 32 : byte)
        }
        while let last = bytes.last, isASCIISpace(last) { bytes.removeLast() }
        var start = 0
        while start < bytes.count, isASCIISpace(bytes[start]) { start += 1 }
        bytes.removeFirst(start)
        if bytes.isEmpty { throw .empty(field: .email) }
        if bytes.count > Limits.emailBytes { throw .tooLong(field: .email, limit: Limits.emailBytes) }
        var at: Int?
        for (position, byte) in bytes.enumerated() {
            if byte <= 32 || byte == 127 { throw .notAnEmail }
            if byte == UInt8(ascii: "@") {
                if at != nil { throw .notAnEmail }
                at = position
            }
        }
        guard let at, at > 0, at <= 64 else { throw .notAnEmail }
        let domain = bytes[(at + 1)...]
        let dot = UInt8(ascii: ".")
        guard let lastDot = domain.lastIndex(of: dot), lastDot > domain.startIndex, lastDot < domain.endIndex - 1,
            domain.first != dot
        else { throw .notAnEmail }
        var previous: UInt8 = 0
        for byte in domain {
            if byte == dot && previous == dot { throw .notAnEmail }
            previous = byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The caption of attachments: like a message, but may be empty.
    public static func caption(_ text: String) throws(TextProblem) -> String {
        do { return try message(text) } catch .empty { return "" }
    }

    /// A sanitized file name: the last component of a path of any system, without invisible characters and those that
    /// would make it read as another, at most ``Limits/mediaNameCharacters`` long (with its extension). Never empty,
    /// never hidden.
    public static func fileName(_ text: String) -> String {
        var scalars: [Unicode.Scalar] = []
        for scalar in HiddenCharacters.removed(from: Array(text.unicodeScalars)) {
            switch scalar.value {
            case 0x2F, 0x5C: scalars.removeAll(keepingCapacity: true)
            case 0x22, 0x2A, 0x3A, 0x3C, 0x3E, 0x3F, 0x7C: scalars.append("_")
            default: scalars.append(scalar)
            }
        }
        while let first = scalars.first, first == "." || isSpace(first) { scalars.removeFirst() }
        while let last = scalars.last, last == "." || isSpace(last) { scalars.removeLast() }
        if scalars.isEmpty { return "file" }
        let limit = Limits.mediaNameCharacters
        if scalars.count > limit {
            let dot = scalars.lastIndex(of: ".") ?? scalars.count
            let ending = scalars.count - dot <= 16 ? Array(scalars[dot...]) : []
            // A cut can leave an invisible part behind.
            scalars = HiddenCharacters.removed(from: Array(scalars.prefix(limit - ending.count)) + ending)
        }
        return string(scalars)
    }

    /// A new password: taken as typed.
    public static func password(_ text: String) throws(TextProblem) -> String {
        let characters = text.unicodeScalars.count
        if characters < Limits.passwordMinimum {
            throw .tooShort(field: .password, limit: Limits.passwordMinimum)
        }
        if characters > Limits.passwordMaximum { throw .tooLong(field: .password, limit: Limits.passwordMaximum) }
        return text
    }

    private static func string(_ scalars: [Unicode.Scalar]) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    /// - Throws: `TextProblem` for a hidden character, or a one-line text without visible ones.
    private static func seen(_ text: String, field: TextField, allowsLines: Bool) throws(TextProblem) -> String {
        if let hidden = HiddenCharacters.first(in: text, allowsLines: allowsLines) {
            throw .hidden(hidden, field: field)
        }
        for scalar in text.unicodeScalars where !HiddenCharacters.isBlank(scalar) { return text }
        if allowsLines { return "" }
        throw .empty(field: field)
    }

    /// As ``trimmed(_:field:limit:)``, but may be empty.
    private static func optional(_ text: String, field: TextField, limit: Int) throws(TextProblem) -> String {
        do { return try trimmed(text, field: field, limit: limit) } catch .empty { return "" }
    }

    private static func trimmed(_ text: String, field: TextField, limit: Int) throws(TextProblem) -> String {
        let scalars = text.unicodeScalars
        var start = scalars.startIndex
        var end = scalars.endIndex
        while start < end, isSpace(scalars[start]) { start = scalars.index(after: start) }
        while start < end {
            let before = scalars.index(before: end)
            guard isSpace(scalars[before]) else { break }
            end = before
        }
        if start == end { throw .empty(field: field) }
        try storable(text, field: field)
        // A scalar is at least one byte: most texts need no count.
        if text.utf8.count > limit {
            var count = 0
            var position = start
            while position < end {
                count += 1
                position = scalars.index(after: position)
            }
            if count > limit { throw .tooLong(field: field, limit: limit) }
        }
        if start == scalars.startIndex && end == scalars.endIndex { return text }
        return String(text[start..<end])
    }

    /// - Throws: `TextProblem` for the character NUL, which not every database stores.
    private static func storable(_ text: String, field: TextField) throws(TextProblem) {
        let hasNull = text.utf8.withContiguousStorageIfAvailable(hasNull) ?? text.utf8.contains(0)
        if hasNull { throw .hidden("\0", field: field) }
    }

    /// Whether one of the bytes is 0, eight at a time.
    private static func hasNull(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        let ones: UInt64 = 0x0101_0101_0101_0101
        var offset = 0
        while raw.count - offset >= 8 {
            let word = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            // Taking 1 from a byte that is 0 sets its top bit; so it does from one above 0x80, which had it.
            if (word &- ones) & ~word & (ones << 7) != 0 { return true }
            offset += 8
        }
        return raw[offset...].contains(0)
    }

    /// The number of characters (Unicode scalars) of leading white space.
    static func leadingSpace(of text: String) -> Int {
        var count = 0
        for scalar in text.unicodeScalars {
            guard isSpace(scalar) else { break }
            count += 1
        }
        return count
    }

    private static func isASCIISpace(_ byte: UInt8) -> Bool { byte == 32 || (byte >= 9 && byte <= 13) }

    /// White_Space of Unicode, with the invisible scalars that would let a text look empty.
    static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 9...13, 32, 0x85, 0xA0, 0x1680, 0x2000...0x200B, 0x2028, 0x2029, 0x202F, 0x205F, 0x2060, 0x3000, 0xFEFF:
            true
        default: false
        }
    }
}
