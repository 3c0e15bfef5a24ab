import NIOPosix
import NexusCore
import NexusDatabase
import NexusIntelligence

/// Answers questions about conversations, and stores the exchanges for the asker.
struct AssistantService: Sendable {
    /// The maximum of topics per user; the oldest are deleted.
    static let topicLimit = 500
    /// Questions in one topic; the next begins a new one.
    static let exchangeLimit = 200
    /// Characters of a topic's title.
    static let titleLength = 80

    let database: any Database
    /// Nil without a model: answers then use words alone.
    let meaning: MeaningEngine?
    let blocks: MeaningBlocks?
    /// The threads for long computations.
    let threads: NIOThreadPool
    let summaries: SummaryService
    let writer: AssistantWriter
    let now: @Sendable () -> Timestamp
    /// Called with the users whose topics about a conversation, or about all, have changed.
    let changed: @Sendable (UserID, ConversationID?) -> Void

    /// An accepted question.
    struct Accepted: Sendable {
        var user: UserID
        var text: String
        /// The question with the words of earlier ones that it continues.
        var meant: String
        var routed: RoutedQuestion
        var topic: TopicID
        var conversation: ConversationID?
        var utcOffset: Int

        var readAs: String? { meant == text ? nil : meant }
    }

    /// Checks a question, and reads it in the light of those before.
    ///
    /// - Throws: `Refusal`: `text_empty`, `text_too_long`, `conversation_gone`, `not_found` for a topic that is not
    ///   there.
    func accept(_ question: AssistantQuestion, by user: UserID) async throws -> Accepted {
        try requireOn()
        let text: String
        do {
            text = try TextRule.question(question.text)
        } catch {
            throw Refusal(error)
        }
        let time = now()
        return try await database.read { reader in
            let scope = try AssistantScope(for: user, in: question.conversation, reader)
            let directory = try RoutedQuestion.Directory(
                scope, conversation: question.conversation, utcOffset: question.utcOffset, now: time, reader)
            var accepted = Accepted(
                user: user, text: text, meant: text, routed: directory.route(text), topic: TopicID(at: time),
                conversation: question.conversation, utcOffset: question.utcOffset)
            guard let id = question.topic else { return accepted }
            guard let topic = try AssistantRepository.topic(id, of: user, in: reader),
                topic.conversation == question.conversation
            else {
                throw Refusal(.notFound, "This topic no longer exists.")
            }
            // "Any deadlines?" lists all on record, regardless of earlier questions.
            if accepted.routed.route.target == .messages {
                let before = try AssistantRepository.questions(of: id, limit: FollowUp.reach, in: reader)
                accepted.meant = FollowUp.resolved(text, after: before)
                if accepted.meant != text {
                    accepted.routed = directory.route(
                        text, continuing: String(accepted.meant.dropLast(text.count + 1)))
                }
            }
            if topic.count < Self.exchangeLimit { accepted.topic = id }
            return accepted
        }
    }

    /// Answers, and stores the answer.
    ///
    /// - Parameter tell: called with progress.
    /// - Returns: the stored exchange.
    func answer(
        _ question: Accepted, tell: (AssistantEvent) async throws -> Void
    ) async throws -> AssistantExchange {
        let answer = try await made(question, tell: tell)
        let exchange = try await keep(answer, to: question)
        for citation in exchange.answer.citations { try await tell(.citation(citation)) }
        return exchange
    }

    private func made(
        _ question: Accepted, tell: (AssistantEvent) async throws -> Void
    ) async throws -> StoredAnswer {
        if question.routed.route.target != .messages {
            return try await summaries.answer(
                question.routed, for: question.user, utcOffset: question.utcOffset, tell: tell)
        }
        let vector = try await meaning?.sought(question.meant)
        let time = now()
        let (reading, recorded, replacements) = try await database.read { [blocks] reader in
            let scope = try AssistantScope(for: question.user, in: question.routed.place, reader)
            let reading = try AssistantReading(
                question.meant, vector: vector, scope: scope, blocks: blocks, utcOffset: question.utcOffset, now: time,
                reader)
            let replacements = try RecordedReplacements(
                for: question.user, in: question.routed.place, reader)
            return (reading, try AnswerCards.recorded(for: question.routed, reader), replacements)
        }
        let unlabelled = try await threads.runIfActive { [meaning] in
            AnswerCards(question, from: reading, recorded: recorded, replacements: replacements, model: meaning?.model)
        }
        let cards = try await database.read { reader in
            var cards = unlabelled
            try cards.label(cards.quoted, reader)
            return cards
        }
        var quotes = StoredAnswer(kind: cards.found.isFound ? .quotes : .notFound, sources: cards.quotes)
        guard writer.gateway.modelName != nil, !cards.found.hits.isEmpty else { return quotes }
        switch try await writer.write(question, from: reading, cards, tell: tell) {
        case .written(let answer): return answer
        case .notFound:
            quotes.kind = .notFound
            quotes.sources = Array(quotes.sources.prefix(QuotedAnswer.nearestLimit))
            return quotes
        case .quotesInstead(let notice):
            quotes.notice = notice
            return quotes
        }
    }

