import NexusClient
import NexusCore

/// A session in the command line's JSON.
public struct SessionJSON: JSONEncodable {
    private let session: SessionInfo

    public init(_ session: SessionInfo) { self.session = session }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", session.id)
        writer.field("device", session.device)
        writer.field("createdAt", TerminalTime.iso(session.createdAt))
        writer.field("lastUsedAt", TerminalTime.iso(session.lastUsedAt))
        writer.field("current", session.isCurrent)
        if let address = session.address { writer.field("address", address) }
        if let place = session.place { writer.field("place", place) }
        writer.endObject()
    }
}

/// The user's account in the command line's JSON.
public struct AccountJSON: JSONEncodable {
    private let account: Account

    public init(_ account: Account) { self.account = account }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", account.profile.user.id)
        writer.field("name", account.profile.user.name)
        writer.field("email", account.profile.user.email)
        writer.field("about", account.profile.user.about)
        writer.field("picture", ifPresent: account.profile.user.picture)
        writer.field("showsPresence", account.profile.showsPresence)
        writer.field("showsReceipts", account.profile.showsReceipts)
        writer.field("showsAI", account.profile.showsAI)
        writer.field("server", account.server.description)
        writer.field("session", account.session)
        writer.endObject()
    }
}

/// A person in the command line's JSON.
public struct UserJSON: JSONEncodable {
    private let user: User

    public init(_ user: User) { self.user = user }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", user.id)
        writer.field("name", user.name)
        writer.field("email", user.email)
        if !user.about.isEmpty { writer.field("about", user.about) }
        writer.field("picture", ifPresent: user.picture)
        if user.isUnclaimed { writer.field("unclaimed", true) }
        if user.isSuspended { writer.field("suspended", true) }
        writer.endObject()
    }
}

/// An operation of the outbox in the command line's JSON.
public struct OperationJSON: JSONEncodable {
    private let entry: OutboxEntry

    public init(_ entry: OutboxEntry) { self.entry = entry }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", entry.operation.id)
        writer.field("kind", entry.operation.kind.name)
        if let conversation = entry.operation.conversation { writer.field("conversation", conversation) }
        if let text = entry.text { writer.field("text", text) }
        writer.field("createdAt", TerminalTime.iso(entry.createdAt))
        writer.field("state", entry.stateName)
        if case .failed(let refusal) = entry.state { writer.field("error", RefusalJSON(refusal)) }
        writer.endObject()
    }
}

extension OutboxEntry {
    /// `waiting`, `acknowledged` or `failed`.
    public var stateName: String {
        switch state {
        case .waiting: "waiting"
        case .acknowledged: "acknowledged"
        case .failed: "failed"
        }
    }

    /// The text of a post or edit.
    public var text: String? {
        switch operation.kind {
        case .post(_, let post): post.text
        case .edit(_, _, let text, _): text
        case .rename(_, let title), .createGroup(_, let title, _): title
        default: nil
        }
    }
}
