extension ReminderMoment: JSONWord {}

extension Reminder: JSONRecord {
    public init(_: Blank) {
        self.init(insight: .blank, conversation: .blank, message: .blank, kind: .action, text: "", at: .zero)
    }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("insight", &insight)
        coder.required("conversation", &conversation)
        coder.required("message", &message)
        coder.required("kind", &kind)
        coder.present("text", &text)
        coder.required("at", &at)
        coder.optional("firedAt", &firedAt)
    }
}

extension ReminderRequest: JSONRecord {
    public init(_: Blank) {}

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.optional("at", &at)
        coder.optional("when", &when)
        coder.optional("zone", &zone)
    }
}

extension ReminderList: JSONRecord {
    public init(_: Blank) { self.init(reminders: []) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("reminders", &reminders)
    }
}
