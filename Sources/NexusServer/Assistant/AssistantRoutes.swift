import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NexusCore

/// The assistant over HTTP. An answer streams as lines of JSON; earlier errors are ordinary ones.
struct AssistantRoutes: Sendable {
    let assistant: AssistantService
    let limit: UserLimit

    func add(to router: some RouterMethods<NexusRequestContext>) {
        router.respond(to: Endpoints.ask) { bytes, _, context in
            let user = try context.requireSession().user
            try limit.take(user)
            let question = try await assistant.accept(AssistantQuestion.decode(bytes), by: user)
            return answer(question, context.logger)
        }
        router.serve(Endpoints.topics) { _, request, context in
            try await assistant.topics(
                of: context.requireSession().user, about: request.identifier("conversation"))
        }
        router.serve(Endpoints.topic) { _, _, context in
            try await assistant.thread(context.identifier("topic"), of: context.requireSession().user)
        }
        router.serve(Endpoints.deleteTopic) { _, _, context in
            try await assistant.delete(context.identifier("topic"), of: context.requireSession().user)
            return Nothing()
        }
        router.serve(Endpoints.summary) { _, request, context in
            let user = try context.requireSession().user
            try assistant.requireOn()
            try limit.take(user)
            let word = request.uri.queryParameters["range"].map(String.init) ?? "unread"
            guard let range = ConversationSummary.Range(rawValue: word) else {
                throw Refusal(.invalidRequest, "range is unread, today, week or all.")
            }
            return try await assistant.summaries.summary(
                of: context.identifier("conversation"), range, for: user, utcOffset: request.utcOffset())
        }
        router.serve(Endpoints.catchUp) { _, request, context in
            let user = try context.requireSession().user
            try assistant.requireOn()
            try limit.take(user)
            return try await assistant.summaries.catchUp(
                on: context.identifier("conversation"), after: request.number("after"), for: user,
                utcOffset: request.utcOffset())
        }
    }

    private func answer(_ question: AssistantService.Accepted, _ logger: Logger) -> Response {
        let body = ResponseBody { writer in
            func tell(_ event: AssistantEvent) async throws {
                try await writer.write(ByteBuffer(bytes: event.json + [UInt8(ascii: "\n")]))
            }
            try await tell(.began(question.topic, readAs: question.readAs))
            do {
                let exchange = try await assistant.answer(question, tell: tell)
                try await tell(.finished(question.topic, exchange))
            } catch {
                let refusal = Refusal(failure: error)
                if refusal.code == .internalError { logger.error("no answer", metadata: ["error": "\(error)"]) }
                try await tell(.failed(refusal))
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: "application/x-ndjson"], body: body)
    }
}

extension Request {
    /// An identifier in the query; `nil` if absent.
    /// - Throws: `Refusal` (`invalid_request`).
    fileprivate func identifier<Subject>(_ name: String) throws -> ID<Subject>? {
        guard let text = uri.queryParameters[Substring(name)] else { return nil }
        guard let id = ID<Subject>(String(text)) else {
            throw Refusal(.invalidRequest, "\(name) is not an identifier.")
        }
        return id
    }

    /// Minutes by which the asker's clock is ahead of UTC.
    fileprivate func utcOffset() throws -> Int {
        guard let text = uri.queryParameters["utcOffset"] else { return 0 }
        guard let minutes = Int(text), (-1_440...1_440).contains(minutes) else {
            throw Refusal(.invalidRequest, "utcOffset is a number of minutes.")
        }
        return minutes
    }
}
