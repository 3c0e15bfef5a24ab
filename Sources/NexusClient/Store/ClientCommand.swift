import NexusCore

/// A user's request to the engine, in a form that can be passed to another process of the same profile.
enum ClientCommand: Equatable, Sendable {
    /// A mutation; `people` are the users that it adds to a conversation.
    case perform(Operation, people: [User])
    case retry(OperationID)
    case discard(OperationID)
    case read(ConversationID, through: Seq)
    case loadOlder(ConversationID, before: Seq)
    case loadAround(ConversationID, Seq)
    /// Whatever waits is tried at once.
    case hurry
    /// Only asks for the state.
    case look
}

extension ClientCommand: JSONEncodable, JSONDecodable {
    func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .perform(let operation, let people):
            writer.field("command", "perform")
            writer.field("operation", operation)
            writer.field("people", people)
        case .retry(let id):
            writer.field("command", "retry")
            writer.field("id", id)
        case .discard(let id):
            writer.field("command", "discard")
            writer.field("id", id)
        case .read(let conversation, let seq):
            writer.field("command", "read")
            writer.field("conversation", conversation)
            writer.field("seq", seq)
        case .loadOlder(let conversation, let seq):
            writer.field("command", "loadOlder")
            writer.field("conversation", conversation)
            writer.field("seq", seq)
        case .loadAround(let conversation, let seq):
            writer.field("command", "loadAround")
            writer.field("conversation", conversation)
            writer.field("seq", seq)
        case .hurry:
            writer.field("command", "hurry")
        case .look:
            writer.field("command", "look")
        }
        writer.endObject()
    }

    init(from reader: inout JSONReader) throws(JSONError) {
        var command: String?
        var operation: Operation?
        var people: [User] = []
        var id: OperationID?
        var conversation: ConversationID?
        var seq: Seq?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "command": command = try reader.string()
            case "operation": operation = try Operation(from: &reader)
            case "people": people = try [User](from: &reader)
            case "id": id = try reader.id("id")
            case "conversation": conversation = try reader.id("conversation")
            case "seq": seq = try reader.int()
            default: break
            }
        }
        switch (command, operation, id, conversation, seq) {
        case ("perform", let operation?, _, _, _): self = .perform(operation, people: people)
        case ("retry", _, let id?, _, _): self = .retry(id)
        case ("discard", _, let id?, _, _): self = .discard(id)
        case ("read", _, _, let conversation?, let seq?): self = .read(conversation, through: seq)
        case ("loadOlder", _, _, let conversation?, let seq?): self = .loadOlder(conversation, before: seq)
        case ("loadAround", _, _, let conversation?, let seq?): self = .loadAround(conversation, seq)
        case ("hurry", _, _, _, _): self = .hurry
        case ("look", _, _, _, _): self = .look
        default: throw reader.invalid("command")
        }
    }
}