    /// - Throws: `Refusal` (`ai_unavailable`) if the operator has turned it off.
    func requireOn() throws(Refusal) {
        guard writer.gateway.isOn else {
            throw Refusal(.aiUnavailable, "The assistant is off on this server.")
        }
    }

    /// Keeps an exchange, and reads it as its reader will.
    private func keep(_ answer: StoredAnswer, to question: Accepted) async throws -> AssistantExchange {
        let time = now()
        let exchange = try await database.write { transaction in
            var topic =
                try AssistantRepository.topic(question.topic, of: question.user, in: transaction)
                ?? AssistantTopic(
                    id: question.topic, conversation: question.conversation,
                    title: String(question.text.prefix(Self.titleLength)), changedAt: time, count: 0)
            topic.count += 1
            topic.changedAt = time
            let answer = try answer.dated(transaction)
            let stored = AssistantRepository.Stored(
                number: topic.count, question: question.text, readAs: question.readAs, askedAt: time, answer: answer)
            try AssistantRepository.putTopic(topic, of: question.user, transaction)
            try AssistantRepository.insert(stored, into: topic.id, transaction)
            try AssistantRepository.forget(of: question.user, past: Self.topicLimit, transaction)
            var citations = try CitationReader(for: question.user, transaction)
            return try citations.exchange(stored, transaction)
        }
        changed(question.user, question.conversation)
        return exchange
    }

    // MARK: History

    func topics(of user: UserID, about conversation: ConversationID?) async throws -> TopicList {
        let model = writer.gateway.modelName
        return try await database.read { reader in
            if conversation != nil { _ = try AssistantScope(for: user, in: conversation, reader) }
            return TopicList(
                topics: try AssistantRepository.topics(
                    of: user, about: conversation, limit: Self.topicLimit, in: reader),
                model: try AIConsent.isWanted(by: user, reader) ? model : nil)
        }
    }

    /// - Throws: `Refusal` (`not_found`), also if the topic is about a conversation that the user may no longer read.
    func thread(_ id: TopicID, of user: UserID) async throws -> AssistantThread {
        try await database.read { reader in
            guard let topic = try AssistantRepository.topic(id, of: user, in: reader) else { throw Self.topicGone }
            if topic.conversation != nil { _ = try AssistantScope(for: user, in: topic.conversation, reader) }
            var citations = try CitationReader(for: user, reader)
            return AssistantThread(
                topic: topic,
                exchanges: try AssistantRepository.exchanges(of: id, in: reader).map {
                    try citations.exchange($0, reader)
                })
        }
    }

    /// Idempotent, since the user's other device may have deleted it first.
    func delete(_ id: TopicID, of user: UserID) async throws {
        let topic = try await database.write { transaction in
            let topic = try AssistantRepository.topic(id, of: user, in: transaction)
            _ = try AssistantRepository.delete(id, of: user, transaction)
            return topic
        }
        if let topic { changed(user, topic.conversation) }
    }

    private static let topicGone = Refusal(.notFound, "This topic no longer exists.")
}

extension StoredAnswer {
    /// With the times of the last edits, to detect later ones.
    func dated(_ reader: Reader) throws -> StoredAnswer {
        var answer = self
        for place in answer.sources.indices {
            answer.sources[place].editedAt = try MessageRepository.message(answer.sources[place].message, in: reader)?
                .editedAt
        }
        return answer
    }
}

extension StoredAnswer.Source {
    init(
        _ message: SearchedMessage, range: Range<Int>, match: Int? = nil, kind: String? = nil, note: String? = nil,
        reason: String? = nil
    ) {
        self.init(
            message: message.id, conversation: message.conversation, seq: message.seq, sender: message.sender,
            writtenAt: message.writtenAt, range: range, match: match, kind: kind, note: note, reason: reason)
    }
}
