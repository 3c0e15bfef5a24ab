import NexusCore

/// A validated reply with its token usage.
public struct StructuredReply: Equatable, Sendable {
    /// The fields of the schema and no others.
    public var value: JSONValue
    public var usage: TokenUsage

    /// Decodes and validates a model's text.
    static func read(_ text: String, as shape: ReplyShape) -> Result<JSONValue, ReplyShape.Problem> {
        guard let document = JSONRepair.document(in: text) else {
            return .failure(ReplyShape.Problem(text: "there is no JSON in the reply"))
        }
        do throws(ReplyShape.Problem) {
            guard let value = try? JSONValue.decode(JSONRepair.repaired(document)) else {
                throw ReplyShape.Problem(text: "the reply is not JSON")
            }
            return .success(try shape.checked(value))
        } catch {
            return .failure(error)
        }
    }
}

extension ChatModel {
    /// Waits for a reply of the request's schema. An invalid one is sent back once with its problem.
    ///
    /// - Throws: ``ChatModelError``, with the code `invalidReply` if the second one is invalid too;
    ///   `CancellationError`.
    public func structured(_ request: ChatRequest) async throws -> StructuredReply {
        guard let shape = request.shape else { throw ChatModelError(.invalidReply) }
        let started = ContinuousClock.now
        let first = try await answer(to: request)
        let problem: ReplyShape.Problem
        switch StructuredReply.read(first.text, as: shape) {
        case .success(let value): return StructuredReply(value: value, usage: first.usage)
        case .failure(let found): problem = found
        }
        let left = request.deadline - started.duration(to: .now)
        guard left > .zero else { throw ChatModelError(.timedOut) }
        let second = try await answer(to: request.repairing(first.text, problem.text, deadline: left))
        switch StructuredReply.read(second.text, as: shape) {
        case .success(let value): return StructuredReply(value: value, usage: first.usage + second.usage)
        case .failure: throw ChatModelError(.invalidReply)
        }
    }
}
