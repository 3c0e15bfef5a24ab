import NexusClient
import NexusCore

/// One line of `nexus watch`: a change, named by its `type`.
public enum WatchLine: JSONEncodable {
    case connection(isOnline: Bool)
    /// A new or changed message, in its present state.
    case message(MessageJSON)
    /// A new or changed conversation.
    case conversation(ConversationJSON)
    /// The user is no longer a member of it.
    case removed(ConversationID)
    /// A member has read or received everything up to a `seq`.
    case receipt(ConversationID, Member)
    /// A member joined or left, or changed role or name.
    case member(ConversationID, Member)
    case typing(ConversationID, [Member])
    case presence(Presence, name: String)
    /// An operation was refused permanently.
    case refused(OperationID, Refusal)

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .connection(let isOnline):
            writer.field("type", "connection")
            writer.field("online", isOnline)
        case .message(let message):
            writer.field("type", "message")
            writer.field("message", message)
        case .conversation(let conversation):
            writer.field("type", "conversation")
            writer.field("conversation", conversation)
        case .removed(let id):
            writer.field("type", "removed")
            writer.field("conversation", id)
        case .receipt(let id, let member):
            writer.field("type", "receipt")
            writer.field("conversation", id)
            writer.field("user", PersonJSON(id: member.user, name: member.name))
            writer.field("read", member.read)
            writer.field("delivered", member.delivered)
        case .member(let id, let member):
            writer.field("type", "member")
            writer.field("conversation", id)
            writer.field("member", MemberJSON(member))
        case .typing(let id, let members):
            writer.field("type", "typing")
            writer.field("conversation", id)
            writer.field("users", members.map { PersonJSON(id: $0.user, name: $0.name) })
        case .presence(let presence, let name):
            writer.field("type", "presence")
            writer.field("user", PersonJSON(id: presence.user, name: name))
            writer.field("online", presence.isOnline)
            if let lastSeen = presence.lastSeen { writer.field("lastSeen", TerminalTime.iso(lastSeen)) }
        case .refused(let id, let refusal):
            writer.field("type", "refused")
            writer.field("operation", id)
            writer.field("error", RefusalJSON(refusal))
        }
        writer.endObject()
    }
}
