extension InvitedConversation: JSONRecord {
    public init(_: Blank) { self.init(id: .blank, title: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("id", &id)
        coder.present("title", &title)
    }
}

extension Invitation: JSONRecord {
    public init(_: Blank) {
        self.init(id: .blank, creator: User(.blank), usesLeft: 0, createdAt: .zero, expiresAt: .zero)
    }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("id", &id)
        coder.required("creator", &creator)
        coder.optional("person", &person)
        coder.optional("email", &email)
        coder.unlessEmpty("conversations", &conversations)
        coder.present("uses", &uses)
        coder.present("usesLeft", &usesLeft)
        coder.present("createdAt", &createdAt)
        coder.present("expiresAt", &expiresAt)
    }
}

extension InvitationList: JSONRecord {
    public init(_: Blank) { self.init(invitations: []) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("invitations", &invitations)
    }
}

extension InvitationRequest: JSONRecord {
    public init(_: Blank) { self.init() }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("uses", &uses)
        coder.present("days", &days)
        coder.unlessEmpty("conversations", &conversations, limit: Limits.invitationConversations)
        coder.optional("person", &person)
    }
}

extension InvitationMailing: JSONRecord {
    public init(_: Blank) { self.init(emails: []) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("emails", &emails, limit: Limits.mailedInvitations)
        coder.present("days", &days)
        coder.unlessEmpty("conversations", &conversations, limit: Limits.invitationConversations)
    }
}

extension MailedInvitations: JSONRecord {
    public init(_: Blank) { self.init(invitations: []) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("invitations", &invitations)
        coder.unlessEmpty("refused", &refused)
    }
}

extension RefusedAddress: JSONRecord {
    public init(_: Blank) { self.init(email: "", message: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("email", &email)
        coder.present("message", &message)
    }
}

extension NewInvitation: JSONRecord {
    public init(_: Blank) { self.init(invitation: Invitation(.blank), token: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("invitation", &invitation)
        coder.required("token", &token)
    }
}

extension InvitationToken: JSONRecord {
    public init(_: Blank) { self.init(token: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("token", &token)
    }
}

extension InvitationPreview: JSONRecord {
    public init(_: Blank) { self.init(team: "", creator: "", expiresAt: .zero) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.unlessEmpty("team", &team)
        coder.present("creator", &creator)
        coder.optional("person", &person)
        coder.optional("email", &email)
        coder.unlessEmpty("conversations", &conversations)
        coder.present("expiresAt", &expiresAt)
    }
}

extension JoinRequest: JSONRecord {
    public init(_: Blank) { self.init(token: "", account: SignUpRequest(.blank)) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("token", &token)
        coder.required("account", &account)
    }
}

extension ClaimRequest: JSONRecord {
    public init(_: Blank) { self.init(token: "", password: "", device: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("token", &token)
        coder.required("password", &password)
        coder.present("device", &device)
    }
}

extension AccountAddition: JSONRecord {
    public init(_: Blank) { self.init(name: "", email: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("name", &name)
        coder.required("email", &email)
    }
}
