import NexusCore

/// Something that observers of a client may want to know. The store is the truth: an event only says that it is worth a look.
public enum ClientEvent: Equatable, Sendable {
    /// Rows of the local store changed; they are durable by now.
    case changed(StoreChange)
    /// A message of somebody else arrived that was not there before, and not in a first load.
    case arrived(Message)
    /// The server refused an operation for good; it stays in the outbox as failed.
    case refused(OperationID, Refusal)
    /// What a message carries is on its way to the server: so many of its bytes have come there.
    case uploading(MessageID, sent: Int64, total: Int64)
    /// The connection was opened or lost.
    case connection(isOnline: Bool)
    /// The presence of these people changed.
    case presence([UserID])
    /// Those who type in that conversation changed.
    case typing(ConversationID)
    /// Insights of that conversation came, changed or went.
    case insights(ConversationID)
    /// Topics with the assistant about that conversation, or about all, came, changed or went.
    case assistant(ConversationID?)
    /// The server was restored from a backup, or lost its last changes: what is held is being fetched again, and the person's own
    /// messages of the last days are posted again.
    case startedOver
    /// The session is over: only signing in again helps.
    case signedOut(Refusal)
    /// The local store failed; nothing is sent or received until it works again.
    case failed(ClientError)
}

/// What one local transaction changed.
public struct StoreChange: Equatable, Sendable {
    /// Conversations of which anything changed.
    public var conversations: Set<ConversationID> = []
    /// Conversations that were taken out.
    public var removed: Set<ConversationID> = []
    /// Messages that came or changed, in their present state.
    public var messages: [Message] = []
    /// Members that came or changed, in their present state.
    public var members: [ConversationID: [Member]] = [:]
    /// Whether the outbox changed.
    public var outbox = false
    /// Whether the person's own account changed.
    public var profile = false
    /// Whether anything changed that the person has settled for themself.
    public var own = false

    public init() {}

    /// What these mutations change.
    public init(_ mutations: [StoreMutation]) {
        for mutation in mutations {
            switch mutation {
            case .upsertMessages(let messages):
                self.messages += messages
                for message in messages { conversations.insert(message.conversation) }
            case .upsertMembers(let id, let members):
                self.members[id, default: []] += members
                conversations.insert(id)
            case .putConversation(let record):
                conversations.insert(record.info.id)
                removed.remove(record.info.id)
            case .removeConversation(let id):
                conversations.insert(id)
                removed.insert(id)
            case .putOperation(let entry):
                outbox = true
                if let id = entry.operation.conversation { conversations.insert(id) }
            case .removeOperation: outbox = true
            case .putProfile: profile = true
            case .putClock, .putEpoch: break
            case .removeOwn: own = true
            case .putOwn(_, let settings, _):
                own = true
                for row in settings { conversations.insert(row.conversation) }
            }
        }
    }

    /// Whether nothing that a screen shows changed.
    public var isEmpty: Bool { self == StoreChange() }
}
