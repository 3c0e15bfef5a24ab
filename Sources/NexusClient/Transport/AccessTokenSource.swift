/// Gives the access tokens of one session (RFC 6750), refreshed as needed.
public protocol AccessTokenSource: Sendable {
    /// A token that is valid by this device's clock.
    ///
    /// - Throws: ``ClientError/signedOut``; ``ClientError/refused(_:)`` if the session is over;
    ///   ``ClientError/offline(_:)``.
    func current() async throws(ClientError) -> String

    /// A token other than `rejected`, which the server turned down.
    func replacement(for rejected: String) async throws(ClientError) -> String
}

/// One token that cannot be refreshed.
struct FixedToken: AccessTokenSource {
    let token: String

    func current() async throws(ClientError) -> String { token }
    func replacement(for rejected: String) async throws(ClientError) -> String { token }
}
