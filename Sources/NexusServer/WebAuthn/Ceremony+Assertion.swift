extension Ceremony {
    /// What the server keeps of a passkey to check its signatures.
    struct Record: Equatable, Sendable {
        /// A COSE_Key.
        var key: [UInt8]
        var counter: UInt32
        var isBackupEligible: Bool
    }

    /// Verifies the answer of an authenticator that has used a passkey (WebAuthn Level 3 §7.2). The passkey and its user are found before.
    ///
    /// - Throws: ``WebAuthnProblem``; `counter` comes last, so that only a valid signature gets that far.
    func verify(
        clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8], with record: Record
    ) throws(WebAuthnProblem) -> AuthenticatorData {
        let hash = try check(clientData, .get)
        guard authenticatorData.count <= Ceremony.authenticatorDataBytes, signature.count <= Ceremony.signatureBytes
        else { throw .malformed }
        let data = try AuthenticatorData(authenticatorData)
        try check(data)
        guard data.flags.contains(.backupEligible) == record.isBackupEligible else { throw .backup }
        guard let item = try? CBOR(record.key) else { throw .key }
        guard try CredentialKey(item).isValid(signature, of: authenticatorData + hash) else { throw .signature }
        // Passkeys that are synced between devices count nothing: theirs stays 0.
        guard data.counter > record.counter || data.counter == 0 && record.counter == 0 else { throw .counter }
        return data
    }
}
