import NexusCore
import NexusDatabase

/// The SQL of topics. Every query is limited to one user.
enum AssistantRepository {
    /// A stored exchange.
    struct Stored: Sendable {
        var number: Int
        var question: String
        var readAs: String?
        var askedAt: Timestamp
        var answer: StoredAnswer
    }

    /// A person whom a question may name.
    struct Person: Equatable, Sendable {
        var id: UserID
        var name: String
    }

    /// The members of a user's conversations, or of one of them, the user included; those of the conversations that
    /// changed last first.
    static func people(
        around user: UserID, in conversation: ConversationID?, limit: Int, in reader: Reader
    ) throws -> [Person] {
        try reader.all(
            """
            SELECT u.id, u.name FROM members AS mine
                JOIN conversations AS c ON c.id = mine.conversation_id
                JOIN members AS o ON o.conversation_id = mine.conversation_id
                JOIN users AS u ON u.id = o.user_id
            WHERE mine.user_id = $1 AND mine.has_left = 0 AND (mine.conversation_id = $2 OR $2 IS NULL)
            GROUP BY u.id ORDER BY MAX(c.changed_at) DESC, u.id LIMIT $3
            """, .id(user), .optional(conversation), .integer(limit)
        ) { Person(id: try $0.next(), name: try $0.next()) }
    }

    static func topics(
        of user: UserID, about conversation: ConversationID?, limit: Int, in reader: Reader
    ) throws -> [AssistantTopic] {
        try reader.all(
            """
            SELECT id, conversation_id, title, changed_at, count FROM assistant_topics
            WHERE user_id = $1 AND conversation_id IS NOT DISTINCT FROM $2 ORDER BY changed_at DESC, id DESC LIMIT $3
            """, .id(user), .optional(conversation), .integer(limit), body: topic)
    }

    static func topic(_ id: TopicID, of user: UserID, in reader: Reader) throws -> AssistantTopic? {
        try reader.first(
            """
            SELECT id, conversation_id, title, changed_at, count FROM assistant_topics WHERE id = $1 AND user_id = $2
            """, .id(id), .id(user), body: topic)
    }

    /// Reads the columns `id, conversation_id, title, changed_at, count`.
    private static func topic(_ row: inout Row) throws -> AssistantTopic {
        AssistantTopic(
            id: try row.next(), conversation: try row.next(), title: try row.next(),
            changedAt: try row.next(), count: try row.next())
    }

    /// The exchanges of a topic, in order. The caller has checked that the topic is the user's.
    static func exchanges(of topic: TopicID, in reader: Reader) throws -> [Stored] {
        try reader.all(
            """
            SELECT number, question, read_as, asked_at, answer FROM assistant_exchanges WHERE topic_id = $1 ORDER BY number
            """, .id(topic)
        ) { row in
            Stored(
                number: try row.next(), question: try row.next(), readAs: try row.next(), askedAt: try row.next(),
                answer: try StoredAnswer.decode(try row.next(String.self)))
        }
    }

    /// The last questions of a topic, oldest first.
    static func questions(of topic: TopicID, limit: Int, in reader: Reader) throws -> [String] {
        try reader.all(
            "SELECT question FROM assistant_exchanges WHERE topic_id = $1 ORDER BY number DESC LIMIT $2", .id(topic),
            .integer(limit)
        ) { try $0.next() }.reversed()
    }

    static func putTopic(_ topic: AssistantTopic, of user: UserID, _ transaction: Transaction) throws {
        try transaction.run(
            """
            INSERT INTO assistant_topics (id, user_id, conversation_id, title, changed_at, count)
            VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (id) DO UPDATE SET changed_at = excluded.changed_at, count = excluded.count
            """, .id(topic.id), .id(user), .optional(topic.conversation), .text(topic.title), .time(topic.changedAt),
            .integer(topic.count))
    }

    static func insert(_ exchange: Stored, into topic: TopicID, _ transaction: Transaction) throws {
        try transaction.run(
            """
            INSERT INTO assistant_exchanges (topic_id, number, question, read_as, asked_at, answer)
            VALUES ($1, $2, $3, $4, $5, $6)
            """, .id(topic), .integer(exchange.number), .text(exchange.question), .optional(exchange.readAs),
            .time(exchange.askedAt), .text(String(decoding: exchange.answer.json, as: UTF8.self)))
    }

    /// Returns whether the user had such a topic.
    static func delete(_ topic: TopicID, of user: UserID, _ transaction: Transaction) throws -> Bool {
        let count = try transaction.count(
            "DELETE FROM assistant_topics WHERE id = $1 AND user_id = $2", .id(topic), .id(user))
        guard count > 0 else { return false }
        try transaction.run("DELETE FROM assistant_exchanges WHERE topic_id = $1", .id(topic))
        return true
    }

    /// Deletes a user's oldest topics beyond a maximum.
    static func forget(of user: UserID, past limit: Int, _ transaction: Transaction) throws {
        let old: [TopicID] = try transaction.all(
            "SELECT id FROM assistant_topics WHERE user_id = $1 ORDER BY changed_at DESC, id DESC LIMIT 100 OFFSET $2",
            .id(user), .integer(limit)
        ) { try $0.next() }
        for topic in old { _ = try delete(topic, of: user, transaction) }
    }
}
