import NexusCore

/// Calls endpoints in the name of the signed-in session: an access token that was turned down is refreshed, and the request
/// repeated once. A read that is too soon for the server's limits waits as long as the server says, and goes on.
struct AuthorizedAPI: Sendable {
    /// Milliseconds that a read waits for a limit, at most; and how often.
    static let longestWait: Int64 = 30_000
    static let waits = 5

    let api: ServerAPI
    let tokens: AccessTokens
    var clock: any ClientClock = SystemClock()

    /// - Throws: as ``ServerAPI/call(_:_:path:query:accessToken:)``, and ``ClientError/signedOut``.
    func call<Request: JSONEncodable, Response: JSONDecodable>(
        _ endpoint: Endpoint<Request, Response>, _ request: Request, path: [String: String] = [:],
        query: [(name: String, value: String?)] = [], timeoutSeconds: Int64? = nil
    ) async throws(ClientError) -> Response {
        var waits = 0
        while true {
            do throws(ClientError) {
                return try await authorized { (token) throws(ClientError) in
                    try await api.call(
                        endpoint, request, path: path, query: query, accessToken: token, timeoutSeconds: timeoutSeconds)
                }
            } catch {
                guard case .get = endpoint.method, waits < AuthorizedAPI.waits, let wait = error.rateWait,
                    wait <= AuthorizedAPI.longestWait, (try? await clock.sleep(milliseconds: wait)) != nil
                else { throw error }
                waits += 1
            }
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
    /// Milliseconds after which a request may be repeated that came too soon for the server's limits; `nil` for any other error.
    fileprivate var rateWait: Int64? {
        if case .refused(let refusal) = self, refusal.code == .rateLimited { refusal.retryAfter } else { nil }
    }

    /// Whether the access token was turned down, so that a fresh one may help.
    var rejectsToken: Bool {
        if case .refused(let refusal) = self {
            refusal.code == .tokenExpired || refusal.code == .notSignedIn
        } else {
            false
        }
    }
}
