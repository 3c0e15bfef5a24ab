import Foundation
import NexusCore
import NexusDatabase

/// Turns the second factor of accounts on and off. Each act needs the password, and is in the audit log.
struct SecondFactorService: Sendable {
    /// Recovery codes of an account, and random bytes in each.
    static let recoveryCodes = 10
    static let recoveryBytes = 15
    /// The maximum bytes of the team's name and of the address in a link, which are only labels: a QR code holds 412 bytes.
    static let issuerBytes = 90
    static let emailBytes = 120

    let database: any Database
    let accounts: AccountService
    let passwords: PasswordService

    func state(of user: UserID) async throws -> SecondFactorState {
        try await database.read { reader in
            SecondFactorState(
                since: try SecondFactorRepository.factor(of: user, in: reader)?.confirmedAt,
                recoveryCodes: try SecondFactorRepository.recoveryCodes(of: user, in: reader),
                isRequired: try TeamRepository.info(reader).requiresSecondFactor,
                hasPasskey: try PasskeyRepository.count(of: user, in: reader) > 0,
                needsPassword: try AccountRepository.hasPassword(user, in: reader))
        }
    }

    /// Makes the secret for an authenticator app. It counts once a first code confirms it; an earlier unconfirmed one is dropped.
    ///
    /// - Throws: `Refusal`: `wrong_credentials`; `invalid_request` if a second factor is on; `second_factor_required` where the team requires
    ///   one and the caller's passkey is to be used first.
    func begin(_ stepUp: StepUp, of context: SessionContext) async throws -> SecondFactorKey {
        try await database.read { try Passkeys.requireUse(context, in: $0) }
        try await passwords.require(stepUp.password, of: context)
        let secret = Array(Token.randomBytes().prefix(TOTP.secretBytes))
        let team = try await database.writeEssential { transaction in
            if try SecondFactor.isOn(context.user, in: transaction) { throw Refusal.alreadyOn }
            let factor = SecondFactorRepository.Factor(secret: secret, lastStep: 0)
            try SecondFactorRepository.put(factor, of: context.user, transaction)
            return try TeamRepository.info(transaction).team
        }
        let key = Base32.text(of: secret)
        return SecondFactorKey(
            key: key, link: SecondFactorService.link(key, team: team, email: context.profile.user.email))
    }

    /// Turns the second factor on with a first code.
    ///
    /// - Returns: the recovery codes, which are told once.
    /// - Throws: `Refusal`: `wrong_code`; `invalid_request` without ``begin(_:of:)``, or if a second factor is on.
    func confirm(_ code: String, of user: UserID) async throws -> RecoveryCodes {
        let codes = SecondFactorService.newCodes()
        let time = accounts.now()
        try await accounts.codes.attempt(isGuess: true, of: user) {
            try await database.writeEssential { transaction in
                guard var factor = try SecondFactorRepository.factor(of: user, in: transaction) else {
                    throw Refusal(.invalidRequest, "Begin to set two-step sign-in up first.")
                }
                guard factor.confirmedAt == nil else { throw Refusal.alreadyOn }
                let typed = code.filter { !$0.isWhitespace }
                guard let step = TOTP.step(of: typed, factor.secret, at: time, after: factor.lastStep) else {
                    throw Refusal.wrongFirstCode
                }
                factor.lastStep = step
                factor.confirmedAt = time
                try SecondFactorRepository.put(factor, of: user, transaction)
                try SecondFactorRepository.putRecoveryCodes(
                    codes.map(SecondFactor.recoveryHash), of: user, transaction)
                try AuditLog.append(.addSecondFactor, by: user, to: user, note: "", at: time, transaction)
            }
        }
        await accounts.tellDevices(of: user)
        return RecoveryCodes(codes: codes.map(SecondFactorService.grouped))
    }

    /// Replaces the recovery codes; the earlier ones no longer work.
    ///
    /// - Returns: the new ones, which are told once.
    /// - Throws: `Refusal` (`invalid_request`) if no second factor is on.
    func renewCodes(of user: UserID) async throws -> RecoveryCodes {
        let codes = SecondFactorService.newCodes()
        let time = accounts.now()
        try await database.writeEssential { transaction in
            guard try SecondFactor.isOn(user, in: transaction) else {
                throw Refusal(.invalidRequest, "Turn two-step sign-in on first.")
            }
            try SecondFactorRepository.putRecoveryCodes(codes.map(SecondFactor.recoveryHash), of: user, transaction)
            try AuditLog.append(.renewRecoveryCodes, by: user, to: user, note: "", at: time, transaction)
        }
        await accounts.tellDevices(of: user)
        return RecoveryCodes(codes: codes.map(SecondFactorService.grouped))
    }

    private static func newCodes() -> [String] {
        (0..<recoveryCodes).map { _ in Base32.text(of: Array(Token.randomBytes().prefix(recoveryBytes))) }
    }

    /// Turns the second factor off. A no-op succeeds.
    ///
    /// - Throws: `Refusal`: `wrong_credentials`, `code_required`, `wrong_code`.
    func remove(_ stepUp: StepUp, of context: SessionContext) async throws {
        try await passwords.require(stepUp.password, of: context)
        let time = accounts.now()
        let restricted = try await accounts.codes.attempt(isGuess: SecondFactor.isGuess(stepUp.code), of: context.user)
        {
            try await database.writeEssential { transaction in
                try SecondFactor.require(stepUp.code, of: context.user, at: time, transaction)
                try SecondFactor.remove(of: context.user, note: "", at: time, transaction)
                return try SecondFactorRepository.sessionsWithout(of: context.user, in: transaction)
            }
        }
        for (session, user) in restricted { accounts.sessionRefreshed(session, user) }
        await accounts.tellDevices(of: context.user)
    }

    /// The link that authenticator apps read from a QR code.
    static func link(_ key: String, team: String, email: String) -> String {
        let issuer = encoded(team.isEmpty ? "Nexus" : team, limit: issuerBytes)
        return "otpauth://totp/\(issuer):\(encoded(email, limit: emailBytes))?secret=\(key)&issuer=\(issuer)"
    }

    /// RFC 3986 §2.3.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// Percent-encodes all but the unreserved characters, and leaves out what is beyond `limit` bytes.
    private static func encoded(_ text: String, limit: Int) -> String {
        var encoded = ""
        for character in text {
            let next = String(character).addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
            guard encoded.utf8.count + next.utf8.count <= limit else { break }
            encoded += next
        }
        return encoded
    }

    /// In groups of four, which are easier to type.
    private static func grouped(_ code: String) -> String {
        stride(from: 0, to: code.utf8.count, by: 4).map { String(code.dropFirst($0).prefix(4)) }.joined(separator: "-")
    }
}

extension Refusal {
    fileprivate static let wrongFirstCode = Refusal(
        .wrongCode, "This code is wrong. Check the clock of your device, then enter the code that the app shows.")
    fileprivate static let alreadyOn = Refusal(
        .invalidRequest, "Two-step sign-in is on already. Turn it off before you set it up again.")
}
