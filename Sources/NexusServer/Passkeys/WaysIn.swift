import NexusCore
import NexusDatabase

/// What lets people in to their accounts on this server: a password where these are taken, a passkey, or an account of a configured provider.
struct WaysIn: Sendable {
    /// Whether people sign in with passwords.
    let takesPasswords: Bool
    /// The issuers of the configured providers. Connections with earlier ones let nobody in.
    let issuers: Set<String>

    /// Checks, in the transaction that took one away, that a user has a way in left.
    ///
    /// - Throws: `Refusal` (`last_way_in`).
    func requireOne(of user: UserID, in reader: Reader) throws {
        if takesPasswords, try AccountRepository.hasPassword(user, in: reader) { return }
        if try PasskeyRepository.count(of: user, in: reader) > 0 { return }
        if try AccountRepository.issuers(of: user, in: reader).contains(where: { issuers.contains($0) }) { return }
        throw Refusal(
            .lastWayIn,
            takesPasswords
                ? "Nothing else would let you in. Set a password first (Forgot password, on the sign-in page), or add another passkey or provider."
                : "Nothing else would let you in. Add another passkey or sign-in provider first.")
    }
}
