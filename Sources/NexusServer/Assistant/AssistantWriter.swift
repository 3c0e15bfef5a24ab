import NIOPosix
import NexusCore
import NexusDatabase
import NexusIntelligence

/// Lets a language model write an answer from the retrieved messages, through the gateway, which drops unsupported
/// statements.
struct AssistantWriter: Sendable {
    /// Messages that are quoted to the model, with those next to them.
    static let hits = 12
    /// Exchanges before, at most.
    static let history = 10

    let gateway: LanguageModelGateway
    let database: any Database
    let threads: NIOThreadPool

    /// The result.
    enum Outcome: Sendable {
        case written(StoredAnswer)
        /// The model read the messages and found no answer in them.
        case notFound
        /// There is no text of a model to show, with the reason.
        case quotesInstead(String)
    }

    /// - Parameters:
    ///   - cards: the retrieved messages, best first, and their reasons.
    ///   - tell: called with each statement as it arrives.
    /// - Throws: `CancellationError`; all other errors are outcomes.
    func write(
        _ question: AssistantService.Accepted, from reading: AssistantReading, _ cards: AnswerCards,
        tell: (AssistantEvent) async throws -> Void
    ) async throws -> Outcome {
        let prompt = question.conversation == nil ? Prompt.answer : Prompt.conversation
        do {
            let history = try await history(of: question)
            let quotes = try await quotes(
                cards, reading,
                room: question.conversation == nil ? nil : gateway.room(for: prompt, history: history))
            var answer = CheckedAnswer(isAnswer: false)
            for try await piece in gateway.ask(
                prompt, question.meant, of: quotes, history: history, for: question.user)
            {
                switch piece {
                case .statement(let statement): try await tell(.text(statement.text + " "))
                case .answer(let whole): answer = whole
                }
            }
            if answer.statements.isEmpty {
                return answer.droppedCount == 0
                    ? .notFound
                    : .quotesInstead("The language model's answer is not supported by the messages. These are quotes.")
            }
            let cited = Set(answer.statements.flatMap(\.citations).map(\.message))
            let labelled = try await database.read { reader in
                var labelled = cards
                try labelled.label(cited, reader)
                return labelled
            }
            let matches = try await threads.runIfActive { cards.matches(of: cited) }
            return .written(
                StoredAnswer(answer, model: gateway.modelName, from: reading.messages) { message, range in
                    labelled.source(message, range: range, match: matches[message.id])
                })
        } catch let refusal as Refusal {
            return .quotesInstead(refusal.message + " These are quotes.")
        }
    }

    /// - Parameter room: the estimated tokens for a whole conversation; nil to quote what was found alone.
    private func quotes(_ cards: AnswerCards, _ reading: AssistantReading, room: Int?) async throws -> [QuotedMessage] {
        var ranks: [Int: Int] = [:]
        for (rank, place) in cards.found.hits.prefix(Self.hits).enumerated() {
            for near in max(0, place - 1)...min(reading.messages.count - 1, place + 1)
            where reading.passages[near].exchange == reading.passages[place].exchange {
                ranks[near] = min(ranks[near] ?? .max, near == place ? rank : rank + Self.hits)
            }
        }
        if let room {
            let found = ranks
            ranks = try await threads.runIfActive {
                ConversationQuotes.ranks(found: found, of: reading.passages, room: room)
            }
        }
        return ranks.sorted { $0.key < $1.key }.map { place, rank in
            let message = reading.messages[place]
            return QuotedMessage(
                id: message.id, conversation: message.conversation, seq: message.seq,
                sender: reading.passages[place].sender, place: reading.titles[message.conversation] ?? "",
                time: reading.passages[place].day, text: message.text, note: cards.note(of: place), rank: rank)
        }
    }

    /// Earlier questions and answers, in their present state.
    private func history(of question: AssistantService.Accepted) async throws -> [ChatTurn] {
        try await database.read { reader in
            guard try AssistantRepository.topic(question.topic, of: question.user, in: reader) != nil else { return [] }
            var citations = try CitationReader(for: question.user, reader)
            var turns: [ChatTurn] = []
            for stored in try AssistantRepository.exchanges(of: question.topic, in: reader).suffix(Self.history) {
                let answer = try citations.exchange(stored, reader).answer
                let said = answer.statements.isEmpty ? answer.citations.map(\.excerpt) : answer.statements.map(\.text)
                turns.append(ChatTurn(.user, stored.question))
                turns.append(
                    ChatTurn(.assistant, said.isEmpty ? "Not in the conversations." : said.joined(separator: " ")))
            }
            return turns
        }
    }
}
