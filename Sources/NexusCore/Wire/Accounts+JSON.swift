extension SignUpRequest: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("email", email)
        writer.field("password", password)
        writer.field("name", name)
        writer.field("device", device)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        let fields = try CredentialFields(from: &reader)
        guard let name = fields.name else { throw reader.missing("name") }
        self.init(
            email: try fields.required(fields.email, "email", reader),
            password: try fields.required(fields.password, "password", reader), name: name, device: fields.device)
    }
}

extension SignInRequest: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("email", email)
        writer.field("password", password)
        writer.field("device", device)
        writer.field("code", ifPresent: code)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        let fields = try CredentialFields(from: &reader)
        self.init(
            email: try fields.required(fields.email, "email", reader),
            password: try fields.required(fields.password, "password", reader), device: fields.device,
            code: fields.code)
    }
}

extension RefreshRequest: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("refreshToken", refreshToken)
        writer.field("attempt", ifPresent: attempt)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        let fields = try CredentialFields(from: &reader)
        self.init(
            refreshToken: try fields.required(fields.refreshToken, "refreshToken", reader), attempt: fields.attempt)
    }
}

extension RenewalRequest: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("socket", socket)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var socket: SocketID?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "socket": socket = try reader.id("socket")
            default: break
            }
        }
        guard let socket else { throw reader.missing("socket") }
        self.init(socket: socket)
    }
}

extension CookieRefreshRequest: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("attempt", ifPresent: attempt)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(attempt: try CredentialFields(from: &reader).attempt)
    }
}

private struct CredentialFields: JSONDecodable {
    var email: String?
    var password: String?
    var name: String?
    var device = ""
    var refreshToken: String?
    var attempt: String?
    var code: String?

    init(from reader: inout JSONReader) throws(JSONError) {
        var email: String?
        var password: String?
        var name: String?
        var device = ""
        var refreshToken: String?
        var attempt: String?
        var code: String?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "email": email = try reader.string()
            case "password": password = try reader.string()
            case "name": name = try reader.string()
            case "device": device = try reader.string()
            case "refreshToken": refreshToken = try reader.string()
            case "attempt": attempt = try reader.string()
            case "code": code = try reader.string()
            default: break
            }
        }
        self.email = email
        self.password = password
        self.name = name
        self.device = device
        self.refreshToken = refreshToken
        self.attempt = attempt
        self.code = code
    }

    func required(_ value: String?, _ field: StaticString, _ reader: borrowing JSONReader) throws(JSONError) -> String {
        guard let value else { throw reader.missing(field) }
        return value
    }
}

extension SignedIn: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("session", session)
        writer.key("profile")
        profile.encode(to: &writer)
        writer.field("accessToken", accessToken)
        writer.field("expiresIn", expiresIn)
        writer.field("refreshToken", refreshToken)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var session: SessionID?
        var profile: Profile?
        var accessToken: String?
        var expiresIn: Int64?
        var refreshToken: String?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "session": session = try reader.id("session")
            case "profile": profile = try Profile(from: &reader)
            case "accessToken": accessToken = try reader.string()
            case "expiresIn": expiresIn = try reader.int()
            case "refreshToken": refreshToken = try reader.string()
            default: break
            }
        }
        guard let session else { throw reader.missing("session") }
        guard let profile else { throw reader.missing("profile") }
        guard let accessToken else { throw reader.missing("accessToken") }
        guard let expiresIn else { throw reader.missing("expiresIn") }
        guard let refreshToken else { throw reader.missing("refreshToken") }
        self.init(
            session: session, profile: profile, accessToken: accessToken, expiresIn: expiresIn,
            refreshToken: refreshToken)
    }
}

extension CookieSignedIn: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("session", session)
        writer.field("profile", profile)
        writer.field("expiresIn", expiresIn)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var session: SessionID?
        var profile: Profile?
        var expiresIn: Int64?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "session": session = try reader.id("session")
            case "profile": profile = try Profile(from: &reader)
            case "expiresIn": expiresIn = try reader.int()
            default: break
            }
        }
        guard let session else { throw reader.missing("session") }
        guard let profile else { throw reader.missing("profile") }
        guard let expiresIn else { throw reader.missing("expiresIn") }
        self.init(session: session, profile: profile, expiresIn: expiresIn)
    }
}

extension SessionList: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("sessions", sessions)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var sessions: [SessionInfo] = []
        try reader.object { (reader, key) throws(JSONError) in
            if case "sessions" = key { sessions = try [SessionInfo](from: &reader) }
        }
        self.init(sessions: sessions)
    }
}

extension PeopleList: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("people", people)
        writer.field("cursor", ifPresent: cursor)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var people: [User] = []
        var cursor: String?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "people": people = try [User](from: &reader)
            case "cursor": cursor = try reader.string()
            default: break
            }
        }
        self.init(people: people, cursor: cursor)
    }
}
