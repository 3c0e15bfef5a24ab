extension ServerFrame: JSONUnion {
    public static var tag: StaticString { "type" }

    public init(_: Blank) { self = .lagged }

    public static func blank(_ name: CaseName) -> ServerFrame? {
        switch name {
        case "change": .change(Change(.blank))
        case "ack": .ack(Acknowledgement(.blank))
        case "changes": .changes(Changes(.blank))
        case "page": .page(Page(.blank))
        case "moved": .moved(Moved(.blank))
        case "own": .own(UserSettingsChanges(.blank))
        case "refusal": .refusal(.frame, Refusal(.blank))
        case "welcome": .welcome(Welcome(.blank))
        case "typing": .typing(.blank, user: .blank, active: false)
        case "presence": .presence([])
        case "insights": .insights(.blank)
        case "insightRows": .insightRows(InsightRows(.blank))
        case "assistant": .assistant(nil)
        case "reminders": .reminders
        case "lagged": .lagged
        case "renew": .renew(.blank)
        default: nil
        }
    }

    public mutating func payload(_ coder: inout FieldCoder) {
        switch self {
        case .welcome(var welcome):
            coder.named("welcome", &welcome)
            self = .welcome(welcome)
        case .ack(var acknowledgement):
            coder.named("ack", &acknowledgement)
            self = .ack(acknowledgement)
        case .refusal(let refused, var refusal):
            var (operation, conversation) = (refused.operation, refused.conversation)
            coder.named("refusal")
            coder.optional("operation", &operation)
            coder.optional("conversation", &conversation)
            coder.required("error", &refusal)
            self = .refusal(Refused(operation, conversation), refusal)
        case .change(var change):
            coder.named("change", &change)
            self = .change(change)
        case .changes(var changes):
            coder.named("changes", &changes)
            self = .changes(changes)
        case .page(var page):
            coder.named("page", &page)
            self = .page(page)
        case .moved(var moved):
            coder.named("moved", &moved)
            self = .moved(moved)
        case .own(var changes):
            coder.named("own", &changes)
            self = .own(changes)
        case .typing(var conversation, var user, var active):
            coder.named("typing")
            coder.required("conversation", &conversation)
            coder.required("user", &user)
            coder.required("active", &active)
            self = .typing(conversation, user: user, active: active)
        case .presence(var people):
            coder.named("presence")
            coder.present("people", &people)
            self = .presence(people)
        case .insights(var conversation):
            coder.named("insights")
            coder.required("conversation", &conversation)
            self = .insights(conversation)
        case .insightRows(var rows):
            coder.named("insightRows", &rows)
            self = .insightRows(rows)
        case .assistant(var conversation):
            coder.named("assistant")
            coder.optional("conversation", &conversation)
            self = .assistant(conversation)
        case .reminders: coder.named("reminders")
        case .lagged: coder.named("lagged")
        case .renew(var socket):
            coder.named("renew")
            coder.required("socket", &socket)
            self = .renew(socket)
        }
    }
}

extension Refused {
    fileprivate init(_ operation: OperationID?, _ conversation: ConversationID?) {
        self =
            if let operation { .operation(operation) } else if let conversation { .conversation(conversation) } else {
                .frame
            }
    }

    fileprivate var operation: OperationID? { if case .operation(let id) = self { id } else { nil } }
    fileprivate var conversation: ConversationID? { if case .conversation(let id) = self { id } else { nil } }
}
