import NexusCore

/// The server, the session and its tokens, which let a device act as its user. Secret.
public struct Credentials: Equatable, Sendable {
    public var server: ServerAddress
    public var session: SessionID
    public var user: UserID
    public var accessToken: String
    /// When the access token stops being good, by the device's clock.
    public var expiresAt: Timestamp
    public var refreshToken: String
    /// The word of a refresh that was begun and whose answer was not saved: repeating it with the same word is safe.
    public var refreshAttempt: String?

    init(server: ServerAddress, signedIn: SignedIn, at now: Timestamp) {
        self.server = server
        session = signedIn.session
        user = signedIn.profile.user.id
        accessToken = signedIn.accessToken
        expiresAt = now.advanced(by: signedIn.expiresIn)
        refreshToken = signedIn.refreshToken
    }
}

extension Credentials: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("server", server.description)
        writer.field("session", session)
        writer.field("user", user)
        writer.field("accessToken", accessToken)
        writer.field("expiresAt", expiresAt.milliseconds)
        writer.field("refreshToken", refreshToken)
        writer.field("refreshAttempt", ifPresent: refreshAttempt)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var server: String?
        var session: SessionID?
        var user: UserID?
        var accessToken: String?
        var expiresAt: Int64?
        var refreshToken: String?
        var refreshAttempt: String?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "server": server = try reader.string()
            case "session": session = try reader.id("session")
            case "user": user = try reader.id("user")
            case "accessToken": accessToken = try reader.string()
            case "expiresAt": expiresAt = try reader.int()
            case "refreshToken": refreshToken = try reader.string()
            case "refreshAttempt": refreshAttempt = try reader.string()
            default: break
            }
        }
        guard let server, let address = try? ServerAddress(server) else { throw reader.missing("server") }
        guard let session else { throw reader.missing("session") }
        guard let user else { throw reader.missing("user") }
        guard let accessToken else { throw reader.missing("accessToken") }
        guard let refreshToken else { throw reader.missing("refreshToken") }
        self.server = address
        self.session = session
        self.user = user
        self.accessToken = accessToken
        self.expiresAt = Timestamp(milliseconds: expiresAt ?? 0)
        self.refreshToken = refreshToken
        self.refreshAttempt = refreshAttempt
    }
}
