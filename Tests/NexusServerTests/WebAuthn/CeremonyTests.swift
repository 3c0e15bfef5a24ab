import Testing

@testable import NexusServer

@Suite("Ceremonies of WebAuthn")
struct CeremonyTests {
    /// The relying party of the published vectors.
    private func ceremony(_ challenge: [UInt8], verified: Bool = false) throws -> Ceremony {
        let party = try #require(RelyingParty(scheme: "https", authority: "example.org"))
        return Ceremony(relyingParty: party, challenge: challenge, needsUserVerification: verified)
    }

    /// A passkey as it is kept, whatever its attestation.
    private func record(_ vector: WebAuthnVectors.Vector) throws -> Ceremony.Record {
        let data = try AttestationObject(vector.registration.attestationObject).data
        let credential = try #require(data.credential)
        #expect(credential.identifier == vector.registration.credentialID)
        return Ceremony.Record(
            key: credential.encodedKey, counter: data.counter,
            isBackupEligible: data.flags.contains(.backupEligible))
    }

    private func problem(_ act: () throws -> Void) -> WebAuthnProblem? {
        do {
            try act()
            return nil
        } catch {
            return error as? WebAuthnProblem
        }
    }

    private func register(_ vector: WebAuthnVectors.Vector) -> WebAuthnProblem? {
        problem {
            let ceremony = try ceremony(vector.registration.challenge)
            _ = try ceremony.register(
                clientData: vector.registration.clientData, attestation: vector.registration.attestationObject)
        }
    }

    private func verify(_ vector: WebAuthnVectors.Vector, _ record: Ceremony.Record) throws -> AuthenticatorData {
        try ceremony(vector.authentication.challenge).verify(
            clientData: vector.authentication.clientData,
            authenticatorData: vector.authentication.authenticatorData,
            signature: vector.authentication.signature, with: record)
    }

    @Test(
        "signatures of the published vectors are valid, and no longer with a changed byte",
        arguments: [
            "none.ES256", "packed-self.ES256", "none.ES256.long-credential-id", "packed.ES256", "packed.RS256",
            "packed.EdDSA",
        ])
    func vectors(name: String) throws {
        let vector = try WebAuthnVectors.named(name)
        let record = try record(vector)
        _ = try verify(vector, record)
        for offset in vector.authentication.signature.indices {
            var changed = vector
            changed.authentication.signature[offset] ^= 1
            #expect(problem { _ = try verify(changed, record) } == .signature, "\(offset)")
        }
        var counted = vector
        counted.authentication.authenticatorData[36] = 1
        #expect(problem { _ = try verify(counted, record) } == .signature)
    }

