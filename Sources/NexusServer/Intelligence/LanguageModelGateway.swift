import Logging
import NexusCore
import NexusDatabase
import NexusIntelligence

/// The only path from this server to a language model: it checks permission and budgets, writes the ledger before
/// anything leaves, and lets only checked statements out.
struct LanguageModelGateway: Sendable {
    let database: any Database
    let settings: LanguageModelSettings
    let now: @Sendable () -> Timestamp
    let logger: Logger

    /// A part of an answer.
    enum Piece: Equatable, Sendable {
        /// The next statement, checked; it is the same in the answer.
        case statement(CheckedStatement)
        /// The last piece: the complete answer. Without statements, `droppedCount` tells whether none were found or
        /// none passed the check.
        case answer(CheckedAnswer)
    }

    /// Whether AI is on.
    var isOn: Bool { settings.isOn }

    /// The model, for health and beside answers; nil without one.
    var modelName: String? { settings.isOn ? settings.model?.name : nil }

    /// The value for health: the model's name, `none`, or `off`.
    var healthText: String { !settings.isOn ? "off" : settings.model?.name ?? "none" }

    /// The estimated tokens that the messages of a request may take; 0 without a model.
    func room(for prompt: Prompt, history: [ChatTurn]) -> Int {
        guard let model = settings.model else { return 0 }
        let request = prompt.request("", quotes: [], history: history)
        return max(0, model.window - request.maxTokens - request.estimatedInput - Self.questionTokens)
    }

    /// Tokens that are kept free for a question.
    private static let questionTokens = 200

    /// Asks a question over messages.
    ///
    /// - Parameters:
    ///   - quotes: the retrieved messages. Those that the user or AI may not read are left out here too.
    ///   - history: earlier questions and answers, oldest first.
    /// - Returns: statements as the model writes them, and then the answer. It ends with a `Refusal`: `ai_unavailable`
    ///   without a model or for a user who hides AI, `ai_budget`, `ai_failed` with the reason; or with
    ///   `CancellationError`. Ending the iteration cancels the request.
    func ask(
        _ prompt: Prompt, _ question: String, of quotes: [QuotedMessage], history: [ChatTurn] = [], for user: UserID
    ) -> AsyncThrowingStream<Piece, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    let answer = try await answer(prompt, question, of: quotes, history: history, for: user) {
                        continuation.yield(.statement($0))
                    }
                    continuation.yield(.answer(answer))
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Improves the wording of a note, given its source message; nil if the wording would change the facts.
    ///
    /// - Throws: as ``ask(_:_:of:history:for:)``.
    func reword(_ note: String, from source: QuotedMessage, for user: UserID) async throws -> String? {
        let model = try requireModel()
        let quotes = try await allowed([source], for: user)
        guard !quotes.isEmpty else { return nil }
        let request = Prompt.rewording.request(note, quotes: quotes, deadline: settings.deadline)
        return try await recorded(request, .rewording, model, for: user) {
            let reply = try await model.structured(request)
            return (Rewording.accepted(reply.value, of: note, from: source), reply.usage)
        }
    }

    // MARK: Extraction

    /// A model's records of messages, not yet checked.
    struct Extraction: Sendable {
        var value: JSONValue
        /// The messages that were sent, with their labels.
        var quotes: [QuotedMessage]
    }

    /// The estimated tokens that the messages of one window may take; nil if the model extracts nothing here.
    var extractionRoom: Int? {
        guard settings.isOn, settings.extracts, let model = settings.model else { return nil }
        let prompt = Prompt.extraction.request("", quotes: [])
        return max(0, (model.window - prompt.maxTokens - prompt.estimatedInput) * 3 / 4)
    }

    /// Asks for the records of messages.
    ///
    /// - Parameters:
    ///   - quotes: the messages; the last `new` of them are the ones in question.
    ///   - user: at whose expense.
    /// - Throws: as ``ask(_:_:of:history:for:)``.
    func extract(from quotes: [QuotedMessage], new: Int, for user: UserID) async throws -> Extraction {
        let model = try requireModel()
        let readable = try await allowed(quotes, for: user)
        let new = Set(quotes.suffix(new).map(\.id))
        let request: ChatRequest
        do throws(ChatModelError) {
            request = try Prompt.extraction.request(
                ExtractionWindow.question(quotes: readable.count, new: readable.count { new.contains($0.id) }),
                quotes: readable, deadline: settings.deadline
            ).fitted(to: model.window)
        } catch {
            throw Refusal(error)
        }
        return try await recorded(request, .extraction, model, for: user) {
            let reply = try await model.structured(request)
            return (Extraction(value: reply.value, quotes: request.quotes), reply.usage)
        }
    }

