extension Citation.State: JSONWord {}
extension AssistantAnswer.Kind: JSONWord {}

extension AssistantQuestion: JSONRecord {
    public init(_: Blank) { self.init("") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("text", &text)
        coder.optional("topic", &topic)
        coder.optional("conversation", &conversation)
        coder.unless(utcOffset == 0, "utcOffset", &utcOffset, in: .utcOffsets)
    }
}

extension ClosedRange<Int64> {
    /// Minutes by which clocks may be ahead of UTC.
    static var utcOffsets: ClosedRange<Int64> { -1_440...1_440 }
}

extension Citation: JSONRecord {
    public init(_: Blank) {
        self.init(
            message: .blank, conversation: .blank, title: "", seq: 0, sender: .blank, senderName: "", writtenAt: .zero,
            excerpt: "")
    }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("message", &message)
        coder.required("conversation", &conversation)
        coder.present("title", &title)
        coder.present("seq", &seq, in: .seqs)
        coder.required("sender", &sender)
        coder.present("senderName", &senderName)
        coder.present("writtenAt", &writtenAt)
        coder.present("excerpt", &excerpt)
        coder.optional("match", &match, in: 0...100)
        coder.optional("kind", &kind)
        coder.optional("note", &note)
        coder.optional("reason", &reason)
        coder.present("state", &state)
    }
}

extension AssistantAnswer.Statement: JSONRecord {
    public init(_: Blank) { self.init("", citations: []) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("text", &text)
        coder.present("citations", &citations)
    }

    public mutating func finish(_ coder: inout FieldCoder) {
        for place in citations where !(0..<1_000).contains(place) { coder.refuse("citations") }
    }
}

extension AssistantAnswer: JSONRecord {
    public init(_: Blank) { self.init(.quotes, citations: []) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("kind", &kind)
        coder.unlessEmpty("statements", &statements)
        coder.present("citations", &citations)
        coder.optional("model", &model)
        coder.optional("notice", &notice)
    }
}

extension AssistantExchange: JSONRecord {
    public init(_: Blank) { self.init(number: 0, question: "", askedAt: .zero, answer: AssistantAnswer(.blank)) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("number", &number)
        coder.present("question", &question)
        coder.optional("readAs", &readAs)
        coder.present("askedAt", &askedAt)
        coder.required("answer", &answer)
    }
}
