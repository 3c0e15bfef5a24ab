extension AssistantTopic: JSONRecord {
    public init(_: Blank) { self.init(id: .blank, conversation: nil, title: "", changedAt: .zero, count: 0) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("id", &id)
        coder.optional("conversation", &conversation)
        coder.present("title", &title)
        coder.present("changedAt", &changedAt)
        coder.present("count", &count)
    }
}

extension TopicList: JSONRecord {
    public init(_: Blank) { self.init(topics: []) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("topics", &topics)
        coder.optional("model", &model)
    }
}

extension AssistantThread: JSONRecord {
    public init(_: Blank) { self.init(topic: AssistantTopic(.blank), exchanges: []) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("topic", &topic)
        coder.present("exchanges", &exchanges)
    }
}

extension AssistantEvent: JSONUnion {
    public static var tag: StaticString { "type" }

    public init(_: Blank) { self = .text("") }

    public static func blank(_ name: CaseName) -> AssistantEvent? {
        switch name {
        case "began": .began(.blank, readAs: nil)
        case "citation": .citation(Citation(.blank))
        case "text": .text("")
        case "finished": .finished(.blank, AssistantExchange(.blank))
        case "failed": .failed(Refusal(.blank))
        default: nil
        }
    }

    public mutating func payload(_ coder: inout FieldCoder) {
        switch self {
        case .began(var topic, var readAs):
            coder.named("began")
            coder.required("topic", &topic)
            coder.optional("readAs", &readAs)
            self = .began(topic, readAs: readAs)
        case .citation(var citation):
            coder.named("citation")
            coder.required("citation", &citation)
            self = .citation(citation)
        case .text(var text):
            coder.named("text")
            coder.present("text", &text)
            self = .text(text)
        case .finished(var topic, var exchange):
            coder.named("finished")
            coder.required("topic", &topic)
            coder.required("exchange", &exchange)
            self = .finished(topic, exchange)
        case .failed(var refusal):
            coder.named("failed")
            coder.required("error", &refusal)
            self = .failed(refusal)
        }
    }
}

extension ConversationSummary: JSONRecord {
    public init(_: Blank) { self.init(messages: 0, through: 0, read: 0, points: []) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("messages", &messages)
        coder.present("read", &read)
        coder.present("through", &through, in: .seqs)
        coder.unlessEmpty("statements", &statements)
        coder.present("points", &points)
        coder.optional("model", &model)
        coder.optional("notice", &notice)
    }
}
