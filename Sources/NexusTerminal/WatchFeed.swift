import NexusClient
import NexusCore

/// Turns a client's events into the lines of `nexus watch`.
public struct WatchFeed {
    private let client: NexusClient
    private let only: ConversationID?
    private var members: [ConversationID: [UserID: Member]] = [:]
    private var infos: [ConversationID: Conversation] = [:]

    /// - Parameter conversation: the only one to report, if any.
    public init(_ client: NexusClient, only conversation: ConversationID?) async throws(ClientError) {
        self.client = client
        only = conversation
        for row in try await client.conversations() {
            guard let state = try await client.conversation(row.id) else { continue }
            infos[row.id] = state.record.info
            members[row.id] = Dictionary(uniqueKeysWithValues: state.members.map { ($0.user, $0) })
        }
    }

    /// The lines of an event.
    public mutating func lines(for event: ClientEvent) async throws(ClientError) -> [WatchLine] {
        switch event {
        case .changed(let change): try await lines(for: change)
        case .connection(let isOnline): [.connection(isOnline: isOnline)]
        case .refused(let id, let refusal): [.refused(id, refusal)]
        case .typing(let id): wants(id) ? [.typing(id, try await client.typing(in: id))] : []
        case .presence(let people): try await presence(people)
        case .arrived, .signedOut, .failed, .uploading, .insights, .assistant, .reminders, .startedOver,
            .connectionProgress:
            []
        }
    }

    private func wants(_ id: ConversationID) -> Bool { only == nil || only == id }

    private mutating func lines(for change: StoreChange) async throws(ClientError) -> [WatchLine] {
        var lines: [WatchLine] = []
        for id in change.removed.sorted() where wants(id) && infos.removeValue(forKey: id) != nil {
            members[id] = nil
            lines.append(.removed(id))
        }
        for id in change.conversations.subtracting(change.removed).sorted() where wants(id) {
            guard let state = try await client.conversation(id) else { continue }
            if infos[id] != state.record.info, let row = try await client.conversations().first(where: { $0.id == id })
            {
                let conversation = ConversationJSON(row, members: state.members, isConnected: await client.isOnline)
                lines.append(.conversation(conversation))
            }
            infos[id] = state.record.info
            let messages = change.messages.filter { $0.conversation == id }.sorted { $0.seq < $1.seq }
            for row in try await client.rows(of: messages, in: id) {
                lines.append(.message(MessageJSON(row, in: id, members: state.members)))
            }
            for member in change.members[id] ?? [] { lines += news(of: member, in: id) }
        }
        return lines
    }

    private mutating func news(of member: Member, in id: ConversationID) -> [WatchLine] {
        let old = members[id]?[member.user]
        members[id, default: [:]][member.user] = member
        guard let old else { return [.member(id, member)] }
        var lines: [WatchLine] = []
        if (old.name, old.role, old.hasLeft) != (member.name, member.role, member.hasLeft) {
            lines.append(.member(id, member))
        }
        if old.read < member.read || old.delivered < member.delivered { lines.append(.receipt(id, member)) }
        return lines
    }

    private func presence(_ people: [UserID]) async throws(ClientError) -> [WatchLine] {
        let known = try await client.presence(of: people)
        var lines: [WatchLine] = []
        for user in people where only.map({ members[$0]?[user] != nil }) ?? true {
            // Without a connection all presence is unknown, which the lost connection implies.
            guard let presence = known[user] else { continue }
            let name = members.values.lazy.compactMap { $0[user]?.name }.first ?? ""
            lines.append(.presence(presence, name: name))
        }
        return lines
    }
}
