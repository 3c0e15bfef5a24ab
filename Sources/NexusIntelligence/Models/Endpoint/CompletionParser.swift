import NexusCore

/// Reads the events of one reply in their order.
struct CompletionParser {
    private(set) var isDone = false
    private var ending: String?
    private var usage: TokenUsage?
    private var thoughts = ThoughtFilter()

    /// - Throws: ``ChatModelError``: the endpoint reports an error in the middle of its reply.
    mutating func read(_ event: String) throws(ChatModelError) -> [ChatPiece] {
        guard event != "[DONE]" else {
            isDone = true
            return []
        }
        guard let chunk = CompletionChunk(event) else { return [] }
        return try take(chunk)
    }

    /// Reads the answer of an endpoint that does not stream.
    mutating func readWhole(_ json: String) throws(ChatModelError) -> [ChatPiece] {
        guard let chunk = CompletionChunk(json) else { throw ChatModelError(.invalidReply) }
        let pieces = try take(chunk)
        isDone = true
        return pieces
    }

    private mutating func take(_ chunk: CompletionChunk) throws(ChatModelError) -> [ChatPiece] {
        guard !chunk.isError else { throw ChatModelError(.failed) }
        if let counted = chunk.usage { usage = counted }
        if let reason = chunk.ending { ending = reason }
        let text = thoughts.read(chunk.text).printable
        return text.isEmpty ? [] : [.text(text)]
    }

    /// The remaining text at the end of the reply.
    ///
    /// - Throws: ``ChatModelError``: `cut` if the reply did not end properly, `refused` if the endpoint withheld it.
    mutating func finish() throws(ChatModelError) -> [ChatPiece] {
        guard isDone || ending != nil else { throw ChatModelError(.cut) }
        guard ending != "content_filter" else { throw ChatModelError(.refused) }
        isDone = true
        let rest = thoughts.finish().printable
        return (rest.isEmpty ? [] : [.text(rest)]) + (usage.map { [.usage($0)] } ?? [])
    }
}
