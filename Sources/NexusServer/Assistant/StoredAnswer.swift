import NexusCore

/// An answer as stored in the history: with the positions of its sources, not their texts.
struct StoredAnswer: Equatable, Sendable {
    struct Source: Equatable, Sendable {
        var message: MessageID
        var conversation: ConversationID
        var seq: Seq
        var sender: UserID
        var writtenAt: Timestamp
        /// Where the excerpt begins and ends in the text, in UTF-16 code units.
        var start: Int
        var end: Int
        /// When the message had last been edited; `nil` if never.
        var editedAt: Timestamp?
        var match: Int?
        var kind: String?
        var note: String?
        /// Why it is a source, as shown.
        var reason: String?
        /// If a later message replaced it: when it was written, in words.
        var replacedDay: String?
        /// The words that were replaced, in UTF-16 code units of the text.
        var valueStart: Int?
        var valueEnd: Int?

        var range: Range<Int> { start..<max(start, end) }
    }

    var kind: AssistantAnswer.Kind
    /// The text of a language model.
    var statements: [AssistantAnswer.Statement] = []
    var sources: [Source] = []
    var model: String?
    var notice: String?
}

extension StoredAnswer.Source: JSONRecord {
    init(
        message: MessageID, conversation: ConversationID, seq: Seq, sender: UserID, writtenAt: Timestamp,
        range: Range<Int>, editedAt: Timestamp? = nil, match: Int? = nil, kind: String? = nil, note: String? = nil,
        reason: String? = nil
    ) {
        self.init(
            message: message, conversation: conversation, seq: seq, sender: sender, writtenAt: writtenAt,
            start: range.lowerBound, end: range.upperBound, editedAt: editedAt, match: match, kind: kind, note: note,
            reason: reason)
    }

    init(_: Blank) {
        self.init(message: .blank, conversation: .blank, seq: 0, sender: .blank, writtenAt: .zero, range: 0..<0)
    }

    mutating func fields(_ coder: inout FieldCoder) {
        coder.required("message", &message)
        coder.required("conversation", &conversation)
        coder.present("seq", &seq, in: .seqs)
        coder.required("sender", &sender)
        coder.present("writtenAt", &writtenAt)
        coder.present("start", &start)
        coder.present("end", &end)
        coder.optional("editedAt", &editedAt)
        coder.optional("match", &match)
        coder.optional("kind", &kind)
        coder.optional("note", &note)
        coder.optional("reason", &reason)
        coder.optional("replacedDay", &replacedDay)
        coder.optional("valueStart", &valueStart)
        coder.optional("valueEnd", &valueEnd)
    }

    mutating func finish(_ coder: inout FieldCoder) {
        if start < 0 || start > end { coder.refuse("end") }
    }
}

extension StoredAnswer: JSONRecord {
    init(_: Blank) { self.init(kind: .quotes) }

    mutating func fields(_ coder: inout FieldCoder) {
        coder.present("kind", &kind)
        coder.unlessEmpty("statements", &statements)
        coder.present("sources", &sources)
        coder.optional("model", &model)
        coder.optional("notice", &notice)
    }
}
