extension ServerInfo: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        if !team.isEmpty { writer.field("team", team) }
        writer.field("join", join.rawValue)
        writer.field("invite", invite.rawValue)
        if needsSetup { writer.field("needsSetup", true) }
        if sendsMail { writer.field("mail", true) }
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init()
        var info = self
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "team": info.team = try reader.string()
            // A later server may know further policies; to this client they let in fewer people.
            case "join": info.join = JoinPolicy(rawValue: try reader.string()) ?? .invited
            case "invite": info.invite = InvitePolicy(rawValue: try reader.string()) ?? .administrators
            case "needsSetup": info.needsSetup = try reader.bool()
            case "mail": info.sendsMail = try reader.bool()
            default: break
            }
        }
        self = info
    }
}

extension SetupRequest: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("code", code)
        writer.field("account", account)
        writer.field("team", team)
        writer.field("join", join.rawValue)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var code: String?
        var account: SignUpRequest?
        var team: String?
        var join = JoinPolicy.invited
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "code": code = try reader.string()
            case "account": account = try SignUpRequest(from: &reader)
            case "team": team = try reader.string()
            case "join": join = try JoinPolicy(named: try reader.string(), reader)
            default: break
            }
        }
        guard let code else { throw reader.missing("code") }
        guard let account else { throw reader.missing("account") }
        guard let team else { throw reader.missing("team") }
        self.init(code: code, account: account, team: team, join: join)
    }
}

extension PolicyChange: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("team", ifPresent: team)
        writer.field("join", ifPresent: join?.rawValue)
        writer.field("invite", ifPresent: invite?.rawValue)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init()
        var change = self
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "team": change.team = try reader.string()
            case "join": change.join = try JoinPolicy(named: try reader.string(), reader)
            case "invite":
                change.invite = InvitePolicy(rawValue: try reader.string())
                if change.invite == nil { throw reader.invalid("invite") }
            default: break
            }
        }
        self = change
    }
}

extension JoinPolicy {
    fileprivate init(named name: String, _ reader: borrowing JSONReader) throws(JSONError) {
        guard let policy = JoinPolicy(rawValue: name) else { throw reader.invalid("join") }
        self = policy
    }
}