    // MARK: Answering

    private func answer(
        _ prompt: Prompt, _ question: String, of quotes: [QuotedMessage], history: [ChatTurn], for user: UserID,
        _ tell: @escaping @Sendable (CheckedStatement) -> Void
    ) async throws -> CheckedAnswer {
        let model = try requireModel()
        let quotes = try await allowed(quotes, for: user)
        let request: ChatRequest
        do throws(ChatModelError) {
            request = try prompt.request(question, quotes: quotes, history: history, deadline: settings.deadline)
                .fitted(to: model.window)
        } catch {
            throw Refusal(error)
        }
        let isHeld = settings.checksAnswers && prompt.isChecked
        let reading = try await recorded(request, prompt, model, for: user) {
            let started = ContinuousClock.now
            var reply = AnswerReading(request, by: prompt)
            for try await piece in model.reply(to: request) {
                try await take(reply.read(piece), into: &reply, isHeld: isHeld, for: user, tell)
            }
            try Task.checkCancellation()
            if !reply.answer.isAnswer {
                let left = settings.deadline - started.duration(to: .now)
                guard left > .zero else { throw ChatModelError(.timedOut) }
                let again = request.repairing(
                    reply.text, "it is not of the form that was asked for", deadline: left)
                reply.begin(again)
                for try await piece in model.reply(to: again) {
                    try await take(reply.read(piece), into: &reply, isHeld: isHeld, for: user, tell)
                }
                try Task.checkCancellation()
                guard reply.answer.isAnswer else { throw ChatModelError(.invalidReply) }
            }
            reply.answer.messages = request.quotes.count
            return (reply, reply.usage)
        }
        return try await checkedAgain(reading, of: request, for: user, tell)
    }

    /// The answer after the second check of the statements that were held back for it: those that do not follow from
    /// their citations are replaced by these, those that do not answer the question are dropped. If the model does not
    /// check, the first check has to do.
    private func checkedAgain(
        _ reading: AnswerReading, of request: ChatRequest, for user: UserID,
        _ tell: @Sendable (CheckedStatement) -> Void
    ) async throws -> CheckedAnswer {
        var answer = reading.answer
        let held = Array(answer.statements[reading.toldCount...])
        guard !held.isEmpty else { return answer }
        let check = EntailmentCheck(held, to: request.question, quotes: request.quotes)
        var said: [EntailmentCheck.Verdict?] = []
        do {
            if !check.statements.isEmpty { said = try await verdicts(of: check, for: user) }
        } catch let refusal as Refusal {
            logger.warning(
                "the second check of an answer failed", metadata: ["reason": "\(refusal.code.text)"])
        }
        let messages = held.flatMap { $0.citations.map(\.message) }
        let readable = try await database.read { try AIConsent.readable(messages, by: user, $0) }
        answer.statements.removeLast(held.count)
        for statement in held {
            let number = check.statements.firstIndex(of: statement)
            let verdict = number.flatMap { said.indices.contains($0) ? said[$0] : nil }
            let known = answer.statements.count
            if !readable.isSuperset(of: statement.citations.map(\.message)) {
                answer.take(.failure(.noSource))
            } else {
                switch verdict {
                case .holds, nil: answer.take(.success(statement))
                case .unsupported: answer.take(reading.check.quoted(statement))
                case .irrelevant: answer.take(.failure(.irrelevant))
                }
            }
            if answer.statements.count > known, let last = answer.statements.last { tell(last) }
        }
        return answer
    }

    private func verdicts(of check: EntailmentCheck, for user: UserID) async throws -> [EntailmentCheck.Verdict?] {
        let model = try requireModel()
        let readable = try await allowed(check.quotes, for: user)
        guard readable.count == check.quotes.count else { return [] }
        let request = Prompt.entailment.request(check.question, quotes: check.quotes, deadline: settings.deadline)
        // Every cited message has to be there.
        guard let fitted = try? request.fitted(to: model.window), fitted.quotes.count == check.quotes.count else {
            throw Refusal(ChatModelError(.tooLong))
        }
        return try await recorded(request, .entailment, model, for: user) {
            let reply = try await model.structured(request)
            return (check.verdicts(in: reply.value), reply.usage)
        }
    }

