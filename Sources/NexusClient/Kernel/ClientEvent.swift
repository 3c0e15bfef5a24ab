import NexusCore

/// An event for observers of a client. The store is the truth: an event only says that it changed.
public enum ClientEvent: Equatable, Sendable {
    /// Rows of the local store changed; they are durable by now.
    case changed(StoreChange)
    /// A new message of another user arrived, not during a first load.
    case arrived(Message)
    /// The server refused an operation for good; it stays in the outbox as failed.
    case refused(OperationID, Refusal)
    /// The upload progress of a message's attachments, in bytes.
    case uploading(MessageID, sent: Int64, total: Int64)
    /// The connection was opened or lost.
    case connection(isOnline: Bool)
    /// An attempt to connect began or failed, or the changes from before this connection have arrived.
    case connectionProgress
    /// The presence of these people changed.
    case presence([UserID])
    /// The members who type in that conversation changed.
    case typing(ConversationID)
    /// Insights of that conversation changed; `nil`: of any.
    case insights(ConversationID?)
    /// Topics with the assistant about that conversation, or about all, changed.
    case assistant(ConversationID?)
    /// The user's reminders changed, or one fired.
    case reminders
    /// The server was restored from a backup, or lost its last changes: everything is being fetched again, and the
    /// user's own recent messages are posted again.
    case startedOver
    /// The session is over: only signing in again helps.
    case signedOut(Refusal)
    /// The local store failed; nothing is sent or received until it works again.
    case failed(ClientError)
}

/// The changes of one local transaction.
public struct StoreChange: Equatable, Sendable {
    /// Conversations of which anything changed.
    public var conversations: Set<ConversationID> = []
    /// Conversations that were taken out.
    public var removed: Set<ConversationID> = []
    /// New or changed messages, in their present state.
    public var messages: [Message] = []
    /// New or changed members, in their present state.
    public var members: [ConversationID: [Member]] = [:]
    /// Whether the outbox changed.
    public var outbox = false
    /// Whether the user's account changed.
    public var profile = false
    /// Whether the user's personal settings changed.
    public var own = false

    public init() {}

    /// The changes that these mutations cause.
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
            case .putClock, .putEpoch, .putInsights, .putInsightsThrough, .outdateInsights: break
            case .removeOwn: own = true
            case .putOwn(_, let settings, _):
                own = true
                for row in settings { conversations.insert(row.conversation) }
            }
        }
    }

    /// Whether no screen is affected.
    public var isEmpty: Bool { self == StoreChange() }
}
