/// What an authenticator says of a ceremony (WebAuthn Level 3 §6.1).
struct AuthenticatorData: Sendable {
    struct Flags: OptionSet, Sendable {
        let rawValue: UInt8

        static let userPresent = Flags(rawValue: 1 << 0)
        static let userVerified = Flags(rawValue: 1 << 2)
        static let backupEligible = Flags(rawValue: 1 << 3)
        static let backedUp = Flags(rawValue: 1 << 4)
        static let attestedCredential = Flags(rawValue: 1 << 6)
        static let extensions = Flags(rawValue: 1 << 7)
    }

    /// The new credential of a registration.
    struct Credential: Sendable {
        /// The maximum bytes of an identifier (§7.1 step 25).
        static let identifierBytes = 1_023

        var model: [UInt8]
        var identifier: [UInt8]
        var key: CredentialKey
        /// The key as it came, to store.
        var encodedKey: [UInt8]
    }

    var relyingPartyHash: [UInt8]
    var flags: Flags
    var counter: UInt32
    var credential: Credential?

    /// - Throws: ``WebAuthnProblem``: `malformed`, `credentialID`, `key`.
    init(_ bytes: [UInt8]) throws(WebAuthnProblem) {
        guard bytes.count >= 37 else { throw .malformed }
        relyingPartyHash = Array(bytes[..<32])
        flags = Flags(rawValue: bytes[32])
        counter = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        var rest = bytes[37...]
        if flags.contains(.attestedCredential) {
            guard rest.count >= 18 else { throw .malformed }
            let model = Array(rest.prefix(16))
            let count = rest.dropFirst(16).prefix(2).reduce(0) { $0 << 8 | Int($1) }
            guard 1...Credential.identifierBytes ~= count else { throw .credentialID }
            rest = rest.dropFirst(18)
            guard rest.count > count else { throw .malformed }
            let identifier = Array(rest.prefix(count))
            rest = rest.dropFirst(count)
            let (key, encoded) = try AuthenticatorData.item(&rest)
            credential = Credential(
                model: model, identifier: identifier, key: try CredentialKey(key), encodedKey: encoded)
        }
        // None were asked for; those that come all the same are ignored (§7.1 step 28).
        if flags.contains(.extensions) {
            guard case (.map, _) = try AuthenticatorData.item(&rest) else { throw .malformed }
        }
        guard rest.isEmpty else { throw .malformed }
    }

    private static func item(_ rest: inout ArraySlice<UInt8>) throws(WebAuthnProblem) -> (CBOR, [UInt8]) {
        var reader = CBORReader(rest)
        do {
            let item = try reader.item()
            let encoded = Array(rest.dropLast(reader.rest.count))
            rest = reader.rest
            return (item, encoded)
        } catch {
            throw .malformed
        }
    }
}