    /// A user's access to a message can change while a model writes.
    private func take(
        _ checked: [Result<CheckedStatement, StatementFault>], into reply: inout AnswerReading, isHeld: Bool,
        for user: UserID, _ tell: @Sendable (CheckedStatement) -> Void
    ) async throws {
        for result in checked {
            var result = result
            if case .success(let statement) = result {
                let messages = statement.citations.map(\.message)
                let readable = try await database.read { try AIConsent.readable(messages, by: user, $0) }
                if !readable.isSuperset(of: messages) { result = .failure(.noSource) }
            }
            let known = reply.answer.statements.count
            reply.answer.take(result)
            guard reply.answer.statements.count > known, let statement = reply.answer.statements.last else { continue }
            // In their order: after one that waits all others wait, too.
            guard !isHeld || reply.toldCount == known && EntailmentCheck.isSettled(statement) else { continue }
            reply.toldCount += 1
            tell(statement)
        }
    }

    private func requireModel() throws(Refusal) -> any ChatModel {
        guard settings.isOn else { throw Refusal(.aiUnavailable, "AI is off on this server.") }
        guard let model = settings.model else {
            throw Refusal(.aiUnavailable, "This server has no language model.")
        }
        return model
    }

    private func allowed(_ quotes: [QuotedMessage], for user: UserID) async throws -> [QuotedMessage] {
        let readable = try await database.read { reader in
            guard try AIConsent.isWanted(by: user, reader) else {
                throw Refusal(.aiUnavailable, "You have turned artificial intelligence off for yourself.")
            }
            return try AIConsent.readable(quotes.map(\.id), by: user, reader)
        }
        return quotes.filter { readable.contains($0.id) }
    }

    // MARK: Ledger

    /// Does what leaves the server, between the two halves of its entry in the ledger.
    private func recorded<T: Sendable>(
        _ request: ChatRequest, _ prompt: Prompt, _ model: any ChatModel, for user: UserID,
        _ work: () async throws -> (T, TokenUsage)
    ) async throws -> T {
        let time = now()
        let budget = settings.budget
        let prices = settings.prices
        let estimate = TokenUsage(input: request.estimatedInput, output: request.maxTokens)
        let cost = prices.map { $0.cost(of: estimate) }
        let entry = LedgerEntry(
            number: 0, at: time, user: User(id: user, name: "", email: ""), purpose: prompt.mark, model: model.name,
            messages: Int64(request.quotes.count), inputTokens: Int64(estimate.input),
            outputTokens: Int64(estimate.output), outcome: LedgerEntry.started,
            cost: prices.map { Money(millionths: $0.cost(of: estimate), currency: $0.currency) })
        let number = try await database.write { transaction in
            let start = ModelBudget.bounds(of: time).start
            let refusal = budget.refusal(
                spentByPerson: try LedgerRepository.spent(
                    by: user, since: start, currency: prices?.currency, transaction),
                spentByServer: try LedgerRepository.spent(
                    by: nil, since: start, currency: prices?.currency, transaction),
                tokens: estimate.input, cost: cost ?? 0, at: time)
            if let refusal { throw refusal }
            return try LedgerRepository.begin(entry, for: user, transaction)
        }
        do {
            let (result, usage) = try await work()
            await end(number, LedgerEntry.answered, usage: usage, since: time)
            return result
        } catch let error as ChatModelError {
            logger.warning("the language model did not answer: \(error)")
            await end(number, error.code.rawValue, usage: TokenUsage(input: estimate.input), since: time)
            throw Refusal(error)
        } catch {
            let outcome = error is CancellationError ? LedgerEntry.cancelled : LedgerEntry.failed
            await end(number, outcome, usage: TokenUsage(input: estimate.input), since: time)
            throw error
        }
    }

    /// In a separate task, so that cancelled requests are recorded too.
    private func end(_ number: Int64, _ outcome: String, usage: TokenUsage, since start: Timestamp) async {
        let took = max(0, now().since(start))
        let cost = settings.prices.map { $0.cost(of: usage) }
        await Task { [database, logger] in
            do {
                try await database.write {
                    try LedgerRepository.end(number, outcome, usage: usage, cost: cost, took: took, $0)
                }
            } catch {
                logger.error("the ledger of the language model could not be written: \(error)")
            }
        }.value
    }
}

extension Refusal {
    init(_ error: ChatModelError) {
        self.init(.aiFailed, error.message, retryAfter: error.retryAfter.map { $0.components.seconds * 1_000 })
    }
}
