// Users, conversations and members as JSON objects. A field that does not apply is left out, never `null`.

extension User: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("name", name)
        writer.field("email", email)
        if !about.isEmpty { writer.field("about", about) }
        writer.field("picture", ifPresent: picture)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var id: UserID?
        var name: String?
        var email = ""
        var about = ""
        var picture: MediaID?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "id": id = try reader.id("id")
            case "name": name = try reader.string()
            case "email": email = try reader.string()
            case "about": about = try reader.string()
            case "picture": picture = try reader.optionalID("picture")
            default: break
            }
        }
        guard let id else { throw reader.missing("id") }
        guard let name else { throw reader.missing("name") }
        self.init(id: id, name: name, email: email, about: about, picture: picture)
    }
}

extension Profile: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("user")
        user.encode(to: &writer)
        writer.field("showsPresence", showsPresence)
        if !showsReceipts { writer.field("showsReceipts", false) }
        if !showsAI { writer.field("showsAI", false) }
        if isAdministrator { writer.field("administrator", true) }
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var user: User?
        var showsPresence = true
        var showsReceipts = true
        var showsAI = true
        var isAdministrator = false
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "user": user = try User(from: &reader)
            case "showsPresence": showsPresence = try reader.bool()
            case "showsReceipts": showsReceipts = try reader.bool()
            case "showsAI": showsAI = try reader.bool()
            case "administrator": isAdministrator = try reader.bool()
            default: break
            }
        }
        guard let user else { throw reader.missing("user") }
        self.init(
            user: user, showsPresence: showsPresence, showsReceipts: showsReceipts, showsAI: showsAI,
            isAdministrator: isAdministrator)
    }
}

extension SessionInfo: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("device", device)
        writer.field("createdAt", createdAt)
        writer.field("lastUsedAt", lastUsedAt)
        writer.field("current", isCurrent)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var id: SessionID?
        var device = ""
        var createdAt = Timestamp.zero
        var lastUsedAt = Timestamp.zero
        var isCurrent = false
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "id": id = try reader.id("id")
            case "device": device = try reader.string()
            case "createdAt": createdAt = try reader.timestamp()
            case "lastUsedAt": lastUsedAt = try reader.timestamp()
            case "current": isCurrent = try reader.bool()
            default: break
            }
        }
        guard let id else { throw reader.missing("id") }
        self.init(id: id, device: device, createdAt: createdAt, lastUsedAt: lastUsedAt, isCurrent: isCurrent)
    }
}

extension Presence: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("user", user)
        writer.field("online", isOnline)
        writer.field("lastSeen", ifPresent: lastSeen)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var user: UserID?
        var isOnline: Bool?
        var lastSeen: Timestamp?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "user": user = try reader.id("user")
            case "online": isOnline = try reader.bool()
            case "lastSeen": lastSeen = try reader.optionalTimestamp()
            default: break
            }
        }
        guard let user else { throw reader.missing("user") }
        guard let isOnline else { throw reader.missing("online") }
        self.init(user: user, isOnline: isOnline, lastSeen: lastSeen)
    }
}

extension Conversation: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("kind", kind == .direct ? "direct" : "group")
        writer.field("title", ifPresent: title)
        writer.field("creator", creator)
        writer.field("createdAt", createdAt)
        if !allowsAI { writer.field("ai", false) }
        if !about.isEmpty { writer.field("about", about) }
        writer.field("picture", ifPresent: picture)
        writer.field("changed", changed)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var id: ConversationID?
        var allowsAI = true
        var kind: Kind?
        var title: String?
        var creator: UserID?
        var createdAt = Timestamp.zero
        var about = ""
        var picture: MediaID?
        var changed: Seq?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "id": id = try reader.id("id")
            case "kind":
                switch try reader.string() {
                case "direct": kind = .direct
                case "group": kind = .group
                default: throw reader.invalid("kind")
                }
            case "title": title = try reader.optionalString()
            case "creator": creator = try reader.id("creator")
            case "createdAt": createdAt = try reader.timestamp()
            case "ai": allowsAI = try reader.bool()
            case "about": about = try reader.string()
            case "picture": picture = try reader.optionalID("picture")
            case "changed": changed = try reader.seq("changed")
            default: break
            }
        }
        guard let id else { throw reader.missing("id") }
        guard let kind else { throw reader.missing("kind") }
        guard let creator else { throw reader.missing("creator") }
        guard let changed else { throw reader.missing("changed") }
        self.init(
            id: id, kind: kind, title: title, creator: creator, createdAt: createdAt, allowsAI: allowsAI, about: about,
            picture: picture, changed: changed)
    }
}

extension JSONReader {
    mutating func role() throws(JSONError) -> Member.Role {
        guard let role = Member.Role(name: try string()) else { throw invalid("role") }
        return role
    }
}

extension Member: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("user", user)
        writer.field("name", name)
        writer.field("picture", ifPresent: picture)
        writer.field("role", role.name)
        if hasLeft { writer.field("left", true) }
        writer.field("joined", joined)
        writer.field("read", read)
        writer.field("delivered", delivered)
        writer.field("changed", changed)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var user: UserID?
        var name = ""
        var picture: MediaID?
        var role = Role.member
        var hasLeft = false
        var joined: Seq = 0
        var read: Seq = 0
        var delivered: Seq = 0
        var changed: Seq?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "user": user = try reader.id("user")
            case "name": name = try reader.string()
            case "picture": picture = try reader.optionalID("picture")
            case "role": role = try reader.role()
            case "left": hasLeft = try reader.bool()
            case "joined": joined = try reader.seq("joined")
            case "read": read = try reader.seq("read")
            case "delivered": delivered = try reader.seq("delivered")
            case "changed": changed = try reader.seq("changed")
            default: break
            }
        }
        guard let user else { throw reader.missing("user") }
        guard let changed else { throw reader.missing("changed") }
        self.init(
            user: user, name: name, picture: picture, role: role, hasLeft: hasLeft, joined: joined, read: read,
            delivered: delivered, changed: changed)
    }
}
