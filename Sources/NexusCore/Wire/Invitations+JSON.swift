extension InvitedConversation: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("title", title)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var id: ConversationID?
        var title = ""
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "id": id = try reader.id("id")
            case "title": title = try reader.string()
            default: break
            }
        }
        guard let id else { throw reader.missing("id") }
        self.init(id: id, title: title)
    }
}

extension Invitation: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("creator", creator)
        writer.field("person", ifPresent: person)
        if !conversations.isEmpty { writer.field("conversations", conversations) }
        writer.field("uses", Int64(uses))
        writer.field("usesLeft", Int64(usesLeft))
        writer.field("createdAt", createdAt)
        writer.field("expiresAt", expiresAt)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var id: InvitationID?
        var creator: User?
        var person: User?
        var conversations: [InvitedConversation] = []
        var uses: Int64 = 0
        var usesLeft: Int64 = 0
        var createdAt = Timestamp.zero
        var expiresAt = Timestamp.zero
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "id": id = try reader.id("id")
            case "creator": creator = try User(from: &reader)
            case "person": person = try User(from: &reader)
            case "conversations": conversations = try [InvitedConversation](from: &reader)
            case "uses": uses = try reader.int()
            case "usesLeft": usesLeft = try reader.int()
            case "createdAt": createdAt = try reader.timestamp()
            case "expiresAt": expiresAt = try reader.timestamp()
            default: break
            }
        }
        guard let id else { throw reader.missing("id") }
        guard let creator else { throw reader.missing("creator") }
        self.init(
            id: id, creator: creator, person: person, conversations: conversations, uses: Int(clamping: uses),
            usesLeft: Int(clamping: usesLeft), createdAt: createdAt, expiresAt: expiresAt)
    }
}

extension InvitationList: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("invitations", invitations)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var invitations: [Invitation] = []
        try reader.object { (reader, key) throws(JSONError) in
            if case "invitations" = key { invitations = try [Invitation](from: &reader) }
        }
        self.init(invitations: invitations)
    }
}

extension InvitationRequest: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("uses", Int64(uses))
        writer.field("days", Int64(days))
        if !conversations.isEmpty { writer.ids("conversations", conversations) }
        writer.field("person", ifPresent: person)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init()
        var request = self
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "uses": request.uses = Int(clamping: try reader.int())
            case "days": request.days = Int(clamping: try reader.int())
            case "conversations":
                request.conversations = try reader.ids("conversations", limit: Limits.invitationConversations)
            case "person": request.person = try reader.id("person")
            default: break
            }
        }
        self = request
    }
}

extension NewInvitation: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("invitation", invitation)
        writer.field("token", token)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var invitation: Invitation?
        var token: String?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "invitation": invitation = try Invitation(from: &reader)
            case "token": token = try reader.string()
            default: break
            }
        }
        guard let invitation else { throw reader.missing("invitation") }
        guard let token else { throw reader.missing("token") }
        self.init(invitation: invitation, token: token)
    }
}

extension InvitationToken: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("token", token)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var token: String?
        try reader.object { (reader, key) throws(JSONError) in
            if case "token" = key { token = try reader.string() }
        }
        guard let token else { throw reader.missing("token") }
        self.init(token: token)
    }
}

extension InvitationPreview: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        if !team.isEmpty { writer.field("team", team) }
        writer.field("creator", creator)
        writer.field("person", ifPresent: person)
        if !conversations.isEmpty { writer.field("conversations", conversations) }
        writer.field("expiresAt", expiresAt)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var preview = InvitationPreview(team: "", creator: "", expiresAt: .zero)
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "team": preview.team = try reader.string()
            case "creator": preview.creator = try reader.string()
            case "person": preview.person = try User(from: &reader)
            case "conversations": preview.conversations = try [InvitedConversation](from: &reader)
            case "expiresAt": preview.expiresAt = try reader.timestamp()
            default: break
            }
        }
        self = preview
    }
}

extension JoinRequest: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("token", token)
        writer.field("account", account)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var token: String?
        var account: SignUpRequest?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "token": token = try reader.string()
            case "account": account = try SignUpRequest(from: &reader)
            default: break
            }
        }
        guard let token else { throw reader.missing("token") }
        guard let account else { throw reader.missing("account") }
        self.init(token: token, account: account)
    }
}

extension ClaimRequest: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("token", token)
        writer.field("password", password)
        writer.field("device", device)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var token: String?
        var password: String?
        var device = ""
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "token": token = try reader.string()
            case "password": password = try reader.string()
            case "device": device = try reader.string()
            default: break
            }
        }
        guard let token else { throw reader.missing("token") }
        guard let password else { throw reader.missing("password") }
        self.init(token: token, password: password, device: device)
    }
}

extension AccountAddition: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("name", name)
        writer.field("email", email)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var name: String?
        var email: String?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "name": name = try reader.string()
            case "email": email = try reader.string()
            default: break
            }
        }
        guard let name else { throw reader.missing("name") }
        guard let email else { throw reader.missing("email") }
        self.init(name: name, email: email)
    }
}
