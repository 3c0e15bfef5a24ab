extension NotificationLevel: JSONWord {}
extension ConversationLevel: JSONWord {}
extension NotificationMail: JSONWord {}

extension QuietHours: JSONRecord {
    public init(_: Blank) { self = .off }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("start", &start, in: 0...Int64(QuietHours.day - 1))
        coder.required("end", &end, in: 0...Int64(QuietHours.day - 1))
    }
}

/// Settings at their default are left out. A setting of a later version is read as the default.
extension NotificationSettings: JSONRecord {
    public init(_: Blank) { self.init() }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.unless(direct == .all, "direct", &direct, unknown: .all)
        coder.unless(groups == .all, "groups", &groups, unknown: .all)
        coder.unlessEmpty("keywords", &keywords)
        coder.unless(quiet.isOff, "quiet", &quiet)
        coder.flag("urgentPasses", &urgentPasses, usually: true)
        coder.unless(
            delay == NotificationSettings.usualDelay, "delay", &delay, in: 0...Int64(NotificationSettings.delayLimit))
        coder.flag("hidesContent", &hidesContent)
        coder.unless(mail == .quarterHour, "mail", &mail, unknown: .quarterHour)
    }
}

extension NotificationChange: JSONRecord {
    public init(_: Blank) { self.init() }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.change("direct", &direct)
        coder.change("groups", &groups)
        coder.change("keywords", &keywords)
        coder.change("quiet", &quiet)
        coder.change("urgentPasses", &urgentPasses)
        coder.change("delay", &delay, in: 0...Int64(NotificationSettings.delayLimit))
        coder.change("hidesContent", &hidesContent)
        coder.change("mail", &mail)
    }
}

// The column format of notification settings: their JSON, empty for the defaults.
extension NotificationSettings {
    /// The text of a column.
    public var stored: String { self == NotificationSettings() ? "" : String(decoding: json, as: UTF8.self) }

    /// Reads what ``stored`` wrote; the defaults for a text that cannot be read.
    public init(stored text: String) {
        guard !text.isEmpty, let read = try? NotificationSettings.decode(Array(text.utf8)) else {
            self.init()
            return
        }
        self = read
    }
}
