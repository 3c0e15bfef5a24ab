extension Money: JSONRecord {
    public init(_: Blank) { self.init(millionths: 0, currency: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("millionths", &millionths)
        coder.present("currency", &currency)
    }
}

extension LedgerEntry: JSONRecord {
    public init(_: Blank) {
        self.init(
            number: 0, at: .zero, user: User(.blank), purpose: "", model: "", messages: 0, inputTokens: 0,
            outputTokens: 0, outcome: "")
    }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("number", &number)
        coder.present("at", &at)
        coder.required("user", &user)
        coder.present("purpose", &purpose)
        coder.present("model", &model)
        coder.present("messages", &messages)
        coder.present("inputTokens", &inputTokens)
        coder.present("outputTokens", &outputTokens)
        coder.present("outcome", &outcome)
        coder.present("took", &took)
        coder.optional("cost", &cost)
    }
}

extension LedgerPage: JSONRecord {
    public init(_: Blank) { self.init(entries: []) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("entries", &entries)
    }
}

extension LanguageModelState: JSONRecord {
    public init(_: Blank) {
        self.init(isOn: false, model: nil, requests: 0, requestLimit: 0, tokens: 0, tokenLimit: 0, renewsAt: .zero)
    }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("on", &isOn)
        coder.optional("model", &model)
        coder.present("requests", &requests)
        coder.present("requestLimit", &requestLimit)
        coder.present("tokens", &tokens)
        coder.present("tokenLimit", &tokenLimit)
        coder.present("renewsAt", &renewsAt)
        coder.optional("cost", &cost)
        coder.optional("costLimit", &costLimit)
    }
}
