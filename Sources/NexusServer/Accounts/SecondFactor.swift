import NexusCore
import NexusDatabase

/// Asks for the second factor of accounts that have one: a code of the owner's authenticator app, or a recovery code. Each works once.
enum SecondFactor {
    static func isOn(_ user: UserID, in reader: Reader) throws -> Bool {
        try SecondFactorRepository.factor(of: user, in: reader)?.confirmedAt != nil
    }

    /// Spends a code, in the transaction that it allows. An account without a second factor needs none.
    ///
    /// - Throws: `Refusal`: `code_required` without a code, `wrong_code`.
    static func require(_ code: String?, of user: UserID, at time: Timestamp, _ transaction: Transaction) throws {
        guard var factor = try SecondFactorRepository.factor(of: user, in: transaction), factor.confirmedAt != nil
        else { return }
        let typed = bare(code)
        if typed.isEmpty { throw Refusal.codeRequired }
        if let step = TOTP.step(of: typed, factor.secret, at: time, after: factor.lastStep) {
            factor.lastStep = step
            try SecondFactorRepository.put(factor, of: user, transaction)
            return
        }
        guard try SecondFactorRepository.spendRecoveryCode(recoveryHash(typed), of: user, transaction) else {
            throw Refusal.wrongCode
        }
        let left = try SecondFactorRepository.recoveryCodes(of: user, in: transaction)
        try AuditLog.append(.useRecoveryCode, by: user, to: user, note: "left: \(left)", at: time, transaction)
    }

    /// Turns the second factor off. A no-op where it is off.
    static func remove(of user: UserID, note: String, at time: Timestamp, _ transaction: Transaction) throws {
        if try isOn(user, in: transaction) {
            try AuditLog.append(.removeSecondFactor, by: user, to: user, note: note, at: time, transaction)
        }
        try SecondFactorRepository.delete(of: user, transaction)
    }

    /// Whether a typed code could be guessed: true for those of an app, false for recovery codes, of 80 bits before and 120 since.
    static func isGuess(_ code: String?) -> Bool { 1...TOTP.digits ~= bare(code).utf8.count }

    /// A typed code without hyphens and spaces.
    private static func bare(_ code: String?) -> String { (code ?? "").filter { !$0.isWhitespace && $0 != "-" } }

    /// - Parameter code: without hyphens and spaces.
    static func recoveryHash(_ code: String) -> [UInt8] { Token.hash(code.uppercased()) }
}

extension Refusal {
    static let secondFactorRequired = Refusal(
        .secondFactorRequired, "Your team requires two-step sign-in. Set it up to go on.")
    static let codeRequired = Refusal(
        .codeRequired, "Enter the code of your authenticator app, or one of your recovery codes.")
    static let wrongCode = Refusal(
        .wrongCode, "This code is wrong or was used. Wait for the next one of your app, or use a recovery code.")
}
