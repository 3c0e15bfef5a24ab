import NexusCore

/// Opens live sockets; tests bring their own.
public protocol LiveTransport: Sendable {
    /// - Throws: ``ClientError/offline(_:)`` or ``ClientError/refused(_:)``.
    func open(_ server: ServerAddress, accessToken: String) async throws(ClientError) -> any LiveSocket

    /// Opens a socket in the name of a session, with a fresh token if the first is turned down.
    func open(_ server: ServerAddress, tokens: any AccessTokenSource) async throws(ClientError) -> any LiveSocket

    /// The device has a network again, perhaps another one: what was learned about proxies may not hold.
    func networkReturned()
}

extension LiveTransport {
    public func networkReturned() {}

    /// One attempt with the present token, and one with its replacement if it was turned down.
    public func open(
        _ server: ServerAddress, tokens: any AccessTokenSource
    ) async throws(ClientError) -> any LiveSocket {
        let token = try await tokens.current()
        do throws(ClientError) {
            return try await open(server, accessToken: token)
        } catch {
            guard error.rejectsToken else { throw error }
            return try await open(server, accessToken: try await tokens.replacement(for: token))
        }
    }
}

/// One open live socket.
public protocol LiveSocket: Sendable {
    /// Sends a frame without reporting its delivery: the answer is a received frame.
    func send(_ frame: ClientFrame)

    /// The frames since the last call, waiting for some; `nil` once the socket is closed. The network is read only
    /// while a caller waits, so a slow reader slows the sender down and uses little memory.
    func receive() async -> [ServerFrame]?

    func close()
}

/// Opens live sockets in the name of the signed-in session.
protocol LiveConnector: Sendable {
    func connect() async throws(ClientError) -> any LiveSocket
    /// Renews the access of an open socket, before it runs out.
    func renew(_ socket: SocketID) async throws(ClientError)
}

/// Connects with a fresh access token; one that was turned down is refreshed, and the attempt repeated once.
struct SessionConnector: LiveConnector {
    let server: ServerAddress
    let transport: any LiveTransport
    let tokens: AccessTokens
    let api: AuthorizedAPI

    func renew(_ socket: SocketID) async throws(ClientError) {
        _ = try await api.call(Endpoints.renew, RenewalRequest(socket: socket))
    }

    func connect() async throws(ClientError) -> any LiveSocket { try await transport.open(server, tokens: tokens) }
}
