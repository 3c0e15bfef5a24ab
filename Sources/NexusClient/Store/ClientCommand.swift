import NexusCore

/// A user's request to the engine, in a form that can be passed to another process of the same profile.
enum ClientCommand: Equatable, Sendable {
    /// A mutation; `people` are the users that it adds to a conversation.
    case perform(Operation, people: [User])
    case retry(OperationID)
    case discard(OperationID)
    /// The text of a post without its attachments, which are posted under the other identifier or discarded.
    case sendText(OperationID, files: OperationID?)
    case read(ConversationID, through: Seq)
    case loadOlder(ConversationID, before: Seq)
    case loadAround(ConversationID, Seq)
    /// Whatever waits is tried at once.
    case hurry
    /// Only asks for the state.
    case look
}

extension ClientCommand: JSONUnion {
    static var tag: StaticString { "command" }

    init(_: Blank) { self = .look }

    static func blank(_ name: CaseName) -> ClientCommand? {
        switch name {
        case "perform": .perform(Operation(.blank), people: [])
        case "retry": .retry(.blank)
        case "discard": .discard(.blank)
        case "sendText": .sendText(.blank, files: nil)
        case "read": .read(.blank, through: 0)
        case "loadOlder": .loadOlder(.blank, before: 0)
        case "loadAround": .loadAround(.blank, 0)
        case "hurry": .hurry
        case "look": .look
        default: nil
        }
    }

    mutating func payload(_ coder: inout FieldCoder) {
        switch self {
        case .perform(var operation, var people):
            coder.named("perform")
            coder.required("operation", &operation)
            coder.present("people", &people)
            self = .perform(operation, people: people)
        case .retry(var id):
            coder.named("retry")
            coder.required("id", &id)
            self = .retry(id)
        case .discard(var id):
            coder.named("discard")
            coder.required("id", &id)
            self = .discard(id)
        case .sendText(var id, var files):
            coder.named("sendText")
            coder.required("id", &id)
            coder.optional("files", &files)
            self = .sendText(id, files: files)
        case .read(var conversation, var seq):
            coder.named("read", &conversation, &seq)
            self = .read(conversation, through: seq)
        case .loadOlder(var conversation, var seq):
            coder.named("loadOlder", &conversation, &seq)
            self = .loadOlder(conversation, before: seq)
        case .loadAround(var conversation, var seq):
            coder.named("loadAround", &conversation, &seq)
            self = .loadAround(conversation, seq)
        case .hurry: coder.named("hurry")
        case .look: coder.named("look")
        }
    }
}

extension FieldCoder {
    /// The name of a command about a position in a conversation.
    fileprivate mutating func named(
        _ name: StaticString, _ conversation: inout ConversationID, _ seq: inout Seq
    ) {
        named(name)
        required("conversation", &conversation)
        required("seq", &seq)
    }
}
