import NexusCore

/// One event of a streamed chat completion, or a whole completion from an endpoint that does not stream
/// (https://platform.openai.com/docs/api-reference/chat-streaming).
struct CompletionChunk: Equatable {
    var text = ""
    /// The finish reason, in the last chunk.
    var ending: String?
    var usage: TokenUsage?
    /// Whether it reports an error of the endpoint.
    var isError = false

    /// - Returns: nil for anything but a JSON object, which is skipped.
    init?(_ json: String) {
        let limits = JSONLimits(depth: 64, bytes: 4 << 20)
        let decoded =
            (try? JSONValue.decode(json, limits: limits))
            ?? (try? JSONValue.decode(JSONRepair.repaired(json), limits: limits))
        guard let value = decoded, case .object = value else { return nil }
        if let error = value["error"], error != .null { isError = true }
        if case .array(let choices)? = value["choices"], let choice = choices.first {
            let message = choice["delta"] ?? choice["message"]
            if case .string(let content)? = message?["content"] { text = content }
            if case .string(let reason)? = choice["finish_reason"] { ending = reason }
        }
        if let counted = value["usage"], case .integer(let input)? = counted["prompt_tokens"] {
            var output: Int64 = 0
            if case .integer(let completed)? = counted["completion_tokens"] { output = completed }
            usage = TokenUsage(input: Int(clamping: max(0, input)), output: Int(clamping: max(0, output)))
        }
    }
}

/// Removes a reasoning block, `<think>…</think>`, from the start of a reply.
struct ThoughtFilter {
    private var pending = ""
    private var state = State.beginning

    private enum State { case beginning, thinking, answering }

    mutating func read(_ piece: String) -> String {
        if case .answering = state { return piece }
        pending += piece
        if case .beginning = state {
            let start = pending.drop { $0.isWhitespace }
            if start.hasPrefix("<think>") {
                state = .thinking
            } else if "<think>".hasPrefix(start) {
                return ""
            } else {
                return answer(pending)
            }
        }
        guard let end = pending.firstRange(of: "</think>") else { return "" }
        return answer(String(pending[end.upperBound...]))
    }

    /// The text held back at the end of the reply. An unclosed reasoning block is no answer.
    mutating func finish() -> String {
        if case .beginning = state { return answer(pending) }
        return ""
    }

    private mutating func answer(_ text: String) -> String {
        state = .answering
        pending = ""
        return text
    }
}
