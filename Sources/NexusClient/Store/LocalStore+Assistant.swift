import GRDB
import NexusCore

// Topics with the assistant: rows of JSON as the server sent them, since no query reads into them.
extension LocalStore {
    /// Threads that a device keeps: those of the topics that changed last.
    static let assistantThreads = 50

    /// The topics about a conversation, or about all, newest first; without those that the user has deleted.
    func topics(about conversation: ConversationID?) throws(ClientError) -> [AssistantTopic] {
        try reading { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT topic FROM assistantTopic WHERE conversation IS ? AND NOT isDeleted
                    ORDER BY changedAt DESC, id DESC
                    """, arguments: [conversation]
            ).map { try AssistantTopic.decode($0) }
        }
    }

    /// Replaces the topics about a conversation, or about all, by those of the server.
    func put(_ topics: [AssistantTopic], about conversation: ConversationID?) throws(ClientError) {
        try writing { db in
            let kept = Set(topics.map(\.id))
            let held = try TopicID.fetchAll(
                db, sql: "SELECT id FROM assistantTopic WHERE conversation IS ?", arguments: [conversation])
            for id in held where !kept.contains(id) { try LocalStore.remove(id, db) }
            for topic in topics { try LocalStore.put(topic, db) }
        }
    }

    /// The thread of a topic, if it was kept.
    func thread(of topic: TopicID) throws(ClientError) -> AssistantThread? {
        try reading { db in
            try String.fetchOne(
                db, sql: "SELECT thread FROM assistantTopic WHERE id = ? AND thread IS NOT NULL AND NOT isDeleted",
                arguments: [topic]
            ).map { try AssistantThread.decode($0) }
        }
    }

    /// Keeps a thread, and drops those of the topics that changed first. Of one that is larger than a reader
    /// takes the earlier state stays.
    func put(_ thread: AssistantThread) throws(ClientError) {
        let json = thread.json
        try writing { db in
            try LocalStore.put(thread.topic, db)
            try db.cachedStatement(sql: "UPDATE assistantTopic SET threadChangedAt = changedAt WHERE id = ?").execute(
                arguments: [thread.topic.id])
            guard json.count <= JSONLimits.standard.bytes else { return }
            try db.cachedStatement(sql: "UPDATE assistantTopic SET thread = ? WHERE id = ?").execute(
                arguments: [String(decoding: json, as: UTF8.self), thread.topic.id])
            try db.cachedStatement(
                sql: """
                    UPDATE assistantTopic SET thread = NULL, threadChangedAt = NULL WHERE thread IS NOT NULL AND id NOT IN (
                        SELECT id FROM assistantTopic WHERE thread IS NOT NULL ORDER BY changedAt DESC, id DESC LIMIT ?)
                    """
            ).execute(arguments: [LocalStore.assistantThreads])
        }
    }

    /// The topics about a conversation, or about all, whose thread is missing or outdated: among the first `limit`, newest first.
    func topicsWithoutThread(
        about conversation: ConversationID?, among limit: Int
    ) throws(ClientError) -> [TopicID] {
        try reading { db in
            try TopicID.fetchAll(
                db,
                sql: """
                    SELECT id FROM (
                        SELECT id, changedAt, threadChangedAt FROM assistantTopic WHERE conversation IS ? AND NOT isDeleted
                        ORDER BY changedAt DESC, id DESC LIMIT ?)
                    WHERE threadChangedAt IS NOT changedAt ORDER BY changedAt DESC, id DESC
                    """, arguments: [conversation, limit])
        }
    }

    /// Hides a topic until its deletion is sent.
    func hideTopic(_ topic: TopicID) throws(ClientError) {
        try writing { db in
            try db.cachedStatement(sql: "UPDATE assistantTopic SET isDeleted = 1, thread = NULL WHERE id = ?").execute(
                arguments: [topic])
        }
    }

    /// The topics whose deletion is to be sent.
    func hiddenTopics() throws(ClientError) -> [TopicID] {
        try reading { try TopicID.fetchAll($0, sql: "SELECT id FROM assistantTopic WHERE isDeleted ORDER BY id") }
    }

    /// Removes a topic that the server no longer has.
    func removeTopic(_ topic: TopicID) throws(ClientError) {
        try writing { try LocalStore.remove(topic, $0) }
    }

    private static func remove(_ topic: TopicID, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM assistantTopic WHERE id = ?").execute(arguments: [topic])
    }

    private static func put(_ topic: AssistantTopic, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO assistantTopic (id, conversation, changedAt, topic) VALUES (?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET
                    conversation = excluded.conversation, changedAt = excluded.changedAt, topic = excluded.topic
                """
        ).execute(
            arguments: [
                topic.id, topic.conversation, topic.changedAt, String(decoding: topic.json, as: UTF8.self),
            ])
    }
}