    @Test("registrations of the vectors: without attestation and with the credential's own; with certificates not")
    func registrations() throws {
        for (name, expected) in [
            ("none.ES256", nil), ("none.ES256.long-credential-id", nil), ("packed-self.ES256", nil),
            ("packed.ES256", .attestation), ("packed.RS256", .attestation), ("packed.EdDSA", .attestation),
            ("packed.ES384", .key), ("none.ES256.crossOrigin", .crossOrigin), ("none.ES256.topOrigin", .crossOrigin),
        ] as [(String, WebAuthnProblem?)] {
            #expect(register(try WebAuthnVectors.named(name)) == expected, "\(name)")
        }
        var forged = try WebAuthnVectors.named("packed-self.ES256")
        let signature = try #require(
            AttestationObject(forged.registration.attestationObject).statement["sig"]?.byteString)
        let offset = try #require(
            forged.registration.attestationObject.indices.first {
                forged.registration.attestationObject[$0...].starts(with: signature)
            })
        forged.registration.attestationObject[offset + signature.count - 1] ^= 1
        #expect(register(forged) == .attestation)
    }

    @Test("sign-ins within a frame of another origin are refused, also where the field is all that says so")
    func frames() throws {
        for name in ["none.ES256.crossOrigin", "none.ES256.topOrigin"] {
            let vector = try WebAuthnVectors.named(name)
            #expect(problem { _ = try verify(vector, try record(vector)) } == .crossOrigin, "\(name)")
        }
    }

    @Test("each of the checks of the specification refuses by itself")
    func checks() throws {
        var authenticator = TestAuthenticator()
        let party = try #require(RelyingParty(scheme: "https", authority: "chat.example.org"))
        let other = try #require(RelyingParty(scheme: "https", authority: "evil.example"))
        let challenge = [UInt8](repeating: 7, count: 32)
        let ceremony = Ceremony(relyingParty: party, challenge: challenge)
        let made = authenticator.create(party, challenge)
        let (data, credential) = try ceremony.register(clientData: made.clientData, attestation: made.attestation)
        #expect(data.flags.contains([.userPresent, .userVerified]))
        let record = Ceremony.Record(key: credential.encodedKey, counter: 0, isBackupEligible: false)

        func sign(_ change: (inout TestAuthenticator.Assertion) -> Void) -> WebAuthnProblem? {
            problem {
                var assertion = authenticator.assertion(party, challenge)
                change(&assertion)
                let signed = authenticator.sign(assertion)
                _ = try ceremony.verify(
                    clientData: signed.clientData, authenticatorData: signed.authenticatorData,
                    signature: signed.signature, with: record)
            }
        }
        #expect(sign { _ in } == nil)
        #expect(sign { $0.type = "webauthn.create" } == .type)
        #expect(sign { $0.challenge[0] ^= 1 } == .challenge)
        #expect(sign { $0.origin = other.origin } == .origin)
        #expect(sign { $0.origin = "http://chat.example.org" } == .origin)
        #expect(sign { $0.origin = "https://chat.example.org.evil.example" } == .origin)
        #expect(sign { $0.extra = #","crossOrigin":true"# } == .crossOrigin)
        #expect(sign { $0.extra = #","topOrigin":"https://evil.example""# } == .crossOrigin)
        #expect(sign { $0.extra = #","crossOrigin":false,"later":{"a":[1]}"# } == nil)
        #expect(sign { $0.partyHash = other.hash } == .relyingParty)
        #expect(sign { $0.flags.remove(.userPresent) } == .userPresence)
        #expect(sign { $0.flags.remove(.userVerified) } == .userVerification)
        #expect(sign { $0.flags.insert(.backedUp) } == .backup)
        #expect(sign { $0.flags.insert(.backupEligible) } == .backup)
        #expect(sign { $0.flags.insert(.attestedCredential) } == .malformed)
        #expect(sign { $0.flags.insert(.extensions) } == .malformed)
        #expect(sign { $0.extra = String(repeating: " ", count: Ceremony.clientDataBytes) } == .malformed)
        #expect(sign { $0.extra = "}" } == .malformed)

        for (flags, expected) in [
            ([.userVerified], .userPresence), ([.userPresent], .userVerification),
            ([.userPresent, .userVerified, .backedUp], .backup),
        ] as [(AuthenticatorData.Flags, WebAuthnProblem)] {
            let made = authenticator.create(party, challenge, flags: flags)
            #expect(
                problem { _ = try ceremony.register(clientData: made.clientData, attestation: made.attestation) }
                    == expected)
        }
        let assertion = authenticator.sign(authenticator.assertion(party, challenge))
        #expect(
            problem { _ = try ceremony.register(clientData: assertion.clientData, attestation: made.attestation) }
                == .type)
    }

    @Test("a counter must go up once one has counted; those of synced passkeys stay 0")
    func counters() throws {
        for (kept, told, isFine) in [
            (0, 0, true), (0, 1, true), (1, 2, true), (1, 1, false), (2, 1, false), (1, 0, false),
            (UInt32.max, UInt32.max, false), (UInt32.max - 1, UInt32.max, true),
        ] {
            var authenticator = TestAuthenticator()
            let party = try #require(RelyingParty(scheme: "https", authority: "chat.example.org"))
            let ceremony = Ceremony(relyingParty: party, challenge: [1])
            var assertion = authenticator.assertion(party, [1])
            assertion.counter = told
            let signed = authenticator.sign(assertion)
            let record = Ceremony.Record(
                key: authenticator.encodedKey, counter: kept, isBackupEligible: false)
            let found = problem {
                _ = try ceremony.verify(
                    clientData: signed.clientData, authenticatorData: signed.authenticatorData,
                    signature: signed.signature, with: record)
            }
            #expect(found == (isFine ? nil : .counter), "\(kept) to \(told)")
        }
    }

    @Test("an identifier has at most 1,023 bytes")
    func identifiers() throws {
        for (count, expected) in [(1_023, nil), (1_024, .credentialID), (0, .credentialID)] as [(Int, WebAuthnProblem?)]
        {
            var authenticator = TestAuthenticator()
            authenticator.identifier = [UInt8](repeating: 1, count: count)
            let party = try #require(RelyingParty(scheme: "https", authority: "chat.example.org"))
            let made = authenticator.create(party, [1])
            let ceremony = Ceremony(relyingParty: party, challenge: [1])
            let found = problem {
                _ = try ceremony.register(clientData: made.clientData, attestation: made.attestation)
            }
            #expect(found == expected, "\(count)")
        }
    }

    @Test("keys of other algorithms and curves, points that are on none, and weak moduli are refused")
    func keys() throws {
        func key(_ entries: [(Int64, CBOR)]) -> WebAuthnProblem? {
            problem {
                _ = try CredentialKey(
                    .map(
                        entries.map { key, value in
                            CBOR.Entry(
                                key: key < 0 ? .negative(UInt64(-1 - key)) : .unsigned(UInt64(key)), value: value)
                        }))
            }
        }
        let es256 = CBOR.negative(6)
        let coordinate = CBOR.bytes([UInt8](repeating: 1, count: 32))
        #expect(key([(1, .unsigned(2)), (3, es256), (-1, .unsigned(1)), (-2, coordinate), (-3, coordinate)]) == .key)
        #expect(
            key([(1, .unsigned(2)), (3, .negative(34)), (-1, .unsigned(2)), (-2, coordinate), (-3, coordinate)]) == .key
        )
        #expect(key([(1, .unsigned(1)), (3, .negative(7)), (-1, .unsigned(6)), (-2, .bytes([1]))]) == .key)
        #expect(key([(1, .unsigned(1)), (3, .negative(7)), (-1, .unsigned(6)), (-2, coordinate)]) == nil)
        #expect(key([]) == .key)
        for (bits, expected) in [
            (2_047, .key), (2_048, nil), (4_096, nil), (4_097, .key),
        ] as [(Int, WebAuthnProblem?)] {
            var modulus = [UInt8](repeating: 0xFF, count: (bits + 7) / 8)
            modulus[0] = bits % 8 == 0 ? 0xFF : UInt8(1 << (bits % 8)) - 1
            let found = key([
                (1, .unsigned(3)), (3, .negative(256)), (-1, .bytes(modulus)), (-2, .bytes([1, 0, 1])),
            ])
            #expect(found == expected, "\(bits)")
        }
        let even = CBOR.bytes([UInt8](repeating: 0xFF, count: 256))
        #expect(key([(1, .unsigned(3)), (3, .negative(256)), (-1, even), (-2, .bytes([2]))]) == .key)
    }

    @Test("passkeys are for names with TLS, and for localhost; not for addresses")
    func parties() {
        for (scheme, authority, id) in [
            ("https", "chat.example.org", "chat.example.org"), ("https", "chat.example.org:8443", "chat.example.org"),
            ("http", "localhost:8480", "localhost"), ("https", "localhost", "localhost"),
            ("http", "chat.example.org", nil), ("https", "192.0.2.7", nil), ("https", "192.0.2.7:8443", nil),
            ("http", "127.0.0.1:8480", nil), ("https", "[2001:db8::1]", nil), ("http", "[::1]:8480", nil),
            ("https", "0x7f.0x1", nil), ("https", "", nil),
        ] as [(String, String, String?)] {
            #expect(RelyingParty(scheme: scheme, authority: authority)?.id == id, "\(scheme)://\(authority)")
        }
        let party = RelyingParty(scheme: "https", authority: "chat.example.org:8443")
        #expect(party?.origin == "https://chat.example.org:8443")
    }
}
