import NexusCore
import NexusDatabase
import NexusIntelligence

/// Shows sources to users who may see them: each is read again with the member's permissions.
struct CitationReader {
    private let scope: AssistantScope
    private let titles: [ConversationID: String]
    private var names = NameTable()

    init(for user: UserID, _ reader: Reader) throws {
        scope = try AssistantScope(for: user, in: nil, reader)
        titles = Dictionary(scope.places.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    }

    mutating func citation(_ source: StoredAnswer.Source, _ reader: Reader) throws -> Citation {
        var citation = Citation(
            message: source.message, conversation: source.conversation, title: "", seq: source.seq,
            sender: source.sender, senderName: "", writtenAt: source.writtenAt, excerpt: "", match: source.match,
            kind: source.kind, state: .gone)
        let found = try SearchRepository.message(in: source.conversation, at: source.seq, for: scope.user, reader)
        guard let message = found, message.id == source.message, scope.admits(message) else { return citation }
        citation.title = titles[source.conversation] ?? ""
        citation.senderName = try names.name(of: message.sender, reader)
        citation.note = source.note
        citation.reason = source.reason
        let editedAt = try MessageRepository.message(source.message, in: reader)?.editedAt
        citation.state = editedAt == source.editedAt ? .current : .edited
        let limit = Limits.excerptCharacters
        let kept = citation.state == .current ? Excerpt(of: message.text, at: source.range, limit: limit) : nil
        citation.excerpt = (kept ?? Excerpt(beginningOf: message.text, limit: limit)).text
        if let day = source.replacedDay {
            let value = citation.state == .current ? Self.value(source, in: message.text) : nil
            citation.note = "before\(value.map { ": " + $0 + "," } ?? ",") by \(citation.senderName) on \(day)"
        }
        return citation
    }

    /// The words of a message that a later one replaced. They are not stored, so that they go with the message.
    private static func value(_ source: StoredAnswer.Source, in text: String) -> String? {
        guard let start = source.valueStart, let end = source.valueEnd, start >= 0, start < end,
            end <= text.utf16.count, end - start <= Limits.excerptCharacters
        else { return nil }
        return String(text.utf16.dropFirst(start).prefix(end - start))
    }

    /// The present state of an answer. A language model's text from a deleted source is withheld with it.
    mutating func answer(_ stored: StoredAnswer, _ reader: Reader) throws -> AssistantAnswer {
        var citations: [Citation] = []
        for source in stored.sources { citations.append(try citation(source, reader)) }
        let statements = stored.statements.filter { statement in
            statement.citations.allSatisfy { citations.indices.contains($0) && citations[$0].state != .gone }
        }
        return AssistantAnswer(
            stored.kind, statements: statements, citations: citations, model: stored.model, notice: stored.notice)
    }

    mutating func exchange(_ stored: AssistantRepository.Stored, _ reader: Reader) throws -> AssistantExchange {
        AssistantExchange(
            number: stored.number, question: stored.question, readAs: stored.readAs, askedAt: stored.askedAt,
            answer: try answer(stored.answer, reader))
    }
}
