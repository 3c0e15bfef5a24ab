import NexusCore

/// Calls endpoints in the name of the signed-in session: an access token that was turned down is refreshed, and the request
/// repeated once.
struct AuthorizedAPI: Sendable {
    let api: ServerAPI
    let tokens: AccessTokens

    /// - Throws: as ``ServerAPI/call(_:_:path:query:accessToken:)``, and ``ClientError/signedOut``.
    func call<Request: JSONEncodable, Response: JSONDecodable>(
        _ endpoint: Endpoint<Request, Response>, _ request: Request, path: [String: String] = [:],
        query: [(name: String, value: String?)] = [], timeoutSeconds: Int64? = nil
    ) async throws(ClientError) -> Response {
        try await authorized { (token) throws(ClientError) in
            try await api.call(
                endpoint, request, path: path, query: query, accessToken: token, timeoutSeconds: timeoutSeconds)
        }
    }

    /// Asks with a token, and once more with a fresh one where that was turned down.
    func authorized<Answer>(
        _ ask: (_ accessToken: String) async throws(ClientError) -> Answer
    ) async throws(ClientError) -> Answer {
        let token = try await tokens.current()
        do throws(ClientError) {
            return try await ask(token)
        } catch {
            guard error.rejectsToken else { throw error }
            return try await ask(try await tokens.replacement(for: token))
        }
    }
}

extension ClientError {
    /// Whether the access token was turned down, so that a fresh one may help.
    var rejectsToken: Bool {
        if case .refused(let refusal) = self {
            refusal.code == .tokenExpired || refusal.code == .notSignedIn
        } else {
            false
        }
    }
}
