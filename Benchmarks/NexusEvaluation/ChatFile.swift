import Foundation
import NexusCore
import NexusIntelligence

/// A conversation with labels and questions, in the form that docs/chat-files.md describes.
public struct ChatFile: Sendable {
    public struct Message: Sendable {
        public var number: Int
        public var sender: String
        /// The local time in ``ChatFile/zone``: `2026-03-02T07:58`.
        public var time: String
        public var replyTo: Int?
        public var text: String
        public var labels: [ChatLabel] = []
    }

    /// A question that a member asks after the last message.
    public struct Question: Sendable {
        public enum Sources: Equatable, Sendable {
            /// Messages that each answer it.
            case messages([Int])
            /// The conversation does not say.
            case none
            /// A list of records: `actions`, `actions NAME`, `owed`, `decisions`, `deadline`, `deadlines`, `urgent`, `open` or `changed`.
            case records(String)
        }

        public var asker: String
        public var text: String
        public var sources: Sources
        public var kind: String
    }

    /// What a reader who left after a message must know of the later ones.
    public struct CatchUp: Sendable {
        public var reader: String
        public var after: Int
        public var messages: [Int]
    }

    public var name = ""
    public var domain = ""
    /// The language, or several with `+` between.
    public var language = ""
    public var zone = ""
    public var members: [String] = []
    public var messages: [Message] = []
    public var questions: [Question] = []
    public var catchUps: [CatchUp] = []

    /// - Throws: ``ChatFileError`` for the first line that is not of the form.
    public init(text: String) throws(ChatFileError) {
        var reader = ChatFileReader()
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            do throws(ChatFileError.Reason) {
                try reader.read(line)
            } catch {
                throw ChatFileError(line: index + 1, reason: error)
            }
        }
        self = reader.file
    }

    init() {}
}

/// What a message of a ``ChatFile`` states or does.
public struct ChatLabel: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        case request, commit, accept, refuse, done, cancel, move, reassign, remind, propose, assent, decide, deadline
        case urgent, advice, figure, help, past
    }

    public var kind: Kind
    /// The action item (`a1`) or decision (`d1`).
    public var item: String?
    /// A member, or `all`.
    public var to: String?
    /// A day, or a local time.
    public var due: String?
    /// The words of the message that state it.
    public var evidence: String?
    public var title: String?
    /// The decision that this one replaces.
    public var replaces: String?
}

/// A line of a chat file that cannot be read.
public struct ChatFileError: Error, CustomStringConvertible {
    public enum Reason: String, Error {
        case label = "is no label"
        case evidence = "quotes what the message does not say"
        case message = "is no message, label, day or question"
        case number = "has a number out of order"
        case member = "names no member"
        case question = "is no question: asker | question | sources | kind"
        case catchUp = "is no catch-up: catchup READER after N | numbers"
        case day = "has no day before it"
    }

    public var line: Int
    public var reason: Reason
    public var description: String { "line \(line) \(reason.rawValue)" }
}
