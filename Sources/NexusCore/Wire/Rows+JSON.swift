// Users, conversations and members as JSON objects. A field that does not apply is left out, never `null`.

extension User: JSONRecord {
    public init(_: Blank) { self.init(id: .blank, name: "", email: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("id", &id)
        coder.required("name", &name)
        coder.present("email", &email)
        coder.unlessEmpty("about", &about)
        coder.optional("picture", &picture)
        coder.flag("unclaimed", &isUnclaimed)
        coder.flag("suspended", &isSuspended)
    }
}

extension Profile: JSONRecord {
    public init(_: Blank) { self.init(user: User(.blank), showsPresence: true) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("user", &user)
        coder.present("showsPresence", &showsPresence)
        coder.flag("showsReceipts", &showsReceipts, usually: true)
        coder.flag("showsAI", &showsAI, usually: true)
        coder.unless(notifications == NotificationSettings(), "notifications", &notifications)
        coder.flag("administrator", &isAdministrator)
        coder.unless(securityNumber == 0, "security", &securityNumber)
        coder.optional("deletesAt", &deletesAt)
    }
}

extension SessionInfo: JSONRecord {
    public init(_: Blank) {
        self.init(id: .blank, device: "", createdAt: .zero, lastUsedAt: .zero, isCurrent: false)
    }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("id", &id)
        coder.present("device", &device)
        coder.present("createdAt", &createdAt)
        coder.present("lastUsedAt", &lastUsedAt)
        coder.present("current", &isCurrent)
        coder.optional("address", &address)
        coder.optional("place", &place)
    }
}

extension Presence: JSONRecord {
    public init(_: Blank) { self.init(user: .blank, isOnline: false) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("user", &user)
        coder.required("online", &isOnline)
        coder.optional("lastSeen", &lastSeen)
    }
}

extension Conversation: JSONRecord {
    public init(_: Blank) {
        self.init(id: .blank, kind: .group, title: nil, creator: .blank, createdAt: .zero, changed: 0)
    }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("id", &id)
        coder.required("kind", &kind)
        coder.optional("title", &title)
        coder.required("creator", &creator)
        coder.present("createdAt", &createdAt)
        coder.flag("ai", &allowsAI, usually: true)
        coder.unlessEmpty("about", &about)
        coder.optional("picture", &picture)
        coder.required("changed", &changed, in: .seqs)
    }
}

extension Member: JSONRecord {
    public init(_: Blank) {
        self.init(user: .blank, name: "", role: .member, joined: 0, read: 0, delivered: 0, changed: 0)
    }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("user", &user)
        coder.present("name", &name)
        coder.optional("picture", &picture)
        coder.present("role", &role)
        coder.flag("left", &hasLeft)
        coder.present("joined", &joined, in: .seqs)
        coder.present("read", &read, in: .seqs)
        coder.present("delivered", &delivered, in: .seqs)
        coder.required("changed", &changed, in: .seqs)
    }
}
