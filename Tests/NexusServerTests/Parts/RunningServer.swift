import Logging
import NIOCore
import NexusCore
import NexusDatabase
import NexusTestSupport

@testable import NexusServer

/// The whole server on a free port, over a database in memory, with raw sockets. The test sets the time.
struct RunningServer: Sendable {
    let port: Int
    let clock: TestClock
    /// The code that the server is set up with, where it is not open to everyone.
    var setupCode = ""

    /// Runs a server during `body`. Its limits of rates are off unless `configure` sets them.
    static func serve<T: Sendable>(
        configure: (inout ServerConfiguration) -> Void = { _ in }, logger: Logger? = nil,
        _ body: @Sendable (RunningServer) async throws -> T
    ) async throws -> T {
        let clock = TestClock()
        let setupCode = Base64URL.text(of: Token.randomBytes())
        let server = try await TestServer(
            settings: { settings in
                settings.transport.shutdownTimeout = .milliseconds(100)
                settings.setupCode = setupCode
                configure(&settings)
            }, logger: logger, now: { clock.now })
        let result: Result<T, any Error>
        do {
            result = .success(
                try await body(RunningServer(port: server.port, clock: clock, setupCode: setupCode)))
        } catch {
            result = .failure(error)
        }
        await server.stop()
        return try result.get()
    }

    /// The response.
    struct Answer: Sendable {
        var status: Int
        /// By name in lower case.
        var headers: [String: String]
        var body: String

        /// The refusal in the body; `nil` if there is none.
        var refusal: Refusal? { try? ErrorBody.decode(body).refusal }

        init(_ response: (head: String, body: String)) throws {
            let lines = response.head.split(separator: "\r\n")
            guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
                throw Missing()
            }
            self.status = status
            headers = Dictionary(
                lines.dropFirst().map { line in
                    let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
                    return (parts[0].lowercased(), parts.last?.trimmingPrefix(" ").description ?? "")
                }, uniquingKeysWith: { "\($0), \($1)" })
            body = response.body
        }
    }

    func connect() async throws -> RawSocket { try await RawSocket.connect(port: port) }

    /// The answer to one request on a connection of its own.
    func ask(
        _ method: String, _ path: String, _ body: String? = nil, token: String? = nil, headers: [(String, String)] = []
    ) async throws -> Answer {
        let socket = try await connect()
        defer { socket.close() }
        try await socket.send(RunningServer.request(method, path, body, token: token, headers: headers))
        return try Answer(await socket.response())
    }

    static func request(
        _ method: String, _ path: String, _ body: String? = nil, token: String? = nil, headers: [(String, String)] = []
    ) -> String {
        var all = headers.contains { $0.0 == "Host" } ? headers : [("Host", "nexus.example")] + headers
        if let token { all.append(("Authorization", "Bearer \(token)")) }
        if let body { all.append(("Content-Length", "\(body.utf8.count)")) }
        return "\(method) \(path) HTTP/1.1\r\n" + all.map { "\($0.0): \($0.1)\r\n" }.joined() + "\r\n" + (body ?? "")
    }

    /// - Parameter host: the `Host` of the request.
    func signUp(_ name: String, host: String = "nexus.example") async throws -> SignedIn {
        let request = SignUpRequest(
            email: "\(name.lowercased())@example.org", password: "correct horse", name: name, device: "test")
        let answer = try await ask(
            "POST", "/v1/accounts", String(decoding: request.json, as: UTF8.self), headers: [("Host", host)])
        return try SignedIn.decode(answer.body)
    }

    /// Carries out an operation over HTTP.
    @discardableResult
    func apply(_ operation: NexusCore.Operation, token: String) async throws -> Answer {
        try await ask("POST", "/v1/operations", String(decoding: operation.json, as: UTF8.self), token: token)
    }
}
