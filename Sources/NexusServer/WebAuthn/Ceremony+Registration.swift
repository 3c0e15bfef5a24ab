extension Ceremony {
    /// Verifies the answer of an authenticator that has made a passkey (WebAuthn Level 3 §7.1). Whether its identifier is taken is the
    /// caller's to check.
    ///
    /// No attestation is asked for, so the statement is empty (`none`), or the credential's own signature (`packed` without certificates),
    /// which is verified. Statements with certificates name a model of authenticators; a server that trusts no root refuses them.
    func register(clientData: [UInt8], attestation: [UInt8]) throws(WebAuthnProblem) -> (
        data: AuthenticatorData, credential: AuthenticatorData.Credential
    ) {
        let hash = try check(clientData, .create)
        let object = try AttestationObject(attestation)
        try check(object.data)
        guard let credential = object.data.credential else { throw .malformed }
        switch object.format {
        case "none":
            guard object.statement == .map([]) else { throw .attestation }
        case "packed":
            guard object.statement["x5c"] == nil, object.statement["alg"]?.integer == credential.key.algorithm,
                let signature = object.statement["sig"]?.byteString,
                credential.key.isValid(signature, of: object.encodedData + hash)
            else { throw .attestation }
        default: throw .attestation
        }
        return (object.data, credential)
    }
}

/// The answer of a registration (WebAuthn Level 3 §6.5).
struct AttestationObject: Sendable {
    var format: String
    var statement: CBOR
    var data: AuthenticatorData
    /// `data` as it came: what was signed.
    var encodedData: [UInt8]

    init(_ bytes: [UInt8]) throws(WebAuthnProblem) {
        guard bytes.count <= Ceremony.attestationBytes, let object = try? CBOR(bytes),
            let format = object["fmt"]?.textString, let statement = object["attStmt"],
            let data = object["authData"]?.byteString
        else { throw .malformed }
        self.format = format
        self.statement = statement
        self.data = try AuthenticatorData(data)
        encodedData = data
    }
}
