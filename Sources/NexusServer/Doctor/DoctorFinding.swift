import NexusCore

/// What `nexus doctor` found of one part: a sentence, and what to do if something is wrong. It contains no secrets.
public struct DoctorFinding: Equatable, Sendable, JSONEncodable {
    public enum State: String, Comparable, Sendable {
        case fine
        /// Works, and needs attention.
        case warning
        /// Does not work.
        case error

        public static func < (one: State, other: State) -> Bool { one.rank < other.rank }

        private var rank: Int {
            switch self {
            case .fine: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    /// A lowercase word.
    public var part: String
    public var state: State
    public var text: String
    /// What to do; nil where nothing is wrong.
    public var remedy: String?

    /// Nothing is wrong.
    public init(_ part: String, _ text: String) { self.init(part, .fine, text) }

    public init(_ part: String, _ state: State, _ text: String, remedy: String? = nil) {
        self.part = part
        self.state = state
        self.text = text
        self.remedy = remedy
    }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("part", part)
        writer.field("state", state.rawValue)
        writer.field("text", text)
        writer.field("remedy", ifPresent: remedy)
        writer.endObject()
    }
}
