import NexusClient
import NexusCore

/// Messages named by a user: by identifier, or by their positions in a conversation that is named first.
struct MessageArguments {
    private let words: ArraySlice<String>

    init(_ words: ArraySlice<String>) { self.words = words }

    func resolve(_ client: NexusClient) async throws -> [MessageID] {
        var words = words
        var conversation: ConversationRow?
        if let first = words.first, MessageID(first) == nil || words.count > 1 {
            let isMessage = if let id = MessageID(first) { try await client.message(id) != nil } else { false }
            if !isMessage {
                conversation = try await ConversationArgument(argument: first).resolve(client)
                words = words.dropFirst()
            }
        }
        var messages: [MessageID] = []
        for word in words {
            if let id = MessageID(word) {
                messages.append(id)
            } else if let conversation, let seq = Seq(word), seq > 0, seq < .max {
                let page = try await client.fetchMessages(
                    in: conversation.id, before: seq + 1, limit: 1, within: ProfileClient.budget)
                guard let message = page.messages.first, message.seq == seq else {
                    throw CommandProblem("There is no message at \(seq) in \(conversation.title).")
                }
                messages.append(message.id)
            } else {
                throw CommandProblem("\"\(word)\" is not a message. See `nexus messages --json`.")
            }
        }
        // One that is not on this device may be on the server.
        for id in messages where try await client.message(id) == nil {
            _ = try await client.sync(within: ProfileClient.budget)
            break
        }
        return messages
    }
}
