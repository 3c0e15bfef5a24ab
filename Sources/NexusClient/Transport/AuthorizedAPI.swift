import NexusCore

/// Calls endpoints for the signed-in session: refreshes a rejected access token, and repeats the request once. A
/// rate-limited read waits as long as the server says, and retries.
struct AuthorizedAPI: Sendable {
    /// Milliseconds that a read waits for a limit, at most; and how often.
    static let longestWait: Int64 = 30_000
    static let waits = 5

    let api: ServerAPI
    let tokens: any AccessTokenSource
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

    /// Sends a request with a token, and again with a fresh one if it was rejected.
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
    /// Milliseconds until a rate-limited request may be repeated; `nil` for other errors.
    fileprivate var rateWait: Int64? {
        if case .refused(let refusal) = self, refusal.code == .rateLimited { refusal.retryAfter } else { nil }
    }

    /// Whether the access token was rejected, so that a fresh one may help.
    var rejectsToken: Bool {
        if case .refused(let refusal) = self {
            refusal.code == .tokenExpired || refusal.code == .notSignedIn
        } else {
            false
        }
    }
}
