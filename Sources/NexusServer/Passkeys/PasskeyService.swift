import NexusCore
import NexusDatabase

/// Passkeys: adding, naming, listing and removing them, and signing in with one. A passkey is two factors: its device, and what the device
/// checks of its user.
struct PasskeyService: Sendable {
    let database: any Database
    let accounts: AccountService
    let verifier: PasskeyVerifier
    let waysIn: WaysIn

    private var challenges: PasskeyChallenges { verifier.challenges }

    func list(of user: UserID) async throws -> PasskeyList {
        PasskeyList(passkeys: try await database.read { try PasskeyRepository.list(of: user, in: $0) })
    }

    // MARK: Adding

    /// What the caller's device makes a passkey of.
    ///
    /// - Throws: `Refusal`: `too_many_passkeys`; `second_factor_required` where the caller's own passkey is to be used first.
    func begin(_ context: SessionContext, on party: RelyingParty) async throws -> PasskeyCreation {
        let (team, known) = try await database.read { reader in
            try Passkeys.requireUse(context, in: reader)
            let known = try PasskeyRepository.credentials(of: context.user, in: reader)
            guard known.count < Passkeys.perPerson else { throw Refusal.tooManyPasskeys }
            return (try TeamRepository.info(reader).team, known)
        }
        return PasskeyCreation(
            challenge: Base64URL.text(of: try await challenges.issue(.register(context.session))), host: party.id,
            hostName: team.isEmpty ? "Nexus" : team, user: Base64URL.text(of: context.user.handle),
            email: context.profile.user.email, userName: context.profile.user.name,
            algorithms: CredentialKey.algorithms, known: known.map(Base64URL.text))
    }

    /// Stores the passkey that the caller's device has made. The caller's session has two factors from then on.
    ///
    /// - Throws: `Refusal`: `invalid_name`, `passkey_invalid`, `too_many_passkeys`; `not_signed_in` if the session has ended meanwhile.
    func add(
        _ registration: PasskeyRegistration, _ context: SessionContext, on party: RelyingParty
    ) async throws -> Passkey {
        let name = try PasskeyService.name(registration.name)
        guard let clientData = Base64URL.bytes(of: registration.clientData, atMost: Ceremony.clientDataBytes),
            let attestation = Base64URL.bytes(of: registration.attestation, atMost: Ceremony.attestationBytes)
        else { throw Refusal(WebAuthnProblem.malformed) }
        let challenge = try PasskeyVerifier.challenge(in: clientData)
        guard try await challenges.spend(challenge, for: .register(context.session)) else {
            throw Refusal.passkeyExpired
        }
        let data: AuthenticatorData
        let credential: AuthenticatorData.Credential
        do throws(WebAuthnProblem) {
            (data, credential) = try Ceremony(relyingParty: party, challenge: challenge).register(
                clientData: clientData, attestation: attestation)
        } catch {
            throw Refusal(error)
        }
        let time = accounts.now()
        let passkey = Passkey(
            id: PasskeyID(at: time), name: name, createdAt: time, isSynced: data.flags.contains(.backedUp))
        let record = Ceremony.Record(
            key: credential.encodedKey, counter: data.counter,
            isBackupEligible: data.flags.contains(.backupEligible))
        try await database.writeEssential { transaction in
            try Passkeys.requireUse(context, in: transaction)
            guard try PasskeyRepository.count(of: context.user, in: transaction) < Passkeys.perPerson else {
                throw Refusal.tooManyPasskeys
            }
            guard try PasskeyRepository.stored(credential: credential.identifier, in: transaction) == nil else {
                throw Refusal(.passkeyInvalid, "This passkey was added before.")
            }
            guard try SessionRepository.setSecondFactor(context.session, transaction) else { throw Refusal.notSignedIn }
            try PasskeyRepository.insert(
                passkey, of: context.user, credential: credential.identifier, record, transaction)
            try AuditLog.append(
                .addPasskey, by: context.user, to: context.user, session: context.session, note: name, at: time,
                transaction)
        }
        await accounts.tellDevices(of: context.user)
        return passkey
    }

    // MARK: Changing

    /// - Throws: `Refusal`: `invalid_name`, `not_found`.
    func rename(_ id: PasskeyID, to name: String, of user: UserID) async throws -> Passkey {
        let name = try PasskeyService.name(name)
        return try await database.write { transaction in
            guard try PasskeyRepository.rename(id, to: name, of: user, transaction),
                let passkey = try PasskeyRepository.passkey(id, of: user, in: transaction)
            else { throw Refusal.noSuchPasskey }
            return passkey
        }
    }

    /// - Throws: `Refusal`: `not_found`; `last_way_in` where nothing else would let the person in.
    func remove(_ id: PasskeyID, by context: SessionContext) async throws {
        let user = context.user
        let time = accounts.now()
        let restricted = try await database.writeEssential { transaction in
            guard let passkey = try PasskeyRepository.passkey(id, of: user, in: transaction) else {
                throw Refusal.noSuchPasskey
            }
            try Passkeys.remove(passkey, of: user, session: context.session, at: time, transaction)
            try waysIn.requireOne(of: user, in: transaction)
            return try SecondFactorRepository.sessionsWithout(of: user, in: transaction)
        }
        for (session, user) in restricted { accounts.sessionRefreshed(session, user) }
        await accounts.tellDevices(of: user)
    }

    // MARK: Signing in

    /// A challenge for whichever account a passkey signs in to: it says nothing of any.
    func challenge(on party: RelyingParty) async throws -> PasskeyChallenge {
        PasskeyChallenge(challenge: Base64URL.text(of: try await challenges.issue(.signIn)), host: party.id)
    }

    /// Opens a session by a passkey alone.
    ///
    /// - Throws: `Refusal`: `passkey_invalid`; `account_suspended`, only with a valid signature.
    func signIn(
        _ request: PasskeySignIn, on party: RelyingParty, from origin: SignInOrigin
    ) async throws -> SignedIn {
        let proof = try await verifier.verify(request.passkey, for: .signIn, of: nil, on: party, from: origin)
        let time = accounts.now()
        return try await accounts.enter(
            proof.passkey.user, device: request.device, from: origin, with: "passkey \(proof.passkey.name)",
            isTwoFactors: true
        ) { transaction in
            try Passkeys.use(proof, at: time, transaction)
        }
    }

    private static func name(_ typed: String) throws -> String {
        try Refusal.translating { () throws(TextProblem) in try TextRule.name(typed.normalized) }
    }
}

extension Refusal {
    fileprivate static let noSuchPasskey = Refusal(.notFound, "You have no such passkey.")
    fileprivate static let tooManyPasskeys = Refusal(
        .tooManyPasskeys,
        "You have \(Passkeys.perPerson) passkeys, the most that an account can have. Remove one first.")
}
