import NexusCore
import NexusDatabase

/// By what a relay recognises this server: the answer of `POST /v1/servers`.
struct RelayAccount: Equatable, Sendable {
    /// The server's identifier at the relay.
    var server: String
    /// 256 random bits as base64url.
    var secret: String
    /// The relay that gave it; not on the wire.
    var relay = ""

    /// The token of its requests (RFC 6750).
    var bearer: String { "\(server).\(secret)" }

    /// Whether a relay can have given it, and it can stand in a header.
    var isValid: Bool { bearer.wholeMatch(of: /[A-Za-z0-9_\-]{1,64}\.[A-Za-z0-9_\-]{16,128}/) != nil }
}

extension RelayAccount: JSONRecord {
    init(_: Blank) { self.init(server: "", secret: "") }

    mutating func fields(_ coder: inout FieldCoder) {
        coder.required("server", &server)
        coder.required("secret", &secret)
        coder.unlessEmpty("relay", &relay)
    }
}

/// The SQL of this server's account at a relay. It is kept with the database, and moves with a backup.
enum RelayAccountRepository {
    static func stored(_ reader: Reader) throws -> RelayAccount? {
        let bytes: [UInt8]? = try reader.first("SELECT value FROM secrets WHERE name = 'relay'") { try $0.next() }
        return bytes.flatMap { try? RelayAccount.decode($0) }
    }

    static func put(_ account: RelayAccount, _ transaction: Transaction) throws {
        try transaction.run(
            """
            INSERT INTO secrets (name, value) VALUES ('relay', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """, .blob(account.json))
    }
}
