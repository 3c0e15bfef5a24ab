import NexusCore
import NexusDatabase

/// A person's assistant history, with the sources that they may see now.
enum AssistantHistory {
    static func topics(of user: UserID, in reader: Reader) throws -> [TopicID] {
        try reader.all("SELECT id FROM assistant_topics WHERE user_id = $1 ORDER BY changed_at, id", .id(user)) {
            try $0.next()
        }
    }

    /// Nil for a topic about a conversation that the person may no longer read.
    static func thread(_ id: TopicID, of user: UserID, in reader: Reader) throws -> AssistantThread? {
        guard let topic = try AssistantRepository.topic(id, of: user, in: reader) else { return nil }
        if let conversation = topic.conversation,
            try HistoryRepository.view(conversation, for: user, in: reader) == nil
        {
            return nil
        }
        var citations = try CitationReader(for: user, reader)
        return AssistantThread(
            topic: topic,
            exchanges: try AssistantRepository.exchanges(of: id, in: reader).map { try citations.exchange($0, reader) })
    }
}
