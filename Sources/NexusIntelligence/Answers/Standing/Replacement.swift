/// On record: a message that replaces what an earlier one states, or a part of it.
public struct Replacement: Hashable, Sendable {
    /// What the later message says otherwise.
    public enum Part: Hashable, Sendable {
        case date, person, all
    }

    /// Places among the searched messages.
    public var earlier: Int
    public var later: Int
    public var part: Part

    public init(of earlier: Int, by later: Int, _ part: Part) {
        self.earlier = earlier
        self.later = later
        self.part = part
    }

    /// The messages that each change of a record replaces: the change of the same part before it, else the message that made the record.
    ///
    /// - Parameter changes: in their order.
    public static func steps<Message>(
        from source: Message, _ changes: [(message: Message, part: Part)]
    ) -> [(earlier: Message, later: Message, part: Part)] {
        var last: [Part: Message] = [:]
        return changes.map { change in
            defer { last[change.part] = change.message }
            return (last[change.part] ?? source, change.message, change.part)
        }
    }
}
